"""What the terminal draws, and what it keeps to itself."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from rich.style import Style

import blockhaus
from blockhaus.core.scene import Card, Picture, Square, draw
from blockhaus.core.undo import last_decision, reveals
from blockhaus.core.words import Phrase
from blockhaus.players.player import RandomPlayer
from blockhaus.terminal.board import Marks, board, named_cells, touched
from blockhaus.terminal.colours import style_of
from blockhaus.terminal.moves import beginning, columns, explained, offered
from blockhaus.terminal.pictures import card_row, view_row
from blockhaus.terminal.replay import Replay
from blockhaus.terminal.saving import Keeper
from blockhaus.terminal.screen import Screen, listed
from blockhaus.terminal.session import Seat, Session
from blockhaus.terminal.table import table

GAMES = blockhaus.games()
SECRET = [name for name in GAMES if blockhaus.game(name).spec.secrets]
OPEN = [name for name in GAMES if not blockhaus.game(name).spec.chance]


def trail_of(name: str, decisions: int = 2000, seed: int = 1) -> list[blockhaus.Position]:
    """A random game from its start."""
    dice = random.Random(seed)
    trail = [blockhaus.game(name).start(seed)]
    while not trail[-1].is_over and len(trail) <= decisions:
        trail.append(trail[-1].after(dice.choice(trail[-1].actions)))
    return trail


def plain(lines: str) -> str:
    return "\n".join(line.rstrip() for line in lines.split("\n"))


@pytest.mark.parametrize("name", GAMES)
def test_the_board_is_the_text_board_with_colour(name: str) -> None:
    for position in trail_of(name)[::5]:
        expected = draw(position.game.grid, position.blocks)
        assert board(position, width=1000).plain == plain(expected)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("width", [80, 40])
def test_everything_fits_the_width(name: str, width: int) -> None:
    screen = Screen()
    screen.console.width = width
    for position in trail_of(name)[::7]:
        everything = board(position, width=width).plain
        assert max(map(len, everything.split("\n"))) <= max(width, 3 + 2 * position.game.grid.width)
        for seat in (None, *range(position.game.players)):
            names = ["human"] * position.game.players
            with screen.console.capture() as said:
                screen.say(table(position, seat, names))
            assert all(len(line) <= width for line in said.get().split("\n"))


@pytest.mark.parametrize("name", GAMES)
def test_a_low_terminal_gets_the_board_from_above(name: str) -> None:
    position = trail_of(name)[-1]
    grid = position.game.grid
    full, low = board(position, width=40), board(position, width=40, height=1)
    if len(full.plain.split("\n")) <= (grid.height if grid.upright else grid.depth) + 2:
        assert low == full
        return
    stacks: dict[tuple[int, int], int] = {}
    for block in position.blocks:
        for x, y, z in block.cells:
            stacks[x, y] = max(stacks.get((x, y), 0), z + 1)
    lines = low.plain.split("\n")[1:]
    size = 2 + len(str(max(stacks.values())))
    for (x, y), height in stacks.items():
        cell = lines[grid.depth - 1 - y][3 + size * x :][: size - 1].strip()
        assert cell[1:] == (str(height) if height > 1 else "")


def test_marks_are_signs_and_not_only_colours() -> None:
    position = blockhaus.game("kwinty").start().play("i|")
    after = position.play("j+k")
    last = touched(after.change)
    assert sorted(last) == [(9, 0, 0), (10, 0, 0)]
    assert " W[B b]. " in board(after, Marks(last)).plain
    guilty = named_cells(after, ["i1", "i2"])
    marked = board(after, Marks(last, guilty)).plain
    assert ".!W!B b]." in marked
    assert ".!w!. " in marked
    barred = board(after, Marks(last, frozenset(), guilty)).plain
    assert ".(W)B b]." in barred
    assert ".(w). " in barred


def test_a_name_without_a_level_marks_the_whole_stack() -> None:
    flat = [n for n in GAMES if not (g := blockhaus.game(n).grid).upright and not g.levels]
    for name in flat:
        position = trail_of(name)[-1]
        filled = {c for b in position.blocks for c in b.cells}
        x, y, _ = max(filled, key=lambda cell: cell[2])
        cell_name = position.game.grid.name((x, y, 0))
        assert named_cells(position, [cell_name]) == {c for c in filled if c[:2] == (x, y)}


@pytest.mark.parametrize("name", GAMES)
def test_the_table_tells_a_seat_no_secret_of_others(name: str) -> None:
    """Another deal of what a seat cannot see is drawn exactly alike."""
    for position in trail_of(name, 30)[::6]:
        for seat in range(position.game.players):
            assert _drawn(position, seat) == _drawn(position.blind(seat, seat), seat)


@pytest.mark.parametrize("name", GAMES)
def test_everything_a_scene_tells_is_on_the_table(name: str) -> None:
    for position in trail_of(name)[::6]:
        for seat in (None, *range(position.game.players)):
            shown, scene = flat(_drawn(position, seat)), position.scene(seat)
            for fact in (*scene.facts, *(fact for each in scene.seats for fact in each.facts)):
                assert f"{fact.name}: " in shown
                assert fact.kind != "number" or f"{fact.name}: {fact.value}" in shown
            for region in scene.regions:
                assert f"{region.name}: " in shown
            for barred in scene.barred:
                assert f": {barred.reason}" in shown
            for each in scene.seats:
                assert all(f"{kept.name}: {kept.count}" in shown for kept in each.supply)
                assert each.points is None or f"{each.points} point" in shown
                assert each.hand is None or f"{each.hand.name}: {each.hand.colour}" in shown
                assert all(str(card.name) in shown for card in each.cards)
            assert all(picture.view in shown for picture in scene.pictures)


def test_the_ground_of_a_region_has_its_colour() -> None:
    starts = [blockhaus.game(name).start(1) for name in GAMES]
    coloured = [start for start in starts if start.scene().regions]
    assert coloured
    for start in coloured:
        filled = {cell for block in start.blocks for cell in block.cells}
        drawn = {str(span.style) for span in board(start).spans}
        for region in start.scene().regions:
            ground = style_of(region.colour).bgcolor
            if not filled >= set(region.cells):
                assert str(Style(bold=True, color=ground)) in drawn


@pytest.mark.parametrize("name", GAMES)
def test_what_a_decision_brought_about_is_told(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a session as it goes on, and by a replay of its record."""
    monkeypatch.setenv("BLOCKHAUS_SAVES", str(tmp_path))
    screen = Screen()
    game = blockhaus.game(name)
    seats = [Seat("random", RandomPlayer(n)) for n in range(game.players)]
    session = Session(screen, [game.start(4)], seats, Keeper(["random"] * game.players))
    with screen.console.capture() as played:
        session.run()
    with screen.console.capture() as replayed:
        Replay(screen, blockhaus.Record.of(session.position)).all()
    told = [str(event.sentence) for position in session.trail for event in position.events]
    assert told
    for said in (flat(played.get()), flat(replayed.get())):
        for sentence in told:
            found = said.find(sentence)
            assert found >= 0, sentence
            said = said[found + len(sentence) :]


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_listed_by_their_kinds_with_what_is_chosen(name: str) -> None:
    for position in trail_of(name)[:-1:9]:
        moves = offered(position)
        parts = [text.plain for text in explained(position, beginning(moves, ""), 80)]
        listed = " ".join(parts[1::2]).split()
        for number, move in enumerate(moves, 1):
            assert move in listed[listed.index(str(number)) + 1 :][:1]
        scene = position.scene(position.to_move, offers=True)
        assert {part.partition(":")[0].partition(" (")[0] for part in parts[::2]} == {
            offer.kind for offer in scene.offers
        }
        for heading in parts[::2]:
            kind, _, chosen = heading.partition(": ")
            if chosen:
                steps = scene.steps[kind.partition(" (")[0]]
                assert ", then ".join(steps).startswith(chosen)


