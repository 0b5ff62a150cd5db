"""Tables in play: changes in order, stored before anyone is told, and everyone told at once."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..core.position import Position
from . import plans, ratings, storage, views
from .connection import Connection
from .json_text import ready_made, written
from .tables import Draft, Entry, Table
from .texts import HouseError

if TYPE_CHECKING:
    from .house import House

logger = logging.getLogger(__name__)
Plan = Callable[[Table], Draft | None]
Asker = tuple[Connection, Any]  # a page, and the number of its message
ATTEMPTS = 5  # against other processes that write at the same table


class LiveTable:
    """A table in memory, with everyone who looks at it."""

    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.table = table
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.asked: Position | None = None  # the position a computer thinks about
        self.thinking: int | None = None
        self._thought = (0.0, 0.0)  # since when, and for how many seconds at most
        self.touched = time.monotonic()
        self.left: dict[str, float] = {}  # when persons closed their last page of this table
        self.opened = time.monotonic()
        self._offers: tuple[Position, str] | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def compute(self, job: Callable[[], Any]) -> Any:
        return await self.house.warming.run(self.table.game.id, job)

    # Changes

    async def change(self, plan: Plan, asker: Asker | None = None) -> Entry | None:
        """Let something happen, if the plan finds that it may; None if there is nothing to do.

        Who asked for a decision and looks at the table is answered by being told of it.
        """
        # Whoever asked may hang up; what was begun is finished all the same.
        return await asyncio.shield(self.house.background(self._change(plan, asker)))

    async def _change(self, plan: Plan, asker: Asker | None) -> Entry | None:
        self.touched = time.monotonic()
        async with self.lock:
            for _ in range(ATTEMPTS):
                if self.table.halted:
                    raise HouseError("halted", detail=self.table.halted)
                try:
                    draft = await self.compute(lambda: plan(self.table))
                    return await self._happen(draft, asker) if draft else None
                except storage.Conflict:
                    await self.reload()
                except HouseError as error:
                    if error.code != "stale" or not await self._is_behind():
                        raise
                    await self.reload()
            raise HouseError("too-many")

    async def _is_behind(self) -> bool:
        """Whether another process has added to the log since it was read."""
        return await self.house.storage.size(self.table.id) != self.table.size

    async def _happen(self, draft: Draft, asker: Asker | None) -> Entry:
        table = self.table
        entry = Entry(table.size, draft.kind, draft.seat, draft.data, self.house.now())
        ended = table.ended
        await self.compute(lambda: table.apply(entry, draft.position))
        write = storage.added(table, entry)
        summary = await self.compute(lambda: views.summary(table))  # counts the points at the end
        write.news.append(storage.summary_row(table, summary))
        if table.ended and not ended and table.ranked:
            write.jobs.append(ratings.settle(table, entry.at))
        if draft.founds:
            write.further += storage.founded(draft.founds, views.summary(draft.founds)).further
        try:
            await self.house.storage.write(write)
        except storage.Conflict:
            raise
        except Exception:
            await self.reload()
            raise
        await self._announce(entry, asker)
        self.attend()
        return entry

    async def reload(self) -> None:
        """What is in memory is not what is stored: read it anew, and tell everyone."""
        self.table = await self.house.read(self.table.id)
        self.asked = None
        await self.compute(self.tell_table)

    def attend(self) -> None:
        """See to what the house itself has to do next: a computer's move, the end of a time."""
        if self.table.watched:
            self._go_on()
            return
        if self._timer:
            self._timer.cancel()
            self._timer = None
        deadline = self.table.deadline
        if deadline is None:
            return
        if self.table.computer_due is not None:
            self.house.computers.ask(self)
        else:
            loop = asyncio.get_running_loop()
            wait = min(max(0.0, deadline - self.house.now()), 3600.0)
            self._timer = loop.call_later(wait, self._look_at_the_clock)

    def _go_on(self) -> None:
        """Computers among themselves decide at a pace that people can follow."""
        if self._timer or not self.connections or self.table.computer_due is None:
            return  # who says something meanwhile does not put it off
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self.house.settings.pace, self._let_decide)

    def _let_decide(self) -> None:
        self._timer = None
        if self.connections:
            self.house.computers.ask(self)

    def _look_at_the_clock(self) -> None:
        self.house.background(self._end_of_time())

    async def _end_of_time(self) -> None:
        if await self.change(lambda table: plans.timeout(table, self.house.now())) is None:
            self.attend()

    async def computer_move(self, position: Position, move: str) -> None:
        def plan(table: Table) -> Draft | None:
            due = table.computer_due is not None and table.position is position
            return plans.decision(table, move) if due else None

        await self.change(plan)

    def think(self, seat: int | None, seconds: float = 0.0) -> None:
        """A computer begins to think, for so many seconds at most, or has decided."""
        self.thinking = seat
        self._thought = self.house.now(), seconds
        self.broadcast(self.thought())

    def thought(self) -> dict[str, Any]:
        """Which computer thinks, since when, and how long it may."""
        since, seconds = self._thought
        facts = {"since": since, "seconds": seconds, "passed": self.house.now() - since}
        return {"type": "thinking", "seat": self.thinking, **facts}

    # Telling

    async def _announce(self, entry: Entry, asker: Asker | None) -> None:
        if entry.kind == "move":
            await self._tell_move(entry, asker)
        elif entry.kind == "chat":
            self.broadcast({"type": "chat", "message": self.table.chat[-1]})
        if entry.kind not in ("move", "chat") or self.table.ended:
            await self.compute(self.tell_table)
            self.tell_presence()  # who sat down no longer watches
            self.tell_offers()

    async def _tell_move(self, entry: Entry, asker: Asker | None) -> None:
        table = self.table
        news: dict[str, Any] = {
            "type": "played",
            "number": table.number,
            "seat": entry.seat,
            "move": entry.data["move"],
            "turn": table.trail[-2].turn,
            "clock": table.clock.data(self.house.now()) if table.clock else None,
            "state": table.state,
        }
        told: dict[int | None, str] = {}  # by whose eyes see it
        for connection in self.connections:
            seat = views.eye(table, connection.holder)
            if seat not in told:
                view = await self.compute(lambda seat=seat: views.view(table, seat))  # type: ignore[misc]
                told[seat] = written({**news, "view": view})
            if asker and asker[0] is connection:
                connection.send_text(f'{{"id":{written(asker[1])},{told[seat][1:]}')
            else:
                connection.send_text(told[seat])
        if not table.ended:
            self.tell_offers()

    def tell_table(self) -> None:
        for connection in list(self.connections):
            connection.send(
                {"type": "table", "table": self.data(connection.holder, connection.lang)}
            )

    def tell_offers(self, only: Connection | None = None) -> None:
        """The mover's possible moves follow in their own time."""
        table = self.table
        mover = table.to_move
        if mover is None:
            return
        person = table.seats[mover].person
        listeners = [
            connection
            for connection in ([only] if only else self.connections)
            if connection.offers and person is not None and connection.holder == person
        ]
        if listeners:
            self.house.background(self._send_offers(listeners, table.position, table.number))

    async def _send_offers(
        self, listeners: list[Connection], position: Position, number: int
    ) -> None:
        if self._offers is None or self._offers[0] is not position:
            made = await self.house.aside(position.game.id, lambda: written(position.offers()))
            self._offers = position, made
        offers = ready_made(self._offers[1])
        text = written({"type": "offers", "number": number, "offers": offers})
        for connection in listeners:
            connection.send_text(text)

    def broadcast(self, message: dict[str, Any]) -> None:
        text = written(message)
        for connection in self.connections:
            connection.send_text(text)

    def data(self, holder: str | None, lang: str) -> dict[str, Any]:
        here = [self.is_here(seat) for seat in range(len(self.table.seats))]
        return views.table_data(self.table, holder, here, self.thinking, lang)

    # Presence

    def is_here(self, seat: int) -> bool:
        place = self.table.seats[seat]
        if place.kind == "computer":
            return True
        return any(place.person and c.holder == place.person for c in self.connections)

    def is_gone(self, seat: int) -> bool:
        """Whether the person of a seat has been away for a while."""
        if not 0 <= seat < len(self.table.seats) or self.is_here(seat):
            return False
        since = self.left.get(self.table.seats[seat].person or "", self.opened)
        return time.monotonic() - since >= self.house.settings.gone_after

    def join(self, connection: Connection) -> None:
        self.connections.add(connection)
        self.touched = time.monotonic()
        self.tell_presence()
        if self.table.watched:
            self.attend()

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.touched = time.monotonic()
        if connection.holder:
            self.left[connection.holder] = time.monotonic()
        self.tell_presence()

    def tell_presence(self) -> None:
        seats = range(len(self.table.seats))
        holders = {seat.holder for seat in self.table.seats if seat.holder}
        watching = sum(c.holder not in holders for c in self.connections)
        self.broadcast(
            {"type": "presence", "here": [self.is_here(s) for s in seats], "watching": watching}
        )

    def close(self) -> None:
        if self._timer:
            self._timer.cancel()
