"""Help for one person among computers: hints step by step, and a coach who warns in time."""

from __future__ import annotations

import asyncio
from typing import Any

from ..commentary.hint_steps import step
from ..commentary.hints import Hint, hint, in_words
from ..core.errors import BlockhausError
from ..core.position import Position
from ..learn.coaching import SECONDS, warning
from ..learn.solving import Refutation
from . import plans, views
from .live_table import LiveTable
from .puzzles import refuted_data
from .texts import HouseError
from .thinking_here import Handed
from .wire.requests import Decision, TableHintWish

SIMULATIONS = 6000  # the same for every strength, so that the next hint leads on from the last
GETTING_READY = 10.0  # seconds that a hint waits until its game is compiled
COACHING = 0.5  # seconds a look at a decision takes, as a rule
PATIENCE = SECONDS + 0.5  # seconds; who would wait longer for the coach plays on


async def give_hint(
    live: LiveTable, holder: str, wish: TableHintWish, lang: str, here: bool = False
) -> dict[str, Any] | Handed:
    """Find a hint, note that it is given, and tell it. It is made of what the seat knows. Where the
    position is no secret, and asked for `here`, it is noted and handed over to be found.
    """
    async with live.settled():
        plans.hint(live.table, holder, wish.number, wish.strength)
        position, table = live.table.position, live.table.id
        code = await live.compute(lambda: views.code(live.table)) if here else None
    if code is not None:
        await live.change(lambda table: plans.hint(table, holder, wish.number, wish.strength))
        return Handed("/api/thoughts/hint", {"code": code, "strength": wish.strength})
    teachers, game = live.house.teachers, position.game.id
    try:
        await asyncio.wait_for(live.house.warming.wait(game), GETTING_READY)
    except TimeoutError:
        raise HouseError("warming") from None
    async with live.hinting:  # who asks again meanwhile waits for the answer, not for another
        found = await teachers.ask(
            holder, game, ("hint", table, position.path), lambda: found_in(position)
        )
    await live.change(lambda table: plans.hint(table, holder, wish.number, wish.strength))
    told: dict[str, Any] = await live.house.aside(game, lambda: told_of(found, wish.strength, lang))
    return told


def told_of(found: Hint, strength: int, lang: str) -> dict[str, Any]:
    told = step(found, strength)
    return {
        "strength": strength,
        "sentence": told.sentence.text(lang),
        "cells": list(told.cells),
        "move": told.move,
    }


def found_in(position: Position) -> Hint:
    return hint(position, simulations=SIMULATIONS, tell=in_words)


async def warned(live: LiveTable, holder: str, wish: Decision, lang: str) -> dict[str, Any] | None:
    """What the coach of a table says against a decision; None if it is silent or too slow."""
    table = live.table
    if wish.sure or not table.coach:
        return None
    pupil = table.pupil
    listens = pupil is not None and pupil in table.held(holder)
    if not listens or wish.number != table.number or table.to_move != pupil:
        return None
    if not live.house.warming.is_ready(table.game.id) or _is_short_of_time(live, pupil or 0):
        return None
    found = await _refuted(live, holder, table.position, wish.move)
    if found is None:
        return None
    return await live.house.aside(table.game.id, lambda: refuted_data(found, pupil or 0, lang))


def _is_short_of_time(live: LiveTable, seat: int) -> bool:
    """Whether somebody's time might run out while the coach thinks about a decision."""
    clock = live.table.clock
    return clock is not None and clock.left(seat, live.house.now()) < 2 * PATIENCE


async def _refuted(
    live: LiveTable, holder: str, position: Position, move: str
) -> Refutation | None:
    game = position.game
    after = await live.compute(lambda: _played(position, move))
    if after is None:
        return None
    played = game.text(after.path[-1])
    key = ("coach", live.table.id, after.path)
    asked = live.house.teachers.ask(
        holder, game.id, key, lambda: warning(position, played), COACHING
    )
    try:
        return await asyncio.wait_for(asked, PATIENCE)
    except (TimeoutError, HouseError):
        return None


def _played(position: Position, move: str) -> Position | None:
    """The position after a move; None if the rules refuse it, which is told elsewhere."""
    try:
        return position.play(move)
    except BlockhausError:
        return None
