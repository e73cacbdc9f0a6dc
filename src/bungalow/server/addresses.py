"""Listening on an address, and the addresses that people type to reach it."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import socket
import struct
import sys
from pathlib import Path

from bungalow.core.errors import BadOptions

ANYWHERE = ("0.0.0.0", "::")
THIS_MACHINE = ("127.0.0.1", "::1", *ANYWHERE)
PORTS_TRIED = 100
SIOCGIFADDR = 0x8915
INTERFACES_6 = Path("/proc/net/if_inet6")


class PortInUse(BadOptions):
    """Another program listens on that port."""

    code = "port-in-use"


def command() -> str:
    """Return what people type to start the server: `run` says so if it was that."""
    return os.environ.get("BUNGALOW_COMMAND", "bungalow serve")


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises `PortInUse`, with a free port to try, or `BadOptions`."""
    try:
        return bound(host, port, backlog=2048)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise BadOptions(f"Cannot listen on {host} port {port}: {error.strerror or error}.") from None
    advice = f" Try: {command()} --port {free}" if (free := free_port(host, port)) else ""
    raise PortInUse(f"Port {port} is in use.{advice}")


def bound(host: str, port: int, backlog: int) -> socket.socket:
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(backlog)
        listener.setblocking(False)
    except OSError:
        listener.close()
        raise
    return listener


def free_port(host: str, port: int) -> int | None:
    """Return the next port that is free, or None."""
    for other in range(port + 1, min(port + 1 + PORTS_TRIED, 65536)):
        with contextlib.suppress(OSError):
            bound(host, other, backlog=1).close()
            return other
    return None


def url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def shown(listener: socket.socket) -> tuple[str, list[str]]:
    """Return the address to type on this machine, and those to type on others if it listens on all interfaces."""
    host, port = listener.getsockname()[:2]
    here = url("localhost" if host in THIS_MACHINE else host, port)
    if host not in ANYWHERE:
        return here, []
    return here, [url(address, port) for address in own_addresses(ipv6=host == "::")]


def own_addresses(*, ipv6: bool = False) -> list[str]:
    """Return the addresses of this machine in its networks, without sending anything."""
    found = interfaces_4() or [address for address in (outgoing_4(),) if address]
    if ipv6:
        found += interfaces_6()
    useful = [
        address for address in found if not (ip := ipaddress.ip_address(address)).is_loopback and not ip.is_link_local
    ]
    return list(dict.fromkeys(useful))


def interfaces_4() -> list[str]:
    """Return the IPv4 address of each interface; Linux only."""
    found: list[str] = []
    if sys.platform == "linux":
        import fcntl

        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            for _, name in socket.if_nameindex():
                with contextlib.suppress(OSError):  # it has none
                    answer = fcntl.ioctl(asking, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                    found.append(socket.inet_ntoa(answer[20:24]))
    return found


def interfaces_6() -> list[str]:
    """Return the IPv6 addresses of all interfaces; Linux only."""
    lines = INTERFACES_6.read_text().splitlines() if INTERFACES_6.exists() else []
    return [str(ipaddress.IPv6Address(bytes.fromhex(line.split()[0]))) for line in lines]


def outgoing_4() -> str:
    """Return the address that packets to other networks would carry. Connecting a datagram socket sends none."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(("192.0.2.1", 9))
        return str(asking.getsockname()[0])
    return ""
