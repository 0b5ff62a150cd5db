"""What a screen reader is told of a page."""

from __future__ import annotations

from itertools import pairwise

from playwright.sync_api import Page

NAMED = {"application", "dialog", "image", "img", "listbox", "progressbar", "region"} | {
    *(
        "button",
        "checkbox",
        "combobox",
        "link",
        "option",
        "radio",
        "slider",
        "spinbutton",
        "textbox",
    )
}


def check_names(page: Page) -> None:
    """What the browser tells a screen reader: names of all that needs one, headings in order."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    nameless = [
        node["role"]["value"]
        for node in nodes
        if not node["ignored"]
        and node["role"]["value"] in NAMED
        and not node.get("name", {}).get("value", "").strip()
    ]
    assert nameless == [], page.url
    levels = page.evaluate(
        """() => [...document.querySelectorAll("main h1, main h2, main h3, main h4")]
          .filter((title) => title.checkVisibility())
          .map((title) => Number(title.tagName[1]))"""
    )
    assert levels[0] == 1 and levels.count(1) == 1, page.url
    assert all(after <= before + 1 for before, after in pairwise(levels))
