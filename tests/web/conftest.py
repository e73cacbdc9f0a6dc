"""A running Bungalow, a real browser, and pages that fail the test when their console complains.

def test_something(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)                       # wide, light
    phone = open_page(server.url, size=PHONE, touch=True, dark=True)
    shot(page, "something")                            # artifacts/something.png
    check_axe(page)
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tools.browser import shared
from tools.processes import tied_to_us
from tools.progress import ROOT

ARTIFACTS = ROOT / "artifacts"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
WIDE, MIDDLE, PHONE = (1440, 900), (1100, 760), (360, 740)
START_SECONDS = 30.0
SERVE = "import sys; from bungalow.server.serve import main; sys.exit(main())"
WAIT_MS = 15_000
NO_GUARD = """if (location.protocol.startsWith('http')) {
  const kept = JSON.parse(localStorage.getItem('bungalow.settings') ?? '{}');
  localStorage.setItem('bungalow.settings', JSON.stringify({guard: 'off', ...kept}));
}"""


class Server:
    """`bungalow serve` with a database of its own; it can be stopped, killed and started again on the same port."""

    def __init__(self, data: Path) -> None:
        self.data = data
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"http://localhost:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-c", SERVE, "--port", str(self.port), "--data", str(self.data)]
        with open(self.data / "server.log", "ab") as log:
            self.process = subprocess.Popen(
                [*command, "--requests-per-minute", "100000", "--seed", "1"],
                cwd=ROOT,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=tied_to_us(),
            )
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                urllib.request.urlopen(f"{self.url}/api/health", timeout=2).close()
                return
            except (urllib.error.URLError, OSError):
                if self.process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError(f"the server did not start:\n{self.log()}") from None
                time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def restart(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.stop(how)
        self.start()

    @contextlib.contextmanager
    def away(self) -> Iterator[None]:
        """Stopped for a while: its database can be written to."""
        self.stop()
        yield
        self.start()

    def log(self) -> str:
        return (self.data / "server.log").read_text(errors="replace")


class OpenPage(Protocol):
    def __call__(
        self,
        url: str,
        *,
        size: tuple[int, int] = WIDE,
        dark: bool = False,
        touch: bool = False,
        motion: bool = False,
        guard: bool = False,
        context: BrowserContext | None = None,
    ) -> Page:
        """A page in a fresh browser profile (another person), or in the one given. `guard`: ignores stray presses."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not (ROOT / "web" / "dist" / "index.html").exists():
        pytest.fail("the web client has not been built. Type:  ./run build")
    running = Server(tmp_path_factory.mktemp("bungalow"))
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    # Playwright's own node needs a library that a plain system may lack.
    node = shutil.which("node")
    if node:
        os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", node)
    chromium = shared()
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=chromium.path, args=list(chromium.flags), env={**os.environ, **chromium.env}
        )
        yield opened
        opened.close()


@pytest.fixture
def open_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[OpenPage]:
    contexts: list[BrowserContext] = []
    pages: list[Page] = []
    complaints: list[str] = []

    def console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(f"{message.type}: {message.text}")

    def make(
        url: str,
        *,
        size: tuple[int, int] = WIDE,
        dark: bool = False,
        touch: bool = False,
        motion: bool = False,
        guard: bool = False,
        context: BrowserContext | None = None,
    ) -> Page:
        if context is None:
            context = browser.new_context(
                viewport={"width": size[0], "height": size[1]},
                color_scheme="dark" if dark else "light",
                has_touch=touch,
                reduced_motion="no-preference" if motion else "reduce",
            )
            contexts.append(context)
            if not guard:  # a test presses as fast as it can, and on purpose
                context.add_init_script(NO_GUARD)
        page = context.new_page()
        page.set_default_timeout(WAIT_MS)
        page.on("console", console)
        page.on("pageerror", lambda error: complaints.append(f"error in the page: {error}"))
        page.goto(url)
        pages.append(page)
        return page

    yield make
    if getattr(request.node, "failed", False):
        for number, page in enumerate(page for page in pages if not page.is_closed()):
            shot(page, f"failed-{request.node.name}-{number}")
    for context in contexts:
        context.close()
    # A line that breaks on purpose makes the browser complain; a test that does so says it with this mark.
    if request.node.get_closest_marker("broken_line"):
        complaints = [each for each in complaints if "WebSocket" not in each and "ERR_CONNECTION" not in each]
    assert complaints == [], "the console stays silent"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Iterator[None]:  # pragma: no cover - a hook of pytest
    report = yield
    if call.when == "call" and call.excinfo is not None:
        item.failed = True  # type: ignore[attr-defined]
    return report


# -- what every browser test needs ------------------------------------------------------------------------------------


def shot(page: Page, name: str) -> None:
    """Keep a picture of the page in artifacts/."""
    ARTIFACTS.mkdir(exist_ok=True)
    page.screenshot(path=ARTIFACTS / f"{re.sub(r'[^A-Za-z0-9._-]+', '-', name)}.png")


def check_axe(page: Page) -> None:
    """axe-core finds nothing to complain about."""
    page.evaluate(AXE.read_text())
    found = page.evaluate("async () => (await axe.run()).violations")
    words = [f"{each['id']}: {each['help']}\n  {[node['html'][:160] for node in each['nodes'][:4]]}" for each in found]
    assert not words, "\n".join(words)


def check_fits(page: Page) -> None:
    """Nothing is wider than the window."""
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def new_table(
    page: Page, server: Server, title: str = "burrows", *, bots: int = 1, pace: str = "Instant", react: str = ""
) -> None:
    """Open a table against bots and wait until its first choice is asked."""
    page.goto(f"{server.url}/new/{title}")
    page.locator("label", has=page.get_by_role("radio", name=pace)).click()
    if react:
        page.locator("label", has=page.get_by_role("radio", name=react)).click()
    for _ in range(bots - 1):
        page.get_by_role("button", name="A bot").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    wait_for_turn(page)


def wait_for_turn(page: Page) -> None:
    """This page's player is asked something, or the game is over."""
    page.wait_for_function("""() => {
      const pill = document.querySelector('header .pill')?.textContent.trim() ?? '';
      return /over$/.test(pill) || (/turn$/.test(pill) && document.querySelector('.board .drawing') !== null);
    }""")


def wait_for_lines(page: Page, words: str, count: int) -> None:
    """The log holds so many lines with these words."""
    page.wait_for_function(
        "([words, count]) => [...document.querySelectorAll('.log .look')]"
        ".filter((line) => line.textContent.includes(words)).length >= count",
        arg=[words, count],
    )


def log_lines(page: Page) -> list[str]:
    """The log as it stands in the drawer, newest first."""
    page.locator(".log ol").wait_for(state="attached")
    return page.locator(".log ol .look").all_inner_texts()
