"""Draws the pictures of each game from a real position, with the board of the pages.

    python web/tools/pictures.py [GAME ...]

web/pictures/GAME.txt holds a position code. In the game's room are written picture.webp, for the
lobby, and preview.jpg, which messengers show beside a link. A new game adds its file. Needs
Chromium and the client's node modules.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

import blockhaus

WEB = Path(__file__).parents[1]
CODES = WEB / "pictures"
ROOMS = WEB.parent / "src" / "blockhaus" / "games"
PORT = 5198
ADDRESS = f"http://localhost:{PORT}/board.html?fine&animate=no&alone"
ARGS = ["--no-sandbox", "--enable-unsafe-swiftshader", "--use-gl=angle", "--use-angle=swiftshader"]
QUALITIES = (0.92, 0.9, 0.85, 0.8, 0.75, 0.7, 0.6, 0.5, 0.4)

# Drawn at twice the size and scaled down, for smooth edges; the browser writes the file.
SHRINK = """async ([png, kind, width, height, quality]) => {
  const image = new Image();
  image.src = png;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const pen = canvas.getContext("2d");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(image, 0, 0, width, height);
  return canvas.toDataURL(kind, quality);
}"""


# What is shown beside a link says what it is.
NAME = """(title) => {
  const name = document.createElement("p");
  name.textContent = title;
  name.className = "picture-name";
  document.body.append(name);
}"""


@dataclass(frozen=True)
class Kind:
    """A file that is made of a picture."""

    name: str
    type: str
    width: int
    height: int
    most: int  # bytes
    clear: bool = False  # on nothing, for any ground

    def shrunk(self, page: Page, png: bytes) -> bytes:
        """As good as fits into the allowed size."""
        address = "data:image/png;base64," + base64.b64encode(png).decode()
        for quality in QUALITIES:
            text = page.evaluate(SHRINK, [address, self.type, self.width, self.height, quality])
            found = base64.b64decode(text.split(",", 1)[1])
            if len(found) <= self.most:
                return found
        raise SystemExit(f"{self.name} has {len(found)} bytes even at quality {quality}.")


KINDS = (
    Kind("picture.webp", "image/webp", 640, 480, 20_000, clear=True),
    Kind("preview.jpg", "image/jpeg", 1200, 630, 58_000),
)


def drawn(page: Page, code: str, kind: Kind) -> bytes:
    """The position as a PNG."""
    # Nobody moved last in a picture, so nothing is marked.
    position = blockhaus.position(code)
    view = {**position.view(None), "change": {"add": [], "take": []}, "events": []}
    page.add_init_script(f"window.scene = {json.dumps(view)}")
    page.goto(ADDRESS + ("&clear" if kind.clear else ""))
    page.wait_for_selector("canvas")
    if not kind.clear:
        page.evaluate(NAME, position.game.spec.title)
    page.wait_for_timeout(4000)
    return page.screenshot(omit_background=kind.clear, timeout=120_000)


def serving() -> bool:
    try:
        urllib.request.urlopen(f"http://localhost:{PORT}/board.html", timeout=2).close()
    except OSError:
        return False
    return True


def main(games: list[str]) -> None:
    vite = WEB / "node_modules" / ".bin" / "vite"
    server = subprocess.Popen([vite, "--port", str(PORT), "--strictPort"], cwd=WEB)
    try:
        while not serving():
            if server.poll() is not None:
                raise SystemExit("The development server did not start.")
            time.sleep(0.2)
        draw_all(games)
    finally:
        server.terminate()


def draw_all(games: list[str]) -> None:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGS)
        for file in sorted(CODES.glob("*.txt")):
            if not games or file.stem in games:
                for kind in KINDS:
                    write(browser, file, kind)
        browser.close()


def write(browser: Browser, file: Path, kind: Kind) -> None:
    size = {"width": kind.width, "height": kind.height}
    page = browser.new_page(viewport=size, device_scale_factor=2)  # type: ignore[arg-type]
    found = kind.shrunk(page, drawn(page, file.read_text().strip(), kind))
    (ROOMS / file.stem / kind.name).write_bytes(found)
    print(f"{file.stem} {kind.name}: {len(found) / 1000:.1f} kB", flush=True)
    page.close()


if __name__ == "__main__":
    main(sys.argv[1:])
