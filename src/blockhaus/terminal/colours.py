"""How the colours of blocks look in a terminal. A letter always says the same as the colour."""

from __future__ import annotations

from functools import cache

from rich.errors import StyleSyntaxError
from rich.style import Style
from rich.text import Text

from ..core.palette import PAINTS


@cache
def style_of(colour: str) -> Style:
    """The style of a block: a ground in its colour and a letter that can be read on it."""
    try:
        ground, ink = PAINTS.get(colour, (colour, "white"))
        return Style.parse(f"bold {ink} on {ground}")
    except StyleSyntaxError:
        return Style.parse("bold reverse")


def chip(colour: str) -> Text:
    """The name of a colour on its own ground."""
    return Text(f" {colour} ", style_of(colour))
