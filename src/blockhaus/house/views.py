"""What of a table is told to whom. Nothing that leaves the house is made anywhere else."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from ..core.position import Position
from ..core.record import Record
from ..core.scene import Scene
from . import draws
from .json_text import ready_made, written
from .plain_text import cleaned
from .tables import Seat, Table
from .texts import NAMES, say

ENDINGS = {
    "resigned": "a player gave up",
    "time": "time ran out",
    "draw-agreed": "a draw was agreed",
}
UNTOLD = ("out", "host")  # what summaries keep for the house alone
GONE = "gone:"  # how the holder of a seat begins whose person had everything deleted


def eye(table: Table, holder: str | None) -> int | None:
    """The seat with whose eyes a person sees the table; None is a spectator.

    Who holds several seats plays at one screen with others: it shows the cards of a seat only
    while that seat is to move. Where the rules hide nothing all see the same, so that one view
    serves everybody.
    """
    if not table.game.spec.secrets:
        return None
    seats = [i for i, seat in enumerate(table.seats) if holder and seat.holder == holder]
    if len(seats) == 1:
        return seats[0]
    mover = table.position.to_move if table.trail else None
    return mover if mover in seats else None


def view(table: Table, seat: int | None) -> Scene | None:
    """What a seat sees, without the offers. Nothing before the cards are dealt."""
    if table.trail:
        return table.trail.scene(seat)
    return None if table.game.spec.chance else table.game.start().scene(None)


def table_data(
    table: Table,
    holder: str | None,
    here: Sequence[bool],
    thinking: int | None,
    lang: str,
    at: float,
) -> dict[str, Any]:
    """The whole table as a person may see it."""
    founding = table.founding
    host = holder is not None and founding.host == holder
    fair = table.game.spec.chance and not table.known_deal
    over = table.state == "over"
    return {
        "id": table.id,
        "game": table.game.id,
        "options": table.game.shown_options(),
        "state": table.state,
        "notice": table.halted.text(lang) if table.halted else None,
        "host": host,
        "you": table.held(holder),
        "back": [
            i for i, seat in enumerate(table.seats) if seat.relieved and seat.holder == holder
        ],
        "seats": [
            {
                **_seat_data(seat, lang),
                "seat": number,
                "colour": table.colours[number],
                "here": here[number],
                "thinking": thinking == number,
            }
            for number, seat in enumerate(table.seats)
        ],
        "invitations": {
            str(number): seat.invitation
            for number, seat in enumerate(table.seats)
            if host and seat.kind == "friend"
        },
        "commit": draws.commitment(founding.secret) if fair else None,
        "shares": [seat.share for seat in table.seats] if fair else [],
        "secret": founding.secret if fair and over else None,
        "clock": table.clock.data(at) if table.clock else None,
        "offers": _offers(table),
        "match": table.match,
        "next": table.next,
        "undo": table.one_screen and not table.firm,
        "firm": table.firm,
        "public": founding.public,
        "ranked": table.ranked,
        "known_deal": table.known_deal,
        "help": _help(table, holder),
        "first": table.first,
        "moves": moves(table),
        "number": table.number,
        "view": view(table, eye(table, holder)),
        "result": result(table),
        "chat": table.chat,
        "code": code(table),
        "created": founding.created,
    }


def _seat_data(seat: Seat, lang: str) -> dict[str, Any]:
    return {
        "kind": seat.kind,
        "name": shown_name(seat, lang),
        "level": seat.level,
        "relieved": seat.relieved,
        "gone": is_gone(seat.holder),
    }


def is_gone(holder: str | None) -> bool:
    """Whether who sat there has had everything deleted."""
    return (holder or "").startswith(GONE)


def shown_name(seat: Seat, lang: str = "en") -> str:
    if is_gone(seat.holder):
        return say(NAMES["gone"], lang)
    if seat.kind == "computer" and not seat.holder:
        return say(NAMES["computer"], lang, level=seat.level)
    return seat.name or ("" if seat.empty else say(NAMES["guest"], lang))


def _offers(table: Table) -> dict[str, Any]:
    return {
        "draw": table.draw,
        "undo": table.undo and {"seat": table.undo[0], "number": table.undo[1]},
        "votes": {str(seat): sorted(voters) for seat, voters in table.votes.items()},
        "rematch": sorted(table.rematch),
    }


def _help(table: Table, holder: str | None) -> dict[str, Any]:
    pupil = table.pupil
    mine = pupil is not None and pupil in table.held(holder)
    return {
        "mine": mine,
        "coach": table.coach,
        "coachable": mine and not table.game.spec.secrets,
        "helped": sorted(seat for seat in table.helped if seat is not None),
        "given": table.hinted if mine else 0,
        "hints": table.hints,
    }


def moves(table: Table) -> list[Any]:
    """What is told of every decision. It is worked out once, and kept as it is sent."""
    trail = table.trail
    missing = next((n for n in range(table.number) if trail.notes[n] is None), None)
    if missing is not None:
        line = trail.walk(missing)
        before = next(line)
        for number, after in enumerate(line, missing):
            if trail.notes[number] is None:
                trail.note(number, written(_move_data(before, after)))
            before = after
    return [ready_made(note) for note in trail.notes[:-1] if note]


def _move_data(before: Position, after: Position) -> dict[str, Any]:
    return {
        "number": len(before.path),
        "seat": before.to_move,
        "move": after.game.text(after.path[-1]),
        "turn": before.turn,
        "words": after.words,
        "events": after.events,
    }


def result(table: Table) -> dict[str, Any] | None:
    how = table.ended
    if how is None or table.halted:
        return None
    outcome = table.position.outcome
    told: dict[str, Any] = {"scores": None, "code": how, "reason": ENDINGS.get(how, "")}
    if how == "rules" and outcome:
        told = {
            "scores": list(outcome.scores),
            "code": outcome.code,
            "reason": outcome.reason,
        }
    return {"winners": table.winners, **told, "how": how, "lost": sorted(table.out)}


def code(table: Table) -> str | None:
    """The code of the position, unless it would tell what is hidden."""
    if not table.trail or (table.game.spec.chance and table.state != "over"):
        return None
    return table.position.code


def record(table: Table) -> Record:
    """The game so far; how the cards were dealt only when it is over."""
    chance = table.game.spec.chance
    fair = chance and not table.known_deal
    over = table.state == "over"
    shares = [seat.share for seat in table.seats]
    return Record(
        table.game,
        table.position.history if table.trail else [],
        [
            cleaned(seat.name) or (f"level:{seat.level}" if seat.level else "")
            for seat in table.seats
        ],
        seed=table.position.seed if chance and over else None,
        date=time.strftime("%Y-%m-%d", time.gmtime(table.founding.created)),
        commit=draws.commitment(table.founding.secret) if fair else None,
        draw=[table.founding.secret, *shares] if fair and over else (),
        outcome=_told_ending(result(table)),
        hints=[
            sum(hint["seat"] == seat for hint in table.hints) for seat in range(len(table.seats))
        ],
    )


def _told_ending(ending: dict[str, Any] | None) -> str | None:
    """How the game ended, where the moves alone do not tell."""
    if ending is None or ending["how"] == "rules":
        return None
    return f"{', '.join(map(str, ending['winners']))} {ending['reason']}"


def summary(table: Table) -> dict[str, Any]:
    """What the lists tell of a table. Holders are kept to find one's own tables, and not told."""
    return {
        "id": table.id,
        "game": table.game.id,
        "options": table.game.shown_options(),
        "seats": [
            {
                "seat": number,
                "kind": seat.kind,
                "name": seat.name,
                "level": seat.level,
                "holder": seat.holder,
            }
            for number, seat in enumerate(table.seats)
        ],
        "state": table.state,
        "turn": table.to_move,
        "created": table.founding.created,
        "updated": table.updated,
        "number": table.number,
        "ranked": table.ranked,
        "clock": table.founding.clock,
        "host": table.founding.host,
        "out": sorted(table.out),
        "result": _bare_result(table),
    }


