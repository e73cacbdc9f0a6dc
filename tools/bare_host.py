"""How this machine reaches its package registries, lent to a bare machine while it runs. Standard library only."""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

from tools.progress import Stop

VARIABLES = re.compile(
    r"(https?|all|no)_proxy|npm_config_\w+|uv_(default_index|index\w*|extra_index\w*|find_links|native_tls|system_certs)|"
    r"pip_(index_url|extra_index_url|find_links|trusted_host|proxy|default_timeout|config_file)|bungalow_test_seed",
    re.I,
)
CERTIFICATES = re.compile("SSL_CERT_FILE|REQUESTS_CA_BUNDLE|NODE_EXTRA_CA_CERTS|PIP_CERT|NPM_CONFIG_CAFILE", re.I)
SYSTEM_FILES = ("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf", "/etc/uv/uv.toml", "/etc/npmrc")
HOME_FILES = (".config/pip/pip.conf", ".pip/pip.conf", ".config/uv/uv.toml", ".npmrc")
CERTIFICATE = re.compile(r"^\s*(?:cafile|cert|ssl-cert-file)\s*=\s*[\"']?(/[^\"'\s]+)", re.M)
LOCAL = re.compile(r"(?:file://|(?<![\w:/]))(/[\w./-]+)")
LENT = "etc/bungalow-lent"
"""Certificates, and the list of all lent files, inside the machine."""


class Source(NamedTuple):
    """One line of apt's sources."""

    address: str
    suite: str
    components: str


def debian() -> tuple[str, list[Source]]:
    """Return this machine's Debian release and the apt sources that concern it, its main archive first."""
    described = Path("/etc/os-release").read_text() if os.path.exists("/etc/os-release") else ""
    found = re.search(r"^VERSION_CODENAME=(\w+)", described, re.M)
    if not found:
        raise Stop("./run bare needs Debian: /etc/os-release names no release.")
    suite = found[1]
    sources = [source for source in read_sources() if source.suite in (suite, f"{suite}-updates", f"{suite}-security")]
    sources.sort(key=lambda source: source.suite != suite)
    if not sources or sources[0].suite != suite:
        raise Stop(f"./run bare needs an apt source for {suite}; /etc/apt names none.")
    return suite, sources


def read_sources(folder: Path = Path("/etc/apt")) -> list[Source]:
    """Read both formats of apt: one line a source, and blocks of fields."""
    found: list[Source] = []
    for path in (folder / "sources.list", *sorted((folder / "sources.list.d").glob("*.list"))):
        text = path.read_text() if path.exists() else ""
        for line in re.findall(r"^deb\s+(?:\[[^]]*\]\s*)?(\S+)\s+(\S+)\s+([^#\n]+)", text, re.M):
            found.append(Source(line[0].rstrip("/"), line[1], " ".join(line[2].split())))
    for path in sorted((folder / "sources.list.d").glob("*.sources")):
        for block in re.split(r"\n\s*\n", path.read_text()):
            fields = dict(re.findall(r"^([A-Za-z-]+):[ \t]*(.*)$", block, re.M))
            if "deb" not in fields.get("Types", "").split() or fields.get("Enabled", "yes") == "no":
                continue
            for address in fields["URIs"].split():
                for suite in fields["Suites"].split():
                    found.append(Source(address.rstrip("/"), suite, fields.get("Components", "main")))
    return found


def variables() -> dict[str, str]:
    """Return the variables that tell programs on the machine how to reach the network and its registries."""
    found = {name: value for name, value in os.environ.items() if VARIABLES.fullmatch(name)}
    if settings := global_npm_settings():
        found.setdefault("NPM_CONFIG_GLOBALCONFIG", settings)
    return found | {name: f"/{LENT}/{number}.pem" for number, name in enumerate(certificates())}


