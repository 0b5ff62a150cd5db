"""The house: its tables, its computers, its storage, opened and closed together."""

from __future__ import annotations

import asyncio
import logging
import secrets
import string
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from ..core.words import Phrase
from . import draws, storage, views
from .alive import known_pauses, last_alive, show_life, sign
from .analysts import Analysts
from .asides import LONG, MOMENT, Asides
from .challenges import Challenges
from .computer import Computers
from .connection import GOING_AWAY, LAST_WORDS, Connection
from .databases import Database, told_if_unusable
from .letting_go import Broken, beyond, by_host, costs_of
from .live_table import LiveTable
from .metrics import Metrics
from .neighbours import Neighbours, last_beat
from .news import News
from .orders import CLOSED, Orders, heed
from .persons import Persons
from .queues import Line
from .rates import Rates
from .replay import replayed
from .settings import Settings
from .solvers import Solvers
from .storage import Storage
from .tables import Draft, Founding, Table
from .teachers import Teachers
from .texts import HouseError
from .timekeeping import LOOK_EVERY, Timekeeper
from .tokens import Tokens
from .unreadable import UNKNOWN
from .warming import Warming
from .whereabouts import Whereabouts

Result = TypeVar("Result")
logger = logging.getLogger(__name__)
ID_LETTERS = string.ascii_lowercase + string.digits
ID_LENGTH = 10
LONG_LOG = 200  # entries; replaying more would keep everybody waiting
LOADING = 4  # tables that the house loads at once to see to them
SHARES = 8  # of the memory for tables: one host has one at most
BREATH = 5.0  # seconds for which a table stays that was just asked for
ROOM_EVERY = 2.0  # seconds from one look at what tables take in memory to the next
RETRY_AFTER = 2.0  # seconds until what failed is tried again
RECENT = 3600.0  # seconds; older pauses are known, whichever process kept them


