"""How values are read: as Pydantic does, which takes "5" for a number but no 5 for a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from math import isfinite
from typing import Any, Literal

Reader = Callable[[Any], Any]
WHOLE = re.compile(r"[+-]?\d+(_\d+)*(\.0+)?")
YES, NO = ("1", "on", "t", "true", "y", "yes"), ("0", "off", "f", "false", "n", "no")
LONGEST_NUMBER = 4300  # digits
DAY, FARTHEST = 86_400, 2 * 10**10  # seconds; more are taken for thousandths elsewhere
EPOCH = date(1970, 1, 1).toordinal()


class Fault(ValueError):
    """Something cannot be read, and where it is."""

    def __init__(self, message: str, place: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.message, self.place = message, place


class Constraints:
    """Bounds of a value."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.told = told
        self.strict = bool(told.get("strict"))
        pattern = told.get("pattern")
        self.pattern = re.compile(pattern) if pattern else None

    def around(self, read: Reader) -> Reader:
        if not self.told:
            return read

        def bounded(value: Any) -> Any:
            found = read(value)
            self.check(found)
            return found

        return bounded

    def check(self, value: Any) -> None:
        told = self.told
        if isinstance(value, (str, list, tuple, dict)):
            self._check_size(value)
        if self.pattern and not self.pattern.search(value):
            raise Fault(f"String should match pattern '{told['pattern']}'")
        if "ge" in told and not value >= told["ge"]:
            raise Fault(f"Input should be greater than or equal to {told['ge']}")
        if "gt" in told and not value > told["gt"]:
            raise Fault(f"Input should be greater than {told['gt']}")
        if "le" in told and not value <= told["le"]:
            raise Fault(f"Input should be less than or equal to {told['le']}")
        if "lt" in told and not value < told["lt"]:
            raise Fault(f"Input should be less than {told['lt']}")

    def _check_size(self, value: Any) -> None:
        if isinstance(value, str):
            _check_letters(value)
        least, most, size = self.told.get("min_length"), self.told.get("max_length"), len(value)
        if least is not None and size < least:
            raise Fault(_sized(value, "at least", least, size))
        if most is not None and size > most:
            raise Fault(_sized(value, "at most", most, size))


def _check_letters(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        message = "Input should be a valid string, unable to parse raw data as a unicode string"
        raise Fault(message) from None


def _sized(value: Any, how: str, bound: int, size: int) -> str:
    if isinstance(value, str):
        return f"String should have {how} {bound} character{'s' if bound != 1 else ''}"
    kinds: dict[type[Any], str] = {list: "List", tuple: "Tuple", dict: "Dictionary"}
    kind = kinds[type(value)]
    things = f"item{'s' if bound != 1 else ''}"
    return f"{kind} should have {how} {bound} {things} after validation, not {size}"


def plain_reader(
    annotation: Any, origin: Any, parts: tuple[Any, ...], inner: list[Reader], strict: bool
) -> Reader:
    """What reads anything but models and unions."""
    if annotation is Any:
        return lambda value: value
    if annotation in STRICT:
        return STRICT[annotation] if strict else LAX[annotation]
    if origin is Literal:
        return _literal(parts)
    if origin is dict or annotation is dict:
        return _mapping(*inner) if inner else _any_mapping
    if origin is tuple and Ellipsis not in parts:
        return _row(inner)
    if origin in (list, Sequence) or annotation is list:
        return _list(inner[0] if inner else lambda value: value)
    if origin is tuple:
        each = _list(inner[0])
        return lambda value: tuple(each(value))
    raise TypeError(f"{annotation} cannot be read in a page")


# Numbers and texts


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Fault("Input should be a valid string")
    return value


def _exact_whole(value: Any) -> int:
    if type(value) is not int:
        raise Fault("Input should be a valid integer")
    return value


def _whole(value: Any) -> int:
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        if not isfinite(value):
            raise Fault("Input should be a finite number")
        if value != int(value):
            raise Fault("Input should be a valid integer, got a number with a fractional part")
        return int(value)
    if isinstance(value, str):
        said = value.strip()
        if not WHOLE.fullmatch(said) or len(said) > LONGEST_NUMBER:
            message = "Input should be a valid integer, unable to parse string as an integer"
            raise Fault(message)
        return int(said.partition(".")[0])
    raise Fault("Input should be a valid integer")


def _exact_number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Fault("Input should be a valid number")
    return float(value)


def _number(value: Any) -> float:
    if isinstance(value, (int, float)):
        return float(value)
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            message = "Input should be a valid number, unable to parse string as a number"
            raise Fault(message) from None
    raise Fault("Input should be a valid number")


def _exact_truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Fault("Input should be a valid boolean")
    return value


def _truth(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    said = value.lower() if isinstance(value, str) else str(value)
    if isinstance(value, (str, int)) or value in (0.0, 1.0):
        said = str(int(value)) if isinstance(value, float) else said
        if said in YES or said in NO:
            return said in YES
        raise Fault("Input should be a valid boolean, unable to interpret input")
    raise Fault("Input should be a valid boolean")


def _day(value: Any) -> date:
    if isinstance(value, str) and WHOLE.fullmatch(value):
        value = _whole(value)
    whole = isinstance(value, (int, float)) and not isinstance(value, bool)
    if whole and value % DAY == 0 and abs(value) < FARTHEST:
        return date.fromordinal(EPOCH + int(value) // DAY)
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        raise Fault("Input should be a valid date or datetime") from None


LAX: dict[Any, Reader] = {str: _text, int: _whole, float: _number, bool: _truth, date: _day}
STRICT: dict[Any, Reader] = {
    str: _text,
    int: _exact_whole,
    float: _exact_number,
    bool: _exact_truth,
    date: _day,
}


def _literal(allowed: tuple[Any, ...]) -> Reader:
    named = [repr(each) for each in allowed]
    listed = " or ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)

    def read(value: Any) -> Any:
        for each in allowed:
            if type(value) is type(each) and value == each:
                return each
        raise Fault(f"Input should be {listed}")

    return read


# Collections


def _at(place: str | int, read: Reader, value: Any) -> Any:
    try:
        return read(value)
    except Fault as fault:
        raise Fault(fault.message, (place, *fault.place)) from None


def _list(read: Reader) -> Reader:
    def read_all(value: Any) -> list[Any]:
        if not isinstance(value, (list, tuple)):
            raise Fault("Input should be a valid list")
        return [_at(number, read, each) for number, each in enumerate(value)]

    return read_all


def _row(inner: list[Reader]) -> Reader:
    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)):
            raise Fault("Input should be a valid tuple")
        pairs = enumerate(zip(inner, value, strict=False))
        found = [_at(n, each, part) for n, (each, part) in pairs]
        if len(value) < len(inner):
            raise Fault("Field required", (len(value),))
        if len(value) > len(inner):
            bound = f"{len(inner)} item{'s' if len(inner) != 1 else ''}"
            raise Fault(f"Tuple should have at most {bound} after validation, not {len(value)}")
        return tuple(found)

    return read


def _any_mapping(value: Any) -> dict[Any, Any]:
    if not isinstance(value, dict):
        raise Fault("Input should be a valid dictionary")
    return value


def _mapping(read_key: Reader, read_value: Reader) -> Reader:
    def read(value: Any) -> dict[Any, Any]:
        found = {}
        for key, part in _any_mapping(value).items():
            try:
                known = read_key(key)
            except Fault as fault:
                raise Fault(fault.message, (key, "[key]", *fault.place)) from None
            found[known] = _at(key, read_value, part)
        return found

    return read
