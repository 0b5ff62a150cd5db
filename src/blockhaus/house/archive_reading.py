"""What somebody brings from another house, read: a zip, and the games in it.

It may have been written by anybody, to do harm. So a zip is unpacked no further than an honest one
goes, foundings are put together anew from facts that are checked, and everything that happened at a
table has to be allowed at it, one after the other, as if it happened here.
"""

from __future__ import annotations

import hashlib
import math
import re
import struct
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from ..core.errors import BlockhausError
from ..core.game import Game, read_code
from ..players.levels import TOP
from . import plans, views
from .json_text import read
from .plain_text import checked_name
from .setting_up import named_game
from .tables import Draft, Entry, Founding, Table
from .texts import HouseError
from .wire.requests import DaysClock, GameClock

FACTS = b"you.json"
ME = "@me"  # whoever brings it
# A game of 30 to 40 decisions takes 2.5 kB of an archive, all told: 300 take 0.75 MB, and this has
# room for 1,600. The worst JSON of this size takes 100 MB in memory for a moment.
LARGEST = 4 * 2**20  # bytes of the facts, unpacked
MOST_PARTS = 400_000  # lists and objects in them: each takes twenty times as much as its text
LONGEST_LOG = 5000
LATER = 24 * 3600.0  # seconds by which the clock of another house may be ahead
ID = re.compile(r"[a-z0-9]{10}")
SECRET = re.compile(r"[0-9a-f]{64}")
SHARE = re.compile(r"([0-9a-f]{32})?")
ID_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
# Of logs: they are no part of the game, or counted anew.
LEFT_OUT = ("chat", "next", "rematch", "reopen", "resume")
STORED, DEFLATED, ENCRYPTED = 0, 8, 1
END = struct.Struct("<4s4H2LH")  # of a zip: how many parts, and where the list of them begins
PART = struct.Struct("<4s6H3L5H2L")  # in that list
HEAD = struct.Struct("<4s5H3L2H")  # before the part itself
CLOCK: TypeAdapter[GameClock | DaysClock] = TypeAdapter(GameClock | DaysClock)

Played = tuple[Table, list[Entry], dict[str, Any]]


class NoGame(Exception):
    """What was brought is no game, or none that may be brought."""


class NoTime(Exception):
    """So much is to be replayed that the rest has to be brought another time."""


# The zip


def unpacked(packed: bytes) -> tuple[Any, Any]:
    """The name and what came along; all the rest is forgotten at once."""
    try:
        text = _part(packed, FACTS)
        if text.count(b"[") + text.count(b"{") > MOST_PARTS:
            raise HouseError("too-large")
        facts = read(text.decode())
    except (struct.error, zlib.error, ValueError, EOFError, RecursionError):
        raise HouseError("bad-archive") from None
    if not isinstance(facts, dict):
        raise HouseError("bad-archive")
    return facts.get("name"), facts.get("along")


def _part(packed: bytes, wanted: bytes) -> bytes:
    """A part of a zip. The list of parts is walked through here: the zipfile module makes objects
    of all that it is told of, and unpacks without an end.
    """
    signature, _, _, _, count, _, at, _ = END.unpack_from(packed, max(0, packed.rfind(b"PK\5\6")))
    _check(signature == b"PK\5\6")
    for _ in range(count):
        signature, _, _, flags, how, _, _, crc, size, _, *rest = PART.unpack_from(packed, at)
        _check(signature == b"PK\1\2")
        name = packed[at + PART.size : at + PART.size + rest[0]]
        if name == wanted:
            _check(how in (STORED, DEFLATED) and not flags & ENCRYPTED)
            return _whole_part(packed, rest[-1], size, how, crc)
        at += PART.size + sum(rest[:3])
    raise ValueError


def _whole_part(packed: bytes, at: int, size: int, how: int, crc: int) -> bytes:
    signature, *_, name, extra = HEAD.unpack_from(packed, at)
    begin = at + HEAD.size + name + extra
    data = packed[begin : begin + size]
    _check(signature == b"PK\3\4" and len(data) == size)
    if how == DEFLATED:
        data = zlib.decompressobj(-zlib.MAX_WBITS).decompress(data, LARGEST + 1)
    if len(data) > LARGEST:
        raise HouseError("too-large")
    _check(zlib.crc32(data) == crc)
    return data


def _check(holds: bool) -> None:
    if not holds:
        raise ValueError


