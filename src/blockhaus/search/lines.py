"""The moves a search has looked at: told by several trees, solved, put in order."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .solve import Solution


@dataclass(frozen=True)
class Line:
    """A move the search has looked at."""

    action: int
    visits: int
    value: float  # expected share of the win for the mover, 0 to 1
    margin: float  # expected points ahead of the best other seat
    proven: tuple[int, ...] | None  # winners of the game after this move, if that is certain
    distance: int  # decisions until that end
    path: tuple[int, ...] = ()  # how play would go on as far as can be told, this move first
    shares: tuple[float, ...] = ()  # expected share of the win for every seat
    scores: tuple[float, ...] | None = None  # expected points, if games were played to their end


def merge(lines: list[Line]) -> Line:
    """The same move in several trees as one line; what one tree has proven is proven."""
    certain = [line for line in lines if line.proven is not None]
    best = max(certain or lines, key=lambda line: line.visits)
    visits = sum(line.visits for line in lines)
    if not visits:
        return best
    return replace(
        best,
        visits=visits,
        value=sum(line.value * line.visits for line in lines) / visits,
        margin=sum(line.margin * line.visits for line in lines) / visits,
        shares=best.shares if certain else _mean([(line.shares, line.visits) for line in lines]),
        scores=_mean([(line.scores, line.visits) for line in lines if line.scores]) or None,
    )


def _mean(weighted: list[tuple[tuple[float, ...], int]]) -> tuple[float, ...]:
    total = sum(weight for _, weight in weighted)
    rows = [[value * weight / total for value in row] for row, weight in weighted if weight]
    return tuple(map(sum, zip(*rows, strict=True)))


def solved(
    lines: list[Line], solution: Solution, asides: dict[int, Solution], seat: int
) -> list[Line]:
    """What was solved is certain; its best move comes first, whatever the trees say."""
    found = {line.action: line for line in lines}
    seats = range(solution.position.game.players)

    def settle(action: int, winners: tuple[int, ...], distance: int, path: tuple[int, ...]) -> None:
        line = found.get(action, Line(action, 0, share(winners, seat), 0.0, None, 0))
        shares = tuple(share(winners, each) for each in seats)
        found[action] = replace(line, proven=winners, distance=distance, path=path, shares=shares)

    for action, aside in asides.items():
        settle(action, aside.winners, aside.distance + 1, (action, *aside.path))
    for action, distance in solution.distances.items():
        known = found[action].path if action in asides else ()
        path = solution.path if action == solution.path[0] else known
        settle(action, solution.winners, distance, path)
    best = found.pop(solution.path[0])
    return [best, *sorted(found.values(), key=lambda line: rank(line, seat))]


def share(winners: tuple[int, ...], seat: int) -> float:
    return 1 / len(winners) if seat in winners else 0.0


def rank(line: Line, seat: int) -> tuple[float, float, float]:
    """Sure wins first, the quickest; sure losses last, the slowest; between them by visits."""
    if line.proven is None:
        return (1, -line.visits, -line.value)
    result = share(line.proven, seat)
    if result == 1:
        return (0, line.distance, 0)
    if result == 0:
        return (3, -line.distance, 0)
    return (1, -line.visits if line.value > result else 0, -result)