def _bare_result(table: Table) -> dict[str, Any] | None:
    """For lists, and kept to tell whether other rules give the same game."""
    ended = result(table)
    return {fact: ended[fact] for fact in ("winners", "scores", "how")} if ended else None


def summary_for(told: dict[str, Any], holder: str | None, notice: str | None) -> dict[str, Any]:
    """A summary without who holds what, but with the seats of the asker; a notice says why the
    table cannot be played on.
    """
    seats = [
        {k: v for k, v in seat.items() if k != "holder"} | {"gone": is_gone(seat["holder"])}
        for seat in told["seats"]
    ]
    you = [seat["seat"] for seat in told["seats"] if holder and seat["holder"] == holder]
    shown = {"result": None, **{fact: told[fact] for fact in told if fact not in UNTOLD}}
    if notice:
        shown |= {"state": "halted", "turn": None}
    shown.setdefault("ranked", False)  # a table that was kept before there were ratings
    shown.setdefault("clock", None)
    yours = {"you": you, "notice": notice, "inviter": None, "withdrawable": _waits(told, holder)}
    return {**shown, "seats": seats, **yours}


def _waits(told: dict[str, Any], holder: str | None) -> bool:
    """Whether it is somebody's own table, at which nobody else has sat down yet."""
    others = any(seat["holder"] and seat["holder"] != holder for seat in told["seats"])
    return told["state"] == "waiting" and told.get("host") == holder and not others
