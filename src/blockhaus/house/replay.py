"""From what was stored to the table it was.

A table is replayed by the rules that are played here. Where those are another version than the
table was made by, it counts if its moves give the same game; otherwise it is halted, and shown as
far as its moves can be followed.
"""

from __future__ import annotations

import logging

from ..core.errors import BlockhausError, RoomError, UnknownGame
from ..core.rooms import find_room
from ..core.spec import Spec
from ..core.words import Phrase
from . import views
from .clock import Pauses
from .storage import Stored
from .tables import Founding, Table
from .texts import HouseError

logger = logging.getLogger(__name__)
COMPARED = ("state", "turn", "number", "result")  # what the lists tell of how a game stands


def replayed(stored: Stored, pauses: Pauses | None = None) -> Table:
    """The table that was left, or HouseError if nothing of it can be shown."""
    spec = _playable(stored.founding.game)
    other = stored.founding.version != spec.version
    try:
        table = Table(stored.founding, pauses)
    except BlockhausError:
        raise HouseError("halted", detail=_why(stored.founding, spec)) from None
    except Exception:  # what was agreed is no agreement
        logger.warning("table %s cannot be read", stored.founding.id, exc_info=True)
        raise HouseError("unreadable") from None
    try:
        for entry in stored.entries:
            table.apply(entry)
    except Exception:
        logger.warning("table %s cannot be followed to its end", table.id, exc_info=not other)
        table.halt(_why(stored.founding, spec))
    if other and not table.halted and not _same_game(table, stored):
        table.halt(_why(stored.founding, spec))
    return table


def _playable(game: str) -> Spec:
    """The box of a game that can be played here; HouseError for any other."""
    try:
        room = find_room(game)
        _ = room.definition
        return room.spec
    except (UnknownGame, RoomError):
        raise HouseError("no-room", game=game) from None


def _same_game(table: Table, stored: Stored) -> bool:
    """What was dealt cannot be compared, so a game that deals has to have ended as it did."""
    if table.game.spec.chance and not stored.summary.get("result"):
        return not table.trail
    now = views.summary(table)
    return all(now[fact] == stored.summary[fact] for fact in COMPARED if fact in stored.summary)


def _why(founding: Founding, spec: Spec) -> Phrase:
    if founding.version == spec.version:
        return Phrase(
            "The moves of this table cannot be followed to the end: it can only be looked at."
        )
    return Phrase(
        "This table was played by version {old} of the rules of {game}. By version {new}, which is "
        "played here, its moves do not give the same game: it can only be looked at.",
        old=founding.version,
        new=spec.version,
        game=spec.title,
    )
