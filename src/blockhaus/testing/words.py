"""Whether everything that a game says exists in every language."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from string import Formatter
from typing import Any

from ..core.game import Game, find_game
from ..core.position import Position
from ..core.rooms import Room, find_room
from ..core.scene import Block, Card, Picture, Region, Seat, Supply, Tally
from ..core.spec import Choice, Spec
from ..core.words import LANGUAGES, Phrase
from .conformance import Broken

POSITIONS = 6  # looked at in a random game
TRIES = 60  # actions tried in each
CELL = re.compile(r"[a-z]\d+(\.\d+)?")
COLOURED = (Block, Region, Seat, Supply)
NAMED_BY_SIDES = (Tally, Picture)


def check_words(name: str, *option_sets: Mapping[str, Any]) -> None:
    """Look at the box and everything said in random games with these options."""
    room = find_room(name)
    _check_catalogue(room)
    known = room.words(LANGUAGES[-1])
    for text in filter(_says_something, _fixed_texts(room)):
        _require_text(name, text, known)
    for options in option_sets or ({},):
        for phrase in _said_in_play(find_game(name, options)):
            _require_known(name, phrase, known)


def _check_catalogue(room: Room) -> None:
    for source, said in room.data("words.toml").items():
        if missing := set(LANGUAGES[1:]) - said.keys():
            raise Broken(f"{source!r} is not said in {', '.join(sorted(missing))}")
        for lang, text in said.items():
            if braces(text) != braces(source):
                raise Broken(f"{source!r} has other facts in {lang}: {text!r}")


def braces(text: str) -> set[tuple[str, str | None]]:
    return {(name, quoted) for _, name, _, quoted in Formatter().parse(text) if name is not None}


def _fixed_texts(room: Room) -> Iterator[str]:
    definition = room.definition
    yield from _printed_on(room.spec)
    yield from definition.prompts.values()
    yield from (reason.text for reason in definition.reasons)
    yield from (ending.text for ending in definition.endings)
    for steps in definition.steps.values():
        yield from steps


def _printed_on(spec: Spec) -> Iterator[str]:
    yield spec.summary
    yield from spec.colours
    for option in spec.options:
        yield from (option.name, option.about, option.range)
        if isinstance(option, Choice):
            yield from option.choices


def _said_in_play(game: Game) -> Iterator[Phrase]:
    dice = random.Random(repr(game))
    trail = [game.start(seed=7)]
    while not trail[-1].is_over:
        trail.append(trail[-1].after(dice.choice(trail[-1].actions)))
    for moment in [*dice.sample(trail, min(POSITIONS, len(trail))), trail[-1]]:
        yield from texts_in(moment.scene(moment.to_move, offers=True))
        yield from _refusals(moment, dice)
    for moment in trail:
        yield from texts_in(moment.events)


def _refusals(position: Position, dice: random.Random) -> Iterator[Phrase]:
    for _ in range(TRIES):
        refusal = position.why_not(position.game.text(dice.randrange(position.game.actions)))
        if refusal:
            yield refusal.phrase


def texts_in(value: Any) -> Iterator[Phrase]:
    """Everything in a scene that a client says."""
    if isinstance(value, Phrase):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from texts_in(item)
    elif is_dataclass(value):
        if isinstance(value, COLOURED):
            yield Phrase(value.colour)
        if isinstance(value, NAMED_BY_SIDES) and value.view:
            yield Phrase(value.view)
        if isinstance(value, Card):
            yield from (Phrase(side) for side in value.seen)
        for field in fields(value):
            yield from texts_in(getattr(value, field.name))


def _says_something(text: str) -> bool:
    """Whether there is more than facts to translate."""
    return any(letters.strip(" .:,") for letters, *_ in Formatter().parse(text))


def _require_known(name: str, phrase: Phrase, known: Mapping[str, str]) -> None:
    if _says_something(phrase.source):
        _require_text(name, phrase.source, known)
    for fact, _ in braces(phrase.source):
        value = phrase.facts[fact]
        for item in getattr(value, "items", [value]):
            if isinstance(item, Phrase):
                _require_known(name, item, known)
            elif isinstance(item, str) and not CELL.fullmatch(item):
                _require_text(name, item, known)


def _require_text(name: str, text: str, known: Mapping[str, str]) -> None:
    if text not in known:
        raise Broken(f"{name} says {text!r}, which is not in its words.toml")
