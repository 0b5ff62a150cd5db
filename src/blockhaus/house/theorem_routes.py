"""The paths below /api/theorems: what is proven about small boards, move by move."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from ..core.errors import BlockhausError
from ..core.position import Position, latest_scene
from ..core.rooms import find_room
from ..learn.exploring import Explored, ExploredMove, explore
from ..learn.theorems import Theorem, theorem, theorems
from .json_text import OrjsonResponse
from .puzzles import said
from .rates import take
from .routes import REFUSED, holder_of, house_of, lang_of
from .texts import HouseError
from .wire import puzzles as wire

router = APIRouter(prefix="/api/theorems", responses=REFUSED)
Key = Annotated[str, Path(max_length=120, pattern=r"^[A-Za-z0-9_-]+$")]


@router.get("", response_model=list[wire.TheoremFacts])
async def listed(request: Request) -> Any:
    """All proven statements."""
    lang, names = lang_of(request), house_of(request).warming.names

    def job() -> list[dict[str, Any]]:
        return [facts(each, lang) for name in names for each in theorems(name)]

    return OrjsonResponse(await house_of(request).gather(job))


@router.post("/{key}", response_model=wire.ExploredFacts)
async def explored(request: Request, key: Key, wish: wire.ExploreWish) -> Any:
    """The position after some moves, and the proven result of every move there."""
    house, lang = house_of(request), lang_of(request)
    each = await house.gather(_theorem, key)
    line = await house.aside(each.game_name, lambda: _line(each, wish.moves))
    found = await _explore(request, each, wish.moves)
    return OrjsonResponse(
        await house.aside(each.game_name, lambda: told(each, wish.moves, line, found, lang))
    )


async def _explore(request: Request, each: Theorem, moves: list[str]) -> Explored:
    """A search of bounded effort, remembered; what is not known yet is not asked too often."""
    teachers, holder = house_of(request).teachers, holder_of(request)
    key = ("explored", each.key, tuple(moves))
    if not teachers.knows(key):
        take(request, "whys")
    return await teachers.ask(holder, each.game_name, key, lambda: explore(each, moves))


def _theorem(key: str) -> Theorem:
    try:
        return theorem(key)
    except BlockhausError as error:
        raise HouseError("no-theorem", detail=error) from None


def _line(each: Theorem, moves: list[str]) -> list[Position]:
    line = [each.position]
    try:
        for move in moves:
            line.append(line[-1].play(move))
    except BlockhausError as error:
        raise HouseError("bad-position", detail=error) from None
    return line


def facts(each: Theorem, lang: str) -> dict[str, Any]:
    return {
        "key": each.key,
        "game": each.game_name,
        "title": find_room(each.game_name).spec.title,
        "setting": each.setting(lang),
        "statement": each.statement.text(lang),
        "command": each.command,
        "nodes": each.nodes,
        "seconds": each.seconds,
    }


def told(
    each: Theorem, moves: list[str], line: list[Position], found: Explored, lang: str
) -> dict[str, Any]:
    position = line[-1]
    return {
        "theorem": facts(each, lang),
        "moves": moves,
        "words": said(line, lang),
        "view": latest_scene(line, position.to_move, offers=True),
        "code": position.code,
        "found": [_move(position, move, lang) for move in found.moves],
    }


def _move(position: Position, found: ExploredMove, lang: str) -> dict[str, Any]:
    return {
        "move": found.move,
        "words": position.words_for(found.move).text(lang),
        "sentence": found.text.text(lang),
        "result": found.result.result if found.result else None,
        "points": found.result.points if found.result else None,
        "distance": found.distance,
    }
