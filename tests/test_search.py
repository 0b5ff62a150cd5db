"""The search: fair where something is hidden, and steady in time, memory and answers."""

from __future__ import annotations

import pickle
import random
from dataclasses import dataclass
from typing import Any

import pytest

import blockhaus
from blockhaus.players import tree
from blockhaus.players.search import Line, Search, Settings

GAMES = blockhaus.games()
SECRETIVE = [name for name in GAMES if blockhaus.game(name).spec.secrets]


def midway(game: blockhaus.Game, decisions: int, seed: int = 0) -> blockhaus.Position:
    dice = random.Random(seed)
    position = game.start(seed)
    for _ in range(decisions):
        position = position.after(dice.choice(position.actions))
    return position


def searched(
    position: blockhaus.Position, settings: Settings, simulations: int = 200
) -> list[Line]:
    search = Search(position.game, settings, seed=11)
    search.look(position)
    search.run(simulations=simulations)
    return search.lines


@dataclass(frozen=True)
class Peeking(Settings):
    """A search that looks at the real deal instead of dealing anew."""

    def array(self, position: blockhaus.Position) -> Any:
        values = super().array(position)
        values[tree.HIDDEN] = 0
        return values


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", SECRETIVE)
def test_a_search_does_not_depend_on_what_its_seat_cannot_see(name: str, players: int) -> None:
    game = blockhaus.game(name, players=players)
    for decisions in (0, 9, 30):
        position = midway(game, decisions)
        assert position.to_move is not None
        deals = [position, *(position.blind(position.to_move, seed) for seed in range(1, 4))]
        assert len({deal.record.tobytes() for deal in deals}) == 4
        honest = [searched(deal, Settings.of(game)) for deal in deals]
        assert all(lines == honest[0] for lines in honest)
        peeking = [searched(deal, Peeking(**game.spec.search)) for deal in deals]
        assert any(lines != peeking[0] for lines in peeking)


@pytest.mark.parametrize("name", SECRETIVE)
def test_a_blind_position_tells_nothing_but_what_its_seat_sees(name: str) -> None:
    position = midway(blockhaus.game(name), 12)
    for seat in range(2):
        blind = position.blind(seat)
        assert blind.view(seat) == position.view(seat)
        assert blind.secrets() != position.secrets()
        assert blind.seed is None
        assert blind.history == position.history
        # The same for another real deal that the seat could not tell from this one.
        assert position.blind(seat, 7).blind(seat) == blind
        assert pickle.loads(pickle.dumps(blind)) == blind
        assert "seen from one seat" in repr(blind)
        with pytest.raises(blockhaus.CodeError, match="has no code"):
            _ = blind.code
        following = blind.after(blind.actions[0])
        assert following.seed is None
        assert not blockhaus.Record.of(following).can_be_replayed


def test_where_nothing_is_hidden_a_blind_position_is_the_position() -> None:
    position = midway(blockhaus.game("kwinty"), 5)
    assert position.blind(0) is position
