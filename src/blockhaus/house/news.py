"""What the processes of a house tell each other, and what a house does when it hears it.

A notice comes when its transaction is stored, so nothing is told that is not. Decisions are told as
they are: to read each from the database would cost more than to follow it. Other entries of a log
are only pointed at, and whoever has the table in memory reads them, as it does where it missed one.
Who is at a table, who thinks and who was about are told as they are and kept nowhere; whoever opens
a table asks for them, and a process that dies takes them along.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

from ..core.words import Phrase
from .json_text import read
from .storage import Unreachable
from .tables import Entry

if TYPE_CHECKING:
    from .house import House

VISITS_EVERY = 30.0  # seconds; less than a page may be silent
MOST_AT_ONCE = 50  # tables that one process takes over in a second, so that all get some
BURY_EVERY = 60.0
RETRY = 0.5  # seconds


class News:
    """The ear of a house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._behind: set[str] = set()
        self._reading = False
        self._taking = False
        self._alive: frozenset[str] = frozenset()
        self._told_visits = self._buried = time.monotonic()

    # What neighbours.Listener asks for

    def hear(self, payload: str) -> None:
        process, *notices = read(payload)
        own = process == self.house.neighbours.process
        for kind, *facts in notices:
            if kind == "log":  # one's own, too: a line may be lost before the answer comes
                self._on_log(*facts)
            elif not own and (react := getattr(self, f"_on_{kind}", None)):
                react(process, *facts)  # a newer process may tell what is not known here

    def back(self) -> None:
        self.house.background(self._catch_up_all())

    def beat(self, alive: frozenset[str]) -> None:
        gone, self._alive = self._alive - alive, alive
        self.house.rates.share(len(alive), self._tell_taken)
        for live in list(self.house.live.values()):
            with self.house.broken.passed_over(live.table.id):
                live.forget(gone)
        if not self._taking:
            self._taking = True
            self.house.background(self._take_over())
        if time.monotonic() - self._told_visits > VISITS_EVERY:
            self._tell_visits()

    # Notices, by their names

    def _on_log(self, table_id: str, number: int, *entry: Any) -> None:
        live = self.house.live.get(table_id)
        if live and number >= live.table.size:
            if entry and number == live.table.size and not live.lock.locked():
                self.house.background(live.follow([Entry(number, *entry)]))
                return
            self._behind.add(table_id)
            if not self._reading:
                self._reading = True
                self.house.background(self._read())

    def _on_people(self, _: str) -> None:
        self.house.background(self.house.persons.load())

    def _on_again(self, _: str, table_id: str) -> None:
        """What was stored has been changed: somebody became another."""
        if table_id in self.house.live:
            self.house.background(self._again(table_id))

    def _on_gone(self, _: str, table_id: str, source: str) -> None:
        live = self.house.live.get(table_id)
        if live:
            self.house.background(self.house.put_away(live, Phrase(source)))

    def _on_who(self, _: str, table_id: str) -> None:
        live = self.house.live.get(table_id)
        if live:
            live.tell_others()

    def _on_here(self, process: str, table_id: str, holders: list[str], watching: int) -> None:
        live = self.house.live.get(table_id)
        if live:
            live.learn(process, frozenset(holders), watching)

    def _on_thinks(self, _: str, table_id: str, seat: int | None, seconds: float) -> None:
        live = self.house.live.get(table_id)
        if live:
            live.heard_think(seat, seconds)

    def _on_visits(self, _: str, holders: list[str]) -> None:
        for holder in holders:
            self.house.notice_visit(holder)

    def _on_taken(self, _: str, name: str, visitor: str, count: int) -> None:
        self.house.rates.taken_elsewhere(name, visitor, count)

    # Catching up

    async def _read(self) -> None:
        """Whatever has gathered meanwhile is read at once."""
        try:
            while self._behind and not self.house.closing:
                behind, self._behind = self._behind, set()
                try:
                    await self._follow([i for i in behind if i in self.house.live])
                except Unreachable:  # noted there; nothing of it is forgotten
                    self._behind |= behind
                    await asyncio.sleep(RETRY)
        finally:
            self._reading = False

    async def look_for_missed(self) -> None:
        """Notices are not lost, but a house would not notice: now and then it compares."""
        which = list(self.house.live)
        for start in range(0, len(which), MOST_AT_ONCE):
            await self._follow(
                [i for i in which[start : start + MOST_AT_ONCE] if i in self.house.live]
            )

    async def _follow(self, which: list[str]) -> None:
        if not which:
            return
        sizes = {table_id: self.house.live[table_id].table.size for table_id in which}
        for table_id, entries in (await self.house.storage.since(sizes)).items():
            live = self.house.live.get(table_id)
            if live:
                self.house.background(live.follow(entries))

    async def _again(self, table_id: str) -> None:
        await self.house.persons.load()  # else a page would be told of its own seat as another's
        live = self.house.live.get(table_id)
        if live:
            await live.renew()

    async def _catch_up_all(self) -> None:
        """What was missed is read: who is who, then every table, which may have been changed."""
        for live in self.house.live.values():
            live.doubtful = True  # whoever asks for it meanwhile has it read
        while not self.house.closing:
            try:
                await self.house.persons.load()
                for live in list(self.house.live.values()):
                    with self.house.broken.passed_over(live.table.id):
                        if live.doubtful:
                            await live.renew()
                            live.tell_others()
                            self.house.storage.tell(["who", live.table.id])
                return
            except Unreachable:  # noted there
                await asyncio.sleep(RETRY)

    # What one of the processes must do

    async def _take_over(self) -> None:
        """See to tables that no living process sees to."""
        house = self.house
        try:
            due = await house.neighbours.neglected(house.now() + house.settings.sweep_every)
            wanted = house.in_turn([each for each in due if not self._is_seen_to(each[0])])
            for table_id in await house.neighbours.claim(wanted[:MOST_AT_ONCE]):
                if table_id in house.live:
                    house.background(house.live[table_id].care())
                else:
                    house.background(house.see_to(table_id))
            if time.monotonic() - self._buried > BURY_EVERY:
                self._buried = time.monotonic()
                await house.neighbours.bury()
        except Unreachable:
            pass  # noted there; the next beat tries again
        finally:
            self._taking = False

    def _is_seen_to(self, table_id: str) -> bool:
        return table_id in self.house.live and self.house.neighbours.keeps(table_id)

    def _tell_taken(self, name: str, visitor: str, count: int) -> None:
        self.house.storage.tell(["taken", name, visitor, count])

    def _tell_visits(self) -> None:
        """Who has a page open at a table is in the house, for all processes."""
        self._told_visits = time.monotonic()
        here = {page.holder for live in self.house.live.values() for page in live.connections}
        holders: list[Any] = sorted(holder for holder in here if holder)
        for start in range(0, len(holders), MOST_AT_ONCE):
            self.house.storage.tell(["visits", holders[start : start + MOST_AT_ONCE]])
