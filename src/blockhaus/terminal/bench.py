"""Running the benchmark, and its numbers as a table for people."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

import blockhaus

from ..core.game import Game
from ..lab import bench
from ..lab.bench import MOVES, PEERS, PLAYED, SEARCHED, SEARCHED_BY_TWO, STEPS, STOPPED
from .progress import progress
from .screen import Screen, listed

COLUMNS = (
    ("moves/s\none core", MOVES),
    ("games/s\none core", PLAYED),
    ("steps/s of a batch\nall cores", STEPS),
)


def show_bench(
    screen: Screen, games: list[Game], seconds: float, compiling: bool, as_json: bool
) -> None:
    data = measure_games(screen, games, seconds, compiling)
    if as_json:
        print(json.dumps(data))
    else:
        screen.say(bench_table(data))


def measure_games(screen: Screen, games: list[Game], seconds: float, compiling: bool) -> Any:
    """All numbers of the benchmark as plain data."""
    with progress(screen, len(games) + 1 + bench.ROUNDS) as bar:
        step = partial(bar.advance, bar.task_ids[0])
        say = partial(bar.update, bar.task_ids[0])
        times = {}
        for game in games:
            say(description=f"compiling {game.id}")
            times[game.id] = bench.process_times(game, compiling)
            step()
        say(description="preparing")
        meters, absent = bench.all_meters(games)
        step()
        say(description="measuring")
        best = bench.best_of(meters, seconds, step)
    return {
        "version": blockhaus.__version__,
        "machine": bench.machine(),
        "seconds": seconds,
        **bench.report(times, best, absent),
    }


def bench_table(data: Mapping[str, Any]) -> RenderableType:
    """Games and peers, then how many times as fast as each peer the games are."""
    table = Table()
    for heading in ("", *(name for name, _ in COLUMNS), "compile", "start"):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for name, numbers in [*data["games"].items(), *data["peers"].items()]:
        rates = [_rate(numbers.get(key)) for _, key in COLUMNS]
        times = [_seconds(numbers.get(f"{what}_seconds")) for what in ("compile", "start")]
        table.add_row(name, *rates, *times)
    return Group(
        table, *_searches(data), *_comparisons(data), *_absent(data), _footnote(data["machine"])
    )


def _rate(value: float | None) -> str:
    if value is None:
        return ""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:.2f} {unit}"
    return f"{value:.0f}"


def _seconds(value: float | None) -> str:
    return "" if value is None else f"{value:.1f} s"


def _searches(data: Mapping[str, Any]) -> list[Text]:
    """How fast searches are, beside whole random games and with a second thread, and how soon
    they end."""
    return [
        Text(
            f"{name}: {_rate(numbers[SEARCHED])} simulations/s in a search, "
            f"{numbers[SEARCHED] / numbers[PLAYED]:.2f} of its games/s; "
            f"two threads {numbers[SEARCHED_BY_TWO] / numbers[SEARCHED]:.2f} times as many; "
            f"stopped within {1000 * numbers[STOPPED]:.0f} ms"
        )
        for name, numbers in data["games"].items()
    ]


def _comparisons(data: Mapping[str, Any]) -> list[Text]:
    lines = []
    for peer in PEERS:
        ratios = [
            f"{name} {numbers['ratios'][peer.name]:.2f}"
            for name, numbers in data["games"].items()
            if peer.name in numbers["ratios"]
        ]
        if ratios:
            what = peer.rate.replace("_per_second", "").replace("_", " ")
            lines.append(Text(f"{what}, as a multiple of {peer.name}: {', '.join(ratios)}"))
    return lines


def _absent(data: Mapping[str, Any]) -> list[Text]:
    reasons: dict[str, list[str]] = {}
    for name, numbers in data["peers"].items():
        if "absent" in numbers:
            reasons.setdefault(numbers["absent"], []).append(name)
    return [Text(f"{listed(names)}: {reason}", "yellow") for reason, names in reasons.items()]


def _footnote(facts: Mapping[str, Any]) -> Text:
    return Text(
        "Peers play connect four. "
        f"{facts['processor']}, {facts['cores']} cores, Python {facts['python']}, "
        f"Numba {facts['numba']}",
        "dim",
    )
