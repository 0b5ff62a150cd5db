"""What positions and moves are worth to the seats, as far as each seat could know.

Figures that are compared rest on equal effort: every position gets the same budget, whether it was
reached in the game or could have been. Where the rules hide something, a position is looked at
through the eyes of one seat: what it cannot see is dealt anew in every simulation, and a move is
worth the mean of what may come of it, so that no draw that happened later is held against it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from ..core.chance import rng_from
from ..core.game import Game
from ..core.position import Position
from .budget import Budget
from .lines import share
from .search import Search, Settings

DEALS = 48  # new deals that show what a move may lead to
MOST_OUTCOMES = 6  # of them that are searched
MEMORY = 64  # megabytes


class Stopped(Exception):
    """Somebody asked for an end while a search was running."""


@dataclass(frozen=True)
class Estimate:
    """Each seat's probability of winning, and how play would go on."""

    shares: tuple[float, ...]
    certain: bool = False  # proven, or the end itself
    distance: int = 0  # decisions to a proven end
    effort: int = 0  # simulations behind it
    line: tuple[str, ...] = ()

    @property
    def best(self) -> str | None:
        return self.line[0] if self.line else None

    def doubt(self, seat: int) -> float:
        """The variance of the share of a seat if simulations were independent games."""
        if self.certain:
            return 0.0
        return self.shares[seat] * (1 - self.shares[seat]) / max(1, self.effort)


class Estimator:
    """Searches positions of one game, each with the same budget.

    A viewer is the seat whose knowledge counts, or None where everybody sees everything.
    """

    def __init__(
        self, game: Game, budget: Budget, seed: int = 0, stop: Callable[[], bool] | None = None
    ) -> None:
        self.game = game
        self.budget = budget
        self.seed = seed
        self.stop = stop
        self.viewers: list[int | None] = list(range(game.players)) if game.spec.secrets else [None]
        self._walk = self._new_search()

    def viewer(self, seat: int) -> int | None:
        return seat if self.game.spec.secrets else None

    def follow(self, position: Position, viewer: int | None) -> Estimate:
        """The worth of a position of the game; the tree of the position before is kept.

        Where something is hidden every search begins anew, so that what one seat knows has no
        influence on what another one is told.
        """
        search = self._walk if viewer is None else self._new_search()
        return self._estimate(position, viewer, search)

    def aside(self, position: Position, viewer: int | None) -> Estimate:
        """The worth of a position that might have been."""
        return self._estimate(position, viewer, self._new_search())

    def move(self, position: Position, action: int, viewer: int | None) -> Estimate:
        """The worth of a move before chance has spoken."""
        outcomes = self.outcomes(position, action, viewer)
        return _mean(viewer, [(weight, self.aside(after, viewer)) for weight, after in outcomes])

    def played(
        self, position: Position, after: Position, viewer: int | None, found: Estimate
    ) -> Estimate:
        """The same for the move that was played, where what came of it has been searched."""
        known = seen(after, viewer)
        return _mean(
            viewer,
            [
                (weight, found if seen(other, viewer) == known else self.aside(other, viewer))
                for weight, other in self.outcomes(position, after.path[-1], viewer, after)
            ],
        )

    def instead(self, position: Position, moves: list[str], viewer: int | None) -> str | None:
        """The move that looks best if these are not to be played."""
        others = [action for action in position.actions if self.game.text(action) not in moves]
        if not others:
            return None
        search = Search(self.game, Settings.of(self.game, memory=MEMORY, exact=False), self.seed)
        search.look(position, viewer)
        search.confine(others)
        self._run(search)
        return self.game.text(search.ranking[0].action)

    def outcomes(
        self, position: Position, action: int, viewer: int | None, real: Position | None = None
    ) -> list[tuple[float, Position]]:
        """What a move may lead to as far as the viewer can know, with probabilities.

        A move that only its owner could know to be legal tells the others something by itself;
        what really came of it then stands for all.
        """
        if viewer is None:
            return [(1.0, real or position.after(action))]
        rng = rng_from(self.seed * 1000 + len(position.path))
        deals = [redealt(position, viewer, rng) for _ in range(DEALS)]
        if any(action not in deal.actions for deal in deals):
            return [(1.0, real or position.after(action))]
        after = [deal.after(action) for deal in deals]
        groups: dict[bytes, list[Position]] = {}
        for deal in after:
            groups.setdefault(seen(deal, viewer), []).append(deal)
        if len(groups) > MOST_OUTCOMES:
            return [(1 / MOST_OUTCOMES, deal) for deal in after[:MOST_OUTCOMES]]
        return [(len(group) / DEALS, group[0]) for group in groups.values()]

    def _new_search(self) -> Search:
        return Search(self.game, Settings.of(self.game, memory=MEMORY), self.seed)

    def _estimate(self, position: Position, viewer: int | None, search: Search) -> Estimate:
        if position.outcome:
            winners = position.outcome.winners
            seats = range(self.game.players)
            return Estimate(tuple(share(winners, seat) for seat in seats), certain=True)
        search.look(position, viewer)
        done = self._run(search)
        best = search.first(1)[0]
        return Estimate(
            shares=best.shares,
            certain=best.proven is not None,
            distance=best.distance if best.proven is not None else 0,
            effort=done,
            line=tuple(self.game.text(action) for action in best.path),
        )

    def _run(self, search: Search) -> int:
        """Spend the budget. Visits that a kept tree brings along count as spent."""
        wanted = self.budget.simulations
        kept = sum(each.visits(0) for each in search.trees)
        if wanted is not None:
            wanted = max(wanted - kept, wanted // 4, 1)
        return kept + search.run(self.budget.seconds, wanted, self._check)

    def _check(self) -> None:
        if self.stop and self.stop():
            raise Stopped


def redealt(position: Position, seat: int, rng: list[int]) -> Position:
    """The position with everything dealt anew that the seat cannot see."""
    state = position.reshuffled(seat, rng)
    return Position(position.game, position.seed, position.path, state)


def seen(position: Position, viewer: int | None) -> bytes:
    """Everything a seat knows, to tell outcomes apart.

    A redeal depends on nothing but that and the generator, so with the same generator equal
    knowledge gives equal records.
    """
    known = position if viewer is None else redealt(position, viewer, rng_from(0))
    return known.state


def _mean(viewer: int | None, outcomes: list[tuple[float, Estimate]]) -> Estimate:
    """One estimate of what may come. What rests on a sample of deals is never called certain."""
    if len(outcomes) == 1:
        only = outcomes[0][1]
        return only if viewer is None else replace(only, certain=False, distance=0)
    found = [each for _, each in outcomes]
    shares = [[weight * value for value in each.shares] for weight, each in outcomes]
    return Estimate(
        shares=tuple(math.fsum(column) for column in zip(*shares, strict=True)),
        effort=min(each.effort for each in found),
    )
