"""Questions about positions and games that belong to no table."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

from ..core.errors import BlockhausError
from ..core.game import read_code
from ..core.position import Position, latest_scene
from ..core.said import meant
from ..core.scene import Offer
from ..core.spec import Choice, Flag, Number, Option, Spec
from .computer import level_facts
from .setting_up import named_game, wished_position
from .texts import HouseError, refused
from .wire.requests import PositionQuestion, PositionWish, Question

LONGEST_EXAMPLE = 40  # decisions
MOST_EXAMPLES = 12
KINDS: dict[type, str] = {Number: "number", Choice: "choice", Flag: "flag"}


def box(name: str) -> dict[str, Any]:
    """The facts of a game, as the lobby shows them."""
    game = named_game(name, {})
    spec = game.spec
    return {
        "id": spec.id,
        "title": spec.title,
        "summary": spec.summary,
        "authors": list(spec.authors),
        "publisher": spec.publisher,
        "year": spec.year,
        "seats": list(spec.seats),
        "minutes": spec.minutes,
        "colours": list(spec.colours),
        "chance": spec.chance,
        "secrets": spec.secrets,
        "options": [_option(spec, option) for option in spec.options],
        "levels": level_facts(spec.id),
        "notation": None,
    }


@cache
def notation(name: str) -> dict[str, Any]:
    """How moves are written: one of every kind that a short game at random brings."""
    position = named_game(name, {}).start(seed=1)
    chance = random.Random(1)
    found: dict[str, Offer] = {}
    for _ in range(LONGEST_EXAMPLE):
        moves = position.moves
        if any(_kind(move) not in found for move in moves):
            for offer in position.offers():
                found.setdefault(_kind(offer.move), offer)
        if not moves:
            break
        position = position.play(chance.choice(moves))
    scene = position.scene()
    facts = ("move", "words", "kind", "pick", "label")
    examples = [{fact: getattr(offer, fact) for fact in facts} for offer in found.values()]
    return {"board": scene.board, "steps": scene.steps, "moves": examples[:MOST_EXAMPLES]}


def _kind(move: str) -> str:
    """A move with every cell and every single letter called the same."""
    return re.sub(r"(?<!\d)[a-z]\d+(\.\d+)?|\b[a-z]\b", "a", move)


def _option(spec: Spec, option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "kind": KINDS.get(type(option), "words"),
        "default": option.show(spec.read_options({})[option.name]),
        "low": getattr(option, "low", None),
        "high": getattr(option, "high", None),
        "choices": list(getattr(option, "choices", ())) or None,
        "range": option.range,
        "about": option.about,
    }


def study(wish: PositionWish) -> dict[str, Any]:
    """A position with how it came about and everything that can be done in it."""
    found = wished_position(wish)
    if found:
        line, seats, number = found
    elif wish.game is not None:
        line, seats, number = [named_game(wish.game, wish.options).start()], [], 0
    else:
        raise HouseError("bad-request", detail="code, record or game")
    if wish.moves:
        line = line[: number + 1]
        try:
            for move in wish.moves:
                line.append(line[-1].play(move))
        except BlockhausError as error:
            raise HouseError("bad-position", detail=error) from None
        number = len(line) - 1
    position = line[number]
    view = latest_scene(line[: number + 1], position.to_move, offers=True)
    return {
        "game": position.game.id,
        "options": position.game.shown_options(),
        "moves": line[-1].history,
        "words": [position.words for position in line[1:]],
        "turns": [before.turn for before in line[:-1]],
        "movers": [before.to_move for before in line[:-1]],
        "number": number,
        "code": position.code,
        "view": view,
        "legal": position.moves,
        "seats": seats,
        "outcome": view.outcome,
    }


def question(position: Position, asked: Question, lang: str) -> dict[str, Any]:
    """The legal moves that begin with picks, or why there are none; the same for a move, and for
    one that is said in words.
    """
    if asked.said is not None:
        try:
            moves, refusal = meant(position, asked.said, lang)
        except BlockhausError as error:
            raise HouseError("notation", detail=error) from None
    elif asked.move is not None:
        try:
            refusal = position.why_not(asked.move)
        except BlockhausError as error:
            raise HouseError("notation", detail=error) from None
        moves = [] if refusal else [asked.move]
    else:
        moves, refusal = position.picked(asked.pick or [])
    told = refused(position.game.id, refusal, lang) if refusal else None
    return {"moves": moves, "refusal": told}


def code_question(asked: PositionQuestion, lang: str) -> dict[str, Any]:
    try:
        position = read_code(asked.code)
    except BlockhausError as error:
        raise HouseError("bad-position", detail=error) from None
    return question(position, asked, lang)
