"""Playing the levels of a game against each other, with progress shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import blockhaus

from ..core.errors import BlockhausError
from ..core.game import Game
from ..lab import ladder
from ..lab.journal import Journal
from ..players.levels import Strength, levels, write_levels
from .levels import levels_table
from .progress import progress
from .screen import Screen


@dataclass(frozen=True)
class Plan:
    """What a ladder is to do."""

    games: int  # between neighbours
    results: Path
    fit: bool = False
    most: int | None = None  # simulations of the strongest
    table: Path | None = None


def climb(screen: Screen, game: Game, plan: Plan) -> None:
    """Play a ladder, from where it was left, and show the ratings."""
    results = ladder.Results(game, Journal(plan.results))
    per_second = ladder.simulations_in(game, ladder.MOST_SECONDS) / ladder.MOST_SECONDS
    most = plan.most or round(per_second * ladder.MOST_SECONDS)
    try:
        if plan.fit:
            _fit(screen, results, most, plan.games)
        strengths = results.fit() or ladder.strengths_of(levels(game.id), most)
        if plan.most:
            strengths[-1] = Strength(plan.most)
        _play(screen, results, ladder.chain(strengths, plan.games), "levels")
    except KeyboardInterrupt:
        screen.point("Stopped. The same command goes on; the games so far are in", plan.results)
        raise
    table = ladder.measured(results, strengths, per_second)
    screen.say(levels_table(game.spec.title, table))
    if plan.table:
        _write(plan.table, write_levels(table, _heading(game, strengths)))
        screen.point("The table is in", plan.table)


def _fit(screen: Screen, results: ladder.Results, most: int, games: int) -> None:
    wanted = ladder.chain(ladder.candidates(most), max(2, games // 2))
    _play(screen, results, wanted, "candidates")
    results.note_fit(ladder.fitted(results.pairings(), most))


def _play(screen: Screen, results: ladder.Results, wanted: list[ladder.Wanted], what: str) -> None:
    with progress(screen, ladder.missing(results, wanted)) as bar:
        bar.update(bar.task_ids[0], description=f"{results.game.spec.title}, {what}")
        ladder.play_all(results, wanted, lambda: bar.advance(bar.task_ids[0]))


def _heading(game: Game, strengths: Sequence[Strength]) -> str:
    return (
        f"The levels of {game.spec.title} as `blockhaus ladder {game.id}` measured them with "
        f"version {blockhaus.__version__}.\n"
        f"In the games the top level made {strengths[-1].simulations} simulations a decision; at "
        "a table it uses its time."
    )


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise BlockhausError(f"{file} cannot be written: {error.strerror}.") from None
