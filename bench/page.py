"""How soon the pages of the house are there, how soon a click is answered, and how much is sent.

    make bench-page                # a house of its own, Chromium without a graphics card
    PYTHONPATH=tests python -m bench.page --rounds 9
    PYTHONPATH=tests python -m bench.page --beside http://127.0.0.1:8420

With `--beside` another house, open already, is visited in turn in every round, so that two versions
are compared on a machine that is busy with other work, too.

Every round opens a browser context with an empty cache for a bare page with one line of text, for
the lobby and then a table, and for a table opened by its link. Times are the medians of the rounds,
from the start of the navigation: the first contentful paint as the browser tells it, and the first
draw call for the board. A click on the board is measured from the browser's own time of the click
until the first frame after the list of moves shows the new move, without animation. A turn of the
board is measured from its key until the picture is drawn. Sizes are bytes as they came over the
line, live messages included.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from browser.doors import FLAGS, House
from house import processes

BARE = b"<!doctype html><html lang=en><title>Bare</title><p>One line.</p></html>"
WATCH = """
  const draw = WebGL2RenderingContext.prototype.drawElements;
  WebGL2RenderingContext.prototype.drawElements = function (...all) {
    window.firstDraw ??= performance.now();
    return draw.apply(this, all);
  };
  addEventListener("pointerup", ({ timeStamp }) => { window.clicked = timeStamp; }, true);
  window.answered = () => new Promise((done) => {
    const count = () => document.querySelectorAll(".move-list .move").length;
    const before = count();
    const watcher = new MutationObserver(() => {
      if (count() === before) return;
      watcher.disconnect();
      requestAnimationFrame(() => done(performance.now() - window.clicked));
    });
    watcher.observe(document.body, { childList: true, subtree: true });
  });
"""
TURN = """async (count) => {
  const view = document.querySelector(".board-view");
  const gl = view.querySelector("canvas").getContext("webgl2");
  const times = [];
  for (let turn = 0; turn < count + 2; turn++) {
    const begun = performance.now();
    const key = { key: "ArrowRight", shiftKey: true, bubbles: true };
    view.dispatchEvent(new KeyboardEvent("keydown", key));
    await new Promise(requestAnimationFrame);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    if (turn >= 2) times.push(performance.now() - begun);
  }
  return times;
}"""
PAINT = """() => new Promise((done) => new PerformanceObserver((list) => {
  const paint = list.getEntriesByName("first-contentful-paint")[0];
  if (paint) done(paint.startTime);
}).observe({ type: "paint", buffered: true }))"""


@dataclass
class Visit:
    """One page in a context of its own, with what came over its line."""

    page: Page
    received: float = 0.0
    requests: int = 0
    sockets: list[Any] = field(default_factory=list)

    def listen(self) -> None:
        session = self.page.context.new_cdp_session(self.page)
        session.send("Network.enable")
        session.on("Network.loadingFinished", self._loaded)
        session.on("Network.webSocketFrameReceived", self._heard)

    def _loaded(self, event: dict[str, Any]) -> None:
        self.received += event["encodedDataLength"]
        self.requests += 1

    def _heard(self, event: dict[str, Any]) -> None:
        self.received += len(event["response"]["payloadData"].encode())

    def paint(self) -> float:
        return float(self.page.evaluate(PAINT))

    def frame(self) -> float:
        self.page.wait_for_function("() => window.firstDraw")
        return float(self.page.evaluate("window.firstDraw"))


@contextmanager
def visit(browser: Browser) -> Iterator[Visit]:
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce"
    )
    context.add_init_script(WATCH)
    visit = Visit(context.new_page())
    visit.listen()
    yield visit
    context.close()


@contextmanager
def bare_page() -> Iterator[str]:
    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(BARE)

        def log_message(self, *_: object) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def open_table(page: Page, address: str, game: str) -> str:
    seats = [{"kind": "me"}, {"kind": "me"}]
    plan = {"game": game, "seats": seats, "starts": 0, "share": "0" * 32}
    answer = page.request.post(
        f"{address}/api/tables", data=plan, headers={"Origin": address}
    ).json()
    return f"{address}/table/{answer['id']}"


def clicks(page: Page, count: int) -> list[float]:
    """Click where something can be put and wait for the answer; the first two warm up."""
    times = []
    for number in range(count + 2):
        page.wait_for_function("() => document.querySelectorAll('[role=option]').length")
        page.wait_for_timeout(300)
        place = page.locator(".board-view canvas").evaluate(
            """(canvas) => [...document.querySelectorAll("[role=option]")]
              .map(({ innerText }) => /\\b([a-z])(\\d)\\b/.exec(innerText))
              .map((cell) => cell && canvas.pointAt([cell[1].charCodeAt(0) - 97, cell[2] - 1, 0]))
              .find(Boolean)"""
        )
        answer = page.evaluate_handle("({ promise: window.answered() })")
        page.mouse.click(*place)
        taken = float(answer.evaluate("({ promise }) => promise"))
        if number >= 2:
            times.append(taken)
    return times


def measure(browser: Browser, address: str, bare: str, found: dict[str, list[float]]) -> None:
    def note(name: str, value: float) -> None:
        found.setdefault(name, []).append(value)

    with visit(browser) as one:
        one.page.goto(bare)
        note("bare paint", one.paint())
    with visit(browser) as one:
        one.page.goto(address, wait_until="networkidle")
        note("lobby paint", one.paint())
        note("lobby kB", one.received / 1000)
        table = open_table(one.page, address, "kewbz")
        one.page.goto(table, wait_until="networkidle")
        one.frame()
        note("lobby and table kB", one.received / 1000)
        found.setdefault("click", []).extend(clicks(one.page, 5))
        found.setdefault("turn", []).extend(one.page.evaluate(TURN, 8))
    with visit(browser) as one:
        one.page.goto(table, wait_until="networkidle")
        note("table paint", one.paint())
        note("table frame", one.frame())
        note("table kB", one.received / 1000)


def told(found: dict[str, list[float]], base: float) -> None:
    for name, values in found.items():
        unit = "kB" if name.endswith("kB") else "ms"
        ratio = "" if unit == "kB" else f", {median(values) / base:.1f} bare pages"
        spread = f"(least {min(values):.0f}, most {max(values):.0f})"
        print(f"{name.removesuffix(' kB'):16} {median(values):8.0f} {unit} {spread}{ratio}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--beside", help="the address of another house, visited in turn")
    wish = parser.parse_args()
    path = shutil.which("chromium") or shutil.which("google-chrome")
    assert path, "Chromium is missing"
    with (
        tempfile.TemporaryDirectory() as folder,
        bare_page() as bare,
        sync_playwright() as playwright,
    ):
        house = House(Path(folder))
        found: dict[str, dict[str, list[float]]] = {house.address: {}}
        if wish.beside:
            found[wish.beside.rstrip("/")] = {}
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for _ in range(wish.rounds):
            for address, times in found.items():
                measure(browser, address, bare, times)
        browser.close()
        processes.stop(house.process)
    print(f"load {os.getloadavg()[0]:.1f}, {wish.rounds} rounds")
    for address, times in found.items():
        print("\nthis house" if address == house.address else f"\n{address}")
        told(times, median(times["bare paint"]))


if __name__ == "__main__":
    main()
