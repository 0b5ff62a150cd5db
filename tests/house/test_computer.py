"""Who thinks for the computer's seats."""

from __future__ import annotations

import blockhaus
from blockhaus.house.computer import Minds
from blockhaus.players.level_player import LevelPlayer
from blockhaus.players.levels import TOP


def trees(minds: Minds) -> list[int]:
    """The searches that are kept, by their identity, the latest last."""
    found = []
    for asked in minds._kept.values():
        assert isinstance(asked.player, LevelPlayer) and asked.player._thinker
        found.append(id(asked.player._thinker[1]._search))
    return found


def test_the_top_level_goes_on_with_its_tree() -> None:
    minds = Minds(most=2)
    position = blockhaus.game("kwinty", blocks=4).start(0)
    first = minds.think("one", position, TOP)
    before = trees(minds)
    following = position.play(first)
    following = following.play(following.moves[0])
    minds.think("one", following, TOP)
    assert trees(minds) == before
    minds.think("two", position, TOP)
    minds.think("three", position, TOP)
    assert len(trees(minds)) == 2 and before[0] not in trees(minds)


def test_other_levels_are_not_kept() -> None:
    minds = Minds()
    position = blockhaus.game("kwinty").start(0)
    assert minds.think("one", position, 1) in position.moves
    assert trees(minds) == []
