"""What may happen at a table: each plan is the draft of an entry of its log, or a refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.errors import BlockhausError
from ..core.undo import reveals
from .tables import Draft, Seat, Table
from .texts import HouseError

LONGEST = 20_000  # entries of a log, beyond which a game only comes to its end
ENDING = ("resign", "accept-draw", "decline-draw", "allow-undo", "refuse-undo")


def sit(
    table: Table,
    seat: int,
    holder: str,
    name: str,
    share: str,
    invitation: str | None,
    known_deal: bool = False,
) -> Draft:
    place = _seat(table, seat)
    if place.relieved and place.holder == holder and table.state == "running":
        return Draft("return", seat)
    if table.state != "waiting":
        raise HouseError("not-waiting")
    if not place.empty:
        raise HouseError("seat-taken")
    _check_length(table)
    known = holder == table.founding.host or invitation == place.invitation
    if place.kind == "friend" and not known:
        raise HouseError("not-invited")
    if table.known_deal and not known_deal and holder != table.founding.host:
        raise HouseError("known-deal")
    return Draft("sit", seat, {"holder": holder, "name": name, "share": share})


def rise(table: Table, seat: int, holder: str) -> Draft:
    place = _seat(table, seat)
    if table.state != "waiting":
        raise HouseError("not-waiting")
    if place.person != holder:
        raise HouseError("not-seated")
    return Draft("rise", seat)


def check_withdrawal(table: Table, holder: str) -> None:
    """A table can be done away with by its host, before anybody else has sat down."""
    if table.founding.host != holder:
        raise HouseError("not-host")
    if table.state != "waiting":
        raise HouseError("not-waiting")
    if any(seat.holder and seat.holder != holder for seat in table.seats):
        raise HouseError("not-alone")


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
    except BlockhausError as error:
        raise HouseError.of(error, table.game.id) from None
    played = table.game.text(after.path[-1])
    return Draft("move", table.position.to_move, {"move": played}, after)


def _played(table: Table, number: int, seats: list[int], move: str) -> bool:
    trail = table.trail
    try:
        return trail.mover(number) in seats and table.game.parse(move) == trail.action(number)
    except BlockhausError:
        return False


def chat(table: Table, holder: str, name: str, text: str) -> Draft:
    seats = [i for i, seat in enumerate(table.seats) if seat.holder == holder]
    if not seats and not table.founding.public and holder != table.founding.host:
        raise HouseError("not-seated")  # whoever has the link may look on, and no more
    _check_length(table)
    said = {"who": name, "text": text, "by": holder}
    return Draft("chat", seats[0] if seats else None, said)


def hint(table: Table, holder: str, number: int, strength: int) -> Draft | None:
    """A hint for a person among computers, or None if it was given before."""
    seat = _pupil(table, holder)
    if table.state != "running":
        raise HouseError("game-over" if table.ended else "not-running")
    if number != table.number:
        raise HouseError("stale", number=table.number)
    if table.position.to_move != seat:
        raise HouseError("not-your-turn")
    if strength > table.hinted + 1:
        raise HouseError("hint-first")
    return None if strength <= table.hinted else Draft("hint", seat, {"strength": strength})


def _pupil(table: Table, holder: str | None) -> int:
    """The seat of somebody who may be helped: no second person plays here."""
    seat = table.pupil
    if not table.held(holder):
        raise HouseError("not-seated")
    if seat is None:
        raise HouseError("no-help")
    return seat


def act(table: Table, act: str, seats: list[int], **facts: Any) -> Draft | None:
    """An act of a person who holds these seats; None if everything is so already."""
    if not seats:
        raise HouseError("not-seated")
    if act != "rematch" and table.state != "running":
        raise HouseError("game-over" if table.ended else "not-running")
    if act not in ENDING:
        _check_length(table)
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
    if table.firm:
        raise HouseError("counts-undo")
    if table.undo is not None:
        raise HouseError("offer-open")
    number = facts.get("number")
    if number is None:
        earlier = range(table.number - 1, table.first - 1, -1)
        number = next((n for n in earlier if table.trail.mover(n) in seats), None)
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
    if table.binding:
        raise HouseError("counts-computer")
    return Draft("vote-computer", seats[0], {"seat": seat})


def _rematch(table: Table, seats: list[int], **facts: Any) -> Draft:
    if not table.ended:
        raise HouseError("not-over")
    if table.next:
        raise HouseError("rematch-made")
    return Draft("rematch", seats[0], {"share": facts.get("share") or ""})


def _coach_on(table: Table, seats: list[int], **facts: Any) -> Draft | None:
    return _coach(table, seats, True)


def _coach_off(table: Table, seats: list[int], **facts: Any) -> Draft | None:
    return _coach(table, seats, False)


def _coach(table: Table, seats: list[int], on: bool) -> Draft | None:
    seat = _pupil(table, table.seats[seats[0]].person)
    if table.game.spec.secrets:
        raise HouseError("no-coach", game=table.game.spec.title)
    return None if table.coach == on else Draft("coach", seat, {"on": on})


def part(table: Table, holder: str) -> Draft | None:
    """Give up what is being played, and get up where nothing has begun; None if that is done."""
    seats = [seat for seat in table.held(holder) if seat not in table.out]
    if not seats:
        return None
    if table.state == "waiting":
        return rise(table, seats[0], holder)
    return act(table, "resign", seats[:1]) if table.state == "running" else None


def timeout(table: Table, at: float) -> Draft | None:
    """The end of the running seat's time, if it has come."""
    deadline = table.clock.deadline if table.clock and table.state == "running" else None
    if deadline is None or at < deadline:
        return None
    assert table.clock is not None
    return Draft("out", table.clock.running, {"how": "time"})


def _check_length(table: Table) -> None:
    """What can be done again and again fills no log: it is replayed whenever somebody comes."""
    if table.size >= LONGEST:
        raise HouseError("long-table")


def _seat(table: Table, seat: int) -> Seat:
    if not 0 <= seat < len(table.seats):
        raise HouseError("no-seat")
    return table.seats[seat]


ACTS: dict[str, Callable[..., Draft | None]] = {
    "resign": _resign,
    "offer-draw": _offer_draw,
    "accept-draw": _accept_draw,
    "decline-draw": _decline_draw,
    "ask-undo": _ask_undo,
    "allow-undo": _allow_undo,
    "refuse-undo": _refuse_undo,
    "vote-computer": _vote_computer,
    "rematch": _rematch,
    "coach-on": _coach_on,
    "coach-off": _coach_off,
}
