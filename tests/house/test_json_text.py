"""What the house writes is what a position shows."""

from __future__ import annotations

import json
import random

import pytest

from blockhaus.core.game import Game
from blockhaus.house.json_text import read, written
from games.shared import all_games


@pytest.mark.parametrize("game", all_games(), ids=repr)
def test_a_scene_is_written_as_its_view(game: Game) -> None:
    dice = random.Random(6)
    position = game.start(6)
    while not position.is_over and len(position.path) < 40:
        position = position.after(dice.choice(position.actions))
        for seat in (None, *range(game.players)):
            view = position.view(seat, offers=False)
            assert read(written(position.scene(seat))) == json.loads(json.dumps(view)) == view
            position.rest()
            assert position.view(seat, offers=False) == view
