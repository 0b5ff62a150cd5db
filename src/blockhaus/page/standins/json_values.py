"""In place of orjson: JSON by the standard library."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from datetime import date
from functools import cache
from math import isfinite
from secrets import token_hex
from typing import Any

Default = Callable[[Any], Any]
# Stands where a fragment is to be put; nobody can write it who has not read this process.
MARK = f"fragment {token_hex(16)} "


class Fragment:
    """JSON that is written already."""

    def __init__(self, contents: str | bytes) -> None:
        self.contents = contents if isinstance(contents, str) else contents.decode()


def dumps(data: Any, default: Default | None = None) -> bytes:
    fragments: list[str] = []

    def plain(value: Any) -> Any:
        if isinstance(value, Fragment):
            fragments.append(value.contents)
            return f"{MARK}{len(fragments) - 1}."
        if is_dataclass(value) and not isinstance(value, type):
            return {name: getattr(value, name) for name in _names(type(value))}
        if isinstance(value, date):
            return value.isoformat()
        if default is None:
            raise TypeError(f"Type is not JSON serializable: {type(value).__name__}")
        return default(value)

    try:
        text = _written(data, plain)
    except ValueError:  # a number that JSON does not know is nothing there
        text = _written(_finite(data, plain), plain)
    for number, contents in enumerate(fragments):
        text = text.replace(f'"{MARK}{number}."', contents, 1)
    return text.encode()


def _written(data: Any, plain: Default) -> str:
    return json.dumps(
        data, default=plain, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _finite(value: Any, plain: Default) -> Any:
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(part, plain) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(part, plain) for part in value]
    if value is None or isinstance(value, (str, int)):
        return value
    return _finite(plain(value), plain)


def loads(text: str | bytes) -> Any:
    """ValueError for everything that is no JSON, as for numbers and letters that do not exist."""
    said = text if isinstance(text, str) else text.decode()
    found = json.loads(said, parse_constant=_no_number, parse_float=_number)
    if "\\u" in said:  # half a letter cannot be kept
        json.dumps(found, ensure_ascii=False).encode()
    return found


def _number(said: str) -> float:
    found = float(said)
    return found if isfinite(found) else _no_number(said)


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number in JSON")