class House:
    """Everything that happens behind the requests."""

    def __init__(
        self,
        settings: Settings,
        database: Database | None = None,
        warming: Warming | None = None,
        solvers: type[Solvers] = Solvers,
        rates: Rates | None = None,
    ) -> None:
        self.settings = settings
        self.rates = rates or Rates(settings.limits, settings.address_limits)
        self.metrics = Metrics()
        self.storage = Storage(database or where_kept(settings))
        self.neighbours = Neighbours(self.storage)
        self.news = News(self)
        self.time = Timekeeper()
        self.persons = Persons(self.storage)
        self.tokens = Tokens(self.storage)
        self.orders = Orders(self.storage)
        self.challenges = Challenges(self.storage)
        self.warming = warming or Warming()
        self.whereabouts = Whereabouts()
        flow = self.whereabouts.of
        self.computers = Computers(self.warming, settings.thinkers, flow)
        self.analysts = Analysts(self.warming, flow)
        self.solvers = solvers(flow=flow)
        self.teachers = Teachers(self.warming, flow)
        self.asides = Asides(self.warming, flow)
        self.archives = Line(1, 1, flow=flow)  # that are brought along, one after the other
        self._seeing = asyncio.Semaphore(LOADING)
        self.live: dict[str, LiveTable] = {}
        self.pages: set[Connection] = set()  # all that have a socket open
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.shut: set[str] = set()  # tables that the house has found it cannot see to
        self.broken = Broken()
        self.closing = False
        self._made_room = 0.0  # when it was last looked at what tables take in memory
        self.unwell = False  # whether the last look around failed
        self._visits: dict[str, float] = {}  # when people's pages last asked for something
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def now(self) -> float:
        """The time, in thousandths of a second."""
        return self.time.now()

    async def open(self) -> None:
        await self.storage.open()
        with told_if_unusable(self.storage.database):
            await self.tokens.load()
        self.time.alone = not self.storage.shared
        alive = max(await last_alive(self.storage), await last_beat(self.storage))
        self.time.resume(alive, await known_pauses(self.storage))
        await self.persons.load()
        await self.orders.load()
        await self.neighbours.open(self.news)
        if self.settings.warm:
            self.warming.start()
        self.background(self._watch_time())
        self.background(self._look_around())

    async def say_goodbye(self) -> None:
        """Tell every page that the house closes, while they can still hear it."""
        self.closing = True
        for page in self.pages:
            page.send({"type": "closing"})
            page.close(GOING_AWAY)
        if self.pages:
            await asyncio.wait([page.writer for page in self.pages], timeout=LAST_WORDS)

    async def close(self) -> None:
        """Finish what is being written and send everyone home."""
        await self.say_goodbye()
        await self.computers.close()
        await self.analysts.close()
        await self.solvers.close()
        await self.teachers.close()
        await self.asides.close()
        for live in self.live.values():
            live.close()
        for live in list(self.live.values()):
            async with live.lock:  # a change under way is stored and told
                pass
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(*storage.Unreachable):  # how long it is closed is nobody's time either way
            await self.live_on()
        await self.neighbours.close()
        await self.storage.close()
        await self.warming.close()

    def background(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Do something without waiting for it; a failure is noted."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None and not isinstance(error, (HouseError, *storage.Unreachable)):
            logger.error("work in the background failed", exc_info=error)

    async def aside(
        self, game: str | None, job: Callable[[], Result], seconds: float = MOMENT
    ) -> Result:
        """Run something in a thread when whoever asks has their turn; no game if yet to be read."""
        return await self.asides.do(game, job, seconds)

    async def gather(self, job: Callable[..., Result], *facts: Any) -> Result:
        """The same for what needs no rules."""
        return await self.asides.plain(partial(job, *facts), MOMENT)

    async def build(self, job: Callable[..., Result], *facts: Any) -> Result:
        """Run something for who builds alone, one after the other: threads that all work keep
        those who play waiting for seconds.
        """
        return await self.asides.plain(partial(job, *facts), LONG)

    async def draw(self, game: str, job: Callable[..., Result], *facts: Any) -> Result:
        """Run something that draws positions of a game on paper, one after the other as well."""
        return await self.asides.do(game, partial(job, *facts), LONG)

    # Tables

    async def table(self, table_id: str) -> LiveTable:
        """A table by its id, from memory or from the storage, with all that is stored of it."""
        if table_id in self.live:
            live = self.live[table_id]
            live.touched = time.monotonic()
            if self.storage.shared:  # who decided by another process finds it decided
                await live.catch_up()
            return live
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._load(table_id))
        try:
            return await asyncio.shield(self._loading[table_id])
        finally:
            task = self._loading.get(table_id)
            if task and task.done():
                self._loading.pop(table_id, None)

    def lock(self, table_id: str) -> asyncio.Lock:
        """Who holds it may change a table, whether it is in memory or not."""
        return self._locks.setdefault(table_id, asyncio.Lock())

    async def _load(self, table_id: str) -> LiveTable:
        async with self.lock(table_id):
            live = LiveTable(self, await self.read(table_id))
            self.live[table_id] = live
        if self.storage.shared:  # from now on it hears the news
            await live.catch_up()
            self.storage.tell(["who", table_id])
        live.attend()
        return live

    async def read(self, table_id: str) -> Table:
        stored = await self.storage.read(table_id)
        if stored is None:
            raise HouseError("no-table")
        pauses = self.time.pauses
        run = self.warming.aside if len(stored.entries) > LONG_LOG else self.warming.run
        table = await run(stored.founding.game, lambda: replayed(stored, pauses))
        if table_id in self.orders.closed:
            table.halt(CLOSED)
        return table

    def notice(self, summary: dict[str, Any], lang: str) -> str | None:
        """Why a table cannot be played on, as far as that is known without replaying it."""
        if summary["game"] == UNKNOWN:
            return str(HouseError("unreadable").data(lang)["message"])
        if summary["game"] not in self.warming.ready:
            return str(HouseError("no-room", game=summary["game"]).data(lang)["message"])
        if summary["id"] in self.orders.closed:
            return CLOSED.text(lang)
        live = self.live.get(summary["id"])
        halted = live.table.halted if live else None
        return halted.text(lang) if halted else None

    async def found(self, founding: Founding) -> LiveTable:
        """Set up a new table."""
        table = await self.warming.run(founding.game, lambda: Table(founding, self.time.pauses))
        await self.storage.write(storage.founded(table, views.summary(table)))
        return self._place(table)

    def _place(self, table: Table) -> LiveTable:
        live = self.live[table.id] = LiveTable(self, table)
        live.attend()
        return live

    async def discard(self, holder: str, table_ids: list[str], why: Phrase) -> list[str]:
        """Do away for good with those tables where nobody else sits; which ones these were. Who
        looks at one is told why it cannot go on.
        """
        gone = []
        for table_id in table_ids:
            async with self.lock(table_id):
                try:
                    await self.storage.write(storage.discarded(table_id, why, holder))
                except storage.Conflict:  # somebody may have sat down just now
                    continue
                gone.append(table_id)
                if table_id in self.live:
                    await self.put_away(self.live[table_id], why)
        return gone

    async def put_away(self, live: LiveTable, why: Phrase) -> None:
        """Nothing can happen at a table any more; who looks at it is told why."""
        live.close()
        live.table.halt(why)
        self.live.pop(live.table.id, None)
        self.neighbours.release([live.table.id])
        await live.tell_table()

    # Presence

    def notice_visit(self, holder: str) -> None:
        """A page of somebody has asked for something that pages ask for again and again."""
        self._visits[holder] = time.monotonic()

    def tell_visit(self, holder: str) -> None:
        """The same, for all processes."""
        self.notice_visit(holder)
        self.storage.tell(["visits", [holder]])

    def is_here(self, holder: str) -> bool:
        """Whether somebody is in the house, at a table or anywhere else."""
        since = time.monotonic() - self._visits.get(holder, float("-inf"))
        pages = (page for live in self.live.values() for page in live.connections)
        return since < self.settings.away_after or any(page.holder == holder for page in pages)

    async def rematch(self, live: LiveTable) -> None:
        """Set up the next game of a match once everybody wants it."""
        made: list[Table] = []

        def plan(table: Table) -> Draft | None:
            if not table.rematch_agreed:
                return None
            made[:] = [Table(self._rematch_founding(table), table.pauses)]
            return Draft("next", None, {"id": made[0].id}, founds=made[0])

        if await live.change(plan):
            self._place(made[0])

    def _rematch_founding(self, table: Table) -> Founding:
        seats, order = table.rematch_seats()
        match = table.match
        return replace(
            table.founding,
            id=new_id(),
            seats=seats,
            created=self.now(),
            secret=draws.new_secret(),
            version=table.game.spec.version,
            code=None,
            coach=table.coach,
            ranked=table.founding.ranked and not table.coach,
            match={**match, "scores": [match["scores"][seat] for seat in order]},
        )

    # Time, and what the house does by itself

    async def live_on(self, always: bool = False) -> None:
        """Give a sign of life, and keep the pauses that are not kept yet."""
        paused = list(self.time.unkept)
        await self.storage.write(sign(self.now(), paused, always or bool(paused)))
        self.time.kept(paused)

    async def settle_time(self) -> None:
        """Make sure that anything can be kept, and that all pauses are known."""
        await self.live_on(always=True)
        await self._judge_lateness()
        if self.storage.shared:
            await self.learn_pauses()

    async def learn_pauses(self) -> None:
        """Hear of pauses that another process has kept, and let the pages know."""
        if self.time.learn(await known_pauses(self.storage, self.now() - RECENT)):
            self.background(self._set_clocks())

    async def _watch_time(self) -> None:
        """Nobody's time runs while the house cannot look, or cannot keep what is decided."""
        last = self.now()
        while True:
            await asyncio.sleep(LOOK_EVERY)
            if self.storage.trouble:
                self.time.pause(last, self.now())
            last = self.now()
            try:
                await self._keep_house()
            except storage.Unreachable:
                pass  # noted there
            except Exception:
                logger.exception("keeping house failed")

    async def _keep_house(self) -> None:
        """What is to be seen to at every look."""
        if time.monotonic() - self._made_room >= ROOM_EVERY:
            self.make_room()
        await self._judge_lateness()
        if self.time.unkept and not self.storage.trouble:
            await self.live_on()
            self.background(self._set_clocks())
        show_life(self)

    async def _judge_lateness(self) -> None:
        """Time in which this process could not look ran all the same if another one could."""
        while self.time.late:
            since, until = self.time.late[0]
            if not await self.neighbours.others_lived(since):
                self.time.pause(since, until)
            if self.time.late[:1] == [(since, until)]:  # somebody else may have judged it, too
                del self.time.late[0]

    async def _set_clocks(self) -> None:
        """Whose time ran has more of it than the pages think."""
        for live in list(self.live.values()):
            with self.broken.passed_over(live.table.id):
                if live.table.clock and live.table.clock.running is not None:
                    async with live.settled():
                        live.attend()
                        await live.tell_table()

    async def _look_around(self) -> None:
        """See to everything that is due, again and again, whatever goes wrong meanwhile."""
        while True:
            try:
                await self._sweep()
                self.unwell = False
            except storage.Unreachable:
                pass  # noted there
            except Exception:
                self.unwell = True
                logger.exception("looking around failed")
            shaky = self.unwell or self.storage.trouble
            pause = self.settings.sweep_every
            await asyncio.sleep(min(pause, RETRY_AFTER) if shaky else pause)

    async def _sweep(self) -> None:
        """See to tables whose time has come, and let go of those nobody looks at."""
        await self.live_on(always=self.storage.trouble is not None)
        await self.learn_pauses()
        await self.persons.load()
        await heed(self)
        self._let_go()
        for live in list(self.live.values()):
            with self.broken.passed_over(live.table.id):
                if live.is_neglected:
                    self.background(live.care())
        if self.storage.shared:  # it is looked at every second which process sees to what
            await self.news.look_for_missed()
        else:
            due = await self.storage.due(self.now() + self.settings.sweep_every)
            for table_id in self.in_turn([each for each in due if each[0] not in self.live]):
                self.background(self.see_to(table_id))

    def in_turn(self, due: list[tuple[str, str | None]]) -> list[str]:
        """Which of the tables that are due are seen to now."""
        room: dict[str, int] = {}  # tables at which computers may still be asked, by their persons
        found = []
        for table_id, whose in due:
            if table_id in self.shut:
                continue
            if whose is not None:
                room.setdefault(whose, self.computers.room_for(whose))
                room[whose] -= 1
            if whose is None or room[whose] >= 0:  # the others have their turn next time
                found.append(table_id)
        return found

    @property
    def trouble(self) -> HouseError | None:
        """What is wrong with the house, if anything is."""
        if self.storage.trouble:
            return HouseError("no-storage")
        return HouseError("broken") if self.unwell else None

    async def see_to(self, table_id: str) -> None:
        with self.broken.passed_over(table_id):
            try:
                async with self._seeing:
                    live = await self.table(table_id)
            except HouseError:
                self.shut.add(table_id)
                self.neighbours.release([table_id])  # another process may know better
            else:
                if live.table.halted:
                    self.shut.add(table_id)

    def _let_go(self) -> None:
        """Forget who went away, and tables that nobody has looked at for a while."""
        long_ago = time.monotonic() - self.settings.away_after
        self._visits = {who: when for who, when in self._visits.items() if when > long_ago}
        limit = time.monotonic() - self.settings.idle_after
        for live in list(self.live.values()):
            with self.broken.passed_over(live.table.id):
                if live.touched < limit and not live.is_needed:
                    self._drop(live)

    def make_room(self) -> None:
        """Let go of tables as long as they take more memory than there is for them: those that
        nobody has looked at for longest first. Each host has a share of it.
        """
        self._made_room = time.monotonic()
        most, before = self.settings.memory, time.monotonic() - BREATH
        costs = costs_of(list(self.live.values()), self.broken)
        if sum(costs.values()) > most // SHARES:  # else nobody can have more than a share
            for tables in by_host(costs):
                self._drop_all(beyond(tables, most // SHARES, before, self.broken))
        rest = {live: cost for live, cost in costs.items() if live.table.id in self.live}
        self._drop_all(beyond(rest, most, before, self.broken))

    def _drop_all(self, tables: list[LiveTable]) -> None:
        for live in tables:
            self._drop(live)

    def _drop(self, live: LiveTable) -> None:
        live.close()
        self.live.pop(live.table.id, None)
        self.neighbours.release([live.table.id])


def new_id() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def where_kept(settings: Settings) -> Path | str:
    """The address of the database, or the folder with its file."""
    return settings.database or settings.folder
