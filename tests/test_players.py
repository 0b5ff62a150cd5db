"""Computer players: they see wins, prove only what is true, and repeat exactly."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import blockhaus
from blockhaus.players.player import Player, SearchPlayer
from blockhaus.search.search import Search, Settings

GAMES = blockhaus.games()


def random_game(game: blockhaus.Game, seed: int) -> list[blockhaus.Position]:
    dice = random.Random(seed)
    trail = [game.start(seed)]
    while not trail[-1].is_over:
        trail.append(trail[-1].after(dice.choice(trail[-1].actions)))
    return trail


def winning_moves(position: blockhaus.Position) -> set[str]:
    """The moves that win the game at once for the mover alone."""
    found = set()
    for move in position.moves:
        outcome = position.play(move).outcome
        if outcome and outcome.winners == (position.to_move,):
            found.add(move)
    return found


def wins_at_once(game: blockhaus.Game, wanted: int) -> Iterator[blockhaus.Position]:
    for seed in range(40):
        for position in random_game(game, seed)[-12:-1]:
            if 0 < len(winning_moves(position)) < len(position.moves):
                yield position
                wanted -= 1
                if not wanted:
                    return


@pytest.mark.parametrize("name", ["kewbz", "ksar", "kwinty", "turris"])
def test_an_immediate_win_is_played(name: str) -> None:
    player = blockhaus.player("search:simulations=100")
    positions = list(wins_at_once(blockhaus.game(name), 8))
    assert positions
    for position in positions:
        assert player.choose(position) in winning_moves(position)


def perfect(
    position: blockhaus.Position, known: dict[blockhaus.Position, tuple[int, ...]]
) -> tuple[int, ...]:
    """The winners if nobody errs, by looking at everything."""
    if position.outcome:
        return position.outcome.winners
    if position not in known:
        seat = position.to_move
        results = {perfect(position.after(action), known) for action in position.actions}
        best = max(results, key=lambda winners: (seat in winners) / len(winners))
        known[position] = best
    return known[position]


ENDGAMES = [
    ("kewbz", {"board": 5, "cubes": 6}, 2),
    ("ksar", {"frame": 6, "pieces": 3, "neutrals": 1}, 3),
    ("kwinty", {"width": 5, "height": 4, "blocks": 6, "line": 4}, 5),
    ("turris", {"blocks": 4}, 3),
]


@pytest.mark.parametrize(("name", "options", "left"), ENDGAMES, ids=lambda value: str(value))
def test_what_is_called_proven_is_true(name: str, options: dict[str, int], left: int) -> None:
    game = blockhaus.game(name, **options)
    known: dict[blockhaus.Position, tuple[int, ...]] = {}
    proofs = 0
    for seed in range(6):
        trail = random_game(game, seed)
        position = trail[max(0, len(trail) - 1 - left)]
        for line in blockhaus.analyse(position, simulations=3000, lines=99).lines:
            if line.proven is not None:
                proofs += 1
                assert line.proven == perfect(position.play(line.move), known)
    assert proofs > 4


@pytest.mark.parametrize("name", GAMES)
def test_the_same_search_gives_the_same_answer(name: str) -> None:
    position = random_game(blockhaus.game(name), 3)[6]
    one, other = (blockhaus.analyse(position, simulations=300, seed=5) for _ in range(2))
    assert one.lines == other.lines
    assert one.simulations == 300
    assert one.best in position.moves
    assert 0 <= one.lines[0].win <= 1
    assert one.lines[0].line[0] == one.best


@pytest.mark.parametrize(
    ("name", "options"),
    [("kwinty", {}), ("ksar", {}), ("turris", {}), ("kewbz", {"board": 6, "cubes": 14})],
)
def test_search_beats_chance(name: str, options: dict[str, int]) -> None:
    game = blockhaus.game(name, **options)
    searcher = blockhaus.player("search:simulations=150")
    dice = blockhaus.player("random:seed=1")
    points = 0.0
    for number in range(6):
        position = game.start()
        while position.to_move is not None:
            mover = searcher if position.to_move == number % 2 else dice
            position = position.play(mover.choose(position))
        assert position.outcome
        winners = position.outcome.winners
        points += (number % 2 in winners) / len(winners)
    assert points >= 5


@pytest.mark.parametrize(("name", "options"), [("qbq", {"players": 4}), ("cube", {"players": 3})])
def test_three_and_four_seats(name: str, options: dict[str, int]) -> None:
    position = blockhaus.game(name, **options).start(1)
    player = blockhaus.player("search:simulations=60")
    for _ in range(12):
        position = position.play(player.choose(position))
    assert len(position.history) == 12


def test_the_tree_is_kept_between_moves() -> None:
    game = blockhaus.game("kwinty")
    search = Search(game, Settings.of(game))
    position = game.start()
    search.look(position)
    search.run(simulations=2000)
    best = search.lines[0]
    reply = best.path[1]
    search.look(position.after(best.action).after(reply))
    assert sum(line.visits for line in search.lines) > 0
    search.look(game.start())
    assert search.lines == []


def test_a_search_can_be_stopped() -> None:
    game = blockhaus.game("kewbz")
    search = Search(game, Settings.of(game))
    search.look(game.start())
    done: list[int] = []
    thread = threading.Thread(target=lambda: done.append(search.run(seconds=3600)))
    thread.start()
    while not search.lines:
        time.sleep(0.01)
    search.stop()
    thread.join(30)
    assert done
    assert done[0] > 0


def test_an_analysis_can_be_watched_and_ended() -> None:
    seen: list[int] = []

    def watch(analysis: blockhaus.Analysis) -> bool:
        seen.append(sum(line.visits for line in analysis.lines))
        return len(seen) < 3

    position = blockhaus.game("kwinty").start()
    blockhaus.analyse(position, seconds=3600, watch=watch)
    assert len(seen) == 3
    assert seen == sorted(seen)


@pytest.mark.parametrize(("option", "value"), [("simulations", 0), ("seconds", -1)])
def test_an_analysis_needs_something_to_go_by(option: str, value: int) -> None:
    position = blockhaus.game("kwinty").start()
    wish: dict[str, Any] = {option: value}
    with pytest.raises(blockhaus.BlockhausError, match=f"{option} cannot be {value}"):
        blockhaus.analyse(position, **wish)


def test_memory_stays_within_its_limit() -> None:
    game = blockhaus.game("kwinty")
    search = Search(game, Settings.of(game, memory=1))
    search.look(game.start())
    assert search.run(simulations=20_000) == 20_000
    assert search.trees[0].used[0] <= len(search.trees[0].nodes.entries)


def test_two_threads_search_two_trees() -> None:
    game = blockhaus.game("kwinty")
    search = Search(game, Settings.of(game, threads=2))
    search.look(game.start())
    assert search.run(simulations=400) == 400
    assert sum(line.visits for line in search.lines) >= 398


def test_nothing_is_called_proven_where_something_is_hidden() -> None:
    game = blockhaus.game("cube")
    position = game.start(4)
    search = Search(game, Settings.of(game))
    search.look(position)
    search.run(simulations=50)
    assert search.trees[0].nodes.entries[0]["proven"] == 0
    assert blockhaus.analyse(position, simulations=50).lines[0].proven is None


@pytest.mark.parametrize(
    ("description", "says"),
    [
        ("strong", "There is no player 'strong'; the players are level, search, random"),
        ("search:depth=3", "search has no option 'depth'"),
        ("search:seconds=long", "seconds is a number, not 'long'"),
        ("search:seconds=-1", "seconds cannot be -1"),
        ("search:threads=0", "threads cannot be 0"),
        ("search:simulations=0", "simulations cannot be 0"),
        ("search:simulations=1.5", "simulations is a whole number, not '1.5'"),
        (42, "42 is no player"),
    ],
)
def test_bad_descriptions_are_explained(description: str, says: str) -> None:
    with pytest.raises(blockhaus.PlayerError) as caught:
        blockhaus.player(description)
    assert says in str(caught.value)


def test_any_object_that_chooses_is_a_player() -> None:
    class First:
        def choose(self, position: blockhaus.Position) -> str:
            return position.moves[0]

    first = First()
    assert blockhaus.player(first) is first
    assert isinstance(SearchPlayer(), Player)
