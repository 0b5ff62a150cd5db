"""What a search says about a position, for people and programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..core.errors import BlockhausError
from ..core.position import Position
from .search import Line, Search, Settings
from .search import share as share_of_win


@dataclass(frozen=True)
class Variation:
    """One move and what it is worth for the seat to move."""

    move: str
    win: float  # probability of winning; a shared win counts as a part of one
    points: float  # expected points ahead of the best other seat
    visits: int  # how often the search went there
    line: tuple[str, ...]  # how play would go on, this move first
    proven: tuple[int, ...] | None  # the winners, if that is certain
    distance: int  # decisions until the proven end

    def __str__(self) -> str:
        value = f"{self.win:6.1%}"
        if self.proven is not None:
            value = f"{'won' if self.win == 1 else 'lost' if self.win == 0 else 'drawn'} in "
            value += str(self.distance)
        return f"{self.move:10} {value:12} {self.points:+6.1f} points  {' '.join(self.line)}"


@dataclass(frozen=True)
class Analysis:
    """The best moves of a position, the best first."""

    position: Position
    lines: tuple[Variation, ...]
    simulations: int

    @property
    def best(self) -> str:
        return self.lines[0].move

    def __str__(self) -> str:
        return "\n".join(map(str, self.lines))


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
    search = Search(position.game, Settings.of(position.game, threads=threads), seed)
    search.look(position)
    done = [0]

    def look() -> None:
        if watch and watch(_report(search, position, lines, done[0])) is False:
            search.stop()

    done[0] = search.run(None if simulations else seconds, simulations, look if watch else None)
    return _report(search, position, lines, done[0])


def hint(position: Position, best: Variation) -> str:
    """The best move and what it achieves, in one sentence."""
    after = position.play(best.move)
    if best.proven is not None and best.win == 1:
        when = "at once" if after.is_over else f"in {best.distance} decisions"
        return f"{best.move} wins {when}."
    if best.proven is not None and best.win == 0:
        return f"Everything loses; {best.move} holds out longest, for {best.distance} decisions."
    ahead = f"{abs(best.points):.1f} points {'ahead' if best.points >= 0 else 'behind'}"
    follow = f", and then perhaps {best.line[1]}" if len(best.line) > 1 else ""
    return f"{best.move} looks best: {best.win:.0%} to win, about {ahead} at the end{follow}."


def _report(search: Search, position: Position, lines: int, done: int) -> Analysis:
    found = tuple(_variation(position, line) for line in search.lines[:lines])
    return Analysis(position, found, done)


def _variation(position: Position, line: Line) -> Variation:
    seat = position.to_move
    assert seat is not None
    certain = line.proven is not None
    return Variation(
        move=position.game.text(line.action),
        win=share_of_win(line.proven, seat) if line.proven is not None else line.value,
        points=line.margin,
        visits=line.visits,
        line=tuple(position.game.text(action) for action in line.path),
        proven=line.proven,
        distance=line.distance if certain else 0,
    )
