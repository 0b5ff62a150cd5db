"""How the colours of blocks are painted: a ground, and an ink that can be read on it.

Wherever two of them meet in one game they differ in lightness, too. Clients in other languages are
given them with the types of the wire.
"""

from __future__ import annotations

DARK_INK, LIGHT_INK = "#2a211b", "#fff8ea"

PAINTS = {
    "white": ("#f8eedb", DARK_INK),
    "light": ("#f2d8aa", DARK_INK),
    "neutral": ("#9aa6aa", DARK_INK),
    "yellow": ("#f7d04e", DARK_INK),
    "orange": ("#f3a345", DARK_INK),
    "green": ("#7fb25c", DARK_INK),
    "blue": ("#3a6db8", LIGHT_INK),
    "red": ("#d2493a", LIGHT_INK),
    "dark": ("#7d5436", LIGHT_INK),
    "black": ("#61564e", LIGHT_INK),
}