def flat(text: str) -> str:
    return " ".join(text.split())


def _drawn(position: blockhaus.Position, seat: int | None) -> str:
    screen = Screen()
    with screen.console.capture() as said:
        screen.say(table(position, seat, [""] * position.game.players))
    return said.get()


def test_cards_and_views_are_pictures() -> None:
    screen = Screen()
    squares = Square(0, 0, "red"), Square(1, 0, "blue"), Square(1, 1, "green")
    cards = [
        Card(17, Phrase("card {card}", card=17), squares),
        Card(3, Phrase("card {card}", card=3), squares, ("left", "top"), {"left": 3, "top": 3}),
        Card(4, Phrase("card {card}", card=4), squares, (), {"left": 1, "top": 2}),
    ]
    with screen.console.capture() as said:
        screen.say(card_row("hand", cards[:1]))
        screen.say(view_row("views", [Picture("front", (("red", None), (None, "blue")))]))
        screen.say(card_row("hand", cards))
    lines = [line.rstrip() for line in said.get().split("\n")]
    assert lines[:3] == ["hand:     G", "        R B", "        card 17"]
    assert lines[3:6] == ["views:   . B", "         R .", "         front"]
    assert lines[8].split() == ["card", "17", "card", "3", "card", "4"]
    assert lines[9].split("   ")[-2:] == ["seen: left, top", "top 2/3"]


