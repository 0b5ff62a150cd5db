"""A house of its own for the browser tests, and visitors whose pages must stay clean."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from house import processes

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
FLAGS = [
    "--no-sandbox",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
NO_PICTURES = """
  const context = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
    return kind === "webgl2" ? null : context.call(this, kind, ...more);
  };
"""
HASTY = Path(__file__).parent / "hasty.py"
COLD = Path(__file__).parent / "cold.py"


class House:
    """A house in a process of its own, which can be killed and started again."""

    def __init__(self, data: Path, program: Path = HASTY, arguments: tuple[str, ...] = ()) -> None:
        self.data, self.program, self.arguments = data, program, arguments
        self.process, self.address = self._open()
        if program != COLD:
            self._wait_until_warm()

    def _open(self, *arguments: str) -> tuple[processes.Process, str]:
        log = self.data / "log.txt"
        arguments = (*self.arguments, *arguments)
        return processes.start(self.data, *arguments, errors=log, program=[str(self.program)])

    def again(self) -> None:
        """Kill it in the middle of whatever it does, and open it at the same address."""
        processes.kill(self.process)
        port = self.address.rpartition(":")[2]
        self.process, _ = self._open("--port", port)
        self._wait_until_warm()

    def _wait_until_warm(self) -> None:
        while not all(
            json.load(urllib.request.urlopen(self.address + "/health"))["ready"].values()
        ):
            assert self.process.poll() is None, (self.data / "log.txt").read_text()
            time.sleep(0.1)

    def _health(self) -> Any:
        with urllib.request.urlopen(f"{self.address}/health") as answer:
            return json.load(answer)


@dataclass(frozen=True)
class Answer:
    """What a house answers, wherever it is."""

    status: int
    text: str

    @property
    def ok(self) -> bool:
        return self.status < 400

    def json(self) -> Any:
        assert self.ok, self.text
        return json.loads(self.text)


class Visitor:
    """A person with a browser of their own. Whatever goes wrong in the page is kept.

    A flat one draws no 3D pictures, which saves time where a test is not about the board.
    """

    def __init__(self, browser: Browser, house: House, flat: bool = False, **settings: Any) -> None:
        self.house, self.flat = house, flat
        self.context: BrowserContext = browser.new_context(
            **{"viewport": DESK, "locale": "en-GB", "reduced_motion": "reduce", **settings}
        )
        if flat:
            self.context.add_init_script(NO_PICTURES)
        self.problems: list[str] = []
        self.page: Page = self.another_tab()

    def another_tab(self) -> Page:
        """One more tab of the same browser; whatever goes wrong there counts, too."""
        page = self.context.new_page()
        page.set_default_timeout(60_000)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("request", self._asked)
        return page

    def _heard(self, message: Any) -> None:
        if message.type == "error" and "WebSocket" not in message.text:
            self.problems.append(message.text)

    def _asked(self, request: Any) -> None:
        ours = (self.house.address, "data:", "blob:", self.house.address.replace("http", "ws"))
        if not request.url.startswith(ours):
            self.problems.append(f"a request to {request.url}")

    def address_of(self, path: str = "/") -> str:
        """Where a page of the house lies."""
        return self.house.address + path

    def open(self, path: str = "/") -> Page:
        self.page.goto(self.address_of(path))
        return self.page

    def ask(self, method: str, path: str, data: Any = None) -> Answer:
        """Ask the house what the page could ask it.

        The lobby is asked for first, since it makes a browser known; opening it took a second.
        """
        if not self.context.cookies(self.house.address):
            self.page.request.get(self.house.address)
        answer = self.page.request.fetch(
            self.house.address + path,
            method=method,
            data=data,
            headers={"Origin": self.house.address},
        )
        return Answer(answer.status, answer.text())

    def hear(self, listener: Callable[[str | bytes], None]) -> None:
        """Let somebody hear all that the house says to the page by itself."""
        self.page.on("websocket", lambda socket: socket.on("framereceived", listener))
