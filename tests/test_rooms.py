"""Rooms of games in packages of their own, and what an author is told about a broken one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import blockhaus
from blockhaus import RoomError
from blockhaus.core import rooms, words
from blockhaus.core.engine import uncompiled
from blockhaus.core.words import LANGUAGES
from packages import entry_point, write_files

SOUND = '''
"""TAKE: whoever takes the last cube wins.

1. Take a cube.
"""
from blockhaus.author import Ending, Grid, Number, Reason, Spec, record_type, rules

SPEC = Spec(id="take", title="TAKE", summary="Take cubes.",
            options=(Number("heap", 3, 1, 9, "How many."),))
State = record_type("take", [("heap", "i1"), ("cubes", "i1", (2, 1, 3))])
GRID = Grid(2, 1, 3)
MOVES = ("a1", "b1")
REASONS = (Reason("full", "1", "Full."),)
ENDINGS = (Ending("taken", "all cubes are taken"),)
rule = rules(State)

@rule
def setup(s, chance):
    s.players = 2

@rule
def verdict(s, action):
    return 1 if s.cubes[action, 0, 2] else 0

@rule
def play(s, action):
    s.cubes[action, 0, s.turn // 2] = s.mover + 1
    s.turn += 1
    s.ending = 1 if s.turn == s.heap else 0
    s.mover = -1 if s.ending else 1 - s.mover

@rule
def score(s, points):
    points[(s.turn - 1) % 2] = 1
    return 1 << (s.turn - 1) % 2

def invariant(s):
    return None
'''
Put = Callable[..., None]


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgotten_rooms: None) -> Iterator[Put]:
    """Puts a package with an entry point where Python finds it, for the length of a test."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def put_package(name: str = "take", code: str = SOUND, **files: str) -> None:
        package = f"{name}_room"
        beside = {f"{package}/{file.replace('_', '.')}": text for file, text in files.items()}
        box = {f"{package}/__init__.py": code}
        write_files(tmp_path, {**box, **beside, **entry_point(name, package)})

    yield put_package
    for module in [module for module in sys.modules if module.partition(".")[0].endswith("_room")]:
        del sys.modules[module]


def test_a_room_of_another_package_is_a_game(put: Put) -> None:
    put(words_toml='["Full."]\nde = "Voll."\n')
    assert "take" in blockhaus.games()
    with uncompiled():
        start = blockhaus.game("take", heap=2).start()
        assert start.moves == ["a1", "b1"]
        view = start.view(0)
        assert [offer["pick"] for offer in view["offers"]] == [[[0, 0, 0]], [[1, 0, 0]]]
        assert view["prompt"] == "Make a move."
        end = start.play("a1").play("b1")
        assert [(block.colour, block.cells) for block in end.blocks] == [
            ("white", ((0, 0, 0),)),
            ("black", ((1, 0, 0),)),
        ]
        assert [(item.seat, item.points) for item in end.scene().tally] == [(1, 1)]
        assert blockhaus.position(end.code) == end
        with pytest.raises(blockhaus.NotationError, match="'c1' is not a move: write one like a1"):
            start.play("c1")
    assert rooms.find_room("take").words("de")["Full."] == "Voll."


def test_parts_of_a_room_may_be_files(put: Put) -> None:
    put(scene_py='PROMPTS = {"take": "Take one."}\n')
    with uncompiled():
        assert blockhaus.game("take").start().view(0)["prompt"] == "Take one."


