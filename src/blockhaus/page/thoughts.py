"""What a served house hands over to its visitor's browser: see `house.thinking_here`.

Everything is in the question, so that an empty house answers as the other one would.
"""

from __future__ import annotations

import hashlib
from typing import Any

from fastapi import APIRouter, Request

from ..core.errors import BlockhausError
from ..core.record import Record
from ..house import helping, puzzles
from ..house.analysts import read_position
from ..house.json_text import OrjsonResponse
from ..house.routes import holder_of, house_of, lang_of
from ..house.texts import HouseError
from ..house.wire import thoughts as wire
from ..learn.puzzles import Puzzle

router = APIRouter(prefix="/api/thoughts")


@router.post("/review", response_model=None)
async def review(request: Request, wish: wire.ReviewThought) -> Any:
    """A review as far as it has come; the first question begins it."""
    analysts, key = house_of(request).analysts, hashlib.sha256(wish.record.encode()).hexdigest()
    job = analysts.reviewed(key)
    if job is None or job.failed:
        record = await house_of(request).aside(None, lambda: _record(wish.record))
        job = analysts.review(holder_of(request), key, record, wish.winners)
    return OrjsonResponse(job.data(lang_of(request)))


@router.post("/hint", response_model=None)
async def hint(request: Request, wish: wire.HintThought) -> Any:
    """The hint of a strength, as it would be told at a table."""
    house, lang = house_of(request), lang_of(request)
    position = await house.aside(None, lambda: read_position(wish.code))
    key, game = ("hint", position.code), position.game.id
    found = await house.teachers.ask(
        holder_of(request), game, key, lambda: helping.found_in(position)
    )
    told = await house.aside(game, lambda: helping.told_of(found, wish.strength, lang))
    return OrjsonResponse(told)


@router.post("/refutation", response_model=None)
async def refutation(request: Request, wish: wire.PuzzleThought) -> Any:
    """What is wrong with the last decision; null if a bounded search cannot show it."""
    house, lang, puzzle = house_of(request), lang_of(request), _puzzle(wish)
    stand = await house.aside(puzzle.game, lambda: puzzles.stand_of(puzzle, wish.moves))
    found = await puzzles.refuted(house, holder_of(request), stand)
    if found is None:
        return OrjsonResponse(None)
    return OrjsonResponse(
        await house.aside(puzzle.game, lambda: puzzles.refuted_data(found, puzzle.seat, lang))
    )


@router.post("/otherwise", response_model=None)
async def otherwise(request: Request, wish: wire.PuzzleThought) -> Any:
    """What would come of another decision than the right one, in sentences."""
    house, holder, lang = house_of(request), holder_of(request), lang_of(request)
    return OrjsonResponse(await puzzles.otherwise(house, holder, _puzzle(wish), lang))


def _record(text: str) -> Record:
    try:
        return Record.read(text)
    except BlockhausError as error:
        raise HouseError("bad-position", detail=error) from None


def _puzzle(wish: wire.PuzzleThought) -> Puzzle:
    try:
        return Puzzle.read(wish.puzzle)
    except BlockhausError as error:
        raise HouseError("bad-puzzle", detail=error) from None
