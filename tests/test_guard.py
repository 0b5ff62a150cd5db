"""Whatever a player does at a table, the game goes on and the lapse is told."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import blockhaus
from blockhaus.lab.match import match
from blockhaus.players.guard import Guarded
from blockhaus.players.player import SearchPlayer


class Does:
    """A player that does what a function says."""

    def __init__(self, what: Callable[[blockhaus.Position], Any]) -> None:
        self.what = what

    def choose(self, position: blockhaus.Position) -> Any:
        return self.what(position)


def raises(error: BaseException) -> Callable[[blockhaus.Position], object]:
    def choose(_: blockhaus.Position) -> object:
        raise error

    return choose


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


MISBEHAVIOUR = {
    "raises": (raises(ZeroDivisionError("by zero")), "failed", "ZeroDivisionError: by zero."),
    "leaves": (raises(SystemExit(3)), "failed", "SystemExit: 3."),
    "is interrupted": (raises(KeyboardInterrupt()), "failed", "failed with KeyboardInterrupt."),
    "has no room": (raises(MemoryError()), "failed", "failed with MemoryError."),
    "cannot speak": (raises(Unspeakable()), "failed", "failed with Unspeakable."),
    "says nothing": (lambda _: None, "illegal", "answered with NoneType, not a move."),
    "says a number": (lambda _: 7, "illegal", "answered with int, not a move."),
    "says an action": (lambda _: np.int64(7), "illegal", "answered with int64, not a move."),
    "babbles": (lambda _: "castle" * 50, "illegal", "'castlecastle"),
    "breaks a rule": (lambda _: "m|", "illegal", "'m|': The block would touch no block"),
}


@pytest.mark.parametrize(("what", "fault", "told"), MISBEHAVIOUR.values(), ids=MISBEHAVIOUR)
def test_a_move_is_played_for_a_player_that_lapses(
    what: Callable[[blockhaus.Position], object], fault: str, told: str
) -> None:
    position = blockhaus.game("kwinty").start().play("i|")
    guarded = Guarded(Does(what))
    move = guarded.choose(position)
    assert move in position.moves
    [lapse] = guarded.lapses
    assert (lapse.seat, lapse.decision, lapse.fault, lapse.played) == (1, 1, fault, move)
    assert told in str(lapse)
    assert str(lapse).endswith(f" {move} was played instead.")
    assert len(str(lapse)) < 250


def test_a_good_answer_is_played_as_it_is() -> None:
    position = blockhaus.game("kwinty").start()
    guarded = Guarded(Does(lambda position: position.moves[-1]), seconds=60)
    assert guarded.choose(position) == position.moves[-1]
    assert guarded.lapses == []


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """A player may wait for it; it is opened at the end, so that no thread is left behind."""
    event = threading.Event()
    yield event
    event.set()


def test_a_late_player_is_gone_on_without_and_not_asked_again(gate: threading.Event) -> None:
    asked = []

    class Slow:
        stopped = 0

        def choose(self, position: blockhaus.Position) -> str:
            asked.append(position)
            gate.wait()
            return position.moves[0]

        def stop(self) -> None:
            self.stopped += 1
            raise RuntimeError("never")

    position = blockhaus.game("kwinty").start()
    slow = Slow()
    guarded = Guarded(slow, seconds=0.01)
    for _ in range(3):
        position = position.play(guarded.choose(position))
    assert len(asked) == 1
    assert slow.stopped == 1
    assert [lapse.fault for lapse in guarded.lapses] == ["late"] * 3
    assert "no answer within 0.01 seconds" in str(guarded.lapses[0])
    assert "still thinks about an earlier decision" in str(guarded.lapses[1])
    gate.set()
    assert guarded._thinking
    guarded._thinking.join()
    guarded.seconds = 60
    assert guarded.choose(position) == position.moves[0]  # back in time again
    assert len(asked) == 2


def test_computer_players_stop_when_told() -> None:
    position = blockhaus.game("kwinty").start()
    for description in ("search:seconds=3600", "level:10,seconds=3600"):
        guarded = Guarded(blockhaus.player(description), seconds=0.2)
        assert guarded.choose(position) in position.moves
        assert guarded._thinking
        guarded._thinking.join(60)
        assert not guarded._thinking.is_alive()
        assert [lapse.fault for lapse in guarded.lapses] == ["late"]


def test_a_player_that_has_not_begun_is_stopped_when_it_does() -> None:
    """Whoever is late may be told to stop before the search begins, which does not notice."""

    class Slow(SearchPlayer):
        def choose(self, position: blockhaus.Position) -> str:
            time.sleep(0.3)
            return super().choose(position)

    guarded = Guarded(Slow(seconds=3600), seconds=0.05)
    guarded.choose(blockhaus.game("kwinty").start())
    assert guarded._thinking
    guarded._thinking.join(60)
    assert not guarded._thinking.is_alive()


def test_a_match_survives_bad_players() -> None:
    game = blockhaus.game("kwinty", blocks=4)
    bad = match(game, [lambda _: Does(raises(OSError("gone"))), "random"], games=2)
    assert len(bad.played) == 2
    assert all(lapse.fault == "failed" for game in bad.played for lapse in game.lapses)
    assert all(game.lapses for game in bad.played)
    assert not any(game.lapses for game in match(game, ["random", "random"], games=2).played)


def test_a_match_takes_players_as_they_are() -> None:
    game = blockhaus.game("kwinty", blocks=4)
    last = Does(lambda position: position.moves[-1])
    played = match(game, [last, "random"], games=2).played
    assert [len(game.lapses) for game in played] == [0, 0]
    for nobody in (7, lambda _: None):
        with pytest.raises(blockhaus.PlayerError, match="is no player"):
            match(game, [nobody, "random"], games=2)  # type: ignore[list-item]


def test_a_player_sees_only_what_its_seat_may() -> None:
    position = blockhaus.game("cube").start(5)
    seat = position.to_move
    seen: list[blockhaus.Position] = []

    def choose(given: blockhaus.Position) -> str:
        seen.append(given)
        return given.moves[0]

    Guarded(Does(choose)).choose(position)
    assert seen[0].view(seat) == position.view(seat)
    assert seen[0].secrets()["hands"][seat] == position.secrets()["hands"][seat]
    assert seen[0].secrets()["bag"] != position.secrets()["bag"]
    assert seen[0].seed is None


def test_there_is_nothing_to_choose_after_the_end() -> None:
    position = blockhaus.game("kwinty", blocks=4).start()
    while not position.is_over:
        position = position.after(position.actions[0])
    players = [blockhaus.player(name) for name in ("random", "level:3", "level:10", "search")]
    for player in (*players, Guarded(players[0])):
        with pytest.raises(blockhaus.BlockhausError, match="The game is over"):
            player.choose(position)