WRONG = [
    ("SPEC = Spec", "BOX = Spec", "The room of take has no box: SPEC = Spec(...)."),
    ('id="take"', 'id="give"',
     "The box of take says it is 'give': the two names must be the same."),
    ("GRID =", "BOARD =",
     "The room of take lacks def grid(s), or instead GRID = Grid(width, depth, height)."),
    ("MOVES =", "TEXTS =", "The room of take lacks def text(s, action), or instead MOVES = (...)."),
    ('"cubes", "i1", (2, 1, 3)', '"cubes", "i1", 6',
     'The room of take lacks def blocks(s), or instead ("cubes", "i1", (width, depth, height)).'),
    ("ENDINGS", "ENDS", "The room of take lacks ENDINGS = (Ending(code, text), ...)."),
    ("def invariant", "def sound", "The room of take lacks def invariant(s)."),
    ("def invariant(s)", "def invariant()",
     "In the room of take the name invariant means def invariant(s): "
     "what is something else needs another name."),
    ("MOVES", "kind = 3\nMOVES",
     "In the room of take the name kind means def kind(s, action): "
     "what is something else needs another name."),
    ("@rule\ndef score", "def score",
     "The room of take lacks the rule def score(s, points), marked by rules(State)."),
    ('("heap", "i1"), ', "",
     'The record of take lacks a field for its option heap: ("heap", "i1").'),
    ("3, 1, 9", "3, 1, 900",
     'The record of take cannot keep 900 in its field heap: write ("heap", "i4").'),
    ("MOVES", 'STEPS = {"put": ("where")}\nMOVES',
     "STEPS['put'] in the room of take has to be a tuple with a text for each pick, not 'where'."),
    ("def play(s, action)", "def play(s)",
     "The room of take cannot be opened: TypeError: play takes the arguments s, action "
     "(__init__.py, line 25)"),
    ("def play", "def plays",
     "The room of take cannot be opened: TypeError: plays is not a rule; the rules are "),
    ("Grid(2", "Gird(2",
     "The room of take cannot be opened: NameError: name 'Gird' is not defined "
     "(__init__.py, line 11)"),
    ("import Ending", "import Endings",
     "The room of take cannot be opened: ImportError: cannot import name 'Endings' "),
    ("return None", "return None)", "The room of take cannot be opened: SyntaxError: "),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "sentence"), WRONG, ids=[w[2][:60] for w in WRONG])
def test_what_is_wrong_is_told_in_a_sentence(put: Put, old: str, new: str, sentence: str) -> None:
    assert old in SOUND
    put(code=SOUND.replace(old, new))
    with pytest.raises(RoomError) as error:
        _ = rooms.find_room("take").definition
    assert str(error.value).startswith(sentence)
    assert all(error.value.phrase.source in words._dictionary(lang) for lang in LANGUAGES[1:])


def test_a_fault_in_the_scene_names_its_file(put: Put) -> None:
    put(scene_py="\nfrom blockhaus.author import Blocks\n")
    with pytest.raises(RoomError, match=r"cannot import name 'Blocks' .*\(scene.py, line 2\)"):
        _ = rooms.find_room("take").definition


def test_a_broken_room_does_not_close_the_others(
    put: Put, caplog: pytest.LogCaptureFixture
) -> None:
    put(code="raise ValueError('torn')", words_toml="[")
    found = [room.name for room in rooms.open_rooms()]
    assert "take" not in blockhaus.games()
    sentence = "The room of take cannot be opened: ValueError: torn (__init__.py, line 1)"
    assert sentence in caplog.messages
    assert "turris" in found
    assert "take" not in found
    assert rooms.find_room("turris").words("de")["black"] == "Schwarz"


def test_words_that_are_no_toml_are_told(put: Put) -> None:
    put(words_toml="[")
    with pytest.raises(RoomError, match=r"words\.toml in the room of take cannot be read: "):
        rooms.find_room("take").data("words.toml")


def test_a_package_that_is_not_there(put: Put, tmp_path: Path) -> None:
    put()
    (tmp_path / "take_room" / "__init__.py").rename(tmp_path / "gone.py")
    (tmp_path / "take_room").rename(tmp_path / "gone")
    with pytest.raises(RoomError, match="No module named 'take_room'"):
        _ = rooms.find_room("take").spec


def test_a_name_is_given_once(put: Put, caplog: pytest.LogCaptureFixture) -> None:
    put("turris")
    blockhaus.games()
    assert blockhaus.game("turris").spec.title == "TURRIS"
    [told] = caplog.messages
    assert "game turris of turris_room is left out: blockhaus.games" in told
