"""What a screen reader is told of a page."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

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


LISTEN = """() => {
  const heard = (window.heard ??= []);
  const told = new WeakMap();
  const listen = () => {
    for (const region of document.querySelectorAll("[aria-live], [role=log], [role=status]")) {
      const parts = region.children.length ? [...region.children] : [region];
      for (const part of parts) {
        const text = part.textContent.trim();
        if (text && told.get(part) !== text) heard.push(text);
        told.set(part, text);
      }
    }
  };
  listen();
  new MutationObserver(listen).observe(document.body, {
    childList: true, subtree: true, characterData: true,
  });
}"""


class Ears:
    """What is said aloud while a page is open, sentence by sentence."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(LISTEN)

    def heard(self) -> list[str]:
        """What was said since this was last asked."""
        return list(self.page.evaluate("window.heard.splice(0)"))


SILENT = {"generic", "none", "StaticText", "InlineTextBox", "LineBreak", "RootWebArea"}


def read_aloud(page: Page) -> list[str]:
    """The page as it is read from top to bottom: what each thing is, and what it says."""
    session = page.context.new_cdp_session(page)
    nodes = {node["nodeId"]: node for node in session.send("Accessibility.getFullAXTree")["nodes"]}
    session.detach()
    root = next(node for node in nodes.values() if "parentId" not in node)
    return list(_read(nodes, root))


def _read(nodes: dict[str, Any], node: dict[str, Any]) -> Iterator[str]:
    role = node.get("role", {}).get("value", "none")
    name = node.get("name", {}).get("value", "").strip()
    if not node["ignored"] and role == "StaticText" and name:
        yield name
    elif not node["ignored"] and role not in SILENT and name:
        yield f"{role}: {name}"
    children = [nodes[child] for child in node.get("childIds", ()) if child in nodes]
    # A name made of the words within is not read twice.
    within = name and all(child.get("role", {}).get("value") == "StaticText" for child in children)
    if not within:
        for child in children:
            yield from _read(nodes, child)
