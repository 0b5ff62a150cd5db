"""Draws the icons of the installed page from the house's own drawing, web/public/icon.svg.

    python web/tools/icons.py

Needs Chromium. A maskable icon is cut to a circle or a square by the device: the drawing stays
within the four fifths that every device shows.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

WEB = Path(__file__).parents[1]
DRAWING = (WEB / "public" / "icon.svg").read_text("utf-8")
PAPER = "#f6f0e6"
# name, pixels, share of the width that the drawing takes, ground
ICONS = (
    ("icon-192.png", 192, 0.96, "transparent"),
    ("icon-512.png", 512, 0.96, "transparent"),
    ("icon-maskable-512.png", 512, 0.62, PAPER),
    ("icon-touch-180.png", 180, 0.76, PAPER),
)


def draw(browser: Browser, name: str, pixels: int, share: float, ground: str) -> None:
    page = browser.new_page(viewport={"width": pixels, "height": pixels})
    size = f"width:{pixels * share}px;height:{pixels * share}px"
    page.set_content(
        f"<body style='margin:0;display:grid;place-items:center;height:100vh;background:{ground}'>"
        f"<div style='{size}'>{DRAWING}</div>"
    )
    page.screenshot(path=WEB / "public" / name, omit_background=ground == "transparent")
    page.close()


def main() -> None:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for icon in ICONS:
            draw(browser, *icon)
        browser.close()


if __name__ == "__main__":
    main()
