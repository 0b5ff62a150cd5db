"""The rulebook's worked examples, played on the engine and on the naive references."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import blockhaus
from agree import reference, stacks

RULEBOOK = Path(__file__).parent.parent / "rulebook"


def load(name: str) -> list[dict[str, Any]]:
    return tomllib.loads((RULEBOOK / name / "examples.toml").read_text())["example"]


ALL = [(name, example) for name in blockhaus.games() for example in load(name)]


def position_of(name: str, example: dict[str, Any]) -> blockhaus.Position:
    game = blockhaus.game(name, **example.get("options", {}))
    return list(game.positions(example["moves"].split(), example.get("seed", 0)))[-1]


def check_then(after: blockhaus.Position, then: dict[str, Any]) -> None:
    facts = {
        "to_move": after.to_move,
        "over": after.is_over,
        "winners": after.outcome and list(after.outcome.winners),
        "scores": after.outcome and list(after.outcome.scores),
    }
    for key in facts.keys() & then.keys():
        assert facts[key] == then[key], key
    for move in then.get("can", []):
        assert after.why_not(move) is None, move
    for move in then.get("cannot", []):
        assert after.why_not(move) is not None, move
    for column, colours in then.get("stacks", {}).items():
        assert stacks(after).get(column, []) == colours.split(), column


@pytest.mark.parametrize(("name", "example"), ALL, ids=[f"{n}-{e['name']}" for n, e in ALL])
def test_example(name: str, example: dict[str, Any]) -> None:
    position = position_of(name, example)
    refusal = position.why_not(example["try"])
    naive = reference(position.game.start(position.seed))
    for move in position.history:
        naive.play(move)
    assert (example["try"] in naive.moves()) == example["legal"]
    if example["legal"]:
        assert refusal is None
        check_then(position.play(example["try"]), example["then"])
    else:
        assert refusal is not None
        assert refusal.rule == example["because"]
        assert sorted(refusal.cells) == sorted(example["cells"])


@pytest.mark.parametrize("name", blockhaus.games())
def test_there_are_enough_examples_each_with_its_own_name(name: str) -> None:
    examples = load(name)
    assert len(examples) >= 12
    assert len({example["name"] for example in examples}) == len(examples)
    assert {"name", "rules", "title", "text", "moves", "try", "legal"} <= set.intersection(
        *(set(example) for example in examples)
    )
