"""Games to be reviewed."""

from __future__ import annotations

from functools import cache

import blockhaus


def played(
    game: blockhaus.Game, *players: str, seed: int = 1, decisions: int = 1000
) -> blockhaus.Record:
    """A game between players who take turns in the seats."""
    choosers = [blockhaus.player(name) for name in players]
    position = game.start(seed)
    while position.to_move is not None and len(position.path) < decisions:
        position = position.play(choosers[position.to_move % len(choosers)].choose(position))
    return blockhaus.Record.of(position, ["Ann", "Ben"])


def wins(position: blockhaus.Position) -> set[str]:
    """The moves that win at once, by trying them all."""
    return {
        move
        for move in position.moves
        if (end := position.play(move).outcome) and end.winners == (position.to_move,)
    }


@cache
def planted(name: str) -> tuple[blockhaus.Record, blockhaus.Position]:
    """A game in which a win at once was left to the other seat, and where that happened."""
    game = blockhaus.game(name)
    for seed in range(50):
        for position in played(game, f"random:seed={seed}").positions()[-12:-1]:
            for move in position.moves if wins(position) else ():
                after = position.play(move)
                if after.to_move not in (None, position.to_move) and wins(after):
                    return blockhaus.Record.of(after.play(min(wins(after)))), position
    raise AssertionError("no such game was found")
