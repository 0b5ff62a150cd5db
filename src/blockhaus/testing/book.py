"""Whether a rulebook is whole: shown in figures, told in every language, and in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..core.rooms import Room, find_room
from ..core.words import LANGUAGES
from ..learn.rulebook import NOTATION, PARTS, RULINGS, Book, examples, rulebook
from .conformance import Broken

# What nobody reads who has only the board before them: numbers of rules, and names in code.
CITED = r"\bR\d+|(?i:\b(?:rules?|Regeln?|règles?|reglas?|regels?) \d+)"
CODE = r"`|\w+_\w+|\w+=\w+"
# One person is spoken to, and as among friends.
STRANGE = {
    "de": r"euch|euer|eure[mnrs]?|Ihnen",
    "fr": r"vous|votre|vos",
    "es": r"vosotr[oa]s|vuestr[oa]s?|os|usted(?:es)?",
    "nl": r"jullie|u|uw",
}
WHOLE = {"title", "text"}


def check_book(name: str) -> int:
    """Look at the whole rulebook of a game in every language; returns how many rules it has."""
    room = find_room(name)
    if not room.has("book/book.toml"):
        raise Broken(f"{name} has no book/book.toml")
    said = {lang: dict(_leaves(room.data(f"book/{lang}.toml"))) for lang in LANGUAGES}
    _check_languages(said)
    _check_order(room)
    book = rulebook(name)
    _check_sentences(book, said[LANGUAGES[0]])
    _check_figures(room, book)
    for lang, texts in said.items():
        for key, text in texts.items():
            _check_text(lang, key, text)
    return len(book.rules)


def _leaves(texts: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    """Every sentence of a book under its path, such as `rules.3.title`."""
    for name, text in texts.items():
        if isinstance(text, Mapping):
            yield from _leaves(text, f"{above}{name}.")
        else:
            yield f"{above}{name}", text


def _check_languages(said: Mapping[str, Mapping[str, str]]) -> None:
    english = said[LANGUAGES[0]].keys()
    for lang, texts in said.items():
        if missing := english - texts.keys():
            raise Broken(f"{lang} does not say {sorted(missing)}")
        if more := texts.keys() - english:
            raise Broken(f"{lang} says {sorted(more)}, which English does not")


def _check_order(room: Room) -> None:
    """Five parts, facts in the first four and rulings in the last, all in one place each."""
    parts = room.data("book/book.toml").get("part", [])
    if (found := tuple(part["name"] for part in parts)) != PARTS:
        raise Broken(f"the parts of a book are {PARTS}, not {found}")
    ids = [name for part in parts for name in part["rules"]]
    for part in parts:
        for name in part["rules"]:
            if name.startswith("R") != (part["name"] == RULINGS):
                raise Broken(f"{name} cannot be in the part {part['name']}")
    numbers = [int(name) for name in ids if not name.startswith("R")]
    rulings = [int(name[1:]) for name in ids if name.startswith("R")]
    for kind in (numbers, rulings):
        if sorted(kind) != list(range(1, len(kind) + 1)):
            raise Broken(f"rules are counted from 1 and each is in one place, not {sorted(kind)}")


def _check_sentences(book: Book, english: Mapping[str, str]) -> None:
    """Every rule has title and text, every ruling its reason, every example title and text."""
    needed = {
        f"rules.{name}.{part}"
        for name in book.rules
        for part in (WHOLE | {"reason"} if name.startswith("R") else WHOLE)
    }
    needed |= {f"figures.{each['name']}.{part}" for each in examples(book.game) for part in WHOLE}
    told = {key for key in english if key.startswith(("rules.", "figures."))}
    if needed != told:
        raise Broken(f"missing: {sorted(needed - told)}; too many: {sorted(told - needed)}")


def _check_figures(room: Room, book: Book) -> None:
    for rule in book.rules.values():
        if not rule.figures:
            raise Broken(f"{rule.id} has no figure")
        if unknown := set(rule.figures) - book.figures.keys():
            raise Broken(f"{rule.id} is shown by {sorted(unknown)}, which are no examples")
    for figure in book.figures.values():
        if unknown := set(figure.rules) - book.rules.keys():
            raise Broken(f"{figure.name} shows {sorted(unknown)}, which are not in the book")
    for reason in room.definition.reasons:
        if reason.rule != NOTATION and reason.rule not in book.rules:
            raise Broken(f"moves are refused by {reason.rule}, which is not in the book")


def _check_text(lang: str, key: str, text: str) -> None:
    if not text.strip():
        raise Broken(f"{key} is empty in {lang}")
    if code := re.search(f"{CITED}|{CODE}", text):
        raise Broken(f"{key} in {lang} is not in plain words: {code[0]!r}")
    if strange := re.search(rf"\b(?:{STRANGE[lang]})\b", text) if lang in STRANGE else None:
        raise Broken(f"{key} in {lang} does not speak to one friend: {strange[0]!r}")
