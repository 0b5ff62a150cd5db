"""Values for the fields of models: right ones, odd ones and wrong ones."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

LONG = "a" * 9001
ODD: list[Any] = [
    None, True, False, 0, 1, -1, 2, 3, 4, 7, 8, 10, 11, 12, 60, 61, 100, 101, 600, 601, 100_000,
    100_001, 2**53, 2**53 + 1, 2**70, 0.0, 1.0, 1.5, -0.5, 1e300, "", " ", "0", "1", "5", " 5 ",
    "+5", "5.0", "5.", "5.5", "1e2", "five", "true", "TRUE", "yes", "off", "T", "inf", "x" * 30,
    "x" * 31, "x" * 40, "x" * 41, "x" * 60, "x" * 61, "x" * 64, "x" * 65, LONG, "a b", "é",
    "\ud800", "f" * 32, "F" * 32, "abcdefghij", "abc1234", "0123456789abcdef", "me", "game",
    "random", "hello", "2026-01-02", "2026-13-02", "left", [], [1], ["a"], [[1, 2, 3]], [[1, 2]],
    [[1, 2, 3, 4]], [[1, 2, 101]], [["1", 2.0, True]], [1, 2, 3], ["1", "2", "3"], [1, 2],
    [[0, 0, "r"]], [[1, 2, 3]] * 13, ["x"] * 61, ["x"] * 401, {}, {"a": "b"}, {"a": 1},
    {"a": ["b"]}, {"x" * 41: "b"}, {"kind": "me"}, {"kind": "game", "minutes": 5},
    {"kind": "game", "minutes": "5", "increment": 0.5}, {"kind": "game"},
    {"kind": "days", "days": 3}, {"kind": "days", "days": 0}, {"kind": "years"}, {"minutes": 5},
    [{"kind": "me"}],
    [{"kind": "me"}, {"kind": "computer", "level": "3"}], [{"kind": "me", "level": 0}],
    [{"kind": "me"}] * 9, [{"kind": "me", "extra": 1}], [None],
]  # fmt: skip
RIGHT: dict[Any, Any] = {str: "abcdefghij", int: 1, float: 1.0, bool: True}
GUESSES = ("f" * 32, "a" * 32, "abcdefghij", "abc1234", "0123456789abcdef", "x", "a-b")


def right(annotation: Any, info: FieldInfo | None = None) -> Any:
    """A value that an annotation allows, more or less."""
    if hasattr(annotation, "__metadata__"):
        return right(annotation.__origin__, info)
    origin, parts = get_origin(annotation), get_args(annotation)
    if annotation in RIGHT:
        return RIGHT[annotation]
    if origin is Literal:
        return parts[0]
    if origin in (Union, UnionType):
        return None if type(None) in parts else right(parts[0])
    if origin is dict or annotation is dict:
        return {}
    if origin is tuple:
        return [right(part) for part in parts]
    if origin is list:
        return [right(parts[0])]
    if annotation is date:
        return "2026-01-02"
    if annotation is Any:
        return 1
    assert issubclass(annotation, BaseModel), annotation
    return given(annotation)


def given(model: type[BaseModel]) -> dict[str, Any]:
    """What a model is made of, with every required field."""
    fields = model.model_fields.items()
    found = {name: right(info.annotation) for name, info in fields if info.is_required()}
    for name in found:
        found[name] = fitting(model, name, found)
    return found


def fitting(model: type[BaseModel], name: str, found: dict[str, Any]) -> Any:
    """Texts may have to have a form, which is guessed."""
    if not isinstance(found[name], str):
        return found[name]
    for guess in (found[name], *GUESSES):
        try:
            model(**{**found, name: guess})
        except ValueError as error:
            places = [fault["loc"][0] for fault in error.errors() if fault["loc"]]  # type: ignore[attr-defined]
            if name in places:
                continue
        return guess
    raise AssertionError(f"{model.__name__}.{name}")


def samples(model: type[BaseModel]) -> Iterator[dict[str, Any]]:
    """A model as it should be, with each field left out or odd, and with something more."""
    base = given(model)
    yield base
    yield {**base, "something": 1}
    for name in model.model_fields:
        yield {key: value for key, value in base.items() if key != name}
        for value in ODD:
            yield {**base, name: value}