def certificates() -> dict[str, str]:
    """Return which variable names which file of certificates here.

    On the machine they lie in a folder of their own: installing ca-certificates there would replace the usual file.
    """
    found = {name: value for name, value in os.environ.items() if CERTIFICATES.fullmatch(name)}
    for name, paths in (("PIP_CERT", pip_settings()), ("NPM_CONFIG_CAFILE", npm_settings())):
        for path in paths:
            if named := CERTIFICATE.search(read(path)):
                found.setdefault(name, named[1])
    return {name: path for name, path in sorted(found.items()) if os.path.isfile(path)}


def local_registries() -> list[str]:
    """Return the folders of this machine that the settings of pip, uv and npm name as registries."""
    texts = [line for path in (*pip_settings(), *npm_settings()) for line in read(path).splitlines()]
    texts += [f"{name} = {value}" for name, value in variables().items()]
    found: list[str] = []
    named = ""
    for line in texts:
        key, equals, value = line.partition("=")
        named = key if equals else named  # a value may go on in the next line
        if re.search(r"index|find.links|registry|url", named, re.I):
            paths = map(Path, LOCAL.findall(value if equals else line))
            # The files of an index lie beside its pages.
            found += [str(path.parent if path.name == "simple" else path) for path in paths if path.is_dir()]
    return list(dict.fromkeys(path for path in found if path != "/"))


def pip_settings() -> list[Path]:
    home = Path.home()
    return [Path("/etc/pip.conf"), Path("/etc/uv/uv.toml"), *(home / name for name in HOME_FILES if "npm" not in name)]


def npm_settings() -> list[Path]:
    named = global_npm_settings()
    return [Path.home() / ".npmrc", Path("/etc/npmrc"), *([Path(named)] if named else [])]


def read(path: Path) -> str:
    return path.read_text(errors="replace") if path.is_file() else ""


@functools.cache
def global_npm_settings() -> str:
    """Return npm's global settings file, which the npm on the bare machine would look for elsewhere."""
    if not shutil.which("npm"):
        return ""
    asked = subprocess.run(["npm", "config", "get", "globalconfig"], capture_output=True, text=True, cwd="/")
    path = asked.stdout.strip()
    return path if os.path.isfile(path) else ""


def lend(machine: Path) -> None:
    """Copy apt's sources and the settings of pip, uv, npm and the network into the machine."""
    (machine / LENT).mkdir(parents=True, exist_ok=True)
    for name in SYSTEM_FILES:
        copy(machine, name, name)
    home = Path.home()
    for name in HOME_FILES:
        copy(machine, home / name, f"/root/{name}")
        copy(machine, home / name, f"/etc/skel/{name}")  # for the users that are added
    for path in npm_settings()[2:]:
        copy(machine, path, str(path))
    for number, certificate in enumerate(certificates().values()):
        copy(machine, certificate, f"/{LENT}/{number}.pem")
    lines = [f"deb {source.address} {source.suite} {source.components}\n" for source in debian()[1]]
    place(machine, "etc/apt/sources.list").write_text("".join(lines))
    asked = subprocess.run(["apt-config", "dump"], capture_output=True, text=True).stdout
    network = re.findall(r"^Acquire::(?:https?|ForceIPv4|Retries)\b.*;$", asked, re.M)
    place(machine, "etc/apt/apt.conf.d/90network").write_text("".join(f"{line}\n" for line in network))


def copy(machine: Path, source: str | Path, to: str) -> None:
    name = to.lstrip("/")
    if not os.path.isfile(source) or (machine / name).resolve() == Path(source).resolve():
        return
    lent = place(machine, name)
    shutil.copyfile(source, lent)
    lent.chmod(0o644)


def place(machine: Path, name: str) -> Path:
    """Return where to write a lent file. It is listed first, so that `forget` deletes it whatever happens."""
    with open(machine / LENT / "list", "a") as listed:
        listed.write(f"{name}\n")
    path = machine / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    return path


def forget(machine: Path) -> None:
    """Delete what was lent."""
    listed = machine / LENT / "list"
    if listed.exists():
        for name in listed.read_text().splitlines():
            (machine / name).unlink(missing_ok=True)
        for home in (machine / "home").glob("*"):
            for name in HOME_FILES:
                (home / name).unlink(missing_ok=True)
        shutil.rmtree(machine / LENT)
