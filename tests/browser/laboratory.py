"""A page whose worker has the house, and whose Python can be asked anything: `ask`."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

import make_site
from browser.sites import Files, Site

HERE = Path(__file__).parent
TESTS = HERE.parent
FOLDER = "laboratory"
EMPTY = "<!doctype html><html lang=en><title>Laboratory</title></html>"
POLICY = "; ".join(f"{name} {allowed}" for name, allowed in make_site.POLICY.items())
BEGIN = """() => {
  const worker = new Worker("worker.js", { type: "module" });
  const waiting = new Map();
  worker.onmessage = ({ data: { id, answer, failed } }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (failed) reject(new Error(failed));
    else resolve(answer);
  };
  worker.onerror = ({ message }) => console.error(message);
  let next = 0;
  window.ask = (asked) => new Promise((resolve, reject) => {
    waiting.set(++next, { resolve, reject });
    worker.postMessage({ id: next, ...asked });
  });
}"""


class StrictFiles(Files):
    """Files under the site's policy, which a worker has from its own answer alone."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()


def furnish(folder: Path, site: Path) -> None:
    """The files of a site, and beside them an empty page with the worker of the laboratory."""
    for part in site.iterdir():
        (folder / part.name).symlink_to(part.resolve())
    place = folder / FOLDER
    place.mkdir()
    (place / "index.html").write_text(EMPTY)
    rolldown = make_site.WEB / "node_modules" / ".bin" / "rolldown"
    subprocess.run(
        [rolldown, HERE / "laboratory.mjs", "-f", "esm", "-o", place / "worker.js"],
        check=True,
        capture_output=True,
    )


def bring_along(folder: Path, sources: Iterable[Path], root: Path = TESTS) -> list[str]:
    """Python files that the worker can import; their paths in the laboratory."""
    brought = []
    for source in sources:
        path = source.relative_to(root).as_posix()
        (folder / FOLDER / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / FOLDER / path).write_bytes(source.read_bytes())
        brought.append(path)
    return brought


class Laboratory:
    """A page in a context of its own, with a worker in which the house is open."""

    def __init__(self, browser: Browser, served: Site, paths: Iterable[str]) -> None:
        self.context = browser.new_context()
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(600_000)
        self.page.goto(f"{served.address}/{FOLDER}/index.html")
        self.page.evaluate(BEGIN)
        for path in paths:
            self._send(path=path)

    def fetch(self, game: str) -> None:
        self._send(game=game)

    def ask(self, question: str, *arguments: Any) -> Any:
        """What a function gives there."""
        return json.loads(self._send(question=question, given=json.dumps(arguments)))

    def _send(self, **asked: str) -> Any:
        return self.page.evaluate("(asked) => window.ask(asked)", asked)

    def close(self) -> None:
        self.context.close()
