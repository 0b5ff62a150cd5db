"""Ten levels for every game: measured, repeatable, in time, and never blind to a win."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

import blockhaus
from blockhaus.core.rooms import find_room
from blockhaus.lab.match import interval
from blockhaus.players.level_player import FEWEST_MOVES, LevelPlayer, Thinker, noticed, preferred
from blockhaus.players.levels import (
    DIMMEST,
    FEWEST,
    FILE,
    HOTTEST,
    MANY,
    NAMES,
    TOP,
    Strength,
    even_levels,
    levels,
    read_levels,
    write_levels,
)
from blockhaus.search.lines import Line
from blockhaus.search.wins import DEALS, WAYS, winning_action
from games.shared import all_games

GAMES = blockhaus.games()
SHIPPED = [name for name in GAMES if find_room(name).has(FILE)]


def random_trail(game: blockhaus.Game, seed: int) -> list[blockhaus.Position]:
    dice = random.Random(seed)
    trail = [game.start(seed)]
    while not trail[-1].is_over:
        trail.append(trail[-1].after(dice.choice(trail[-1].actions)))
    return trail


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_ten_levels(name: str) -> None:
    table = levels(name)
    assert [level.number for level in table] == list(range(1, TOP + 1))
    assert len({level.name for level in table}) == TOP
    below = table[:-1]
    assert table[-1].strength.simulations is None
    for one, other in pairwise(below):
        assert (one.strength.simulations or 0) < (other.strength.simulations or 0)
        assert one.strength.attention <= other.strength.attention
        assert one.strength.temperature >= other.strength.temperature
        assert one.seconds <= other.seconds <= table[-1].seconds


def test_every_game_is_measured() -> None:
    assert sorted(GAMES) == SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_neighbours_are_between_60_and_85_percent_apart(name: str) -> None:
    """As far as the games played can tell: Wilson's interval of 95 % meets the wanted range."""
    for level in levels(name)[1:]:
        assert level.score is not None
        assert level.games >= 30
        low, high = interval(level.score * level.games, level.games)
        assert high > 0.60, level
        assert low < 0.85, level


@pytest.mark.parametrize("name", SHIPPED)
def test_the_measured_table_reads_as_it_is_written(name: str) -> None:
    table = levels(name)
    text = write_levels(table, "one line\nand another")
    assert text.startswith("# one line\n# and another\n")
    assert read_levels(text) == table
    assert table[-1].measured_with


def test_a_game_nobody_has_measured_has_levels_too() -> None:
    table = even_levels(MANY)
    assert len(table) == TOP
    assert all(level.rating is None for level in table)
    assert table[0].strength.attention < table[5].strength.attention


