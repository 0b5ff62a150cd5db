"""The ladder: ratings that are right, results that survive, and levels fitted to even steps."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import blockhaus
from blockhaus.cli import app
from blockhaus.lab.journal import Journal
from blockhaus.lab.ladder import (
    HIGHEST,
    Results,
    Wanted,
    candidates,
    chain,
    fitted,
    measured,
    missing,
    name_of,
    play_all,
    strength_of,
    strengths_of,
)
from blockhaus.lab.ratings import Pairing, curve, expected, rate
from blockhaus.players.levels import TOP, Strength, levels, read_levels


def test_two_players_differ_by_what_their_score_says() -> None:
    ratings = rate([Pairing("a", "b", 750, 1000)])
    assert ratings["a"].value - ratings["b"].value == pytest.approx(190.8, abs=1)
    assert ratings["a"].value + ratings["b"].value == pytest.approx(0)
    assert expected(190.8) == pytest.approx(0.75, abs=1e-3)
    # The score's standard error is 1.37 %, which is 12.7 points there, shared by both.
    assert ratings["a"].error == pytest.approx(12.7 / 2, rel=0.02)


def test_ratings_come_out_as_they_were_put_in() -> None:
    true = {"a": -300.0, "b": -100.0, "c": 50.0, "d": 350.0}
    dice = random.Random(1)
    for games in (400, 40):
        pairings = []
        for one, other in [*pairwise(true), ("a", "c"), ("b", "d")]:
            chance = expected(true[one] - true[other])
            points = sum(dice.random() < chance for _ in range(games))
            pairings.append(Pairing(one, other, points, games))
        for name, rating in rate(pairings).items():
            assert abs(rating.value - true[name]) < 3.5 * rating.error
            assert 4 < rating.error < 80


def test_who_lost_everything_has_a_rating_but_an_uncertain_one() -> None:
    ratings = rate([Pairing("a", "b", 10, 10), Pairing("b", "c", 5, 10)])
    assert 200 < ratings["a"].value - ratings["b"].value < 2000
    assert ratings["a"].error > 1.5 * ratings["c"].error
    assert rate([]) == {}


def test_a_journal_survives_being_cut_off(tmp_path: Path) -> None:
    file = tmp_path / "new" / "results.jsonl"
    journal = Journal(file)
    journal.append({"points": 1})
    journal.append({"points": 2})
    file.write_bytes(file.read_bytes()[:-4])
    again = Journal(file)
    assert again.entries == [{"points": 1}]
    again.append({"points": 3})
    assert [json.loads(line) for line in file.read_text().splitlines()] == again.entries
    assert Journal(file).entries == [{"points": 1}, {"points": 3}]


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear friend,\n")
    with pytest.raises(blockhaus.BlockhausError, match=r"line 1 is not a JSON object"):
        Journal(file)
    with pytest.raises(blockhaus.BlockhausError, match=r"cannot be read"):
        Journal(tmp_path)


QUICK = [Strength(2, 0.2, 0.2), Strength(4), Strength(100)]


def test_a_ladder_goes_on_where_it_stopped(tmp_path: Path) -> None:
    game = blockhaus.game("kwinty", blocks=6)
    wanted = chain(QUICK, 4)
    assert [(each.names, each.games) for each in wanted] == [
        (("2/0.2/0.2", "4/1/0"), 4),
        (("4/1/0", "100/1/0"), 2),
    ]
    whole, pieces = (Results(game, Journal(tmp_path / name)) for name in ("whole", "pieces"))
    play_all(whole, wanted, lambda: None)

    class Enough(Exception):
        pass

    def stop() -> None:
        raise Enough

    rounds = 0
    while missing(pieces, wanted):
        with pytest.raises(Enough):
            play_all(pieces, wanted, stop)
        rounds += 1
        pieces = Results(game, Journal(tmp_path / "pieces"))
    assert rounds == 3
    assert (tmp_path / "whole").read_text() == (tmp_path / "pieces").read_text()
    assert missing(Results(blockhaus.game("kwinty"), pieces.journal), wanted) == 3


def test_results_are_the_same_from_both_sides(tmp_path: Path) -> None:
    results = Results(blockhaus.game("kwinty", blocks=4), Journal(tmp_path / "results"))
    results.play(Wanted(QUICK[0], QUICK[2], 2))
    one = results.between(name_of(QUICK[2]), name_of(QUICK[0]))
    other = results.between(name_of(QUICK[0]), name_of(QUICK[2]))
    assert one.games == other.games == 2
    assert one.points + other.points == 2


def meetings(most: int, rating: Callable[[float], float]) -> list[Pairing]:
    """What neighbours on the dial would score on average."""
    dialled = [(each.dial(most), name_of(each)) for each in candidates(most)]
    return [
        Pairing(high, low, 40 * expected(rating(above) - rating(below)), 40)
        for (below, low), (above, high) in pairwise(dialled)
    ]


def test_a_curve_finds_the_ratings_behind_results() -> None:
    played = [(1.0, 0.5, 750.0, 1000), (0.5, 0.0, 909.1, 1000), (1.0, 0.0, 968.0, 1000)]
    found = curve(played, 3)(np.array([0.0, 0.5, 1.0]))
    assert found == pytest.approx([0, 400, 591], abs=5)


def test_a_fit_puts_levels_evenly_apart() -> None:
    """On ladders whose ratings are known: steep below and flat above."""
    most = 10_000
    for height in (1200, 3000):

        def rating(dial: float, height: int = height) -> float:
            return height * (1.5 * dial - 0.5 * dial**2)

        found = fitted(meetings(most, rating), most)
        assert len(found) == TOP
        assert found[-1] == Strength(most)
        ratings = [rating(each.dial(most)) for each in found]
        step = min(HIGHEST, height / 9)
        assert [high - low for low, high in pairwise(ratings)] == pytest.approx([step] * 9, abs=30)


def test_the_slowest_meet_less_often() -> None:
    strengths = [Strength(number) for number in (10, 100, 1000, 4000, 8000)]
    assert [each.games for each in chain(strengths, 40)] == [40, 40, 20, 20]


def test_strengths_have_names() -> None:
    for strength in candidates(5000):
        assert strength_of(name_of(strength)) == strength


def test_what_was_measured_becomes_a_table(tmp_path: Path) -> None:
    results = Results(blockhaus.game("kwinty"), Journal(tmp_path / "results"))
    strengths = strengths_of(levels("kwinty"), 7000)
    for low, high in pairwise(map(name_of, strengths)):
        entry = {"game": "kwinty", "options": {}, "players": [high, low], "points": 30, "games": 40}
        results.journal.append(entry)
    table = measured(results, strengths, 100_000)
    assert [level.score for level in table] == [None, *[0.75] * 9]
    assert table[0].rating == 1000
    steps = [(high.rating or 0) - (low.rating or 0) for low, high in pairwise(table)]
    assert all(160 < step < 200 for step in steps)
    assert table[-1].strength == Strength(None)
    assert table[-1].measured_with == strengths[-1].simulations
    assert strengths_of(table, 1) == strengths


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")

    def run(*words: str) -> str:
        result = CliRunner().invoke(app, words)
        assert result.exit_code == 0, result.output
        return result.output

    page = run("levels", "kwinty")
    assert "KWINTY" in page
    assert all(level.name in page for level in levels("kwinty"))
    words = ("ladder", "kwinty", "-o", "blocks=4", "--games", "2", "--most", "100")
    page = run(*words, "--fit", "--table", "table.toml")
    assert "of 2 games" in page
    assert "The table is in table.toml" in page
    table = read_levels(Path("table.toml").read_text())
    assert len(table) == TOP
    assert table[-1].measured_with == 100
    lines = Path("ladder-kwinty.jsonl").read_text()
    assert run(*words).count("of 2 games") == 9  # all is played already
    assert Path("ladder-kwinty.jsonl").read_text() == lines
    run(*words, "--results", "shipped.jsonl", "--table", "table.toml")  # the levels as shipped
    assert read_levels(Path("table.toml").read_text())[-1].measured_with == 100
