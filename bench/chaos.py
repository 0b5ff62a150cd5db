"""A house of several processes in which everything breaks, and an audit of what it kept.

    python -m bench.chaos                                  # ten minutes, 100 tables, 4 processes
    python -m bench.chaos --seconds 25 --tables 12
    python -m bench.chaos --file                           # one process with a file of its own

PostgreSQL, with its flushes to the disk, and the processes are started here; people play by script
at tables of all games, over WebSocket and REST, against each other and against computers of low
levels, some with clocks that run out, and begin a new game when one is over. Meanwhile processes
are killed, stopped and continued, the lines of pages are cut, the database is stopped or crashes,
all connections to it are cut, and the disk it is kept on is filled. Every fault is told as it
happens, then everything is left alone for a while, and at the end the log is audited. All of it
stays on this machine, and ends by itself.

The disk that is filled is a file system of its own in a file, which only root may mount; others are
told that it is left out.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from bench import chaos_audit as audit
from bench.chaos_faults import Disk, Process, Trouble
from bench.chaos_people import Game, Notes, Person

import blockhaus
from blockhaus.house.databases import Database, database
from house import postgres

CALM = 90.0  # seconds at most in which every table must go on after the last fault
DISK = 400  # megabytes
# So that the journal of the server stays small, as the disk is.
SETTINGS = ("-c", "max_wal_size=64MB", "-c", "min_wal_size=32MB")


def make_games(
    count: int, processes: list[Process], notes: Notes, dice: random.Random
) -> list[Game]:
    """Tables of all games in turn: people among themselves, and against computers."""
    names = blockhaus.games()
    made = []
    for number in range(count):
        people = 1 if number // len(names) % 2 == 0 else 2
        made.append(
            Game(
                names[number % len(names)],
                [
                    Person(lambda: dice.choice(processes).address, notes, dice)
                    for _ in range(people)
                ],
                dice,
            )
        )
    return made


class Chaos:
    """One run."""

    def __init__(self, options: argparse.Namespace, stack: ExitStack) -> None:
        self.options, self.dice, self.notes = options, random.Random(options.seed), Notes()
        self.folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="chaos-")))
        self.folder.chmod(0o755)
        self.disk = Disk(self.folder, DISK)
        stack.callback(self.disk.close)
        self.server, where = None, ["--data", str(self.disk.folder / "data")]
        self.kept: Database = database(self.disk.folder / "data")
        if not options.file:
            self.server = stack.enter_context(postgres.running(SETTINGS, self.disk.folder))
            url = self.server.new_database()
            self.kept, where = database(url), ["--database", url]
        stack.callback(self.kept.engine.dispose)
        self.processes = []
        for number in range(1, 1 + (1 if options.file else options.processes)):
            self.processes.append(Process(where, self.folder, number))
            stack.callback(self.processes[-1].close)
        games = make_games(options.tables, self.processes, self.notes, self.dice)
        people = (person for game in games for person in game.people)
        self.games = games
        self.trouble = Trouble(self.server, self.disk, self.processes, people, self.dice)

    async def run(self) -> int:
        await asyncio.gather(*map(Process.opened, self.processes))
        few = asyncio.Semaphore(10)

        async def set_up(number: int, game: Game) -> None:
            async with few:
                await game.set_up(short=number % 7 == 6, clock=number % 3 == 0)

        await asyncio.gather(*(set_up(*each) for each in enumerate(self.games)))
        print(f"{len(self.games)} tables are set up at {len(self.processes)} processes", flush=True)
        if not self.disk.is_small:
            print("The disk is not filled: only root may mount one for that.", flush=True)
        playing = [
            asyncio.create_task(game.play(lambda: self.trouble.going)) for game in self.games
        ]
        await self.trouble.make(self.options.seconds)
        await asyncio.gather(*map(Process.opened, self.processes))
        self.trouble.tell("everything is left alone")
        faults = await self._calm()
        for task in playing:
            task.cancel()
        ended = await asyncio.gather(*playing, return_exceptions=True)
        faults += [repr(each) for each in ended if isinstance(each, Exception)]
        return self._audit(faults)

    async def _calm(self) -> list[str]:
        """Wait until every table has gone on; those that did not. Where the answer to who sets one
        up is lost, another one is set up, and nobody knows of the first.
        """
        running = await asyncio.to_thread(audit.running, self.kept)
        before = {table: size for table, size in running.items() if table in self.notes.tables}
        end = time.monotonic() + CALM
        while True:
            await asyncio.sleep(2.0)
            still = audit.stuck(before, await asyncio.to_thread(audit.running, self.kept))
            if not still or time.monotonic() > end:
                return still

    def _audit(self, faults: list[str]) -> int:
        stored, notes, trouble = audit.Stored(self.kept), self.notes, self.trouble
        wrong, found, latest = audit.replayed(stored, trouble.unreachable)
        faults += wrong + notes.faults + audit.lost(stored, notes.decided)
        faults += audit.invented(found, stored, notes.sent)
        faults += audit.histories(stored, found, [each.address for each in self.processes])
        states = [table.state for table in found.values()]
        outs = sum(e.kind == "out" for entries in stored.log.values() for e in entries)
        broken = sum(until - since for since, until in trouble.spans)
        paused = sum(until - since for since, until in stored.pauses)
        print(
            f"{len(trouble.spans)} faults in {time.monotonic() - trouble.began:.0f} seconds, "
            f"{broken:.0f} of them with something broken, {paused:.0f} nobody's time; "
            f"{sum(map(len, stored.log.values()))} entries in {len(found)} tables, "
            f"{states.count('over')} of them over; {len(notes.decided)} decisions acknowledged, "
            f"{notes.sent_again} sent again, {notes.lost} lines lost; {outs} clocks ran out, "
            f"the latest {latest:.1f} seconds late"
        )
        for fault in faults:
            print(f"FAULT  {fault}")
        print("audit: " + (f"{len(faults)} faults" if faults else "nothing lost, nothing doubled, "
              "one history, no clock wrong, nothing stuck"))  # fmt: skip
        return 1 if faults else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--file", action="store_true", help="SQLite, and so one process")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))  # what was started here ends here
    with ExitStack() as stack:
        chaos = Chaos(options, stack)
        code = asyncio.run(chaos.run())
        if code and "CHAOS_LOGS" in os.environ:
            for file in sorted(chaos.folder.glob("*.log")):
                print(f"--- {file.name}\n{file.read_text()[-8000:]}")
    return code


if __name__ == "__main__":
    sys.exit(main())
