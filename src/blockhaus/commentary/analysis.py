"""What a search says about a position, for people and programs."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from ..core.breathing import Steps, in_full
from ..core.errors import BlockhausError
from ..core.position import Position
from ..search.lines import Line
from ..search.lines import share as share_of_win
from ..search.search import Search, Settings


@dataclass(frozen=True)
class Variation:
    """One move and what it is worth."""

    move: str
    win: float  # probability that the seat to move wins; a shared win counts as a part of one
    points: float  # expected points of that seat ahead of the best other one, or of a proof's end
    visits: int  # how often the search went there
    line: tuple[str, ...]  # how play would go on, this move first
    proven: tuple[int, ...] | None  # the winners, if that is certain
    distance: int  # decisions until the proven end, this one included
    shares: tuple[float, ...]  # probability of winning for every seat
    scores: tuple[float, ...] | None  # expected points of every seat, if games came to their end

    @property
    def wins(self) -> bool:
        return self.proven is not None and self.win == 1

    @property
    def loses(self) -> bool:
        return self.proven is not None and self.win == 0

    @property
    def opinion(self) -> str:
        """What is thought of the move: a proven result, or else the probability of winning."""
        if self.proven is not None:
            result = "won" if self.wins else "lost" if self.loses else "drawn"
            return f"{result} in {self.distance}"
        if not self.visits:
            return "not tried"
        return f"{min(0.999, max(0.001, self.win)):6.1%}"  # what is not certain is never 0 or 100

    def __str__(self) -> str:
        points = f"{self.points:+6.1f} points" if self.scores else ""
        return f"{self.move:10} {self.opinion:12} {points:13}  {' '.join(self.line)}"


@dataclass(frozen=True)
class Analysis:
    """The best moves of a position, the best first."""

    position: Position
    lines: tuple[Variation, ...]
    simulations: int

    @property
    def best(self) -> str:
        return self.lines[0].move

    def data(self) -> dict[str, Any]:
        """Everything as plain data for JSON, without the position."""
        return {
            "seat": self.position.to_move,
            "simulations": self.simulations,
            "lines": [_plain(asdict(line)) for line in self.lines],
        }

    def __str__(self) -> str:
        return "\n".join(map(str, self.lines))


Watch = Callable[[Analysis], bool | None]  # sees it grow, and ends it by False


def _plain(data: dict[str, Any]) -> dict[str, Any]:
    return {key: list(v) if isinstance(v, tuple) else v for key, v in data.items()}


def analyse(
    position: Position,
    seconds: float = 1.0,
    lines: int = 3,
    *,
    simulations: int | None = None,
    threads: int = 1,
    seed: int = 0,
    watch: Watch | None = None,
) -> Analysis:
    """Search a position for so many of its best moves, each tried often enough to be compared.

    `watch` sees the analysis grow and ends it by returning False. A number of simulations takes
    the place of the seconds; with the same seed and one thread it repeats exactly.
    """
    check_effort(seconds, lines=lines, simulations=simulations, threads=threads)
    return searched(position, seconds, lines, lines, simulations, threads, seed, watch)


def check_effort(seconds: float, **whole: int | None) -> None:
    if not isinstance(seconds, int | float) or not 0 <= seconds < math.inf:
        raise BlockhausError(
            "seconds cannot be {value!r}: it is a number from 0 on.", value=seconds
        )
    for name, number in whole.items():
        if number is not None and not (isinstance(number, int) and number >= 1):
            raise BlockhausError(
                "{option} cannot be {value!r}: it is a whole number from 1 on.",
                option=name,
                value=number,
            )


def searched(
    position: Position,
    seconds: float,
    lines: int,
    few: int,
    simulations: int | None = None,
    threads: int = 1,
    seed: int = 0,
    watch: Watch | None = None,
) -> Analysis:
    """An analysis that shows some lines, of which a few are searched well."""
    return in_full(searching(position, seconds, lines, few, simulations, threads, seed, watch))


def analysing(position: Position, seconds: float, lines: int, watch: Watch) -> Steps[Analysis]:
    """`analyse` in steps, for who has something else to do meanwhile."""
    check_effort(seconds, lines=lines)
    return searching(position, seconds, lines, lines, watch=watch)


def searching(
    position: Position,
    seconds: float,
    lines: int,
    few: int,
    simulations: int | None = None,
    threads: int = 1,
    seed: int = 0,
    watch: Watch | None = None,
) -> Steps[Analysis]:
    """The same in steps."""
    if position.is_over:
        raise BlockhausError("The game is over: there is nothing to analyse.")
    search = Search(position.game, Settings.of(position.game, threads=threads), seed)
    search.look(position)

    def report(done: int | None = None) -> Analysis:
        shown = [variation(position, line) for line in search.first(lines)]
        if few > 1:
            shown = _by_worth(shown)
        return Analysis(position, tuple(shown), search.tried if done is None else done)

    def look() -> None:
        if watch and watch(report()) is False:
            search.stop()

    spent = None if simulations else seconds
    return report((yield from search.running(spent, simulations, look if watch else None, few)))


def _by_worth(lines: list[Variation]) -> list[Variation]:
    """Sorted, but that nothing comes before a best move that is proven."""
    settled = 1 if lines[0].proven is not None else 0
    return lines[:settled] + sorted(lines[settled:], key=_at_least, reverse=True)


def _at_least(line: Variation) -> float:
    """The probability of winning, less what may be wrong with it."""
    return line.win if line.proven is not None else line.win - 0.5 / math.sqrt(line.visits + 0.1)


def variation(position: Position, line: Line) -> Variation:
    """A line of the search in the words of the game."""
    seat = position.to_move
    assert seat is not None
    certain = line.proven is not None
    path, end = _to_the_end(position, line) if certain else (line.path, None)
    scores = end.outcome.scores if end and end.outcome else line.scores
    return Variation(
        move=position.game.text(line.action),
        win=share_of_win(line.proven, seat) if line.proven is not None else line.shares[seat],
        points=_ahead(scores, seat) if scores else line.margin,
        visits=line.visits,
        line=tuple(position.game.text(action) for action in path),
        proven=line.proven,
        distance=line.distance if certain else 0,
        shares=line.shares,
        scores=scores,
    )


def _to_the_end(position: Position, line: Line) -> tuple[tuple[int, ...], Position | None]:
    """The path of a proof, with the winning action that was only seen at its end, and that end.

    Where something is hidden nothing is played out: it would come to light.
    """
    if position.game.spec.secrets:
        return line.path, None
    end = position
    for action in line.path:
        end = end.after(action)
    if end.is_over or len(line.path) != line.distance - 1:
        return line.path, end
    for action in end.actions:
        over = end.after(action)
        if over.outcome and over.outcome.winners == line.proven:
            return (*line.path, action), over
    return line.path, end


def _ahead(scores: tuple[float, ...], seat: int) -> float:
    return scores[seat] - max(points for other, points in enumerate(scores) if other != seat)