@pytest.mark.parametrize("game", all_games(), ids=repr)
def test_every_level_plays_every_option(game: blockhaus.Game) -> None:
    trail = random_trail(game, 3)
    for number in range(1, TOP + 1):
        position = trail[(len(trail) - 1) * number // (TOP + 1)]
        player = blockhaus.player(f"level:{number},seconds=0.02,seed=1")
        assert player.choose(position) in position.moves


@pytest.mark.parametrize("name", GAMES)
def test_with_a_seed_a_level_repeats_itself(name: str) -> None:
    positions = random_trail(blockhaus.game(name), 4)[1:20:6]
    for number in (1, 4):
        one, other = (blockhaus.player(f"level:{number},seed=8") for _ in range(2))
        assert [one.choose(p) for p in positions] == [other.choose(p) for p in reversed(positions)][
            ::-1
        ]


def test_without_a_seed_levels_vary() -> None:
    position = blockhaus.game("ksar").start()
    assert len({blockhaus.player("level:1").choose(position) for _ in range(12)}) > 1


def wins_at_once(game: blockhaus.Game, wanted: int) -> Iterator[blockhaus.Position]:
    """Positions in which some moves win at once for certain and others do not."""
    for seed in range(300):
        for position in random_trail(game, seed)[-6:-1]:
            winners = [position.play(move).outcome for move in position.moves]
            won = [o is not None and o.winners == (position.to_move,) for o in winners]
            if any(won) and not all(won) and winning_action(position) is not None:
                yield position
                wanted -= 1
                if not wanted:
                    return


@pytest.mark.parametrize("name", ["kewbz", "ksar", "kwinty", "turris"])
def test_every_level_plays_an_immediate_win(name: str) -> None:
    positions = list(wins_at_once(blockhaus.game(name), 4))
    assert positions
    for position in positions:
        for number in range(1, TOP + 1):
            move = LevelPlayer(number, seconds=0.01, seed=number).choose(position)
            outcome = position.play(move).outcome
            assert outcome
            assert outcome.winners == (position.to_move,)


def test_a_win_by_two_decisions_of_one_turn_is_seen() -> None:
    """Found by playing on: the mover's turn has a second decision, and that wins."""
    found = 0
    for name in ("kewbz", "turris"):
        for seed in range(30):
            for position in random_trail(blockhaus.game(name), seed)[-8:-1]:
                action = winning_action(position)
                if action is None or position.after(action).is_over:
                    continue
                found += 1
                after = position.after(action)
                while after.to_move == position.to_move:
                    further = winning_action(after)
                    assert further is not None
                    after = after.after(further)
                assert after.outcome
                assert after.outcome.winners == (position.to_move,)
    assert found


def win_by_trying(position: blockhaus.Position) -> int | None:
    """What `winning_action` finds, by playing everything in plain Python."""
    seat, spec = position.to_move, position.game.spec
    assert seat is not None
    deals = [position.blind(seat, seed) for seed in range(DEALS)] if spec.secrets else [position]
    waiting: list[tuple[list[blockhaus.Position], int | None]] = [(deals, None)]
    tried = 0
    while waiting and tried < WAYS:
        here, first = waiting.pop(0)
        for action in here[0].actions:
            after = [deal.after(action) for deal in here]
            begun = action if first is None else first
            tried += 1
            if all(deal.outcome and deal.outcome.winners == (seat,) for deal in after):
                return begun
            same_turn = (after[0].to_move, after[0].turn) == (seat, position.turn)
            if same_turn and not spec.chance:
                waiting.append((after, begun))
    return None


@pytest.mark.parametrize("name", GAMES)
def test_wins_are_those_that_trying_finds(name: str) -> None:
    """With strong play towards the end, so that there are wins in every game."""
    game, found = blockhaus.game(name), 0
    player = blockhaus.player("search:simulations=40,seed=1")
    for seed in range(2):
        trail = [game.start(seed)]
        while not trail[-1].is_over:
            trail.append(trail[-1].play(player.choose(trail[-1])))
        for position in [*trail[:-8:16], *trail[-8:-1]]:
            expected = win_by_trying(position)
            assert winning_action(position) == expected
            found += expected is not None
    assert found


def test_a_win_is_called_so_by_what_the_mover_knows() -> None:
    """Whatever the real deal is: a win that is there by chance alone tells nothing."""
    for seed in range(6):
        for position in random_trail(blockhaus.game("cube"), seed)[-12:-1]:
            seat = position.to_move
            assert seat is not None
            blind = [position.blind(seat, other) for other in (0, 50, 51)]
            assert {winning_action(deal) for deal in blind} == {winning_action(position)}


def test_attention_goes_to_the_near_and_simple() -> None:
    position = blockhaus.game("ksar").start()
    position = position.play(position.moves[0])
    picks = position.game.definition.picks
    latest = picks(position.plain, position.path[-1])[0]

    def distance(action: int) -> int:
        x, y, _ = picks(position.plain, action)[0]
        return max(abs(x - latest[0]), abs(y - latest[1]))

    dice = random.Random(1)
    few = [action for _ in range(50) for action in noticed(position, 0.2, dice)]
    mean = sum(map(distance, few)) / len(few)
    assert mean < 0.8 * sum(map(distance, position.actions)) / len(position.actions)
    assert len(few) == 50 * -(-len(position.actions) // 5)
    assert noticed(position, 1.0, dice) == list(position.actions)
    assert len(noticed(position, 0.0, dice)) == FEWEST_MOVES


def test_temperature_prefers_the_better_of_what_it_takes() -> None:
    position = blockhaus.game("kwinty").start()
    lines = [Line(action, visits, 0.5, 0.0, None, 0) for action, visits in enumerate((60, 30, 6))]
    lost = Line(3, 90, 0.5, 0.0, (1,), 4)
    dice = random.Random(2)

    def counts(temperature: float) -> list[int]:
        chosen = [preferred(position, [*lines, lost], temperature, dice).action for _ in range(400)]
        return [chosen.count(action) for action in range(4)]

    assert counts(0) == counts(0.01) == [400, 0, 0, 0]
    cool, hot = counts(0.3), counts(2)
    assert cool[0] > cool[1] > 20 > cool[2]
    assert hot[0] > hot[2] > 40
    assert cool[3] == 0
    won = Line(4, 1, 0.5, 0.0, (0,), 3)
    assert preferred(position, [*lines, lost, won], 0.01, dice) is won


def test_the_dial_goes_from_beginner_to_strongest() -> None:
    points = [Strength.at(number / 20, 10_000) for number in range(21)]
    assert points[0] == Strength(FEWEST, DIMMEST, HOTTEST)
    assert points[-1] == Strength(10_000)
    for number, point in enumerate(points):
        assert point.dial(10_000) == pytest.approx(number / 20, abs=0.002)


def test_a_level_stays_within_its_simulations() -> None:
    thinker = Thinker(Strength(40), seed=1)
    thinker.choose(blockhaus.game("kwinty").start())
    assert thinker._search
    assert sum(line.visits for line in thinker._search.lines) <= 40


def test_the_top_level_keeps_what_it_found() -> None:
    top = LevelPlayer(TOP, seconds=0.05, seed=1)
    position = blockhaus.game("kwinty").start()
    position = position.play(top.choose(position))
    assert top._thinker
    search = top._thinker[1]._search
    position = position.play(position.moves[0])
    top.choose(position)
    assert top._thinker[1]._search is search


@pytest.mark.parametrize(
    ("description", "says"),
    [
        ("level:0", "A level's number cannot be 0; it goes from 1 to 10."),
        ("level:11", "A level's number cannot be 11"),
        ("level:hard", "A level's number is a whole number, not 'hard'."),
        ("level:5.5", "A level's number is a whole number, not '5.5'."),
        ("level:5,hard", "level has no option 'hard'; its options: number, seconds"),
        ("level:5,seconds=-1", "seconds cannot be -1"),
    ],
)
def test_bad_levels_are_explained(description: str, says: str) -> None:
    with pytest.raises(blockhaus.PlayerError) as caught:
        blockhaus.player(description)
    assert says in str(caught.value)


def test_levels_are_described_in_several_ways() -> None:
    assert blockhaus.player("level:7") == blockhaus.player("level:number=7")
    assert blockhaus.player("level") == LevelPlayer(5)
    assert blockhaus.player("level:10,seconds=5") == LevelPlayer(10, 5.0)
    assert blockhaus.player("level: 10, seconds=5") == LevelPlayer(10, 5.0)
    assert NAMES[levels("kwinty")[0].number - 1] == levels("kwinty")[0].name
