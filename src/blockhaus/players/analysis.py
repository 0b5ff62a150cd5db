"""What a search says about a position, for people and programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from ..core.errors import BlockhausError
from ..core.position import Position
from .search import Line, Search, Settings
from .search import share as share_of_win


@dataclass(frozen=True)
class Variation:
    """One move and what it is worth."""

    move: str
    win: float  # probability that the seat to move wins; a shared win counts as a part of one
    points: float  # expected points of that seat ahead of the best other one
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

    def __str__(self) -> str:
        value = f"{self.win:6.1%}"
        if self.proven is not None:
            value = f"{'won' if self.wins else 'lost' if self.loses else 'drawn'} in "
            value += str(self.distance)
        points = f"{self.points:+6.1f} points" if self.scores else ""
        return f"{self.move:10} {value:12} {points:13}  {' '.join(self.line)}"


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
    watch: Callable[[Analysis], bool | None] | None = None,
) -> Analysis:
    """Search a position. `watch` sees the analysis grow and ends it by returning False."""
    if position.is_over:
        raise BlockhausError("The game is over: there is nothing to analyse.")
    if simulations is not None and simulations < 1:
        raise BlockhausError("{option} cannot be {value}.", option="simulations", value=simulations)
    if seconds < 0:
        raise BlockhausError("{option} cannot be {value}.", option="seconds", value=seconds)
    search = Search(position.game, Settings.of(position.game, threads=threads), seed)
    search.look(position)
    done = [0]

    def look() -> None:
        if watch and watch(_report(search, position, lines, done[0])) is False:
            search.stop()

    done[0] = search.run(None if simulations else seconds, simulations, look if watch else None)
    return _report(search, position, lines, done[0])


def _report(search: Search, position: Position, lines: int, done: int) -> Analysis:
    found = tuple(variation(position, line) for line in search.lines[:lines])
    return Analysis(position, found, done or sum(line.visits for line in search.lines))


def variation(position: Position, line: Line) -> Variation:
    """A line of the search in the words of the game."""
    seat = position.to_move
    assert seat is not None
    certain = line.proven is not None
    return Variation(
        move=position.game.text(line.action),
        win=share_of_win(line.proven, seat) if line.proven is not None else line.shares[seat],
        points=_ahead(line.scores, seat) if line.scores else line.margin,
        visits=line.visits,
        line=tuple(position.game.text(action) for action in line.path),
        proven=line.proven,
        distance=line.distance if certain else 0,
        shares=line.shares,
        scores=line.scores,
    )


def _ahead(scores: tuple[float, ...], seat: int) -> float:
    return scores[seat] - max(points for other, points in enumerate(scores) if other != seat)