def test_long_lists_of_moves_are_cut_and_filtered() -> None:
    moves = [f"{letter}{number}" for letter in "abcdef" for number in range(1, 20)]
    numbered = beginning(moves, "")
    text = columns(numbered, 80, 4).plain.split("\n")
    assert len(text) == 4
    shown = sum(line.count(" ") > 0 and len(line.split()) // 2 for line in text[:3])
    assert text[3].startswith(f"... {len(moves) - shown} more")
    assert columns(numbered, 80).plain.split() == [
        word for line in columns(numbered, 80).plain.split("\n") for word in line.split()
    ]
    assert beginning(moves, "b1")[0] == (20, "b1")
    assert len(columns(numbered, 20).plain.split("\n")) == len(moves) // 2


def test_words_are_joined_as_in_english() -> None:
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"


# Undo and secrets.


@pytest.mark.parametrize("name", OPEN)
def test_in_an_open_game_everything_can_be_taken_back(name: str) -> None:
    trail = trail_of(name, 12)
    number = last_decision(trail, {0})
    assert number is not None
    assert trail[number].to_move == 0
    assert all(position.to_move != 0 for position in trail[number + 1 : -1])
    assert not reveals(trail[number], trail[-1], {0})
    assert last_decision(trail[:1], {0}) is None


@pytest.mark.parametrize("name", SECRET)
def test_what_came_to_light_cannot_be_taken_back(name: str) -> None:
    """A decision that shows the same whatever is hidden can be taken back, a draw cannot."""
    found = set()
    for seed in range(2):
        trail = trail_of(name, 40, seed)
        for before, after in pairwise(trail):
            told = reveals(before, after, {0})
            found.add(told)
            if _dealt(before) != _dealt(after):
                assert told
    assert found == {True, False}


def _dealt(position: blockhaus.Position) -> Any:
    """How many things of each secret kind are left to be seen."""
    return {kind: len(things) for kind, things in position.secrets().items()}


def played(
    game: blockhaus.Game,
    seats: list[Seat],
    lines: list[str],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> str:
    """What is on an interactive screen while these lines are typed."""
    monkeypatch.setenv("BLOCKHAUS_SAVES", str(folder))
    typed = iter(lines)
    screen = Screen()
    screen.interactive = True

    def answer(question: str) -> str:
        screen.console.print(question, end="")
        try:
            line = next(typed)
        except StopIteration:
            raise EOFError from None
        screen.console.print(line)
        return line

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr(screen, "clear", lambda: screen.console.print("<clear>"))
    keeper = Keeper([seat.name for seat in seats])
    with screen.console.capture() as said:
        Session(screen, [game.start(4)], seats, keeper).run()
    return said.get()


@pytest.mark.parametrize("name", SECRET)
def test_people_with_secrets_do_not_see_each_other(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = blockhaus.game(name)
    seats = [Seat("human", None)] * game.players
    start = game.start(4)
    lines = ["", *["1"] * 8]
    said = played(game, seats, lines, tmp_path, monkeypatch)
    first, second = (start.view(None)["seats"][seat]["colour"] for seat in (0, 1))
    screens = said.split("<clear>")
    assert f"{first.capitalize()} is next." in screens[1]
    asked = [n for n, page in enumerate(screens) if f"{second.capitalize()} is next." in page]
    assert asked
    assert f"{first}> " not in screens[asked[0] + 1]
    assert " plays " in screens[asked[0] + 1]


@pytest.mark.parametrize("name", SECRET)
def test_a_draw_is_not_taken_back_in_a_session(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = blockhaus.game(name)
    seats = [Seat("human", None), *[Seat("random", RandomPlayer("1"))] * (game.players - 1)]
    said = played(game, seats, [offered(game.start(4))[0], "undo"], tmp_path, monkeypatch)
    assert "<clear>" not in said
    assert "cannot be taken back: something hidden has come to light" in said


def test_a_player_that_fails_is_told_and_stood_in_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        def choose(self, position: blockhaus.Position) -> str:
            raise RuntimeError("out of wood")

    seats = [Seat("human", None), Seat("broken", Broken())]
    said = played(blockhaus.game("kwinty"), seats, ["i|"], tmp_path, monkeypatch)
    assert "The player failed with RuntimeError: out of wood." in said
    assert " was played instead." in said
    assert said.count(" plays ") == 1
