"""A review in the terminal: the curve, the turning points, every turn, and the seats compared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..commentary.curve import picture
from ..commentary.review import JUDGEMENTS, THRESHOLDS, Decision, Review, reviewing
from ..commentary.review_words import (
    after_it,
    better,
    colours,
    heading,
    sign,
    strokes_of_luck,
    verdict,
)
from ..commentary.words import percent, say
from ..core.errors import BlockhausError
from ..core.record import Record
from ..search.budget import Budget
from .colours import chip
from .ending import verdict as who_won
from .progress import progress
from .saving import read_record
from .screen import Screen, plural
from .table import colours_of

BLOCKS = " ▁▂▃▄▅▆▇█"
PLAIN_BLOCKS = " .:-=+*#@"  # where the terminal has no others
CHART_HEIGHT = 4
WIDEST = 4  # columns of one decision
MOST_STROKES = 3
TOLD_LUCK = 0.03  # beside a turn


@dataclass(frozen=True)
class Wishes:
    """What was asked for on the command line."""

    budget: Budget
    seat: str | None = None  # tell of one only
    seed: int = 0
    picture: Path | None = None
    as_json: bool = False


def review_file(file: Path, wishes: Wishes) -> bool:
    """Review a record as wished; whether it was gone through to the end."""
    record = read_record(file)
    only = None if wishes.seat is None else find_seat(record, wishes.seat)
    if wishes.picture:
        check_place(wishes.picture)
    screen = Screen()
    found, interrupted = run_review(screen, record, wishes.budget, wishes.seed)
    if wishes.picture:
        save_picture(found, wishes.picture)
    if wishes.as_json:
        print(json.dumps(found.data()))
    else:
        show_review(screen, found, only)
        if wishes.picture:
            screen.point("The curve is drawn in", wishes.picture)
    return not interrupted


def run_review(screen: Screen, record: Record, budget: Budget, seed: int) -> tuple[Review, bool]:
    """The review, and whether somebody interrupted it; what was found by then is kept."""
    found: Review | None = None
    with progress(screen, len(record.moves)) as bar:
        bar.update(bar.task_ids[0], description="reviewing")
        try:
            for found in reviewing(record, budget, seed):
                bar.update(bar.task_ids[0], completed=len(found.decisions))
        except KeyboardInterrupt:
            if found is None:
                raise
            return found, True
    assert found is not None
    return found, False


def find_seat(record: Record, wanted: str) -> int:
    """The seat of a colour or of a player's name."""
    known = colours_of(record.positions()[0])
    for words in (known, record.seats):
        if wanted.lower() in (lower := [word.lower() for word in words]):
            return lower.index(wanted.lower())
    raise BlockhausError(f"There is no seat {wanted!r}; the seats are {', '.join(known)}.")


def check_place(file: Path) -> None:
    """Refuse what cannot be written before a long work goes into it."""
    if file.is_dir():
        raise BlockhausError(f"{file} cannot be written: it is a folder.")
    if not file.absolute().parent.is_dir():
        raise BlockhausError(f"{file} cannot be written: there is no such folder.")


def save_picture(review: Review, file: Path) -> None:
    try:
        file.write_text(picture(review), encoding="utf-8")
    except OSError as error:
        because = (error.strerror or str(error)).lower()
        raise BlockhausError(f"{file} cannot be written: {because}.") from None


def show_review(screen: Screen, review: Review, seat: int | None = None) -> None:
    """Everything, or what concerns one seat."""
    _show_heading(screen, review)
    _show_curves(screen, review, seat)
    _show_turning_points(screen, review, seat)
    _show_luck(screen, review, seat)
    _show_turns(screen, review, seat)
    _show_seats(screen, review, seat)


def _show_heading(screen: Screen, review: Review) -> None:
    record, budget = review.record, review.budget
    effort = (
        plural(budget.simulations, "simulation")
        if budget.simulations is not None
        else f"{budget.seconds:g} seconds"
    )
    screen.say(Text(heading(review), "bold"))
    end = record.positions()[-1]
    if end.outcome:
        screen.say(who_won(end, end.outcome))
    else:
        screen.say(Text(f"Broken off. {record.outcome}" if record.outcome else "Broken off."))
    told = f"{plural(len(record.moves), 'decision')}, {effort} for every position looked at"
    if not review.complete:
        told = f"Reviewed: {len(review.decisions)} of {told}"
    screen.say(told, "dim")


# The curve.


def _show_curves(screen: Screen, review: Review, seat: int | None) -> None:
    """One chart a seat; where two see the same, the second would only mirror the first."""
    game = review.record.game
    mirrored = game.players == 2 and not game.spec.secrets
    shown = [seat] if seat is not None else [0] if mirrored else range(game.players)
    for each in shown:
        values = [shares[each] for shares in review.curve]
        screen.say()
        screen.say(Text.assemble(chip(colours(review)[each]), " to win, decision by decision"))
        for line in chart(values, screen.width - 7, _blocks(screen)):
            screen.say(Text(line))


def _blocks(screen: Screen) -> str:
    return BLOCKS if "utf" in (screen.console.encoding or "").lower() else PLAIN_BLOCKS


