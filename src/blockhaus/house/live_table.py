"""Tables in play: changes in order, stored before anyone is told, and everyone told at once."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from ..core.position import Position
from ..core.words import Phrase
from . import plans, ratings, storage, views
from .asides import MOMENT
from .connection import TRY_AGAIN, Connection
from .json_text import ready_made, written
from .tables import Draft, Entry, Table
from .texts import HouseError

if TYPE_CHECKING:
    from .house import House

logger = logging.getLogger(__name__)
Plan = Callable[[Table], Draft | None]
Asker = tuple[Connection, Any]  # a page, and the number of its message
Change = Callable[[Plan, Asker | None, float], Awaitable[Entry | None]]
ATTEMPTS = 5  # against other processes that write at the same table


class LiveTable:
    """A table in memory, with everyone who looks at it."""

    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.table = table
        self.lock = house.lock(table.id)
        self.hinting = asyncio.Lock()  # one hint is searched for at a time
        self.connections: set[Connection] = set()
        self.asked: Position | None = None  # the position a computer thinks about
        self.thinking: int | None = None
        self._thought = (0.0, 0.0)  # since when, and for how many seconds at most
        self.touched = time.monotonic()
        self.doubtful = False  # whether something is in memory that was not stored
        self.left: dict[str, float] = {}  # when persons closed their last page of this table
        self.opened = time.monotonic()
        self._offers: tuple[Position, str] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._elsewhere: dict[str, tuple[frozenset[str], int]] = {}  # by process: who, onlookers
        self._told_others: tuple[list[str], int] = [], 0

    async def compute(self, job: Callable[[], Any]) -> Any:
        warming, game = self.house.warming, self.table.game.id
        return job() if warming.is_ready(game) else await warming.run(game, job)

    @property
    def is_needed(self) -> bool:
        """Whether somebody looks at the table, or the house itself has to do with it just now."""
        deadline = self.table.deadline
        soon = self.house.now() + 2 * self.house.settings.sweep_every
        due = deadline is not None and deadline < soon
        busy = self.lock.locked() or self.hinting.locked() or self.thinking is not None
        return bool(self.connections or busy or due)

    @property
    def cost(self) -> int:
        """About how many bytes the table takes in memory."""
        return self.table.cost + (len(self._offers[1]) if self._offers else 0)

    # Changes

    @asynccontextmanager
    async def settled(self) -> AsyncIterator[Table]:
        """The table as it is stored, which nobody changes meanwhile."""
        async with self.lock:
            if self.doubtful:
                await self.reload()
            yield self.table

    async def aside(self, job: Callable[[], Any]) -> Any:
        """Work something out about the table as it stands, when whoever asks has their turn. The
        lock is taken only then: who waits in a line keeps nobody from deciding.
        """
        game = self.table.game.id
        async with self.house.asides.turn(game, MOMENT), self.settled():
            return await self.house.warming.aside(game, job)

    async def change(
        self, plan: Plan, asker: Asker | None = None, at: float | None = None
    ) -> Entry | None:
        """Let something happen, if the plan finds that it may; None if there is nothing to do.

        Who asked for a decision and looks at the table is answered by being told of it. It counts
        from when it was asked for, and the time of who is next from when they are told: how long
        the house takes is nobody's time.
        """
        asked = self.house.now() if at is None else at
        # Whoever asked may hang up; what was begun is finished all the same.
        return await asyncio.shield(self.house.background(self.finish(plan, asker, asked)))

    async def finish(self, plan: Plan, asker: Asker | None, at: float) -> Entry | None:
        """The same for who cannot be broken off."""
        self.touched = time.monotonic()
        async with self.lock:
            if self.doubtful:
                await self.reload()
            for _ in range(ATTEMPTS):
                if self.table.halted:
                    raise HouseError("halted", detail=self.table.halted)
                try:
                    draft = await self.compute(lambda: plan(self.table))
                    return await self._happen(draft, asker, at) if draft else None
                except storage.Conflict:
                    await self.reload()
                except HouseError as error:
                    doubtful = error.code == "stale" or self.house.storage.shared
                    if not doubtful or not await self.is_behind():
                        raise
                    await self.reload()
            raise HouseError("too-many")

    async def is_behind(self) -> bool:
        """Whether another process has added to the log since it was read."""
        return await self.house.storage.size(self.table.id) != self.table.size

    async def _happen(self, draft: Draft, asker: Asker | None, at: float) -> Entry:
        table, at = self.table, max(at, self.table.updated)
        data = {**draft.data, **table.times(at, self.house.now())}
        entry = Entry(table.size, draft.kind, draft.seat, data, at)
        self.doubtful = True
        try:
            await self.house.storage.write(await self._written(entry, draft))
        except storage.Conflict:
            raise
        except BaseException:
            self.house.metrics.failures += 1
            await self._reload_if_possible()
            raise
        self.doubtful = False
        table.told(self.house.now())
        self.house.metrics.entries[entry.kind] += 1
        await self._follow(entry, asker)
        return entry

    async def _written(self, entry: Entry, draft: Draft) -> storage.Write:
        """Make an entry true in memory; what is to be stored of it."""
        table = self.table
        ended = table.ended
        await self.compute(lambda: table.apply(entry, draft.position))
        write = storage.added(table, entry)
        summary = await self.compute(lambda: views.summary(table))  # counts the points at the end
        write.news.append(storage.summary_row(table, summary))
        if table.ended and not ended and table.ranked:
            write.jobs.append(ratings.settle(table, entry.at))
        if draft.founds:
            write.further += storage.founded(draft.founds, views.summary(draft.founds)).further
        return write

    async def _follow(self, entry: Entry, asker: Asker | None) -> None:
        """What comes after something that is stored, whatever fails while it is told."""
        try:
            await self._announce(entry, asker)
        except Exception:
            logger.exception("not everybody was told of what happened at a table")
        finally:
            self.attend()

    async def reload(self) -> None:
        """What is in memory is not what is stored: read it anew, and tell everyone."""
        self.doubtful = True
        self.table = await self.house.read(self.table.id)
        self.doubtful = False
        self.asked = None
        await self.tell_table()
        self.tell_offers()

    # What other processes add

    async def catch_up(self) -> None:
        """Read what another process may have added."""
        found = await self.house.storage.since({self.table.id: self.table.size})
        if found:
            await self.follow(found[self.table.id])

    async def follow(self, entries: list[Entry]) -> None:
        """Let happen here what is stored already, in its order, and each once."""
        async with self.settled():
            for entry in entries:
                if entry.number < self.table.size:
                    continue
                try:
                    await self.compute(lambda entry=entry: self.table.apply(entry))  # type: ignore[misc]
                except Exception:  # there is a gap, or it cannot be followed
                    await self.reload()
                    self.attend()
                    return
                await self._follow(entry, None)

    async def renew(self) -> None:
        """Read everything anew; what was stored may have been changed."""
        try:
            async with self.lock:
                await self.reload()
                self.attend()
        except HouseError as error:  # nothing is left of it
            await self.house.put_away(self, Phrase(error.text, **error.facts))

    async def _reload_if_possible(self) -> None:
        """Where even reading fails, the table stays in doubt until somebody asks for it."""
        with suppress(Exception):
            await self.reload()

    @property
    def is_neglected(self) -> bool:
        """Whether something that the house had to do here has failed."""
        table = self.table
        if not self.house.neighbours.keeps(table.id):
            return self.doubtful
        overdue = table.deadline and table.deadline < self.house.now()
        asleep = table.computer_due is not None and self.asked is not table.position
        return bool(self.doubtful or overdue or asleep)

    async def care(self) -> None:
        """Begin again what failed."""
        async with self.settled():
            self.attend()

    def attend(self) -> None:
        """See to what the house itself has to do next: a computer's move, the end of a time."""
        if not self.house.neighbours.keeps(self.table.id):
            self._wish_to_attend()
            return
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

    def _wish_to_attend(self) -> None:
        """Where there is something to do, one process does it; perhaps this one."""
        table, soon = self.table, self.house.now() + self.house.settings.sweep_every
        due = table.deadline is not None and table.deadline <= soon
        if due or (table.watched and self.connections and table.computer_due is not None):
            self.house.background(self._try_to_attend())

    async def _try_to_attend(self) -> None:
        if await self.house.neighbours.claim([self.table.id]):
            self.attend()

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
        """The end of somebody's time, unless there is more of it than was thought. The house first
        makes sure that it can keep anything: while it cannot, nobody's time runs.
        """
        await self.house.settle_time()
        if await self.change(lambda table: plans.timeout(table, self.house.now())) is None:
            self.attend()

    async def computer_move(self, position: Position, move: str) -> None:
        def plan(table: Table) -> Draft | None:
            due = table.computer_due is not None and table.position is position
            return plans.decision(table, move) if due else None

        await self.change(plan)

    def think(self, seat: int | None, seconds: float = 0.0) -> None:
        """A computer begins to think, for so many seconds at most, or has decided."""
        self.heard_think(seat, seconds)
        self.house.storage.tell(["thinks", self.table.id, seat, seconds])

    def heard_think(self, seat: int | None, seconds: float) -> None:
        self.thinking = seat
        self._thought = self.house.now(), seconds
        self.broadcast(self.thought())

    def thought(self) -> dict[str, Any]:
        """Which computer thinks, since when, and how long it may."""
        since, seconds = self._thought
        facts = {"since": since, "seconds": seconds, "passed": self.house.now() - since}
        return {"type": "thinking", "seat": self.thinking, **facts}

    def check_computers(self, number: int) -> None:
        """HouseError if computers have enough to do for the host, and this decision were more."""
        if number == self.table.number and any(s.kind == "computer" for s in self.table.seats):
            self.house.computers.check(self.table.founding.host)

    # Telling

    async def _announce(self, entry: Entry, asker: Asker | None) -> None:
        if entry.kind == "move":
            await self._tell_move(entry, asker)
        elif entry.kind == "chat":
            self.broadcast({"type": "chat", "message": self.table.chat[-1]})
        if entry.kind not in ("move", "chat") or self.table.ended:
            await self.tell_table()
            self.tell_presence()  # who sat down no longer watches
            self.tell_offers()

    async def _tell_move(self, entry: Entry, asker: Asker | None) -> None:
        table = self.table
        news: dict[str, Any] = {
            "type": "played",
            "number": table.number,
            "seat": entry.seat,
            "move": entry.data["move"],
            "words": table.position.words,
            "turn": table.trail.turn(-2),
            "clock": table.clock.data(self.house.now()) if table.clock else None,
            "state": table.state,
        }
        told: dict[int | None, str] = {}  # by whose eyes see it

        async def tell(connection: Connection) -> None:
            seat = views.eye(table, connection.holder)
            if seat not in told:
                view = await self.compute(lambda: views.view(table, seat))
                told[seat] = written({**news, "view": view})
            if asker and asker[0] is connection:
                connection.send_text(f'{{"id":{written(asker[1])},{told[seat][1:]}')
            else:
                connection.send_text(told[seat])

        await self._tell_each(tell)
        if not table.ended:
            self.tell_offers()

    async def tell_table(self) -> None:
        async def tell(connection: Connection) -> None:
            holder, lang = connection.holder, connection.lang
            data = await self.compute(lambda: self.data(holder, lang))
            connection.send({"type": "table", "table": data})

        await self._tell_each(tell)

    async def _tell_each(self, tell: Callable[[Connection], Awaitable[None]]) -> None:
        """Tell every page. One that cannot be told is sent away, and comes again by itself."""
        for connection in list(self.connections):  # pages come and go meanwhile
            try:
                await tell(connection)
            except Exception:
                logger.exception("a page could not be told")
                connection.close(TRY_AGAIN)

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
            aside = self.house.warming.aside  # and in no line: who plays waits for nobody
            made = await aside(position.game.id, lambda: written(position.offers()))
            self._offers = position, made
        offers = ready_made(self._offers[1])
        text = written({"type": "offers", "number": number, "offers": offers})
        for connection in listeners:
            connection.send_text(text)

    def broadcast(self, message: dict[str, Any]) -> None:
        text = written(message)
        for connection in list(self.connections):
            connection.send_text(text)

    def data(self, holder: str | None, lang: str) -> dict[str, Any]:
        here = [self.is_here(seat) for seat in range(len(self.table.seats))]
        at = self.house.now()
        return views.table_data(self.table, holder, here, self.thinking, lang, at)

    # Presence

    def is_here(self, seat: int) -> bool:
        place = self.table.seats[seat]
        if place.kind == "computer":
            return True
        if place.person is None:
            return False
        return any(c.holder == place.person for c in self.connections) or any(
            place.person in holders for holders, _ in self._elsewhere.values()
        )

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
        if connection.holder in {seat.holder for seat in self.table.seats}:
            self.left[connection.holder or ""] = time.monotonic()
        if not self.connections:
            self._offers = None
            self.table.trail.rest()
        self.tell_presence()
        if self.table.watched and not self.connections:
            self.house.neighbours.release([self.table.id])  # others may look on elsewhere

    def tell_presence(self) -> None:
        seats = range(len(self.table.seats))
        watching = self._present()[1] + sum(count for _, count in self._elsewhere.values())
        self.broadcast(
            {"type": "presence", "here": [self.is_here(s) for s in seats], "watching": watching}
        )
        if self.house.storage.shared and self._told_others != self._present():
            self.tell_others()

    def _present(self) -> tuple[list[str], int]:
        """Who of those who sit here has a page open in this process, and how many look on."""
        sitting = {seat.holder for seat in self.table.seats if seat.holder}
        holders = [c.holder for c in self.connections]
        seated = {holder for holder in holders if holder in sitting}
        return sorted(filter(None, seated)), sum(holder not in sitting for holder in holders)

    def tell_others(self) -> None:
        """Tell the other processes who is here."""
        self._told_others = self._present()
        self.house.storage.tell(["here", self.table.id, *self._told_others])

    def learn(self, process: str, holders: frozenset[str], watching: int) -> None:
        """Who is at this table by another process."""
        before, _ = self._elsewhere.pop(process, (frozenset(), 0))
        self.left |= dict.fromkeys(before - holders, time.monotonic())
        if holders or watching:
            self._elsewhere[process] = holders, watching
        self.tell_presence()
        if self.table.watched:
            self.attend()

    def forget(self, processes: frozenset[str]) -> None:
        """Some processes are gone, and who was there with them."""
        for process in processes & self._elsewhere.keys():
            self.learn(process, frozenset(), 0)

    def close(self) -> None:
        if self._timer:
            self._timer.cancel()
