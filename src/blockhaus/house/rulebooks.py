"""Rulebooks in the house: what is told of a game's rules, and trying moves on their figures."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from functools import cache
from typing import Any

from ..core.errors import BlockhausError
from ..core.grid import Cell
from ..core.position import Position, latest_scene
from ..core.rooms import find_room
from ..learn.booklets import booklet, card
from ..learn.rulebook import BookError, Figure, Part, Rule, rulebook
from . import studies
from .json_text import written
from .setting_up import named_game
from .texts import HouseError, refused
from .wire.rulebook import FigureQuestion

PRINTED = {"booklet": booklet, "card": card}


@cache
def told(game: str, lang: str) -> bytes:
    """The whole book as JSON, packed: a twentieth of its length. It does not change while the house
    is open.
    """
    return gzip.compress(written(facts(game, lang)).encode())


def facts(game: str, lang: str) -> dict[str, Any]:
    book = rulebook(game, lang)
    return {
        "game": game,
        "title": find_room(game).spec.title,
        "parts": [_part(part) for part in book.parts],
        "figures": {name: _figure(figure, lang) for name, figure in book.figures.items()},
    }


@cache
def _printed(kind: str, game: str, lang: str) -> bytes:
    return gzip.compress(PRINTED[kind](game, lang).encode())


def printed(kind: str, game: str, lang: str) -> str:
    """A page to print. It is kept packed: to draw a booklet takes up to 80 ms, to unpack it 2."""
    return gzip.decompress(_printed(kind, game, lang)).decode()


def _part(part: Part) -> dict[str, Any]:
    return {"name": part.name, "title": part.title, "rules": [_rule(rule) for rule in part.rules]}


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "title": rule.title,
        "text": list(rule.text),
        "reason": rule.reason or None,
        "figures": list(rule.figures),
    }


def _figure(figure: Figure, lang: str) -> dict[str, Any]:
    line = figure.line()
    position, seat = line[-1], line[-1].to_move
    refusal = position.why_not(figure.move)
    after = None if refusal else position.play(figure.move)
    return {
        "name": figure.name,
        "title": figure.title,
        "text": figure.text,
        "rules": list(figure.rules),
        "legal": refusal is None,
        "move": figure.move,
        "pick": list(position.picks_for(figure.move)),
        "words": position.words_for(figure.move).text(lang),
        "said": happened(after, lang) if after else [refusal.text(lang)] if refusal else [],
        "cells": list(refusal.cells) if refusal else [],
        "view": latest_scene(line, seat),
        "after": latest_scene([*line, after], seat) if after else None,
        "code": _code(position),
    }


def happened(position: Position, lang: str) -> list[str]:
    """What the last decision brought about, in sentences."""
    return [event.sentence.text(lang) for event in position.events]


def _code(position: Position) -> str | None:
    return None if position.game.spec.secrets else position.code


# Trying moves on a figure


def figure_of(game: str, name: str) -> Figure:
    named_game(game, {})
    try:
        return rulebook(game).figure(name)
    except BookError as error:
        raise HouseError("no-figure", detail=error) from None


def tried(figure: Figure, moves: Sequence[str], lang: str) -> dict[str, Any]:
    """A figure after some moves, and what can be done there."""
    line = figure.line()
    begins = len(line)
    _play(line, moves)
    position = line[-1]
    return {
        "moves": [each.history[-1] for each in line[begins:]],
        "words": [each.words.text(lang) for each in line[begins:] if each.words],
        "said": happened(position, lang) if len(line) > begins else [],
        "view": latest_scene(line, position.to_move, offers=True),
        "code": _code(position),
    }


def why(figure: Figure, asked: FigureQuestion, lang: str) -> dict[str, Any]:
    """Which moves begin like this, or why none does. Whoever begins the move that the figure
    refuses is told the figure's own reason.
    """
    line = figure.line()
    _play(line, asked.moves)
    answer = studies.question(line[-1], asked, lang)
    if asked.pick and not asked.moves and not answer["moves"] and _begins(figure, asked.pick):
        refusal = line[-1].why_not(figure.move)
        answer["refusal"] = refused(figure.game, refusal, lang) if refusal else None
    return answer


def _begins(figure: Figure, pick: Sequence[Cell]) -> bool:
    """Whether the move of a figure begins with these picks. Things are stacked on a board, so any
    cell of a column stands for it.
    """
    position = figure.line()[-1]
    axes = 3 if position.game.grid.upright else 2
    wanted = position.picks_for(figure.move)[: len(pick)]
    return [cell[:axes] for cell in wanted] == [cell[:axes] for cell in pick]


def _play(line: list[Position], moves: Sequence[str]) -> None:
    for move in moves:
        try:
            line.append(line[-1].play(move))
        except BlockhausError as error:
            raise HouseError.of(error, line[-1].game.id) from None
