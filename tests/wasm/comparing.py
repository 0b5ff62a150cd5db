"""What a page answered beside what is true natively."""

from __future__ import annotations

import json
from typing import Any

from blockhaus.core.native import loops
from wasm import thoughts


def compare(there: dict[str, Any], name: str, sets: list[dict[str, Any]]) -> None:
    """`there` was given by `thoughts.asked` somewhere else; every answer must be the native one."""
    here = json.loads(json.dumps(thoughts.asked(name, sets, loops.playouts)))
    assert there["puzzles"] == here["puzzles"]
    assert there["explored"] == here["explored"]
    for options, one, other in zip(sets, there["games"], here["games"], strict=True):
        assert one.keys() == other.keys()
        for what, answers in one.items():
            for number, (found, native) in enumerate(zip(answers, other[what], strict=True)):
                assert found == native, f"{options}: {what}, number {number}"
