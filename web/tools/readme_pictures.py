"""Takes the README's pictures of a house of its own, into docs/pictures.

    PYTHONPATH=tests python web/tools/readme_pictures.py

The positions are those of the games' own pictures. Needs Chromium and the built client.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from browser.doors import FLAGS, PHONE, House, Visitor
from browser.hands import ME, open_table
from house import processes
from pictures import CODES, Kind

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
WIDE = {"width": 1200, "height": 760}


def table(visitor: Visitor, game: str) -> None:
    code = (CODES / f"{game}.txt").read_text().strip()
    found = open_table(visitor, game, [ME, ME], code=code)
    visitor.open(f"/table/{found}")


def analysis(visitor: Visitor, game: str) -> None:
    visitor.open(f"/analysis#{(CODES / f'{game}.txt').read_text().strip()}")


def lobby(visitor: Visitor, _: str) -> None:
    visitor.open("/")


SHOTS: list[tuple[str, Any, str, dict[str, Any]]] = [
    ("lobby", lobby, "", {}),
    ("cube", table, "cube", {}),
    ("ksar", table, "ksar", {"locale": "de-DE", "color_scheme": "dark"}),
    ("analysis", analysis, "kwinty", {}),
    ("phone", table, "turris", {"viewport": PHONE}),
]


def taken(page: Page, name: str, most: int = 90_000) -> None:
    page.wait_for_timeout(6000)  # without a graphics card the board takes its time
    curtain = page.get_by_role("button", name="show my cards")
    if curtain.count():
        curtain.first.click()
        page.wait_for_timeout(2000)
    size = page.viewport_size or WIDE
    kind = Kind(f"{name}.jpg", "image/jpeg", size["width"], size["height"], most)
    jpeg = kind.shrunk(page, page.screenshot(timeout=120_000))
    (FOLDER / kind.name).write_bytes(jpeg)
    print(f"{kind.name}: {len(jpeg) / 1000:.1f} kB", flush=True)


def take_all(browser: Browser, house: House) -> None:
    for name, go, game, settings in SHOTS:
        visitor = Visitor(browser, house, **{"viewport": WIDE, **settings})
        go(visitor, game)
        taken(visitor.page, name)
        visitor.context.close()


def main() -> None:
    house = House(Path(tempfile.mkdtemp()))
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            take_all(browser, house)
            browser.close()
    finally:
        processes.stop(house.process)


if __name__ == "__main__":
    main()
