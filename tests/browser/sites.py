"""Blockhaus as a page: its files, built once, and a server that knows nothing but files."""

from __future__ import annotations

import fcntl
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

import make_site
from browser.doors import Answer, Visitor

LOCK = make_site.BUILD / "site.lock"
BELOW = "/some/where"  # a site may lie below any path
LONG = 120_000  # milliseconds; Python has to start, and the machine is busy
JOIN = (Path(__file__).parent / "joining_tab.js").read_text("utf-8")
ASK = "([method, path, body]) => window.house.ask(method, path, body)"


def built() -> Path:
    """The site, made anew only if something has changed; one process after the other."""
    LOCK.parent.mkdir(exist_ok=True)
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        make_site.write_site(make_site.SITE)
    return make_site.SITE


class Gate:
    """Holds back some files until it is opened."""

    def __init__(self) -> None:
        self.held = ""  # a part of their path
        self.opened = threading.Event()
        self.broken = 0  # how many answers were broken off

    def hold(self, part: str) -> None:
        self.held = part
        self.opened.clear()

    def open(self) -> None:
        self.opened.set()

    def pass_through(self, path: str) -> None:
        if self.held and self.held in path:
            self.opened.wait(120)


class Files(SimpleHTTPRequestHandler):
    """What `python -m http.server` does, below a path, and without a word."""

    def __init__(self, *arguments: Any, site: Path, gate: Gate, **more: Any) -> None:
        self.gate = gate
        super().__init__(*arguments, directory=str(site), **more)

    def do_GET(self) -> None:
        self.gate.pass_through(self.path)
        super().do_GET()

    def translate_path(self, path: str) -> str:
        inside = path.startswith(f"{BELOW}/")
        return super().translate_path(path[len(BELOW) :] if inside else "/nothing/here")

    def copyfile(self, source: Any, outputfile: Any) -> None:
        with suppress(ConnectionError):  # the visitor has left
            super().copyfile(source, outputfile)

    def log_message(self, *_: Any) -> None:
        pass


class Site:
    """A server of files; `address` is where a visitor of the site begins."""

    def __init__(self, site: Path, kind: type[Files] = Files) -> None:
        self.folder = site
        self.gate = Gate()
        handler = partial(kind, site=site, gate=self.gate)
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}{BELOW}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.gate.open()
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def serving(site: Path, kind: type[Files] = Files) -> Iterator[Site]:
    served = Site(site, kind)
    try:
        yield served
    finally:
        served.close()


class SiteVisitor(Visitor):
    """A visitor of the site; a path of the house is told after the question mark."""

    def __init__(self, browser: Browser, site: Site, flat: bool = True, **settings: Any) -> None:
        super().__init__(browser, site, flat, **settings)  # type: ignore[arg-type]

    def address_of(self, path: str = "/") -> str:
        return f"{self.house.address}/" + ("" if path == "/" else f"?{path}")

    def open_another(self, path: str = "/") -> Page:
        page = self.another_tab()
        page.goto(self.address_of(path))
        return page


class Resident(SiteVisitor):
    """A visitor of the site in whose browser another tab has the house open all the time.

    So Python starts once and not with every page that is opened, which takes seconds. That tab also
    tells what the house is asked and says: it is joined as one more tab would join it.
    """

    def __init__(self, browser: Browser, site: Site, flat: bool = False, **settings: Any) -> None:
        # Nothing is kept for a time without a network: others test that, and it is much.
        super().__init__(browser, site, flat, service_workers="block", **settings)
        self._listeners: list[Callable[[str | bytes], None]] = []
        self._hall = self.open_another()
        self._hall.expose_function("houseSaid", self._said)
        opened(self._hall)
        self._hall.evaluate(JOIN, f"{BELOW}/")

    def _said(self, text: str) -> None:
        for listener in self._listeners:
            listener(text)

    def ask(self, method: str, path: str, data: Any = None) -> Answer:
        body = None if data is None else json.dumps(data)
        return Answer(*self._hall.evaluate(ASK, [method, path, body]))

    def hear(self, listener: Callable[[str | bytes], None]) -> None:
        self._listeners.append(listener)


def opened(page: Page) -> None:
    """Wait until the house in the page is open."""
    expect(page.locator(".site-news[data-open]")).to_have_count(1, timeout=LONG)