# Games


@dataclass(frozen=True)
class Bringer:
    """Who brings something, to a house where it is some time now."""

    holder: str
    now: float
    alone: bool  # whether nobody else has tables here: they keep their ids, and count if they did

    def id_of(self, old: str, secret: str) -> str:
        """The id of a table here: one of its own, so that no link of others leads to it, and the
        same each time.
        """
        if self.alone:
            return old
        number = int(hashlib.sha256(f"{self.holder} {secret}".encode()).hexdigest(), 16)
        digits = (number // len(ID_LETTERS) ** place for place in range(10))
        return "".join(ID_LETTERS[digit % len(ID_LETTERS)] for digit in digits)


def origin(told: Any) -> tuple[str, str, str] | None:
    """The game of a table, its old id, and its secret, which tells it from all others."""
    facts = told.get("founding") if isinstance(told, dict) else None
    log = told.get("log") if isinstance(told, dict) else None
    if not isinstance(facts, dict) or not isinstance(log, list) or len(log) > LONGEST_LOG:
        return None
    game, old, secret = facts.get("game"), facts.get("id"), facts.get("secret")
    if not (isinstance(game, str) and isinstance(old, str) and isinstance(secret, str)):
        return None
    fits = len(game) <= 40 and ID.fullmatch(old) and SECRET.fullmatch(secret)
    return (game, old, secret) if fits else None


def played(told: dict[str, Any], who: Bringer, until: float) -> Played | None:
    """A table with its log and what lists tell of it, if all of it may have happened so; it may
    take up to some time of the steady clock.
    """
    try:
        table = Table(_founding(told["founding"], who))
        entries = [entry for line in told["log"] for entry in _happened(table, line, who, until)]
        entries += _resumed(table, told.get("clock"), who)
        summary = views.summary(table)
    except NoTime:
        raise
    except Exception:  # whatever was written there, it is no game
        return None
    # A game that goes on and deals would be one whose bringer knows every hand.
    may_come = table.state == "over" or not table.game.spec.chance
    return (table, entries, summary) if may_come else None


def _founding(facts: dict[str, Any], who: Bringer) -> Founding:
    game = _game(facts)
    code = facts.get("code")
    seats = [_seat(seat, who.holder) for seat in _list(facts["seats"], game.players)]
    clock = facts.get("clock")
    computers = [seat["kind"] == "computer" for seat in seats]
    if len(seats) != game.players or (game.spec.chance and facts["version"] != game.spec.version):
        raise NoGame
    return Founding(
        id=who.id_of(facts["id"], facts["secret"]),
        game=game.id,
        options=game.shown_options(),
        seats=seats,
        host=who.holder,
        created=_moment(facts["created"], who.now),
        secret=facts["secret"],
        clock=None if clock is None else CLOCK.validate_python(clock).model_dump(),
        code=code,
        version=game.spec.version,  # by which it is replayed
        ranked=who.alone and facts.get("ranked") is True,
        coach=facts.get("coach") is True and computers.count(False) == 1 and not game.spec.secrets,
    )


def _game(facts: dict[str, Any]) -> Game:
    code = facts.get("code")
    options = facts["options"]
    if not isinstance(options, dict) or len(options) > 40:
        raise NoGame
    for name, value in options.items():
        _text(name, 40)
        _text(value, 2000)
    game = named_game(facts["game"], options)
    if code is None:
        return game
    try:
        start = read_code(_text(code, 9000))
    except BlockhausError:
        raise NoGame from None
    if start.game.id != game.id or start.game.options != game.options or start.is_over:
        raise NoGame
    return game


def _seat(facts: Any, holder: str) -> dict[str, Any]:
    """A seat of the bringer or of a computer: nobody else comes along, and nobody is waited for."""
    kind, of, level = (facts[name] for name in ("kind", "holder", "level"))
    me = kind == "person" and of == ME and level is None
    if not me and not (kind == "computer" and of is None and _whole(level, 1, TOP)):
        raise NoGame
    share = _text(facts.get("share", ""), 32) if me else ""
    if not SHARE.fullmatch(share):
        raise NoGame
    return {
        "kind": kind,
        "level": level,
        "name": name_of(facts.get("name")) if me else "",
        "holder": holder if me else None,
        "invitation": None,
        "share": share,
    }


def name_of(name: Any) -> str:
    """A name, or nothing where none is written that may be shown."""
    try:
        return checked_name(_text(name, 200))
    except (HouseError, NoGame):
        return ""


# What happened at them


def _happened(table: Table, line: Any, who: Bringer, until: float) -> list[Entry]:
    """An entry of a log, made true at the table; none if it is left out."""
    if time.monotonic() > until:
        raise NoTime
    kind, seat, data, at = _list(line, 4)
    if kind in LEFT_OUT:
        return []
    if table.state != "running" or not isinstance(data, dict):
        raise NoGame
    draft = PLANS[kind](table, who.holder, seat, data)
    if draft is None:
        return []
    entry = Entry(table.size, draft.kind, draft.seat, draft.data, _moment(at, who.now))
    table.apply(entry, draft.position)
    return [entry]


def _move(table: Table, holder: str, seat: Any, data: dict[str, Any]) -> Draft:
    draft = plans.decision(table, _text(data["move"], 60))
    if not _whole(seat, 0, 7) or seat != draft.seat:
        raise NoGame
    return draft


def _out(table: Table, holder: str, seat: Any, data: dict[str, Any]) -> Draft:
    _own(table, holder, seat)
    if data["how"] not in ("resigned", "time") or seat in table.out:
        raise NoGame
    return Draft("out", seat, {"how": data["how"]})


def _undo(table: Table, holder: str, seat: Any, data: dict[str, Any]) -> Draft | None:
    if not _whole(data["number"], 0, LONGEST_LOG):
        raise NoGame
    seats = [*_own(table, holder, seat), *table.held(holder)]
    return plans.act(table, "ask-undo", seats, number=data["number"])


def _offer_draw(table: Table, holder: str, seat: Any, data: dict[str, Any]) -> Draft | None:
    return plans.act(table, "offer-draw", _own(table, holder, seat))


def _hint(table: Table, holder: str, seat: Any, data: dict[str, Any]) -> Draft | None:
    if not _whole(data["strength"], 1, 3):
        raise NoGame
    return plans.hint(table, holder, table.number, data["strength"])


def _coach(table: Table, holder: str, seat: Any, data: dict[str, Any]) -> Draft | None:
    act = {True: "coach-on", False: "coach-off"}[data["on"]]
    return plans.act(table, act, _own(table, holder, seat))


def _resumed(table: Table, times: Any, who: Bringer) -> list[Entry]:
    """A clock goes on as it stood when the game was taken away: the time since then is nobody's.
    Where nobody says how it stood, it goes on as it was after the last decision.
    """
    if not table.clock or table.state != "running":
        return []
    left = table.clock.remaining if times is None else _times(table, times)
    entry = Entry(table.size, "resume", None, {"remaining": list(left)}, who.now)
    table.apply(entry)
    return [entry]


def _times(table: Table, times: Any) -> list[float]:
    """What every seat has left: no more than it can have been given so far."""
    if not table.clock:
        raise NoGame
    terms = table.clock.terms
    most = terms.allowance + terms.increment * LONGEST_LOG
    for seconds in _list(times, len(table.seats)):
        if type(seconds) not in (int, float) or not 0 <= seconds <= most:
            raise NoGame
    return [float(seconds) for seconds in times]


PLANS: dict[str, Callable[[Table, str, Any, dict[str, Any]], Draft | None]] = {
    "move": _move,
    "out": _out,
    "undo": _undo,
    "offer-draw": _offer_draw,
    "hint": _hint,
    "coach": _coach,
}


def _own(table: Table, holder: str, seat: Any) -> list[int]:
    if not _whole(seat, 0, 7) or seat not in table.held(holder):
        raise NoGame
    return [seat]


# Plain facts


def _list(value: Any, length: int) -> list[Any]:
    if not isinstance(value, list) or len(value) != length:
        raise NoGame
    return value


def _text(value: Any, longest: int) -> str:
    """A text on one line; nothing that a database cannot keep."""
    if not isinstance(value, str) or len(value) > longest or not value.isprintable():
        raise NoGame
    return value


def _whole(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _moment(value: Any, now: float) -> float:
    """A time in the past: what is stored of tables is a sign of life, and later than now it would
    put the clocks of the whole house forward.
    """
    if type(value) not in (int, float) or not math.isfinite(value):
        raise NoGame
    if not 0 <= value <= now + LATER:
        raise NoGame
    return min(float(value), now)
