"""Reviews: they find what was planted, tell luck from mistakes, and claim no more."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

import blockhaus
from blockhaus import cli
from blockhaus.commentary.curve import picture
from blockhaus.commentary.review import (
    ERRORS,
    FORCED,
    Comparison,
    Decision,
    Review,
    compare,
    is_better,
    judgement,
    review,
    reviewing,
)
from blockhaus.commentary.review_words import colours, heading, sign, strokes_of_luck, verdict
from blockhaus.core.chance import rng_from
from blockhaus.search.budget import Budget
from blockhaus.search.estimate import Estimate, Estimator, redealt, seen
from blockhaus.terminal.review import PLAIN_BLOCKS, chart
from blockhaus.terminal.screen import Screen
from reviewed import planted, played, wins

GAMES = blockhaus.games()
SECRET = [name for name in GAMES if blockhaus.game(name).spec.secrets]
QUICK = Budget(simulations=200)


# Turning points.


@pytest.mark.parametrize("name", ["kwinty", "turris", "kewbz", "ksar"])
def test_a_planted_blunder_is_the_turning_point(name: str) -> None:
    record, position = planted(name)
    found = review(record, Budget(simulations=300))
    number = len(position.path) + 1
    worst = found.turning_points()[0]
    blunder = found.decisions[number - 1]
    assert worst.loss == blunder.loss == 1
    assert blunder.judgement == "blunder"
    assert blunder.certain
    assert (blunder.win, blunder.best_win) == (0, 1)
    assert blunder.best in wins(position)
    assert blunder.best_distance == 1
    assert blunder.line[0] == blunder.best
    assert set(blunder.reply[:1]) <= wins(position.play(blunder.move))
    assert "wins for certain" in verdict(blunder)
    assert sign(blunder) == "??"


def test_what_is_proven_is_told_exactly() -> None:
    record, position = planted("kwinty")
    after = record.positions()
    found = review(record, Budget(simulations=300))
    number = len(position.path)
    seat = position.to_move
    assert seat is not None
    assert found.curve[number][seat] == 1  # a win at once is there to be taken
    assert found.curve[number + 1][seat] == 0  # and now the other seat's
    assert found.curve[-1][seat] == 0
    assert found.decisions[-1].judgement in ("best", "good", FORCED)
    assert after[-1].outcome is not None


def test_the_searches_compared_get_the_same_effort() -> None:
    game = blockhaus.game("kewbz")
    record = played(game, "search:simulations=100", "random:seed=2", decisions=8)
    estimator = Estimator(game, Budget(simulations=400))
    for position in record.positions()[:-1]:
        found = estimator.follow(position, None)
        other = estimator.aside(position.after(position.actions[0]), None)
        for each in (found, other):
            assert each.certain or 400 <= each.effort <= 500


@pytest.mark.parametrize(
    ("win", "best_win", "effort", "called"),
    [
        (0.50, 0.54, 100_000, "good"),
        (0.50, 0.56, 100_000, "inaccuracy"),
        (0.50, 0.61, 100_000, "mistake"),
        (0.50, 0.71, 100_000, "blunder"),
        (0.50, 0.61, 100, "good"),  # a hundred simulations cannot tell them apart
        (0.50, 0.71, 100, "blunder"),
    ],
)
def test_thresholds_and_doubt(win: float, best_win: float, effort: int, called: str) -> None:
    one, other = (Estimate((share, 1 - share), effort=effort) for share in (win, best_win))
    assert judgement(Comparison(one, other, ("a1",), 0)) == called
    assert judgement(Comparison(one, one, ("a1",), 0)) == "best"


def test_a_move_that_was_thought_best_and_loses_is_held_against_one_that_holds() -> None:
    """Six of its 25 moves lose by force, and those look best at first sight."""
    position = blockhaus.position("qbq:DRZLQI1b2Uglyak8WKkZ21H8N")
    there, estimator = position.play("b4-a2"), Estimator(position.game, Budget())
    after = estimator.follow(there, None)
    assert after.certain
    thought = Estimate((0.78, 0.22), effort=2000, line=("b4-a2",))
    found = compare(estimator, position, there, None, thought, after)
    assert found.line[0] != "b4-a2"
    assert found.loss > 0.05
    assert not found.better.certain


def test_a_strong_player_is_more_accurate_than_chance() -> None:
    record = played(blockhaus.game("kewbz"), "search:simulations=1000", "random:seed=5")
    found = review(record, Budget(simulations=1000))
    one, other = found.summary(0), found.summary(1)
    assert one.accuracy is not None
    assert other.accuracy is not None
    assert one.accuracy > other.accuracy + 5
    assert sum(one.counts[name] for name in ERRORS) < sum(other.counts[name] for name in ERRORS)


# Bookkeeping.

CASES = [
    ("kwinty", {}, 12),
    ("turris", {"blocks": 5}, 40),
    ("qbq", {"players": 3}, 9),
    ("cube", {}, 8),
    ("cube", {"players": 3, "claims": "call"}, 10),
]


@pytest.mark.parametrize(("name", "options", "length"), CASES, ids=str)
def test_causes_add_up_to_the_change(name: str, options: dict[str, int], length: int) -> None:
    game = blockhaus.game(name, **options)
    record = played(game, "search:simulations=50", "random:seed=3", decisions=length)
    found = review(record, Budget(simulations=60))
    assert found.complete
    before = found.start
    for decision in found.decisions:
        for seat in range(game.players):
            causes = decision.choice[seat] + decision.luck[seat] + decision.sight[seat]
            assert decision.after[seat] - before[seat] == pytest.approx(causes)
        assert decision.choice[decision.seat] <= 0
        assert game.spec.chance or not any(decision.luck)
        before = decision.after
    for seat in range(game.players):
        total = found.summary(seat)
        causes = total.own + total.others + total.luck + total.sight
        assert total.end - total.start == pytest.approx(causes)
    if not game.spec.secrets:
        assert all(sum(shares) == pytest.approx(1) for shares in found.curve)


def test_the_same_review_again() -> None:
    record = played(blockhaus.game("kwinty"), "search:simulations=50", "random:seed=1")
    one, other = (review(record, QUICK, seed=4) for _ in range(2))
    assert one == other
    assert one.data() != review(record, QUICK, seed=5).data()


# Hidden information.


@pytest.mark.parametrize("name", SECRET)
def test_a_decision_is_judged_by_what_its_seat_could_know(name: str) -> None:
    """With everything hidden dealt anew the judgement is the same, to the last digit."""
    game = blockhaus.game(name)
    record = played(game, "search:simulations=60", decisions=14)
    rng = rng_from(9)
    for here, there in list(pairwise(record.positions()))[2::4]:
        for seat in range(game.players):
            action = there.path[-1]
            estimator = Estimator(game, Budget(simulations=60), seed=1)
            real = estimator.follow(here, seat), estimator.move(here, action, seat)
            deal = redealt(here, seat, rng)
            assert deal.secrets() != here.secrets()
            assert (estimator.follow(deal, seat), estimator.move(deal, action, seat)) == real


@pytest.mark.parametrize("name", SECRET)
def test_nobody_is_told_what_the_mover_can_see(name: str) -> None:
    """Just before a seat wins with a card only it has, the others know no more than before."""
    game = blockhaus.game(name)
    estimator = Estimator(game, Budget(simulations=60), seed=1)
    sure = 0
    for seed in range(6):
        for here in played(game, "search:simulations=40", seed=seed).positions()[-4:-1]:
            seat = here.to_move
            assert seat is not None
            sure += estimator.follow(here, seat).certain
            for other in set(range(game.players)) - {seat}:
                deal = redealt(here, other, rng_from(5))
                assert estimator.follow(here, other) == estimator.follow(deal, other)
    assert sure


@pytest.mark.parametrize("name", SECRET)
def test_luck_is_what_chance_made_of_a_move(name: str) -> None:
    """A draw that can turn out in several ways: weighed by probability, luck is nothing."""
    game = blockhaus.game(name)
    position = game.start(3)
    estimator = Estimator(game, Budget(simulations=80))
    seat = position.to_move
    assert seat is not None
    draw = position.actions[0]
    outcomes = estimator.outcomes(position, draw, seat)
    assert len(outcomes) > 1
    assert sum(weight for weight, _ in outcomes) == pytest.approx(1)
    worth = estimator.move(position, draw, seat).shares[seat]
    lucks = [
        (weight, estimator.aside(after, seat).shares[seat] - worth) for weight, after in outcomes
    ]
    assert sum(weight * luck for weight, luck in lucks) == pytest.approx(0)
    assert any(luck for _, luck in lucks)
    assert len({seen(after, seat) for _, after in outcomes}) == len(outcomes)


@pytest.mark.parametrize("name", SECRET)
def test_moves_that_reveal_nothing_have_no_luck(name: str) -> None:
    game = blockhaus.game(name)
    record = played(game, "search:simulations=40", decisions=6)
    found = review(record, Budget(simulations=40))
    estimator = Estimator(game, Budget(simulations=40))
    for here, decision in zip(record.positions(), found.decisions, strict=False):
        action = here.game.parse(decision.move)
        for seat in range(game.players):
            if len(estimator.outcomes(here, action, seat)) == 1:
                assert decision.luck[seat] == 0
    assert strokes_of_luck(found) == sorted(
        strokes_of_luck(found), key=lambda pair: -abs(pair[0].luck[pair[1]])
    )


# Stopping, data, pictures.


def test_what_is_known_is_kept_when_a_review_ends_early() -> None:
    record = played(blockhaus.game("kwinty"), "random:seed=1")
    seen_so_far: list[int] = []

    def watch(found: Review) -> bool:
        seen_so_far.append(len(found.decisions))
        return len(found.decisions) < 3

    found = review(record, QUICK, watch=watch)
    assert seen_so_far == [0, 1, 2, 3]
    assert len(found.decisions) == 3
    assert not found.complete
    assert found.decisions == review(record, QUICK).decisions[:3]
    assert found.summary(0).end == found.curve[-1][0]
    assert picture(found)


def test_a_stop_ends_the_search_that_is_running() -> None:
    record = played(blockhaus.game("kwinty"), "random:seed=1")
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 20

    found = review(record, Budget(simulations=None, seconds=1000), stop=stop)
    assert len(asked) == 21
    assert found.decisions == ()
    assert found.start == (0.5, 0.5)


def test_json_round_trip() -> None:
    for name in ("kwinty", *SECRET):
        record = played(blockhaus.game(name), "random:seed=1", decisions=5)
        found = review(record, Budget(simulations=40))
        data = json.loads(json.dumps(found.data()))
        assert data == found.data()
        assert Review.read(data) == found
        assert Review.read(data).data() == data


def test_an_analysis_is_plain_data() -> None:
    for name, options in (("kwinty", {}), ("qbq", {"players": 4}), ("cube", {"players": 3})):
        position = blockhaus.game(name, **options).start(1)
        found = blockhaus.analyse(position, simulations=200, lines=2)
        data = found.data()
        assert json.loads(json.dumps(data)) == data
        for line in found.lines:
            assert len(line.shares) == position.game.players
            assert sum(line.shares) == pytest.approx(1)
            assert line.win == line.shares[position.to_move or 0]
            assert line.scores is None or len(line.scores) == position.game.players


def test_expected_points_are_those_of_the_games_played() -> None:
    """One move from the end the points are known exactly."""
    record = played(blockhaus.game("kewbz", board=5, cubes=5), "random:seed=4")
    position = record.positions()[-2]
    for line in blockhaus.analyse(position, simulations=50, lines=99).lines:
        end = position.play(line.move).outcome
        if end and line.scores:
            assert line.scores == end.scores


@pytest.mark.parametrize(("name", "options"), [("kwinty", {}), ("qbq", {"players": 4})], ids=str)
def test_the_picture_is_a_picture(name: str, options: dict[str, int]) -> None:
    game = blockhaus.game(name, **options)
    record = blockhaus.Record(game, [game.start(0).moves[0]], ["<Ann & co>"])
    found = review(record, Budget(simulations=30))
    root = ElementTree.fromstring(picture(found))
    assert root.tag.endswith("svg")
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert f"{colours(found)[0]} (<Ann & co>)" in texts
    lines = [e for e in root.iter() if e.tag.endswith("path") and "stroke" in e.attrib]
    assert len(lines) == 2 * game.players  # in the legend and in the plot
    assert len({e.attrib.get("stroke-dasharray") for e in lines}) == game.players


def test_a_turning_point_is_marked_in_the_picture() -> None:
    record, position = planted("kwinty")
    found = review(record, QUICK)
    root = ElementTree.fromstring(picture(found))
    titles = [element.text or "" for element in root.iter() if element.tag.endswith("title")]
    assert any(title.startswith(f"{len(position.path) + 1}. ") for title in titles)


def test_labels_in_the_picture_do_not_hide_each_other() -> None:
    record = played(blockhaus.game("kwinty"), "random:seed=1")
    found = review(record, Budget(simulations=20))
    bad = [
        replace(decision, judgement="blunder", win=0.0, best_win=0.9, after=(0.01, 0.99))
        for decision in found.decisions[:5]
    ]
    drawn = ElementTree.fromstring(picture(replace(found, decisions=tuple(bad))))
    places = [
        (float(text.attrib["x"]), float(text.attrib["y"]))
        for group in drawn.iter("{http://www.w3.org/2000/svg}g")
        for text in group.iter("{http://www.w3.org/2000/svg}text")
    ]
    assert len(places) == 5
    for number, (x, y) in enumerate(places):
        assert all(abs(x - a) > 30 or abs(y - b) >= 14 for a, b in places[:number])


def test_three_seats_are_listed_as_one_says_it() -> None:
    game = blockhaus.game("qbq", players=3)
    record = blockhaus.Record(game, [game.start().moves[0]], ["Ann", "Ben", "Cid"])
    found = Review(record, (1 / 3, 1 / 3, 1 / 3), ())
    assert heading(found) == "QBQ: blue (Ann), green (Ben) and orange (Cid)"


def test_the_chart_fits_and_reaches_both_ends() -> None:
    for count in (1, 5, 60, 500):
        lines = list(chart([n / max(1, count - 1) for n in range(count)], 60))
        assert max(map(len, lines)) <= 66
        assert lines[0].endswith("█") or count == 1
    assert set("".join(chart([0.0, 0.5, 1.0], 60, PLAIN_BLOCKS))) <= set(PLAIN_BLOCKS + "01% ")


# The command.


@pytest.fixture
def record_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    file = tmp_path / "game.txt"
    file.write_text(planted("kwinty")[0].text)
    return file


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli.app, ["review", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


def test_the_review_is_readable(record_file: Path) -> None:
    code, page = run(str(record_file), "--simulations", "100", "--picture", "curve.svg")
    assert code == 0
    for words in ("Turning points", "is a blunder", "Better: ", "Turn by turn", "accuracy"):
        assert words in page
    assert "Luck" not in page
    assert all(len(line) <= 80 for line in page.split("\n"))
    assert ElementTree.fromstring(Path("curve.svg").read_text()).tag.endswith("svg")


def test_the_review_as_json_and_for_one_seat(record_file: Path) -> None:
    code, page = run(str(record_file), "--simulations", "60", "--json")
    assert code == 0
    assert Review.read(json.loads(page)).complete
    code, page = run(str(record_file), "--simulations", "60", "--seat", "White")
    assert code == 0
    table = page.partition("Turn by turn")[2].partition("accuracy")[0]
    assert " white " in table
    assert " black " not in table


def test_wrong_wishes_are_explained(record_file: Path) -> None:
    for arguments, words in (
        (("--seat", "pink"), "There is no seat 'pink'; the seats are white, black."),
        (("--seconds", "1", "--simulations", "5"), "not both"),
        (("--simulations", "9", "--picture", "no/where.svg"), "no/where.svg cannot be written"),
    ):
        code, page = run(str(record_file), *arguments)
        assert code == 2
        assert words in " ".join(page.split())
    record_file.write_text('[Game "kwinty"]\n')
    assert "There is no decision in this record yet." in run(str(record_file))[1]


def test_an_interrupted_review_shows_what_it_found(
    record_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: Any) -> Iterator[Review]:
        for found in reviewing(*arguments):
            yield found
            if len(found.decisions) == 4:
                raise KeyboardInterrupt

    monkeypatch.setattr("blockhaus.terminal.review.reviewing", interrupted)
    code, page = run(str(record_file), "--simulations", "60")
    assert code == 130
    assert "Reviewed: 4 of" in page
    assert "accuracy" in page


def test_a_game_broken_off_and_one_of_hidden_things_fit_the_page() -> None:
    from blockhaus.terminal.review import show_review

    for name in ("ksar", *SECRET):
        record = played(blockhaus.game(name), "random:seed=2", decisions=6)
        screen = Screen()
        screen.console.width = 80
        with screen.console.capture() as said:
            show_review(screen, review(record, Budget(simulations=40)))
        assert "Broken off." in said.get()
        assert all(len(line.rstrip()) <= 80 for line in said.get().split("\n"))


def test_every_error_has_its_sentence() -> None:
    def decision(win: float, best_win: float, distance: int, best_distance: int) -> Decision:
        return Decision(
            1, 1, 0, "a1", "b2", win, best_win, "mistake", False, ("b2",), (),
            distance, best_distance, (0.0,), (0.0,), (0.0,), (0.0,),
        )  # fmt: skip

    assert verdict(decision(0.4, 0.55, 0, 0)) == "a1 is a mistake: 40 % to win instead of 55 %."
    assert verdict(decision(0, 0.2, 3, 0)).endswith("it loses for certain, within 3 decisions.")
    assert verdict(decision(0.8, 1, 0, 1)).endswith("b2 wins at once.")
    assert verdict(decision(0.8, 1, 0, 5)).endswith("b2 wins for certain, within 5 decisions.")
    assert verdict(decision(0, 1, 2, 5)).endswith("where b2 wins for certain.")
    assert verdict(decision(0, 0.5, 2, 5)).endswith("where b2 makes a draw for certain.")


def test_a_move_is_compared_with_the_one_that_was_played() -> None:
    """White completes a line of five unless black stands in the way."""
    before = list(blockhaus.game("kwinty").positions(["i+j", "h|", "k|", "g|", "l|"]))[-1]
    loses, holds = "f|", "m|"
    assert is_better(before, before.play(loses), holds, Budget(simulations=100))
    assert not is_better(before, before.play(holds), loses, Budget(simulations=100))
    assert not is_better(before, before.play(holds), holds, Budget(simulations=100))
