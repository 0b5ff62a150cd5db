"""Draws the lobby's picture of each game from a real position.

    python web/tools/pictures.py [GAME ...]

web/pictures/GAME.txt holds a position code; the board draws it, and picture.webp is written
in the game's room. A new game adds its file. Needs Chromium and the client's node modules.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import blockhaus

WEB = Path(__file__).parents[1]
CODES = WEB / "pictures"
ROOMS = WEB.parent / "src" / "blockhaus" / "games"
PORT = 5198
ADDRESS = f"http://localhost:{PORT}/board.html?fine&clear&animate=no"
WIDTH, HEIGHT = 640, 480
MOST_BYTES = 20_000
ARGS = ["--no-sandbox", "--enable-unsafe-swiftshader", "--use-gl=angle", "--use-angle=swiftshader"]

# Drawn at twice the size and scaled down, for smooth edges; the browser writes the webp.
SHRINK = """async ([png, width, height, quality]) => {
  const image = new Image();
  image.src = png;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const pen = canvas.getContext("2d");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(image, 0, 0, width, height);
  return canvas.toDataURL("image/webp", quality);
}"""


def drawn(page: Page, code: str) -> bytes:
    """The position as a PNG on nothing."""
    # Nobody moved last in a picture, so nothing is marked.
    view = {**blockhaus.position(code).view(None), "change": {"add": [], "take": []}}
    page.add_init_script(f"window.scene = {json.dumps(view)}")
    page.goto(ADDRESS)
    page.wait_for_selector("canvas")
    page.wait_for_timeout(4000)
    return page.screenshot(omit_background=True, timeout=120_000)


def shrunk(page: Page, png: bytes) -> bytes:
    """As webp, as good as fits into the allowed size."""
    address = "data:image/png;base64," + base64.b64encode(png).decode()
    for quality in (0.9, 0.8, 0.7, 0.6, 0.5, 0.4):
        text = page.evaluate(SHRINK, [address, WIDTH, HEIGHT, quality])
        webp = base64.b64decode(text.split(",", 1)[1])
        if len(webp) <= MOST_BYTES:
            return webp
    raise SystemExit(f"The picture has {len(webp)} bytes even at quality {quality}.")


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
            if games and file.stem not in games:
                continue
            page = browser.new_page(
                viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=2
            )
            webp = shrunk(page, drawn(page, file.read_text().strip()))
            (ROOMS / file.stem / "picture.webp").write_bytes(webp)
            print(f"{file.stem}: {len(webp) / 1000:.1f} kB", flush=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
