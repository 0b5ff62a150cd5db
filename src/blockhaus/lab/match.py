"""Matches between players: who is stronger, and how sure that is.

    match(game, ["search:simulations=500", "random"], games=40)

Games come in rounds. In a round every player sits once on every seat (with two players: a pair of
games with seats swapped), and all its games share the deal and a few random opening decisions, so
neither luck of the deal nor the seat favours anyone. Different rounds have different deals,
openings and seeds of the players. Everything follows from `seed`, but for players that think
by the clock.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..core.errors import BlockhausError
from ..core.game import Game
from ..core.position import Position
from ..players.guard import Guarded, Lapse
from ..players.player import Player, player

Entrant = str | Player | Callable[[int], Player]
"""A player's description, a player, or a function that makes the player for a seed."""

SURE = 1.96  # standard deviations: 95 of 100 intervals hold the true share


@dataclass(frozen=True)
class Played:
    """One game of a match: who sat where (numbers of players) and the share of the win of each."""

    seating: tuple[int, ...]
    shares: tuple[float, ...]  # by player; all together 1
    final: Position
    lapses: tuple[Lapse, ...] = ()  # where a player had to be stood in for


@dataclass(frozen=True)
class Match:
    """The games of a match and what they say about the strength of its players."""

    played: tuple[Played, ...]

    def points(self, player: int = 0) -> float:
        """Games won; a shared win counts as a part of one."""
        return sum(game.shares[player] for game in self.played)

    def share(self, player: int = 0) -> float:
        """The part of all points that a player has got, 0 to 1."""
        return self.points(player) / len(self.played)

    def interval(self, player: int = 0) -> tuple[float, float]:
        """The 95 % interval for the share."""
        return interval(self.points(player), len(self.played))

    def __str__(self) -> str:
        low, high = self.interval()
        return f"{self.points():g} of {len(self.played)}: {self.share():.1%} ({low:.0%}-{high:.0%})"


def interval(points: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share of points. With draws it is wider than it need be."""
    share = points / games
    centre = (share + SURE**2 / (2 * games)) / (1 + SURE**2 / games)
    spread = math.sqrt(share * (1 - share) / games + SURE**2 / (4 * games**2))
    spread *= SURE / (1 + SURE**2 / games)
    return max(0.0, centre - spread), min(1.0, centre + spread)


def match(
    game: Game,
    players: Sequence[Entrant],
    games: int = 20,
    seed: int = 0,
    *,
    opening: int = 2,
    seconds: float | None = None,
    after_game: Callable[[Match], None] | None = None,
) -> Match:
    """Let players meet in a number of games, rounded up to whole rounds.

    Seats are filled in turn where there are more of them than players. `opening` is the number
    of random decisions each game begins with. A player that lapses, or takes longer than `seconds`
    for a decision, is stood in for (players/guard). `after_game` sees the match so far.
    """
    if not 1 < len(players) <= game.players:
        raise BlockhausError(
            f"A match at {game.spec.title} has 2 to {game.players} players, not {len(players)}."
        )
    played: list[Played] = []
    for number in range(-(-games // len(players))):
        start = _opening(game, opening, random.Random(f"{seed} {number}"))
        for first in range(len(players)):
            seating = tuple((first + seat) % len(players) for seat in range(game.players))
            made = [_seated(entrant, seed * 1_000_003 + len(played)) for entrant in players]
            played.append(_play(start, [made[i] for i in seating], seating, seconds))
            if after_game:
                after_game(Match(tuple(played)))
    return Match(tuple(played))


def _opening(game: Game, decisions: int, dice: random.Random) -> Position:
    position = game.start(dice.getrandbits(64))
    for _ in range(decisions):
        following = position.after(dice.choice(position.actions))
        if following.is_over:
            break
        position = following
    return position


def _seated(entrant: Entrant, seed: int) -> Player:
    if not isinstance(entrant, str):
        return player(entrant(seed) if callable(entrant) else entrant)
    if "seed=" in entrant:
        return player(entrant)
    return player(f"{entrant}{',' if ':' in entrant else ':'}seed={seed}")


def _play(
    position: Position, seats: Sequence[Player], seating: tuple[int, ...], seconds: float | None
) -> Played:
    guarded = [Guarded(seat, seconds) for seat in seats]
    while position.to_move is not None:
        position = position.play(guarded[position.to_move].choose(position))
    assert position.outcome
    winners = position.outcome.winners
    shares = [0.0] * len(set(seating))
    for seat in winners:
        shares[seating[seat]] += 1 / len(winners)
    lapses = tuple(lapse for each in guarded for lapse in each.lapses)
    return Played(seating, tuple(shares), position, lapses)
