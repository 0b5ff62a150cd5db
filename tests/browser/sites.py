"""Blockhaus as a page: its files, built once, and a server that knows nothing but files."""

from __future__ import annotations

import fcntl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

import make_site
from browser.doors import Visitor

LOCK = make_site.BUILD / "site.lock"
BELOW = "/some/where"  # a site may lie below any path


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

    def open(self, path: str = "/") -> Page:
        self.page.goto(f"{self.house.address}/" + ("" if path == "/" else f"?{path}"))
        return self.page

    def another_tab(self, path: str = "/") -> Page:
        """A second tab of the same browser; its complaints count, too."""
        page = self.context.new_page()
        page.set_default_timeout(60_000)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("request", self._asked)
        page.goto(f"{self.house.address}/" + ("" if path == "/" else f"?{path}"))
        return page
