"""Where modules are: beside each lies its description."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

MODULES = Path(__file__).parent / "modules"  # made by `make wasm`, and part of the wheel


def described(module: Path) -> Path:
    return module.with_suffix(".json")


def read_description(module: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(described(module).read_text("utf-8"))
    return told
