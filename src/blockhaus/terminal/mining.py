"""Mining puzzles and proving them again, with progress shown."""

from __future__ import annotations

import os
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import blockhaus

from ..core.errors import BlockhausError
from ..core.game import Game
from ..lab.journal import Journal
from ..learn import mining
from ..learn.examiners import examiner_for
from ..learn.puzzles import Puzzle, puzzles, write_puzzles
from .progress import progress
from .screen import Screen, plural


@dataclass(frozen=True)
class Plan:
    """What mining is to do."""

    count: int
    journal: Path
    minutes: float | None = None
    processes: int | None = None
    table: Path | None = None


def mine_puzzles(screen: Screen, game: Game, plan: Plan) -> None:
    """Mine from where it was left, and write the puzzles down if a file is named."""
    pit = mining.Mine(game.id, Journal(plan.journal))
    before, began = len(pit.puzzles), time.monotonic()
    try:
        with progress(screen, plan.count) as bar:
            bar.update(bar.task_ids[0], description=f"{game.spec.title}, puzzles")
            mining.mine(
                pit, plan.count, plan.minutes, plan.processes or os.cpu_count() or 1,
                lambda number: bar.update(bar.task_ids[0], completed=number),
            )  # fmt: skip
    except KeyboardInterrupt:
        screen.point("Stopped. The same command goes on; the puzzles so far are in", plan.journal)
        raise
    found, minutes = pit.puzzles, (time.monotonic() - began) / 60
    screen.say(f"{plural(len(found), 'puzzle')}; {(len(found) - before) / minutes:.0f} a minute.")
    screen.say(spread(found))
    if plan.table:
        _write(plan.table, write_puzzles(mining.chosen(found, plan.count), heading(game)))
        screen.point("The puzzles are in", plan.table)


def spread(found: list[Puzzle]) -> str:
    """How many puzzles there are of each result, and by how many levels they are solved."""
    results = Counter(puzzle.result for puzzle in found)
    levels = Counter(puzzle.level for puzzle in found)
    first = ", ".join(f"{number} {result}" for result, number in sorted(results.items()))
    second = ", ".join(f"{level}: {number}" for level, number in sorted(levels.items()))
    return f"{first}\nFirst level that solves them: {second}"


def heading(game: Game) -> str:
    return (
        f"Puzzles of {game.spec.title}, mined by `blockhaus puzzles mine {game.id}` with version "
        f"{blockhaus.__version__};\n`blockhaus puzzles prove {game.id}` proves them again."
    )


def prove_puzzles(screen: Screen, games: list[Game]) -> bool:
    """Prove all shipped puzzles again; whether none has a fault."""
    faults = []
    for game in games:
        every = puzzles(game.id)
        examiner = examiner_for(game)
        with progress(screen, len(every)) as bar:
            bar.update(bar.task_ids[0], description=game.spec.title)
            for puzzle in every:
                if fault := examiner.fault(puzzle):
                    faults.append(f"{game.id} {puzzle.id}: {fault}")
                bar.advance(bar.task_ids[0])
        screen.say(f"{game.spec.title}: {plural(len(every), 'puzzle')} looked at.")
    for fault in faults:
        screen.warn(fault)
    return not faults


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise BlockhausError(f"{file} cannot be written: {error.strerror}.") from None
