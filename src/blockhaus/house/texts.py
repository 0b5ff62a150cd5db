"""Everything the house says to people, in one place, with the status each refusal is sent with.

Texts are English sources with {facts} in braces; translations are found by the source.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..core.words import LANGUAGES, Phrase, add_folder

add_folder(Path(__file__).parent / "words")

# code -> (HTTP status, sentence)
REFUSALS: dict[str, tuple[int, str]] = {
    "bad-request": (422, "The house does not understand this: {detail}"),
    "bad-name": (422, "A name has 1 to 30 printable characters."),
    "bad-text": (422, "A message has 1 to 300 characters."),
    "bad-seats": (422, "This game has {seats} seats with these options."),
    "bad-start": (422, "The player to start is one of the seats, or random."),
    "bad-level": (422, "Levels go from {low} to {high}."),
    "bad-position": (422, "{detail}"),
    "bad-number": (422, "The record has the positions 0 to {last}."),
    "game-over": (409, "The game is over."),
    "no-one": (422, "At least one seat is for a person."),
    "no-table": (404, "There is no such table."),
    "no-game": (404, "{detail}"),
    "no-room": (
        410,
        "The game {game} cannot be played in this house at present; its tables are kept.",
    ),
    "halted": (409, "{detail}"),
    "no-language": (404, "The house speaks {languages}."),
    "no-seat": (404, "There is no such seat at this table."),
    "no-position": (404, "There is no such position at this table."),
    "no-page": (404, "There is nothing here."),
    "no-method": (405, "This cannot be done here."),
    "no-file": (404, "There is no such file."),
    "not-host": (403, "Only the host of the table can do this."),
    "not-seated": (403, "You have no seat at this table."),
    "not-your-turn": (403, "It is not your turn."),
    "not-invited": (403, "This seat is kept for somebody with an invitation."),
    "not-waiting": (409, "The game has begun already."),
    "not-running": (409, "The game is not running."),
    "not-over": (409, "The game is not over yet."),
    "not-hidden": (403, "This stays hidden until the game is over."),
    "seat-taken": (409, "This seat is taken."),
    "stale": (409, "The table has moved on: {number} decisions have been played."),
    "illegal": (409, "{detail}"),
    "notation": (422, "{detail}"),
    "no-offer": (409, "Nothing of this kind has been offered."),
    "offer-open": (409, "An answer to an offer is due already."),
    "computer-plays-on": (409, "The computer agrees to no draw: it plays on."),
    "nothing-played": (409, "No decision was made in this game."),
    "nothing-to-undo": (409, "There is nothing to take back."),
    "revealed": (409, "Something hidden has come to light since; that cannot be taken back."),
    "still-here": (409, "This player is still here, or left less than half a minute ago."),
    "no-person": (409, "The computer has this seat already."),
    "rematch-made": (409, "The next game has been set up already."),
    "wrong-origin": (403, "This request comes from another site."),
    "too-large": (413, "This is too long for the house."),
    "too-fast": (429, "That was too quick; wait a moment and try again."),
    "too-many": (503, "The house is full at the moment; try again later."),
    "closing": (503, "The house is closing."),
    "broken": (500, "Something went wrong in the house. It has been noted."),
}

NAMES = {
    "nobody": "nobody yet",
    "guest": "guest",
    "gone": "somebody",
    "computer": "Computer, level {level}",
}

HOST_PAGE = "The house is open, but its pages are not built: make client"


def say(text: str, lang: str = LANGUAGES[0], **facts: Any) -> str:
    """A text in a language, with its facts filled in."""
    return Phrase(text, **facts).text(lang)


class HouseError(Exception):
    """A request the house refuses, with the code and the sentence its sender is told."""

    def __init__(
        self, code: str, *, cells: tuple[str, ...] = (), rule: str = "", **facts: Any
    ) -> None:
        self.code = code
        self.cells = cells
        self.rule = rule
        self.facts = facts
        self.status, self.text = REFUSALS[code]
        super().__init__(say(self.text, **facts))

    def data(self, lang: str = LANGUAGES[0]) -> dict[str, Any]:
        told: dict[str, Any] = {"code": self.code, "message": say(self.text, lang, **self.facts)}
        if self.rule:
            told |= {"rule": self.rule, "cells": list(self.cells)}
        return told


def language(accepted: str) -> str:
    """The first language of an Accept-Language header that the house speaks."""
    wishes = []
    for place, part in enumerate(accepted[:200].split(",")):
        name, _, weight = part.strip().partition(";q=")
        try:
            wishes.append((-float(weight or 1), place, name[:2].lower()))
        except ValueError:
            continue
    return next((name for _, _, name in sorted(wishes) if name in LANGUAGES), LANGUAGES[0])


def checked(text: str, code: str) -> str:
    """A text for others to read: trimmed, on one line, nothing invisible."""
    words = " ".join(text.split())
    if not words or not words.isprintable():
        raise HouseError(code)
    return words
