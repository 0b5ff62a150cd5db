"""Beside tomllib: most files of a page have been read before, and are JSON already."""

from __future__ import annotations

import json
import tomllib
from typing import Any

_really = tomllib.loads


def loads(text: str) -> dict[str, Any]:
    """No TOML begins with a brace."""
    if not text.startswith("{"):
        return _really(text)
    found: dict[str, Any] = json.loads(text)
    return found