def chart(values: list[float], width: int, blocks: str = BLOCKS) -> Iterator[str]:
    """Values from 0 to 1 as bars, a few lines high."""
    columns = min(width, len(values) * WIDEST)
    last = max(1, columns - 1)
    picked = [values[round(i * (len(values) - 1) / last)] for i in range(columns)]
    eighths = len(blocks) - 1
    for row in reversed(range(CHART_HEIGHT)):
        label = {CHART_HEIGHT - 1: "100 %", 0: "  0 %"}.get(row, "")
        bars = (round(value * CHART_HEIGHT * eighths) - row * eighths for value in picked)
        line = "".join(blocks[max(0, min(eighths, bar))] for bar in bars)
        yield f"{label:5} {line}".rstrip()


# The turning points.


def _show_turning_points(screen: Screen, review: Review, seat: int | None) -> None:
    screen.say()
    screen.say(Text("Turning points", "bold"))
    points = review.turning_points(seat)
    if not points:
        screen.say(str(say("no errors")))
    for decision in points:
        colour = colours(review)[decision.seat]
        screen.say(Text.assemble(f"Turn {decision.turn} ", chip(colour), f" {verdict(decision)}"))
        for line in (better(decision), after_it(decision)):
            if line:
                screen.say(Padding(Text(line), (0, 0, 0, 2), expand=False))


def _show_luck(screen: Screen, review: Review, seat: int | None) -> None:
    if not review.record.game.spec.chance:
        return
    screen.say()
    screen.say(Text("Luck", "bold"))
    strokes = strokes_of_luck(review, seat)[:MOST_STROKES]
    if not strokes:
        screen.say("Chance changed little.")
    for decision, whom in strokes:
        chance = decision.luck[whom]
        screen.say(
            Text.assemble(
                f"Turn {decision.turn}, {decision.move}: ",
                f"{'good' if chance > 0 else 'bad'} luck for ",
                chip(colours(review)[whom]),
                f" {100 * chance:+.0f} %",
            )
        )


# Turn by turn.


def _show_turns(screen: Screen, review: Review, seat: int | None) -> None:
    screen.say()
    screen.say(Text("Turn by turn", "bold"))
    lines = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    lines.add_column("turn", justify="right")
    lines.add_column("seat")
    lines.add_column("decisions", overflow="fold")
    lines.add_column("to win", justify="right", no_wrap=True)
    lines.add_column("better", overflow="fold")
    if review.record.game.spec.chance:
        lines.add_column("luck", justify="right", no_wrap=True)
    for (turn, mover), group in groupby(review.decisions, lambda d: (d.turn, d.seat)):
        if seat in (None, mover):
            lines.add_row(*_turn(review, turn, mover, list(group)))
    screen.say(lines)
    screen.say(_legend(), "dim")


def _turn(review: Review, turn: int, mover: int, group: list[Decision]) -> list[Text]:
    last = group[-1]
    luck = sum(decision.luck[mover] for decision in group)
    over = last.number == len(review.record.moves) and review.record.positions()[-1].is_over
    cells = [
        Text(str(turn)),
        chip(colours(review)[mover]),
        Text(" ".join(f"{decision.move}{sign(decision)}" for decision in group)),
        Text(percent(last.after[mover], over or last.distance > 0)),
        Text(" ".join(decision.best for decision in group if decision.is_error)),
    ]
    if review.record.game.spec.chance:
        cells.append(Text(f"{100 * luck:+.0f} %" if abs(luck) >= TOLD_LUCK else ""))
    return cells


def _legend() -> str:
    names = list(THRESHOLDS)
    limits = [percent(limit) for limit in THRESHOLDS.values()]
    signs = f"?! {names[1]}: from {limits[0]} given away; ? {names[2]}: from {limits[1]}; "
    return (
        signs + f"?? {JUDGEMENTS[-1]}: from {limits[2]}. Less than the search can tell is no error."
    )


# The seats compared.


def _show_seats(screen: Screen, review: Review, seat: int | None) -> None:
    screen.say()
    lines = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    lines.add_column("seat")
    chance = review.record.game.spec.chance
    causes = ["own", "others", *(["luck"] if chance else []), "unforeseen"]
    for name in ("accuracy", "errors", "start", *causes, "end"):
        lines.add_column(name, justify="right", no_wrap=True)
    for each in range(review.record.game.players):
        if seat not in (None, each):
            continue
        total = review.summary(each)
        errors = "/".join(str(total.counts[name]) for name in list(JUDGEMENTS)[2:])
        changes = [total.own, total.others, *([total.luck] if chance else []), total.sight]
        lines.add_row(
            chip(colours(review)[each]),
            "-" if total.accuracy is None else f"{total.accuracy:.0f}",
            errors,
            f"{100 * total.start:.0f} %",
            *(f"{100 * change:+.0f}" for change in changes),
            f"{100 * total.end:.0f} %",
        )
    screen.say(lines)
    causes_told = "own and others: what decisions gave away"
    causes_told += "; luck: draws and hidden things" if chance else ""
    note = "accuracy: 100 if nothing was given away, over decisions with something at stake; "
    note += f"errors: inaccuracies/mistakes/blunders; {causes_told}; "
    note += "unforeseen: what the search saw only later."
    screen.say(note, "dim")
