"""What may happen at a table: each plan is the draft of an entry of its log, or a refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.errors import BlockhausError, IllegalMove
from ..core.undo import last_decision, reveals
from .tables import Draft, Seat, Table
from .texts import HouseError


def sit(
    table: Table, seat: int, holder: str, name: str, share: str, invitation: str | None
) -> Draft:
    place = _seat(table, seat)
    if place.relieved and place.holder == holder and table.state == "running":
        return Draft("return", seat)
    if table.state != "waiting":
        raise HouseError("not-waiting")
    if not place.empty:
        raise HouseError("seat-taken")
    known = holder == table.founding.host or invitation == place.invitation
    if place.kind == "friend" and not known:
        raise HouseError("not-invited")
    return Draft("sit", seat, {"holder": holder, "name": name, "share": share})


def rise(table: Table, seat: int, holder: str) -> Draft:
    place = _seat(table, seat)
    if table.state != "waiting":
        raise HouseError("not-waiting")
    if place.person != holder:
        raise HouseError("not-seated")
    return Draft("rise", seat)


def move(table: Table, holder: str, number: int, move: str) -> Draft | None:
    """The decision of a person, or None if it was played before."""
    seats = table.held(holder)
    if not seats:
        raise HouseError("not-seated")
    if table.first <= number < table.number and _played(table, number, seats, move):
        return None
    if table.state != "running":
        raise HouseError("game-over" if table.ended else "not-running")
    if number != table.number:
        raise HouseError("stale", number=table.number)
    seat = table.position.to_move
    if seat not in seats:
        raise HouseError("not-your-turn")
    return decision(table, move)


def decision(table: Table, move: str) -> Draft:
    """A decision of the seat to move, checked by the rules."""
    try:
        after = table.position.play(move)
    except IllegalMove as error:
        told = error.refusal
        raise HouseError("illegal", detail=told.phrase, cells=told.cells, rule=told.rule) from None
    except BlockhausError as error:
        raise HouseError("notation", detail=error) from None
    played = table.game.text(after.path[-1])
    return Draft("move", table.position.to_move, {"move": played}, after)


def _played(table: Table, number: int, seats: list[int], move: str) -> bool:
    before, after = table.trail[number], table.trail[number + 1]
    try:
        return before.to_move in seats and table.game.parse(move) == after.path[-1]
    except BlockhausError:
        return False


def chat(table: Table, holder: str, name: str, text: str) -> Draft:
    seats = [i for i, seat in enumerate(table.seats) if seat.holder == holder]
    return Draft("chat", seats[0] if seats else None, {"who": name, "text": text})


def act(table: Table, act: str, seats: list[int], **facts: Any) -> Draft:
    """An act of a person who holds these seats."""
    if not seats:
        raise HouseError("not-seated")
    if act != "rematch" and table.state != "running":
        raise HouseError("game-over" if table.ended else "not-running")
    return ACTS[act](table, seats, **facts)


def _resign(table: Table, seats: list[int], **facts: Any) -> Draft:
    wished = facts.get("seat")
    mover = table.to_move
    fallback = mover if mover in seats else seats[0]
    seat = wished if wished in seats else fallback
    return Draft("out", seat, {"how": "resigned"})


def _offer_draw(table: Table, seats: list[int], **facts: Any) -> Draft:
    if any(seat.kind == "computer" for seat in table.seats):
        raise HouseError("computer-plays-on")
    if table.draw is not None:
        raise HouseError("offer-open")
    return Draft("offer-draw", seats[0])


def _accept_draw(table: Table, seats: list[int], **facts: Any) -> Draft:
    if table.draw is None or table.seats[seats[0]].person in table.draw_by:
        raise HouseError("no-offer")
    return Draft("accept-draw", seats[0])


def _decline_draw(table: Table, seats: list[int], **facts: Any) -> Draft:
    if table.draw is None:
        raise HouseError("no-offer")
    return Draft("decline-draw", seats[0])


def _ask_undo(table: Table, seats: list[int], **facts: Any) -> Draft:
    if table.undo is not None:
        raise HouseError("offer-open")
    number = facts.get("number")
    if number is None:
        number = last_decision(table.trail[table.first :], set(seats))
        number = None if number is None else number + table.first
    if number is None or not table.first <= number < table.number:
        raise HouseError("nothing-to-undo")
    if reveals(table.trail[number], table.position, set(range(len(table.seats)))):
        raise HouseError("revealed")
    return Draft("undo" if table.one_screen else "ask-undo", seats[0], {"number": number})


def _allow_undo(table: Table, seats: list[int], **facts: Any) -> Draft:
    if table.undo is None or table.seats[seats[0]].person in table.undo_by:
        raise HouseError("no-offer")
    return Draft("allow-undo", seats[0])


def _refuse_undo(table: Table, seats: list[int], **facts: Any) -> Draft:
    if table.undo is None:
        raise HouseError("no-offer")
    return Draft("refuse-undo", seats[0])


def _vote_computer(table: Table, seats: list[int], **facts: Any) -> Draft:
    seat = facts.get("seat")
    place = _seat(table, -1 if seat is None else seat)
    if place.person is None:
        raise HouseError("no-person")
    if seat in seats or not facts.get("gone"):
        raise HouseError("still-here")
    return Draft("vote-computer", seats[0], {"seat": seat})


def _rematch(table: Table, seats: list[int], **facts: Any) -> Draft:
    if not table.ended:
        raise HouseError("not-over")
    if table.next:
        raise HouseError("rematch-made")
    return Draft("rematch", seats[0], {"share": facts.get("share") or ""})


def timeout(table: Table, at: float) -> Draft | None:
    """The end of the running seat's time, if it has come."""
    deadline = table.clock.deadline if table.clock and table.state == "running" else None
    if deadline is None or at < deadline:
        return None
    assert table.clock is not None
    return Draft("out", table.clock.running, {"how": "time"})


def _seat(table: Table, seat: int) -> Seat:
    if not 0 <= seat < len(table.seats):
        raise HouseError("no-seat")
    return table.seats[seat]


ACTS: dict[str, Callable[..., Draft]] = {
    "resign": _resign,
    "offer-draw": _offer_draw,
    "accept-draw": _accept_draw,
    "decline-draw": _decline_draw,
    "ask-undo": _ask_undo,
    "allow-undo": _allow_undo,
    "refuse-undo": _refuse_undo,
    "vote-computer": _vote_computer,
    "rematch": _rematch,
}
