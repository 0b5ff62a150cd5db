"""Everything the house says to people, in one place, with the status each refusal is sent with.

Texts are English sources with {facts} in braces; translations are found by the source.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..core.errors import BlockhausError, IllegalMove, Refusal
from ..core.words import LANGUAGES, Phrase, add_folder
from ..learn.rulebook import rule_title

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
    "bad-archive": (422, "This is no archive of a house, or a damaged one."),
    "no-one": (422, "At least one seat is for a person."),
    "alone": (
        409,
        "Here you are alone: this house is in your browser, and nobody else can come in. To play "
        "with others, open a house of your own.",
    ),
    "no-table": (404, "There is no such table."),
    "no-game": (404, "{detail}"),
    "no-room": (
        410,
        "The game {game} cannot be played in this house at present; its tables are kept.",
    ),
    "halted": (409, "{detail}"),
    "unreadable": (410, "What was kept of this table is damaged and cannot be read."),
    "no-workshop": (404, "{game} has no puzzles to build alone."),
    "bad-task": (422, "{detail}"),
    "not-solved": (409, "This building does not show all cards yet."),
    "not-daily": (409, "This is not the puzzle of that day."),
    "many-waiting": (
        429,
        "{number} of your questions are in line already; ask again when one is answered.",
    ),
    "many-thinking": (
        429,
        "Computers think at {number} of your tables already; go on when one of them has moved.",
    ),
    "solver-late": (503, "No solution was found in the time there is."),
    "no-puzzle": (404, "{detail}"),
    "bad-puzzle": (422, "{detail}"),
    "no-run": (409, "This run is over; begin a new one."),
    "not-reviewed": (409, "This decision has not been gone over yet."),
    "no-better": (409, "The house has looked for itself and finds nothing better there."),
    "no-theorem": (404, "{detail}"),
    "no-figure": (404, "{detail}"),
    "no-lesson": (404, "{detail}"),
    "bad-answer": (422, "{detail}"),
    "no-language": (404, "The house speaks {languages}."),
    "no-seat": (404, "There is no such seat at this table."),
    "no-position": (404, "There is no such position at this table."),
    "no-page": (404, "There is nothing here."),
    "no-method": (405, "This cannot be done here."),
    "no-file": (404, "There is no such file."),
    "not-host": (403, "Only the host of the table can do this."),
    "not-alone": (409, "Somebody has sat down at this table already."),
    "not-seated": (403, "You have no seat at this table."),
    "not-your-turn": (403, "It is not your turn."),
    "not-invited": (403, "This seat is kept for somebody with an invitation."),
    "known-deal": (
        409,
        "This table begins from a position that its host chose: the host knows how everything is "
        "dealt. Open the table and sit down there if you agree.",
    ),
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
    "counts-undo": (409, "This game counts: nothing is taken back before the computer."),
    "counts-computer": (
        409,
        "This game counts: nobody is stood in for. Wait for who is gone, or for their clock.",
    ),
    "no-help": (403, "Help is for one person among computers: here two or more people play."),
    "hint-first": (409, "Hints come one after the other, the gentlest first."),
    "no-coach": (409, "There is no coach for {game}: too much is hidden there."),
    "coach": (409, "{detail}"),
    "no-link": (410, "This link has been used, or is more than ten minutes old. Make a new one."),
    "no-passkey": (404, "This passkey is not known here."),
    "bad-passkey": (422, "This passkey could not be checked."),
    "late-passkey": (409, "That took too long; try again."),
    "many-passkeys": (409, "You have as many passkeys as the house keeps."),
    "no-passkeys-here": (409, "Passkeys need a name for the house, with https or on this machine."),
    "rematch-made": (409, "The next game has been set up already."),
    "wrong-origin": (403, "This request comes from another site."),
    "wrong-host": (
        421,
        "The house is not known by the name {host}. Who runs it can allow it: "
        "blockhaus house --allowed-hosts {host}",
    ),
    "two-lengths": (400, "This request tells two lengths; only one can be right."),
    "too-many-pages": (429, "Too many pages are open here; close one and try again."),
    "barred": (403, "You cannot come into this house."),
    "too-large": (413, "This is too long for the house."),
    "too-fast": (429, "That was too quick; wait a moment and try again."),
    "long-table": (409, "So much has happened at this table that only its game can go on."),
    "too-many": (503, "The house is full at the moment; try again later."),
    "no-storage": (
        503,
        "The house cannot keep anything at the moment: its disk is full or out of reach. "
        "Nobody's time runs. Try again in a minute.",
    ),
    "warming": (503, "The computer is still getting ready; ask again in a minute."),
    "closing": (503, "The house is closing."),
    "broken": (500, "Something went wrong in the house. It has been noted."),
}

NAMES = {
    "nobody": "nobody yet",
    "guest": "Guest",
    "gone": "somebody",
    "computer": "Computer, level {level}",
}

# What messengers show beside a link; by the state of a table, or by the page.
PREVIEWS = {
    "house": "A house for block games: build, stack and outwit on a real 3D board.",
    "watch": "Watch",
    "watching": "Games that are being played in this house, open for everybody to watch.",
    "rules": "{game}: the rules",
    "analysis": "Analysis board",
    "any": "Look at a position of any game, try moves, and see what the computer thinks of them.",
    "position": "A position of {game}: look at it, try moves, and play on from here.",
    "learning": "{game}: first steps",
    "learn": "Learn {game} by playing: small steps on the board, and then a short game.",
    "puzzles": "Puzzles",
    "solving": "Positions in which one decision is proven to be right: today's, and many more.",
    "puzzle": "A puzzle of {game}: find the one decision that is right.",
    "theorems": "Solved boards",
    "exploring": "What comes out on small boards if nobody errs: proven, move by move.",
    "table": "A game of {game}: open the link to sit down or to watch.",
    "waiting": "A game of {game} that waits for players: a seat is free.",
    "running": "A game of {game} that is being played: watch it live.",
    "over": "A game of {game} that is over: watch it move by move.",
    "draw": "A draw.",
    "won": "{who} won.",
    "won together": "{who} won together.",
}

LONGEST_QUOTE = 100  # characters that are repeated of what was sent
LONGEST_FACT = 300  # characters of a sentence within a refusal

HOST_PAGE = "The house is open, but its pages are not built: make client"


def say(text: str, lang: str = LANGUAGES[0], **facts: Any) -> str:
    """A text in a language, with its facts filled in."""
    return Phrase(text, **facts).text(lang)


class HouseError(Exception):
    """A request the house refuses, with the code and the sentence its sender is told."""

    def __init__(
        self, code: str, *, broken: tuple[str, Refusal] | None = None, **facts: Any
    ) -> None:
        self.code = code
        self.broken = broken  # the name of a game, and the rule of it that forbids something
        self.facts = {name: _brief(fact, LONGEST_FACT) for name, fact in facts.items()}
        self.status, self.text = REFUSALS[code]
        super().__init__(say(self.text, **self.facts))

    def data(self, lang: str = LANGUAGES[0]) -> dict[str, Any]:
        said = say(self.text, lang, **self.facts).encode("utf-8", "replace").decode()
        told = {"code": self.code, "message": said}
        return refused(*self.broken, lang) | told if self.broken else told

    @classmethod
    def of(cls, error: BlockhausError, game: str, otherwise: str = "notation") -> HouseError:
        """A move that was not played: a rule of a game forbids it, or it was no move at all."""
        if isinstance(error, IllegalMove):
            return cls("illegal", detail=error.refusal.phrase, broken=(game, error.refusal))
        return cls(otherwise, detail=error)


def refused(game: str, refusal: Refusal, lang: str) -> dict[str, Any]:
    """What is told of a rule that forbids something."""
    return {
        "code": refusal.code,
        "rule": refusal.rule,
        "title": rule_title(game, refusal.rule, lang),
        "message": refusal.text(lang),
        "cells": list(refusal.cells),
    }


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


def shortened(text: object, longest: int = LONGEST_QUOTE) -> str:
    """What somebody has sent, as far as it is worth repeating."""
    said = str(text)
    return said if len(said) <= longest else f"{said[: longest - 1]}…"


def _brief(fact: Any, longest: int = LONGEST_QUOTE) -> Any:
    """A fact of a refusal, which never repeats all of a long text that was sent."""
    if isinstance(fact, str):
        return shortened(fact, longest)
    if isinstance(fact, Phrase):
        source, facts = fact.source, {name: _brief(value) for name, value in fact.facts.items()}
        return Phrase(source, **facts)
    if isinstance(fact, BlockhausError):
        fact.phrase = _brief(fact.phrase)
    return fact
