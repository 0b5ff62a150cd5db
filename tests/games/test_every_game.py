"""What every game is held to: conformance, its reference, perft, examples, words, playthrough."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import blockhaus
from blockhaus.core.native import loops
from blockhaus.core.native.records import array_of
from blockhaus.learn.rulebook import examples
from blockhaus.testing import check_book, check_game, check_reference, check_words
from blockhaus.testing.examples import check_example, check_examples
from games.shared import FOLDER, all_games, data, option_sets, playthrough, reference

FULL_COMPARED = 2000
FULL_CHECKED = 50
FEWEST_EXAMPLES = 12

by_game = pytest.mark.parametrize("name", blockhaus.games())
by_option_set = pytest.mark.parametrize("game", all_games(), ids=repr)

EXAMPLES = [(name, example) for name in blockhaus.games() for example in examples(name)]
PERFT = [(name, entry) for name in blockhaus.games() for entry in data(name, "perft.toml")["perft"]]
EXHAUSTIVE = [
    (name, entry)
    for name in blockhaus.games()
    for entry in data(name, "options.toml").get("exhaustive", [])
]


@by_option_set
def test_every_position_conforms(game: blockhaus.Game, full: bool) -> None:
    games = FULL_CHECKED if full else data(game.id, "options.toml")["checked"]
    assert check_game(game, games) > games


@by_option_set
def test_uncompiled_rules_agree(game: blockhaus.Game, full: bool) -> None:
    check_game(game, 10 if full else 1, seed=7, plain=True, replays=1)


@by_option_set
def test_random_games_agree_with_the_reference(game: blockhaus.Game, full: bool) -> None:
    games = FULL_COMPARED if full else data(game.id, "options.toml")["compared"]
    check_reference(game, reference(game.id), games)


@pytest.mark.parametrize(("name", "small"), EXHAUSTIVE)
def test_small_games_agree_exhaustively(name: str, small: dict[str, Any], full: bool) -> None:
    depth = small["full_depth"] if full else small["depth"]
    check_reference(blockhaus.game(name, **small["options"]), reference(name), depth=depth)


def count_paths(position: blockhaus.Position, depth: int) -> int:
    states = np.repeat(array_of(position), depth + 1)
    out = np.empty((depth + 1, position.game.actions), np.int32)
    return int(loops.perft(states, depth, out))


@pytest.mark.parametrize(("name", "entry"), PERFT, ids=[f"{n}-{e['options']}" for n, e in PERFT])
def test_perft(name: str, entry: dict[str, Any]) -> None:
    """Counts come from the references; on failure the split by first move shows where."""
    start = blockhaus.game(name, **entry["options"]).start(entry["seed"])
    for depth, expected in enumerate(entry["counts"], 1):
        found = count_paths(start, depth)
        split = {m: count_paths(start.play(m), depth - 1) for m in start.moves}
        assert found == expected, f"depth {depth}: {split}"
        assert sum(split.values()) == expected


@pytest.mark.parametrize(
    ("name", "example"), EXAMPLES, ids=[f"{n}-{e['name']}" for n, e in EXAMPLES]
)
def test_example(name: str, example: dict[str, Any]) -> None:
    check_example(name, example, reference(name))


@by_game
def test_there_are_enough_examples_each_with_its_own_name(name: str) -> None:
    assert check_examples(name) >= FEWEST_EXAMPLES


@by_game
def test_everything_is_said_in_every_language(name: str) -> None:
    check_words(name, *option_sets(name))


@by_game
def test_the_rulebook_is_whole(name: str) -> None:
    """Every rule and every ruling of the sheet, shown and told in every language."""
    assert check_book(name) == data(name, "options.toml")["rules"]


@by_game
def test_playthrough(name: str) -> None:
    """Move for move as it was when the rules were last reviewed."""
    assert playthrough(name) == (FOLDER / name / "playthrough.txt").read_text(), (
        "see `make playthroughs`"
    )
