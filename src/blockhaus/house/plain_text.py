"""Names and messages: one check for everything that people write for others to read.

What passes is one line of something to be seen: no breaks, no letters without a shape, no marks
that turn the direction of what follows or pile up on one letter.
"""

from __future__ import annotations

from unicodedata import category, normalize

from .texts import HouseError

LONGEST_NAME = 30
# Letters that are printable, and nothing to be seen: fillers, blanks, joiners, selectors.
BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159"
)
SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
EMOJI = "\ufe0f"  # picks the coloured picture of a sign
MOST_MARKS = 4  # on one letter; no language needs more


def checked_name(name: str) -> str:
    """A name of somebody, of a person or of a seat; the only way to one."""
    words = checked(name, "bad-name")
    if len(words) > LONGEST_NAME:
        raise HouseError("bad-name")
    return words


def checked_message(text: str) -> str:
    return checked(text, "bad-text")


def checked(text: str, code: str) -> str:
    """A text for others to read: trimmed, on one line, nothing invisible."""
    words = " ".join(text.split())
    if not words or not all(map(_is_seen, words)) or not any(map(_stands, words)):
        raise HouseError(code)
    if _piled(words):
        raise HouseError(code)
    return words


def cleaned(text: str) -> str:
    """What of a text can be shown on one line: for names kept before names were checked."""
    return " ".join("".join(letter if _is_seen(letter) else " " for letter in text).split())


def _is_seen(letter: str) -> bool:
    if letter in BLANK or not letter.isprintable():
        return False
    return letter == EMOJI or not any(ord(letter) in some for some in SELECTORS)


def _stands(letter: str) -> bool:
    """Whether it is seen by itself: marks are seen on a letter only."""
    return letter != " " and not category(letter).startswith("M")


def _piled(words: str) -> bool:
    marks = 0
    for letter in normalize("NFD", words):
        marks = marks + 1 if category(letter).startswith("M") else 0
        if marks > MOST_MARKS:
            return True
    return False
