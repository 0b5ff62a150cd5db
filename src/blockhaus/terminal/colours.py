"""How the colours of blocks look in a terminal. A letter always says the same as the colour."""

from __future__ import annotations

from functools import cache

from rich.errors import StyleSyntaxError
from rich.style import Style
from rich.text import Text

_KNOWN = {
    "white": "#222222 on #f4f1e8",
    "light": "#222222 on #e8cfa0",
    "neutral": "#222222 on #b0aca4",
    "yellow": "#222222 on #f0c419",
    "orange": "#222222 on #f08a24",
    "green": "#ffffff on #2f7d3b",
    "blue": "#ffffff on #2a5db0",
    "red": "#ffffff on #b8322a",
    "dark": "#ffffff on #6b4226",
    "black": "#ffffff on #5b6068",
}


@cache
def style_of(colour: str) -> Style:
    """The style of a block: a ground in its colour and a letter that can be read on it."""
    try:
        return Style.parse(f"bold {_KNOWN.get(colour, f'white on {colour}')}")
    except StyleSyntaxError:
        return Style.parse("bold reverse")


def chip(colour: str) -> Text:
    """The name of a colour on its own ground."""
    return Text(f" {colour} ", style_of(colour))
