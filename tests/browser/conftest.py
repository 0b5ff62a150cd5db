"""A house of its own for the browser tests, and pages that must stay clean while they are used."""

from __future__ import annotations

import contextlib
import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--enable-unsafe-swiftshader",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


class House:
    """A house in a process of its own, which can be stopped and started again."""

    def __init__(self, data: Path) -> None:
        self.data = data
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        self.log = (self.data / "log.txt").open("a")
        self.process = subprocess.Popen(
            [
                sys.executable, "-m", "blockhaus.cli", "house", "--port", str(self.port),
                "--data", str(self.data),
            ],
            stdout=self.log,
            stderr=self.log,
        )  # fmt: skip
        while not all(self.get("/health")["ready"].values()):
            time.sleep(0.1)

    def get(self, path: str) -> Any:
        for _ in range(300):
            assert self.process.poll() is None, (self.data / "log.txt").read_text()
            with contextlib.suppress(OSError):
                return json.load(urllib.request.urlopen(self.address + path))
            time.sleep(0.1)
        raise AssertionError(f"the house does not answer at {path}")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        self.log.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("google-chrome")
    assert path, "Chromium is missing (on Debian: apt-get install chromium)"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


class Visitor:
    """A person with a browser of their own. Whatever goes wrong in the page is kept."""

    def __init__(self, browser: Browser, house: House, **settings: Any) -> None:
        self.house = house
        self.context: BrowserContext = browser.new_context(
            **{"viewport": DESK, "locale": "en-GB", "reduced_motion": "reduce", **settings}
        )
        self.problems: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("request", self._asked)

    def _heard(self, message: Any) -> None:
        if message.type == "error" and "WebSocket" not in message.text:
            self.problems.append(message.text)

    def _asked(self, request: Any) -> None:
        ours = (self.house.address, "data:", "blob:", self.house.address.replace("http", "ws"))
        if not request.url.startswith(ours):
            self.problems.append(f"a request to {request.url}")

    def open(self, path: str = "/") -> Page:
        self.page.goto(self.house.address + path)
        return self.page


@pytest.fixture
def visit(chromium: Browser, house: House) -> Iterator[Any]:
    """Open the door for as many visitors as a test needs."""
    visitors: list[Visitor] = []

    def come(**settings: Any) -> Visitor:
        visitors.append(Visitor(chromium, house, **settings))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.context.close()
        assert visitor.problems == []
