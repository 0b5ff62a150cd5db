"""How the colours of blocks are painted: a ground, and an ink that can be read on it."""

from __future__ import annotations

PAINTS = {
    "white": ("#f4f1e8", "#222222"),
    "light": ("#e8cfa0", "#222222"),
    "neutral": ("#b0aca4", "#222222"),
    "yellow": ("#f0c419", "#222222"),
    "orange": ("#f08a24", "#222222"),
    "green": ("#2f7d3b", "#ffffff"),
    "blue": ("#2a5db0", "#ffffff"),
    "red": ("#b8322a", "#ffffff"),
    "dark": ("#6b4226", "#ffffff"),
    "black": ("#5b6068", "#ffffff"),
}
