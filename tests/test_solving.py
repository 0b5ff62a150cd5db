"""Solving: right and wrong decisions, hints, refutations, days, and puzzles of one's own."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

import blockhaus
from blockhaus import IllegalMove, NotationError, Puzzle, PuzzleError
from blockhaus.commentary.review import Review, review
from blockhaus.core.words import LANGUAGES
from blockhaus.learn.daily import daily, next_puzzle
from blockhaus.learn.making import make, turning_points
from blockhaus.learn.puzzles import BETTER
from blockhaus.learn.reasons import reasons, threat
from blockhaus.learn.sheets import sheet
from blockhaus.learn.solving import HINTS, follow, goal, hint, near_miss, refute
from blockhaus.learn.themes import GENERAL, GOALS
from blockhaus.search.budget import Budget
from reviewed import planted

GAMES = blockhaus.games()
by_game = pytest.mark.parametrize("name", GAMES)


def longest(name: str) -> Puzzle:
    return max(blockhaus.puzzles(name), key=lambda puzzle: len(puzzle.own))


@by_game
def test_right_decisions_are_answered_until_it_is_solved(name: str) -> None:
    puzzle = longest(name)
    stand = follow(puzzle, [])
    assert (stand.status, stand.found, stand.left) == ("open", 0, len(puzzle.own))
    assert stand.sentence == goal(puzzle)
    played: list[str] = []
    for move in puzzle.own:
        assert stand.position.to_move == puzzle.seat
        played.append(move)
        stand = follow(puzzle, played)
        assert stand.status == ("solved" if len(played) == len(puzzle.own) else "right")
        assert stand.line[: len(stand.line) - len(stand.answers)][-1] == move
    assert stand.line == puzzle.solution
    assert stand.left == 0
    with pytest.raises(PuzzleError):
        follow(puzzle, [*played, played[-1]])


@by_game
def test_a_wrong_decision_is_refuted(name: str) -> None:
    for puzzle in blockhaus.puzzles(name)[::60]:
        wrong = [move for move in puzzle.position.moves if move != puzzle.solution[0]]
        stand = follow(puzzle, [wrong[-1]])
        assert (stand.status, stand.wrong, stand.line) == ("wrong", wrong[-1], ())
        assert stand.position == puzzle.position
        answer = refute(stand)
        assert answer.line[0] == wrong[-1]
        end = answer.positions[-1]
        assert end.outcome is not None
        assert end.outcome.winners != (puzzle.seat,)
        if puzzle.result != "win":
            assert puzzle.seat not in end.outcome.winners
        assert all(answer.sentence.text(lang) for lang in LANGUAGES)


@by_game
def test_slips_and_broken_rules_are_no_wrong_answers(name: str) -> None:
    puzzle = blockhaus.puzzles(name)[0]
    game = puzzle.position.game
    with pytest.raises(NotationError):
        follow(puzzle, ["?"])
    illegal = next(a for a in range(game.actions) if a not in puzzle.position.actions)
    with pytest.raises(IllegalMove):
        follow(puzzle, [game.text(illegal)])


@by_game
def test_hints_grow_clearer(name: str) -> None:
    for puzzle in blockhaus.puzzles(name)[::40]:
        stand = follow(puzzle, [])
        hints = [hint(stand, step) for step in range(1, HINTS + 1)]
        assert hints[-1].move == puzzle.solution[0]
        assert not any(puzzle.solution[0] == each.move for each in hints[:-1])
        assert all(each.sentence.text(lang) for each in hints for lang in LANGUAGES)


@by_game
def test_the_first_hint_says_more_than_the_goal(name: str) -> None:
    repeated = {GENERAL[theme] for theme in GOALS}
    for puzzle in blockhaus.puzzles(name)[::10]:
        told = hint(follow(puzzle, []), 1).sentence
        assert told.facts.get("theme") not in repeated


def test_a_threat_is_told_and_parried() -> None:
    parried = 0
    for puzzle in [each for each in blockhaus.puzzles("kwinty") if each.result == "hold"][::8]:
        right = puzzle.solution[0]
        danger = threat(puzzle.position, right)
        if danger is None:
            continue
        assert danger.move in danger.position.wins_at_once()
        assert danger.move not in puzzle.position.play(right).wins_at_once()
        words = str(danger.position.words_for(danger.move))
        assert words in str(hint(follow(puzzle, []), 1).sentence)
        assert str(puzzle.position.words_for(right)) in str(reasons(puzzle)[0])
        parried += 1
    assert parried


@by_game
def test_where_the_board_gives_no_reason_a_near_miss_does(name: str) -> None:
    for puzzle in blockhaus.puzzles(name)[::40]:
        other = near_miss(puzzle)
        assert other and other.wrong in other.position.moves
        assert follow(puzzle, [other.wrong]).status == "wrong"


def test_what_is_not_wrong_is_not_refuted() -> None:
    puzzle = blockhaus.puzzles("kwinty")[0]
    with pytest.raises(PuzzleError):
        refute(follow(puzzle, []))
    with pytest.raises(PuzzleError):
        hint(follow(puzzle, puzzle.own), 1)


# Days, and what is next.


@by_game
def test_every_puzzle_has_its_day_before_one_comes_again(name: str) -> None:
    every = blockhaus.puzzles(name)
    first = next(
        day for day in range(len(every)) if (date(2026, 1, 1).toordinal() + day) % len(every) == 0
    )
    days = [date(2026, 1, 1) + timedelta(first + number) for number in range(2 * len(every))]
    chosen = [daily(name, day).id for day in days]
    assert len(set(chosen[: len(every)])) == len(set(chosen[len(every) :])) == len(every)
    assert chosen[: len(every)] != chosen[len(every) :]
    assert daily(name, days[3]) is daily(name, days[3])


def test_the_next_puzzle_fits_the_rating_and_the_themes() -> None:
    every = blockhaus.puzzles("turris")
    found = next_puzzle(every, 1500)
    assert found and abs(found.rating - 1500) <= 200
    other = next_puzzle(every, 1500, [found.id])
    assert other and other is not found
    themed = next_puzzle(every, 1500, themes=["taken"], word="today")
    assert themed and "taken" in themed.themes
    assert next_puzzle(every, 1500, {puzzle.id for puzzle in every}) is None
    assert next_puzzle(every, 99_999) in every[-50:]


# Puzzles of one's own.


def test_a_puzzle_is_made_of_a_position_if_it_is_proven() -> None:
    shipped = blockhaus.puzzles("kwinty")[40]
    made = make(shipped.position, "Look left")
    assert (made.solution, made.result) == (shipped.solution, shipped.result)
    assert (made.themes, made.comment) == (shipped.themes, "Look left")
    assert abs(made.rating - shipped.rating) < 100


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("i+j h| k| g| l| f| m|", "there is nothing to choose"),
        ("", "cannot be proven"),
    ],
)
def test_it_is_said_why_a_position_is_no_puzzle(moves: str, sentence: str) -> None:
    *_, position = blockhaus.game("kwinty").positions(moves.split())
    with pytest.raises(PuzzleError, match=sentence) as caught:
        make(position, nodes=2000)
    assert caught.value.text("de") != str(caught.value)


def test_turning_points_are_puzzles() -> None:
    record, position = planted("kwinty")
    found: Review = review(record, Budget(400))
    points = turning_points(found)
    assert points
    for decision, puzzle in points:
        assert puzzle.position.history == record.moves[: decision.number - 1]
        stand = follow(puzzle, [decision.move])
        assert stand.status == "wrong"
        assert refute(stand).line[0] == decision.move
        assert goal(puzzle).text("fr")
    assert any(puzzle.position == position for _, puzzle in points)


def test_what_a_search_thinks_better_can_be_solved_too() -> None:
    position = blockhaus.game("turris").start().play("b1|")
    puzzle = Puzzle(position.code, (position.moves[0],), BETTER, 0)
    assert follow(puzzle, [position.moves[0]]).status == "solved"
    answer = refute(follow(puzzle, [position.moves[1]]))
    assert answer.line[0] == position.moves[1]


# Paper.


@by_game
def test_a_sheet_has_every_board_and_the_solutions_at_its_end(name: str) -> None:
    chosen = blockhaus.puzzles(name)[:3]
    for lang in ("en", "es"):
        page = sheet(chosen, lang)
        tasks, solutions = page.split('class="solutions"')
        assert tasks.count('class="puzzle"') == 3
        assert "".join(tasks).count("<svg") >= 3
        for puzzle in chosen:
            assert " ".join(puzzle.solution).replace(">", "&gt;") in solutions
            assert puzzle.id not in tasks
