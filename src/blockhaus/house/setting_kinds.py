"""What a setting can be: how it is read from a file or a word, and what would be right."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Kind:
    """`read` takes a value from a file and `parse` a word; both raise ValueError if it is wrong."""

    metavar: str
    right: str  # what would be right, for the end of a sentence
    secret: bool = False  # never shown, not even if it is wrong

    def read(self, value: Any) -> Any:
        raise NotImplementedError

    def parse(self, text: str) -> Any:
        return self.read(text)


@dataclass(frozen=True)
class Text(Kind):
    """A word of a certain form."""

    form: Callable[[str], object] = str

    def read(self, value: Any) -> str:
        if not isinstance(value, str) or not self.form(value):
            raise ValueError
        return value


@dataclass(frozen=True)
class Whole(Kind):
    low: int = 0
    high: int = 0

    def read(self, value: Any) -> int:
        if type(value) is not int or not self.low <= value <= self.high:
            raise ValueError
        return value

    def parse(self, text: str) -> int:
        return self.read(int(text))


@dataclass(frozen=True)
class YesNo(Kind):
    def read(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise ValueError
        return value

    def parse(self, text: str) -> bool:
        return {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}[
            text.lower()
        ]


@dataclass(frozen=True)
class Rate(Kind):
    """So many at once, and so many a second on."""

    def read(self, value: Any) -> tuple[float, float]:
        numbers = isinstance(value, list) and all(type(part) in (int, float) for part in value)
        if not numbers or len(value) != 2 or value[0] < 1 or value[1] < 0:
            raise ValueError
        return value[0], value[1]

    def parse(self, text: str) -> tuple[float, float]:
        return self.read([float(part) for part in text.split(",")])


@dataclass(frozen=True)
class Folder(Kind):
    def read(self, value: Any) -> Path:
        if not isinstance(value, str) or not value or "\0" in value:
            raise ValueError
        return Path(value).expanduser()


@dataclass(frozen=True)
class Many(Kind):
    """Several words of one form."""

    form: Callable[[str], object] = str

    def read(self, value: Any) -> tuple[str, ...]:
        words = isinstance(value, list) and all(isinstance(part, str) for part in value)
        if not words or not all(self.form(part) for part in value):
            raise ValueError
        return tuple(value)

    def parse(self, text: str) -> tuple[str, ...]:
        return self.read(text.replace(",", " ").split())


def whole(low: int, high: int) -> Whole:
    return Whole("NUMBER", f"a whole number from {low} to {high}", low=low, high=high)


def days() -> Whole:
    return Whole("DAYS", "a whole number of days, or 0 for ever", high=36_500)


def yes_no() -> YesNo:
    return YesNo("YES|NO", "yes or no (true or false in the file)")


def rate() -> Rate:
    return Rate("BURST,RATE", "two numbers: so many at once, and so many a second on, like 80,20")


def folder() -> Folder:
    return Folder("FOLDER", "the path of a folder")


def one_of(*words: str) -> Text:
    return Text("|".join(words), f"one of {', '.join(words)}", form=words.__contains__)


def like(metavar: str, pattern: str, right: str) -> Text:
    return Text(metavar, right, form=re.compile(pattern).fullmatch)


def secret(metavar: str, pattern: str, right: str) -> Text:
    return Text(metavar, right, secret=True, form=re.compile(pattern).fullmatch)


def many_like(metavar: str, pattern: str, right: str) -> Many:
    return Many(metavar, right, form=re.compile(pattern).fullmatch)


def networks() -> Many:
    return Many("ADDRESS", "addresses or networks, like 127.0.0.1 or 10.0.0.0/8", form=is_network)


def is_network(text: str) -> bool:
    try:
        ip_network(text)
    except ValueError:
        return False
    return True
