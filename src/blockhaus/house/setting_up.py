"""From a wish to the founding of a table."""

from __future__ import annotations

import secrets
from typing import Any

from ..core.errors import BlockhausError, RoomError, UnknownGame
from ..core.game import Game, find_game, read_code
from ..core.position import Position
from ..core.record import Record
from ..players.levels import TOP
from . import draws
from .plain_text import checked_name
from .tables import Founding
from .texts import HouseError
from .wire.requests import NewTable, PositionWish, SeatWish

DEFAULT_LEVEL = 3


def named_game(name: str, options: dict[str, str]) -> Game:
    try:
        game = find_game(name, options)
        _ = game.definition
        return game
    except (UnknownGame, RoomError) as error:
        raise HouseError("no-game", detail=error) from None
    except BlockhausError as error:
        raise HouseError("bad-position", detail=error) from None


def wished_position(wish: NewTable | PositionWish) -> tuple[list[Position], list[str], int] | None:
    """The positions of the game a code or a record tells, who sat there, and the one wished."""
    try:
        if wish.code is not None:
            end = read_code(wish.code)
            line, seats = list(end.game.positions(end.history, end.seed)), []
        elif wish.record is not None:
            record = Record.read(wish.record)
            line, seats = record.positions(), record.seats
        else:
            return None
    except BlockhausError as error:
        raise HouseError("bad-position", detail=error) from None
    number = len(line) - 1 if wish.number is None else wish.number
    if number >= len(line):
        raise HouseError("bad-number", last=len(line) - 1)
    return line, seats, number


def check_company(wish: NewTable) -> None:
    """In a house in a page there is nobody to wait for."""
    if any(seat.kind in ("friend", "open") for seat in wish.seats):
        raise HouseError("alone")


def founding(wish: NewTable, table_id: str, holder: str, name: str, now: float) -> Founding:
    """What was agreed, or HouseError for what cannot be."""
    found = wished_position(wish)
    origin = found[0][found[2]] if found else None
    game = origin.game if origin else named_game(wish.game, wish.options)
    if origin and origin.is_over:
        raise HouseError("game-over")
    if len(wish.seats) != game.players:
        raise HouseError("bad-seats", seats=game.players)
    alone = all(seat.kind == "computer" for seat in wish.seats)
    if alone and not wish.watched:
        raise HouseError("no-one")
    coach = wish.coach and _is_pupil(wish) and not game.spec.secrets
    seats = [_seat(seat, holder, name, wish.share or "") for seat in wish.seats]
    first = _first(wish.starts, len(seats))
    return Founding(
        id=table_id,
        game=game.id,
        options=game.shown_options(),
        seats=[seats[(first + i) % len(seats)] for i in range(len(seats))],
        host=holder,
        created=now,
        secret=draws.new_secret(),
        clock=wish.clock.model_dump() if wish.clock else None,
        public=wish.public or alone or any(seat.kind == "open" for seat in wish.seats),
        code=origin.code if origin else None,
        version=game.spec.version,
        ranked=wish.ranked and origin is None and not coach,
        coach=coach,
    )


def _is_pupil(wish: NewTable) -> bool:
    """Whether one person plays among computers."""
    others = [seat.kind for seat in wish.seats if seat.kind != "computer"]
    return others == ["me"]


def _first(starts: int | str, count: int) -> int:
    if starts == "random":
        return secrets.randbelow(count)
    if isinstance(starts, int) and starts < count:
        return starts
    raise HouseError("bad-start")


def _seat(wish: SeatWish, holder: str, name: str, share: str) -> dict[str, Any]:
    me, computer = wish.kind == "me", wish.kind == "computer"
    if wish.level is not None and not 1 <= wish.level <= TOP:
        raise HouseError("bad-level", low=1, high=TOP)
    return {
        "kind": "person" if me else wish.kind,
        "level": (wish.level or DEFAULT_LEVEL) if computer else None,
        "name": (checked_name(wish.name) if wish.name else name) if me else "",
        "holder": holder if me else None,
        "invitation": secrets.token_urlsafe(16) if wish.kind == "friend" else None,
        "share": share if me else "",
    }
