"""The rulebook of a game: its rules in a language, in the order of learning, with live figures.

A room keeps its book in a folder `book`: `book.toml` gives the order, one file a language all that
is said, and the worked examples of `examples.toml` are the figures. What nobody translated is
English. A room without a book has one made of the numbered rules of its docstring.

    book = rulebook("turris", "de")
    book.parts[1].rules[0].title
    book.figures["first-block"].line()[-1]

Nothing here is compiled; whoever wants figures before a game is ready runs the rules as written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..core.errors import BlockhausError
from ..core.game import find_game
from ..core.position import Position
from ..core.rooms import Room, find_room
from ..core.spec import Spec
from ..core.words import LANGUAGES, Phrase, language, translated

PARTS = ("aim", "turn", "details", "end", "rulings")
RULINGS = PARTS[-1]
NOTATION = "Notation"  # what a refusal names that is about how a move is written
TITLES = {
    "aim": "The aim",
    "turn": "Your turn",
    "details": "A closer look",
    "end": "The end of the game",
    "rulings": "What if ...?",
    "rules": "The rules",  # of a room without a book
    "watch": "Watch out",  # on a reference card
    "box": "The box",
    "options": "Options",
    NOTATION: "How moves are written",
}
NUMBER = r"(?:\d{1,3}\.|R\d{1,3}\.?) +"  # with which a rule of a docstring begins

Example = dict[str, Any]
Said = Mapping[str, Mapping[str, Mapping[str, str]]]  # rules or figures -> name -> text


class BookError(BlockhausError):
    """There is no such figure."""


@dataclass(frozen=True)
class Rule:
    """A rule under a title; rulings tell their reason, too. `figures` names those that show it."""

    id: str
    title: str
    text: tuple[str, ...]  # paragraphs
    reason: str
    figures: tuple[str, ...]


@dataclass(frozen=True)
class Part:
    name: str
    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Figure:
    """A worked example: a position, and a move that is legal there or is refused."""

    game: str
    name: str
    title: str
    text: str
    example: Example

    @property
    def move(self) -> str:
        return str(self.example["try"])

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(self.example["rules"])

    @property
    def legal(self) -> bool:
        return bool(self.example["legal"])

    def line(self) -> list[Position]:
        """The positions from the start of the game to the one that is shown."""
        return line_of(self.game, self.example)


@dataclass(frozen=True)
class Book:
    """All rules of a game in a language."""

    game: str
    lang: str
    parts: tuple[Part, ...]
    figures: Mapping[str, Figure]

    @property
    def rules(self) -> Mapping[str, Rule]:
        return {rule.id: rule for part in self.parts for rule in part.rules}

    def title(self, rule: str) -> str:
        """What people call a rule: its title, that of a part, or nothing if it is unknown."""
        known = self.rules.get(rule)
        return known.title if known else translated(TITLES.get(rule, ""), self.lang)

    def figure(self, name: str) -> Figure:
        found = self.figures.get(name)
        if found is None:
            raise BookError("There is no figure {name!r}.", name=str(name)[:40])
        return found


@cache
def rulebook(game: str, lang: str = LANGUAGES[0]) -> Book:
    """The rulebook of a game, as far as somebody has written one."""
    room, lang = find_room(game), language(lang)
    said = book_texts(room, lang)
    order = room.data("book/book.toml")
    figures = _figures(room, said)
    parts = _written(order, said, figures, lang) if order else _numbered(room, figures, lang)
    return Book(game, lang, tuple(parts), figures)


def rule_title(game: str, rule: str, lang: str = LANGUAGES[0]) -> str:
    """What people call the rule of a refusal."""
    return rulebook(game, lang).title(rule) if rule else ""


def said_by(book: Book) -> Iterator[str]:
    """Everything that a book says."""
    for part in book.parts:
        yield part.title
        for rule in part.rules:
            yield from filter(None, (rule.title, *rule.text, rule.reason))
    for figure in book.figures.values():
        yield from (figure.title, figure.text)


def box_facts(spec: Spec, lang: str) -> dict[str, str]:
    """What the box tells, under its names."""
    low, high = spec.seats
    facts = {
        "by": ", ".join(spec.authors),
        "published": f"{spec.publisher}{'' if spec.year is None else f', {spec.year}'}",
        "players": str(low) if low == high else f"{low}-{high}",
        "minutes": str(spec.minutes),
        "colours": ", ".join(translated(colour, lang) for colour in spec.colours),
    }
    return {translated(name, lang): value for name, value in facts.items() if value}


def why_so(rule: Rule, lang: str) -> str:
    """The reason of a ruling as a sentence; nothing for other rules."""
    return Phrase("Why so: {reason}", reason=rule.reason).text(lang) if rule.reason else ""


# Worked examples


def examples(game: str) -> list[Example]:
    """The worked examples in the room of a game."""
    found: list[Example] = find_room(game).data("examples.toml").get("example", [])
    return found


def position_of(name: str, example: Example) -> Position:
    """The position in which the move of an example is tried."""
    return line_of(name, example)[-1]


def line_of(name: str, example: Example) -> list[Position]:
    """The positions from the start to the one in which the move of an example is tried."""
    game = find_game(name, example.get("options", {}))
    return list(game.positions(example["moves"].split(), example.get("seed", 0)))


def _figures(room: Room, said: Said) -> dict[str, Figure]:
    texts = said.get("figures", {})
    return {
        name: Figure(room.name, name, texts[name]["title"], texts[name]["text"], example)
        for example in examples(room.name)
        if (name := example["name"]) in texts
    }


# Written books


@cache
def book_texts(room: Room, lang: str) -> Said:
    """What the book says in a language, sentence by sentence in English where it says nothing."""
    english, own = (room.data(f"book/{each}.toml") for each in (LANGUAGES[0], lang))
    return _filled(english, own)


def _filled(english: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: _filled(text, own.get(name, {})) if isinstance(text, Mapping) else own.get(name, text)
        for name, text in english.items()
    }


def _written(
    order: Mapping[str, Any], said: Said, figures: Mapping[str, Figure], lang: str
) -> Iterator[Part]:
    chosen = order.get("figures", {})

    def rule(name: str) -> Rule:
        texts = said["rules"][name]
        shown = chosen.get(name) or _showing(name, figures)
        paragraphs = tuple(" ".join(p.split()) for p in re.split(r"\n\s*\n", texts["text"].strip()))
        return Rule(name, texts["title"], paragraphs, texts.get("reason", ""), tuple(shown))

    for part in order["part"]:
        if rules := tuple(map(rule, part["rules"])):
            yield Part(part["name"], _part_title(part["name"], lang), rules)


def _showing(rule: str, figures: Mapping[str, Figure]) -> tuple[str, ...]:
    return tuple(name for name, figure in figures.items() if rule in figure.rules)


def _part_title(name: str, lang: str) -> str:
    return translated(TITLES.get(name, ""), lang)


# Books made of docstrings


def _numbered(room: Room, figures: Mapping[str, Figure], lang: str) -> Iterator[Part]:
    """What stands before the first number is the aim; rules are called by their numbers."""
    found: dict[str, list[Rule]] = {"aim": [], "rules": [], RULINGS: []}
    for piece in re.split(rf"\n\s*\n|\n(?={NUMBER})", room.rules):
        numbered = re.match(NUMBER, piece)
        number = numbered[0].strip(" .") if numbered else ""
        text = " ".join(piece[len(numbered[0]) if numbered else 0 :].split())
        if not number:
            found["aim"].append(Rule("", room.spec.title, (text,), "", ()))
            continue
        title = Phrase("Rule {number}", number=number).text(lang)
        part = RULINGS if number.startswith("R") else "rules"
        found[part].append(Rule(number, title, (text,), "", _showing(number, figures)))
    for name, rules in found.items():
        if rules:
            yield Part(name, _part_title(name, lang), tuple(rules))
