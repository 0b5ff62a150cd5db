"""Blockhaus as a page in Chromium: how fast it thinks, how soon one can play, how much is sent.

    make bench-site                # a few minutes
    PYTHONPATH=tests:web/tools python -m bench.site kwinty --rounds 9

Simulations: natively and in the page's worker the same tree is grown from the start position, in
turns, by one call of the loop and in the slices of a search. Times are those of a processor, of one
thread on both sides; the ratio is the median of the rounds' ratios. What V8 has yet to compile is
part of the first round there. A level's move is timed by the clock, the longest of three.

Start: a bare Pyodide in a worker, as it comes and with the site's own files, whose library is
trimmed and compiled, and the site's own worker, in turns, each in a context of its own with nothing
kept. One can play when the first moves of a table that
was asked for at once are there. Whatever else the machine does counts here, so the times of the
worker's thread are told, too.

Sizes: each file by brotli, or as it is where that is smaller. Before the lobby can be used: what
a visitor's browser asks for until all games are there, while Pyodide is held back.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from bench import in_a_page
from playwright.sync_api import Browser, sync_playwright

import blockhaus
import make_site
import page_files
from browser.doors import FLAGS
from browser.laboratory import FOLDER, Laboratory, StrictFiles, bring_along, furnish
from browser.sites import Site, built, serving

SECONDS = 0.5  # of a native tree, about
LEVELS = (1, 5, 10)
STOCK = "stock"
PARTS = ("start", "thinking", "moves", "sizes")
MOVES = "bench.in_a_page:moves"
GAME = "kwinty"  # of the first table
BEHIND = ("pyodide/", "python/", "games/", "house.db", "assets/worker-")  # the lobby
BARE = """
const folder = new URL(`../${self.name}/`, import.meta.url).href;
const { loadPyodide } = await import(`${folder}pyodide.mjs`);
const python = await loadPyodide({ indexURL: folder });
python.runPython("1 + 1");
postMessage({ type: "ready" });
"""
START = """([script, site, game]) => new Promise((done, fail) => {
  const began = performance.now();
  const told = {};
  const worker = new Worker(script, { type: "module", name: site });
  const say = (message) => worker.postMessage(message);
  worker.onerror = ({ message }) => fail(new Error(message));
  worker.onmessage = ({ data }) => {
    const now = performance.now() - began;
    if (data.type === "failed") fail(new Error(data.detail));
    if (data.type === "ready") told.ready = now;
    if (data.type === "ready" && !game) done(told);
    if (data.type === "answer") {
      const path = `/api/tables/${JSON.parse(data.body).id}/live`;
      say({ type: "connect", id: 2, path, lang: "en" });
      say({ type: "say", id: 2, text: '{"type":"hello","lang":"en","offers":true}' });
    }
    if (data.type !== "said") return;
    if (JSON.parse(data.text).type === "offers") done({ ...told, play: now });
  };
  if (!game) return;
  const seats = [{ kind: "me" }, { kind: "computer", level: 1 }];
  const body = JSON.stringify({ game, seats, starts: 0 });
  say({ type: "want", game });
  say({ type: "request", id: 1, method: "POST", path: "/api/tables", lang: "en", body });
})"""
LOBBY = """(number) => new Promise((done) => {
  const look = () => {
    if (document.querySelectorAll(".game-open").length < number) requestAnimationFrame(look);
    else done(performance.now());
  };
  look();
})"""
PACK = """
const fs = require("fs"), zlib = require("zlib");
for (const file of process.argv.slice(1)) {
  const data = fs.readFileSync(file);
  console.log(Math.min(data.length, zlib.brotliCompressSync(data).length));
}
"""


class Threads:
    """The processor's time of all workers' threads of a browser."""

    def __init__(self, browser: Browser) -> None:
        self.session = browser.new_browser_cdp_session()

    def seconds(self) -> float:
        told = self.session.send("SystemInfo.getProcessInfo")["processInfo"]
        pages = [Path(f"/proc/{each['id']}/task") for each in told if each["type"] == "renderer"]
        threads = [thread for page in pages for thread in page.iterdir()]
        return sum(map(self._seconds, threads))

    @staticmethod
    def _seconds(thread: Path) -> float:
        if not (thread / "comm").read_text().startswith("Dedicated"):
            return 0.0
        return int((thread / "schedstat").read_text().split()[0]) / 1e9


# Thinking


def natively(what: str, name: str, simulations: int) -> float:
    in_a_page.prepare(name)
    began = time.thread_time()
    assert getattr(in_a_page, what)(simulations) == simulations
    return time.thread_time() - began


def there(laboratory: Laboratory, threads: Threads, what: str, name: str, number: int) -> float:
    laboratory.ask("bench.in_a_page:prepare", name)
    began = threads.seconds()
    assert laboratory.ask(f"bench.in_a_page:{what}", number) == number
    return threads.seconds() - began


def enough(name: str) -> int:
    """Simulations that fill a while, but not the memory."""
    natively("in_one_call", name, 100)
    return min(150_000, int(5000 * SECONDS / natively("in_one_call", name, 5000)))


def thinking(laboratory: Laboratory, threads: Threads, name: str, rounds: int) -> str:
    laboratory.fetch(name)
    simulations = enough(name)
    cells = []
    for what in ("in_one_call", "in_slices"):
        pairs = [
            (natively(what, name, simulations), there(laboratory, threads, what, name, simulations))
            for _ in range(rounds)
        ]
        native, page = (simulations / median(times) for times in zip(*pairs, strict=True))
        ratio = median(one / other for one, other in pairs)
        cells += [f"{native:,.0f}", f"{page:,.0f}", f"{ratio:.2f}"]
    return f"| {name.upper()} | {' | '.join(cells)} |"


def moving(laboratory: Laboratory, name: str) -> str:
    laboratory.fetch(name)
    cells = []
    for level in LEVELS:
        here, page = in_a_page.moves(name, level), laboratory.ask(MOVES, name, level)
        cells += [f"{page['longest']:.3f} s ({here['longest']:.3f})", f"{page['stated']:g} s"]
    return f"| {name.upper()} | {' | '.join(cells)} |"


# Starting


def one_start(browser: Browser, threads: Threads, served: Site, *given: str) -> dict[str, float]:
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(300_000)
    page.goto(f"{served.address}/{FOLDER}/index.html")
    before = threads.seconds()
    told: dict[str, float] = page.evaluate(START, given)
    told = {name: taken / 1000 for name, taken in told.items()}
    told["thread"] = threads.seconds() - before
    context.close()
    return told


def lobby(browser: Browser, served: Site) -> float:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{served.address}/", wait_until="commit")
    found: float = page.evaluate(LOBBY, len(blockhaus.games()))
    context.close()
    return found / 1000


def starting(browser: Browser, served: Site, site: Path, rounds: int) -> None:
    threads = Threads(browser)
    (script,) = (site / "assets").glob("worker-*.js")
    house_script = f"../assets/{script.name}"
    rows = []
    for _ in range(rounds):
        stock, bare = (
            one_start(browser, threads, served, "bare.js", folder, "")
            for folder in (STOCK, "pyodide")
        )
        house = one_start(browser, threads, served, house_script, f"{served.address}/", GAME)
        rows.append((stock, bare, house, {"ready": lobby(browser, served)}))

    def told(take: Callable[..., float]) -> str:
        values = [take(*row) for row in rows]
        return f"{median(values):.2f} s ({min(values):.2f} to {max(values):.2f})"

    def line(name: str, clock: Callable[..., float], thread: Callable[..., float] | None) -> None:
        print(f"| {name} | {told(clock)} | {told(thread) if thread else ''} |")

    print(f"\n{rounds} rounds, load {os.getloadavg()[0]:.1f}: medians (least to most)\n")
    print("| | by the clock | of the worker's thread |\n|---|---|---|")
    line("Pyodide as it comes", lambda s, *_: s["ready"], lambda s, *_: s["thread"])
    line("Pyodide of the site", lambda _, b, *__: b["ready"], lambda _, b, *__: b["thread"])
    line("the house is open", lambda _, __, h, ___: h["ready"], None)
    line("one can play", lambda _, __, h, ___: h["play"], lambda _, __, h, ___: h["thread"])
    line(
        "after Pyodide as it comes",
        lambda s, _, h, __: h["play"] - s["ready"],
        lambda s, _, h, __: h["thread"] - s["thread"],
    )
    line(
        "after Pyodide of the site",
        lambda _, b, h, __: h["play"] - b["ready"],
        lambda _, b, h, __: h["thread"] - b["thread"],
    )
    line("the lobby is there", lambda *row: row[3]["ready"], None)


# Sizes


def packed(site: Path) -> dict[str, int]:
    files = make_site.files_below(site)
    done = subprocess.run(["node", "-e", PACK, *files], capture_output=True, text=True, check=True)
    names = [file.relative_to(site).as_posix() for file in files]
    sizes = dict(zip(names, map(int, done.stdout.split()), strict=True))
    sizes.pop(make_site.STAMP, None)  # it is no part of the site
    return sizes


def asked_first(browser: Browser, served: Site) -> set[str]:
    """The files that the lobby needs."""
    served.gate.hold("/pyodide/")
    context = browser.new_context()
    page = context.new_page()
    asked: set[str] = set()
    base = f"{served.address}/"
    page.on("request", lambda request: asked.add(request.url.removeprefix(base).split("?")[0]))
    page.goto(base)
    page.evaluate(LOBBY, len(blockhaus.games()))
    page.wait_for_function("() => [...document.images].every((image) => image.complete)")
    page.wait_for_timeout(1000)
    context.close()
    served.gate.open()
    return {name or "index.html" for name in asked if not name.startswith(BEHIND)}


def sizing(browser: Browser, served: Site, site: Path) -> None:
    sizes = packed(site)
    first = sum(sizes.get(name, 0) for name in asked_first(browser, served))
    print("\n| | kB by brotli |\n|---|---|")
    print(f"| before the lobby can be used | {first / 1000:,.0f} |")
    parts: dict[str, int] = {}
    for name, size in sizes.items():
        parts[name.partition("/")[0]] = parts.get(name.partition("/")[0], 0) + size
    for part, size in sorted(parts.items(), key=lambda item: -item[1]):
        if size > 20_000:
            print(f"| {part} | {size / 1000:,.0f} |")
    print(f"| everything | {sum(sizes.values()) / 1000:,.0f} |")


def main() -> None:
    reading = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reading.add_argument("games", nargs="*", default=blockhaus.games())
    reading.add_argument("--rounds", type=int, default=5)
    reading.add_argument("--parts", nargs="*", choices=PARTS, default=PARTS)
    asked = reading.parse_args()
    path = shutil.which("chromium") or shutil.which("google-chrome")
    assert path, "Chromium is missing"
    site = built()
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        folder = Path(temporary)
        furnish(folder, site)
        (folder / FOLDER / "bare.js").write_text(BARE)
        (folder / STOCK).symlink_to(page_files.PYODIDE)
        brought = bring_along(folder, [Path(in_a_page.__file__)], make_site.ROOT)
        with serving(folder, StrictFiles) as served:
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            measure(browser, served, site, brought, asked)
            browser.close()


def measure(browser: Browser, served: Site, site: Path, brought: list[str], asked: Any) -> None:
    names = asked.games or blockhaus.games()
    if "start" in asked.parts:
        starting(browser, served, site, asked.rounds)
    laboratory = Laboratory(browser, served, brought)
    if "thinking" in asked.parts:
        threads = Threads(browser)
        print(f"\nsimulations a second of a processor, load {os.getloadavg()[0]:.1f}\n")
        print("| game | one call: native | page | ratio | in slices: native | page | ratio |")
        print("|---|---|---|---|---|---|---|")
        for name in names:
            print(thinking(laboratory, threads, name, asked.rounds), flush=True)
    if "moves" in asked.parts:
        print(f"\na move in the page (natively), load {os.getloadavg()[0]:.1f}\n")
        print("| game |" + "".join(f" level {level} | stated |" for level in LEVELS))
        print("|---" * (1 + 2 * len(LEVELS)) + "|")
        for name in names:
            print(moving(laboratory, name), flush=True)
    laboratory.close()
    if "sizes" in asked.parts:
        sizing(browser, served, site)


if __name__ == "__main__":
    main()
