"""What a player is asked for can be done: prompts and steps against the moves on offer."""

from __future__ import annotations

import random

import pytest

import blockhaus
from blockhaus.core.position import Position
from blockhaus.core.scene import Scene

# What each prompt speaks of: kinds of moves of which at least one has to be on offer each.
# Kinds that no prompt of the position speaks of may not be on offer either.
SPOKEN: dict[str, dict[str, tuple[str, ...]]] = {
    "cube": {
        "Draw a cube.": ("draw",),
        "Move a cube.": ("move",),
        "Place your twin.": ("stand lay",),
        "Draw a cube or move one.": ("draw", "move"),
        "Draw a cube or place your twin.": ("draw", "stand lay"),
        "Move a cube or place your twin.": ("move", "stand lay"),
        "Draw a cube, move one, or place your twin.": ("draw", "move", "stand lay"),
        "Put the drawn cube where there is room.": ("place",),
        "Call a card that is fulfilled, or pass.": ("call", "pass"),
    },
    "kewbz": {
        "Put a cube on the board.": ("place",),
        "Choose the tower that gets your next cube.": ("stack",),
    },
    "ksar": {"Put a piece into the frame.": ("place colourless",)},
    "kwinty": {"Add a block to the wall.": ("stand lie",)},
    "qbq": {
        "Move a cube, tip a tower, or put in a new cube.": ("relocate", "tip", "insert"),
        "Move a cube or tip a tower.": ("relocate", "tip"),
        "Move a cube or put in a new one.": ("relocate", "insert"),
        "Tip a tower or put in a new cube.": ("tip", "insert"),
        "Move one of your cubes.": ("relocate",),
        "Tip a tower.": ("tip",),
        "Put in a new cube.": ("insert",),
        "Now move a cube.": ("relocate",),
        "Put a cube back on the board.": ("enter",),
        "There is nothing you can do: pass.": ("pass",),
    },
    "turris": {
        "Add a block to the tower.": ("stand lie",),
        "Use your bonus: add a block, take an opposing one, or decline.": (
            "stand lie",
            "take",
            "pass",
        ),
        "Use your bonus: add a block, or decline.": ("stand lie", "pass"),
        "Use your bonus: take an opposing block, or decline.": ("take", "pass"),
    },
}
OPTIONS: dict[str, tuple[dict[str, str], ...]] = {
    "cube": ({}, {"claims": "call"}),
    "turris": ({}, {"blocks": "8"}),
}
GAMES = [(game, options) for game in SPOKEN for options in OPTIONS.get(game, ({},))]


def visited(game: str, options: dict[str, str], games: int = 4) -> list[Position]:
    found = []
    for seed in range(games):
        dice = random.Random(seed)
        position = blockhaus.game(game, **options).start(seed=seed)
        while not position.is_over:
            found.append(position)
            position = position.play(dice.choice(position.moves))
    return found


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_what_is_asked_for_can_be_done(game: str, options: dict[str, str]) -> None:
    for position in visited(game, options):
        scene = position.scene(position.to_move, offers=True)
        offered = {offer.kind for offer in scene.offers}
        spoken = SPOKEN[game][scene.prompt or ""]
        for kinds in spoken:
            assert offered & {*kinds.split()}, f"{scene.prompt} Offered: {offered}"
        assert offered <= {kind for kinds in spoken for kind in kinds.split()}, scene.prompt
        check_steps(scene)


def check_steps(scene: Scene) -> None:
    """A pick of a block is said to be one, and room that is filled is not room."""
    filled = {cell for block in scene.blocks for cell in block.cells}
    for offer in scene.offers:
        texts = scene.steps[offer.kind]
        assert len(texts) == len(offer.pick)
        for text, cell in zip(texts, offer.pick, strict=True):
            takes = any(word in text for word in TAKEN)
            puts = any(word in text for word in ROOM)
            assert takes != puts or offer.kind == "tip", f"{text}: neither a block nor room"
            if takes:
                assert cell in filled, f"{offer.move}: {text}, but {cell} is empty"
            elif offer.kind != "tip":
                assert cell not in filled, f"{offer.move}: {text}, but {cell} is filled"


# Words of steps that choose something on the board, and of steps that choose room.
TAKEN = ("cube to move", "cube that is moved", "tower to tip", "block to take", "other half")
ROOM = ("goes", "half of a", "its upper half", "end of", "its other end",
        "block stands", "comes back", "the cell for", "tower that gets", "half of the", "corner",
        "direction")  # fmt: skip
