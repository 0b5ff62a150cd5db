"""The command line, driven as a person or a script would."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import blockhaus
from blockhaus.cli import app
from blockhaus.core.native import loops
from blockhaus.lab import bench as measuring
from blockhaus.lab.peers import Meter
from blockhaus.learn.rulebook import rulebook, said_by

GAMES = blockhaus.games()
SMALL = ("kwinty", "-o", "width=5", "-o", "height=4", "-o", "line=4")
FOUR_IN_A_ROW = "i+j\nh|\nk|\ni|\nl|\n"
SOURCE = Path(__file__).parent.parent / "src"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test plays in a folder of its own, in a terminal of 80 columns without colour."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BLOCKHAUS_SAVES", str(tmp_path / "saves"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return tmp_path


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, list(arguments), input=typed)


def good(*arguments: str, typed: str = "") -> str:
    result = run(*arguments, typed=typed)
    assert result.exit_code == 0, result.output
    assert result.exception is None
    return result.output


def refused(*arguments: str) -> str:
    """What is said on the error stream to somebody who asked for something impossible."""
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    assert result.stdout == ""
    return result.stderr


def flat(text: str) -> str:
    return " ".join(text.split())


def saves() -> list[Path]:
    return sorted(Path("saves").glob("*")) if Path("saves").exists() else []


# Facts and rules.


def test_version_and_help() -> None:
    assert good("--version") == f"blockhaus {blockhaus.__version__}\n"
    page = good("--help")
    for command in ("games", "rules", "play", "show", "replay", "review", "perft", "warm", "bench"):
        assert command in page
        assert "Examples" in good(command, "--help")


def test_the_shelf_shows_every_game_with_its_options() -> None:
    page = good("games")
    for name in GAMES:
        spec = blockhaus.game(name).spec
        assert name in page
        assert all(option.name in page for option in spec.options)


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_of_every_game(name: str) -> None:
    page = flat(good("rules", name))
    definition = blockhaus.game(name).definition
    book = rulebook(name)
    for text in (text for part in book.parts for rule in part.rules for text in rule.text):
        assert flat(text) in page
    shown = [rule.figures[0] for rule in book.parts[1].rules if rule.figures]
    assert shown and all(flat(book.figures[figure].text) in page for figure in shown)
    assert definition.spec.publisher in page
    assert definition.endings[0].text in page
    assert blockhaus.game(name).start(0).moves[0] in page


def test_the_rules_in_a_language_with_all_figures_or_none() -> None:
    whole = flat(good("rules", "turris", "--lang", "de-AT", "--figures", "all"))
    assert all(flat(text) in whole for text in said_by(rulebook("turris", "de")))
    bare = flat(good("rules", "turris", "--figures", "none"))
    assert not any(flat(figure.text) in bare for figure in rulebook("turris").figures.values())


def test_unknown_games_and_options_are_told_in_a_line() -> None:
    assert "There is no game 'chess'" in refused("rules", "chess")
    assert "has no option 'depth'" in refused("play", "kwinty", "-o", "depth=3")
    assert "goes from 5 to 9" in refused("play", "kwinty", "-o", "width=99")
    assert "name=value" in refused("play", "kwinty", "-o", "width")
    assert "twice" in refused("play", "kwinty", "-o", "width=5", "-o", "width=6")
    assert "need a game" in refused("play", "-o", "width=5")
    assert "human, level:1 to level:10, search, random" in refused(
        "play", "kwinty", "--seat", "grandmaster"
    )
    assert "2 seats" in refused("play", "kwinty", *["--seat", "human"] * 3)
    assert "seed" in refused("play", "kwinty", "--seed", "-1")


# Playing.


def test_a_whole_game_by_numbers_then_saved_and_replayed() -> None:
    page = good("play", *SMALL, "--seed", "3", typed="1\n" * 40 + "\n")
    assert "wins: " in page or "draw: " in page
    assert saves() == []

    page = good(
        "play", *SMALL, "--seat", "human", "--seat", "human", typed=FOUR_IN_A_ROW + "my.txt\n"
    )
    assert "White wins: a line is complete." in page
    assert "+1  line of 4 (i1 j1 k1 l1)" in page
    assert "blockhaus replay my.txt" in page
    record = blockhaus.Record.read(Path("my.txt").read_text())
    assert record.outcome == "1:0 0 a line is complete"
    assert record.seats == ["human", "human"]
    assert record.date == time.strftime("%Y-%m-%d")

    everything = good("replay", "my.txt", "--all")
    assert everything.count("   a b c d e f g h i j k") == len(record.moves) + 1
    assert "White wins" in everything
    steps = good("replay", "my.txt", typed="\n\nb\n99\n4\nwhat\nq\n")
    assert "2 of " in steps
    assert "Type Enter, b, q, or a number from 0 to" in steps
    assert "is over" in refused("play", "--load", "my.txt")


@pytest.mark.parametrize("name", GAMES)
def test_random_players_finish_every_game(name: str) -> None:
    seats = ["--seat", "random"] * blockhaus.game(name).players
    page = good("play", name, "--seed", "5", *seats)
    assert good("play", name, "--seed", "5", *seats) == page
    assert page.count(" plays ") >= 4
    assert re.search(r"^(\w+ wins|It is a draw|.* share the win): .*\.$", page, re.MULTILINE)
    assert saves() == []


def test_refusals_name_the_rule_and_mark_the_cells() -> None:
    page = good("play", "kwinty", *["--seat", "human"] * 2, typed="i|\nj+k\ni|\nzz\nh\nquit\n")
    title = rulebook("kwinty").title("6")
    assert f"i|: The short ends of two of your own blocks would touch. ({title})" in flat(page)
    assert " 2 . . . . . . . .!w!. . . . . . . .\n 1 . . . . . . . .!W!B b]" in page
    assert "'zz' is not a move: write i| to stand a block" in page
    assert re.search(r"moves? beginning with h:", page)


def test_a_hint_and_an_opponent_who_thinks() -> None:
    typed = "hint\ni|\nquit\n"
    page = good("play", "kwinty", "--seat", "human", "--seat", "search:simulations=40", typed=typed)
    assert "looks best" in page
    assert " plays " in page


def test_commands_of_a_session() -> None:
    typed = "help\nmoves\nmoves x\nrules\nboard\nsave\n99\n0\nI|\nresign\n\n"
    page = good("play", "kwinty", "--seed", "1", typed=typed)
    assert "take back the last decision" in page
    assert "No move begins with x" in page
    assert flat(rulebook("kwinty").parts[0].rules[0].text[0]) in flat(page)
    assert "Type the name of a file" in page
    assert "There are 2 moves, numbered from 1." in page
    assert "Black wins: white resigns." in page


def test_undo_goes_back_to_the_last_decision_of_a_human() -> None:
    page = good("play", "kwinty", "--seed", "1", typed="undo\ni|\nundo\nundo\ni+j\nquit\n")
    assert page.count("There is no decision to take back.") == 2
    assert re.search(r"Taken back: i\| (\S+)\n", page)
    kept = blockhaus.Record.read(saves()[0].read_text())
    assert kept.moves[0] == "i+j"
    assert len(kept.moves) == 2


def test_several_decisions_in_one_line_stop_at_the_end_of_the_turn() -> None:
    good("play", "kwinty", *["--seat", "human"] * 2, typed="i| j|\nquit\n")
    assert blockhaus.Record.read(saves()[0].read_text()).moves == ["i|"]


# An opponent who does not win before the test is over.
RANDOM = ("--seat", "human", "--seat", "random")


def test_saving_loading_and_going_on() -> None:
    page = good("play", "kwinty", "--seed", "2", *RANDOM, typed="i|\nsave game.txt\n1\n")
    assert "blockhaus play --load game.txt" in page
    kept = blockhaus.Record.read(Path("game.txt").read_text())
    assert len(kept.moves) == 4
    assert saves() == []
    good("play", "--load", "game.txt", *RANDOM, "--save", "game.txt", typed="1\n")
    assert len(blockhaus.Record.read(Path("game.txt").read_text()).moves) == 6
    good("play", "kwinty", "--load", "game.txt", typed="undo\nquit\n")
    assert len(blockhaus.Record.read(saves()[0].read_text()).moves) == 4
    assert "exists already" in good("play", "kwinty", typed="i|\nsave game.txt\nquit\n")
    assert "exists already" in refused("play", "kwinty", "--save", "game.txt")
    assert "cannot be changed" in refused("play", "--load", "game.txt", "-o", "width=5")
    assert "is a game of kwinty" in refused("play", "kewbz", "--load", "game.txt")
    assert "cannot be read" in refused("play", "--load", "nothing.txt")


def test_names_of_people_in_a_record_are_kept() -> None:
    game = blockhaus.game("kwinty")
    Path("ours.txt").write_text(blockhaus.Record(game, ["i|"], ["Ann", "random"]).text)
    page = good("play", "--load", "ours.txt", "--seed", "1", "--save", "next.txt", typed="1\n")
    assert "Ann" in page
    assert blockhaus.Record.read(Path("next.txt").read_text()).seats == ["Ann", "random"]


def test_end_of_input_is_polite_and_loses_nothing() -> None:
    good("play", "kwinty", typed="")
    assert saves() == []
    page = good("play", "kwinty", typed="i|\n")
    [kept] = saves()
    assert f"blockhaus play --load {kept.resolve()}\n" in page
    assert blockhaus.Record.read(kept.read_text()).moves[0] == "i|"


def test_the_chooser() -> None:
    number = GAMES.index("kwinty") + 1
    typed = f"0\nchess\n{number}\n\n99\n\n6\n\nhuman\nnobody\nrandom\ni|\n"
    page = good("play", typed=typed)
    assert "Type one of the numbers" in page
    assert "goes from 4 to 9, not 99" in page
    assert "There is no player 'nobody'" in page
    assert blockhaus.Record.read(saves()[0].read_text()).game.options["blocks"] == 6
    for given_up in ("", "kwinty\n", "kwinty\n\n\n\n\n"):
        good("play", typed=given_up)


# Looking.


def test_show() -> None:
    position = blockhaus.game("kwinty").start().play("i|").play("j+k")
    page = good("show", position.code, "--moves")
    assert ". W[B b]." in page
    assert f"turn 3, {len(position.moves)} moves" in page
    assert all(move in page for move in position.moves)
    assert json.loads(good("show", position.code, "--json")) == position.view(None)
    assert "checksum" in refused("show", position.code[:-1] + "0")


def test_damaged_records_are_shown_with_the_place() -> None:
    Path("bad.txt").write_text('[Game "kwinty"]\n\n1. i| j| 2. k| zz\n')
    said = refused("replay", "bad.txt")
    assert said.startswith("bad.txt:3:16: 'zz' is not a move")
    assert said.splitlines()[-2:] == ["1. i| j| 2. k| zz", " " * 15 + "^"]
    Path("worse.txt").write_bytes(b"\xff\xfe\x00")
    assert "it is not text" in refused("replay", "worse.txt")
    assert "is a directory" in refused("replay", ".")


# Counting, compiling, measuring.


@pytest.mark.parametrize("name", GAMES)
def test_perft_splits_by_the_first_move(name: str) -> None:
    lines = [line.split() for line in good("perft", name, "2", "--seed", "1").splitlines()]
    start = blockhaus.game(name).start(1)
    assert [line[0] for line in lines[:-2]] == start.moves
    expected = [len(start.play(move).moves) for move in start.moves]
    assert [int(line[1]) for line in lines[:-2]] == expected
    assert lines[-2] == ["total", str(sum(expected))]


def test_bench_as_json_without_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setitem(sys.modules, "pgx", None)
    monkeypatch.setattr(measuring, "STARTS", 1)
    arguments = ("bench", "kwinty", "--seconds", "0.05", "--no-compile")
    data = json.loads(good(*arguments, "--json"))
    numbers = data["games"]["kwinty"]
    searches = (measuring.SEARCHED, measuring.SEARCHED_BY_TWO)
    times = (measuring.STOPPED, "start_seconds")
    for rate in (measuring.MOVES, measuring.PLAYED, measuring.STEPS, *searches, *times):
        assert numbers[rate] > 0
    assert numbers["ratios"] == {}
    assert set(data["peers"]) == {peer.name for peer in measuring.PEERS}
    for peer in data["peers"].values():
        assert "pip install 'blockhaus[bench]'" in peer["absent"]
    assert data["machine"]["cores"] == os.cpu_count()


def test_bench_compares_with_peers_and_survives_broken_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken() -> Meter:
        raise AttributeError("no such game")

    peers = (
        measuring.Peer("Tortoise", measuring.MOVES, lambda: lambda seconds: 2.0),
        measuring.Peer("Hare", measuring.STEPS, broken),
    )
    monkeypatch.setattr(measuring, "STARTS", 1)
    monkeypatch.setattr(measuring, "PEERS", peers)
    monkeypatch.setattr("blockhaus.terminal.bench.PEERS", peers)
    page = good("bench", "kwinty", "--seconds", "0.05", "--no-compile")
    assert "moves, as a multiple of Tortoise: kwinty " in page
    assert "simulations/s in a search" in page
    assert "; stopped within " in page
    assert "Hare: does not run here: AttributeError: no such game" in page


WATCH = """
import sys
from blockhaus.core.native import loops
from blockhaus.cli import app
try:
    app(sys.argv[1:])
finally:
    found = [k for k in vars(loops).values() if hasattr(k, "stats")]
    print("compiled", sum(sum(k.stats.cache_misses.values()) for k in found))
"""


def watched(cache: Path, *arguments: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-c", WATCH, *arguments],
        env=os.environ | {"PYTHONPATH": str(SOURCE), "BLOCKHAUS_CACHE": str(cache)},
        input=typed, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


def test_after_warming_nothing_is_compiled(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    old, odd = cache / ("0" * 20), cache / "mine"
    for folder in (old, odd):
        folder.mkdir(parents=True)
        os.utime(folder, (0, 0))
    found = [k for k in vars(loops).values() if hasattr(k, "stats")]
    said = watched(cache, "warm", "kwinty")
    assert said.splitlines()[-1] == f"compiled {len(found)}"
    assert re.search(r"kwinty +\d+\.\d s", said)
    assert "Removed 1 cache" in said
    assert not old.exists() and odd.exists()
    for arguments in (
        ("play", "kwinty", *["--seat", "random"] * 2),
        ("perft", "kwinty", "3"),
        ("bench", "kwinty", "--no-compile", "--seconds", "0.01"),
        ("warm", "kwinty"),
    ):
        assert watched(cache, *arguments).splitlines()[-1] == "compiled 0"


# Real processes.


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "blockhaus", *arguments]


def test_a_piped_process_has_no_colours_and_no_traceback() -> None:
    environment = os.environ | {"PYTHONPATH": str(SOURCE), "TERM": "xterm-256color"}
    done = subprocess.run(
        command("play", "kwinty", "--seed", "1"),
        env=environment, input="i|\nnonsense\n", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert "white> nonsense" in done.stdout


INTERRUPTIBLE = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where tests run unattended
from blockhaus.cli import main
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_control_c_in_a_terminal_keeps_the_game_and_exits_130() -> None:
    import pty

    ours, theirs = pty.openpty()
    playing = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, "play", "kwinty", "--seed", "1"],
        env=os.environ | {"PYTHONPATH": str(SOURCE), "TERM": "xterm-256color"},
        stdin=theirs, stdout=theirs, stderr=theirs,
    )  # fmt: skip
    try:
        shown = read_until(ours, "white> ")
        os.write(ours, b"i|\n")
        shown += read_until(ours, "white> ")
        time.sleep(0.5)  # a signal is lost on readline until it waits for a key
        playing.send_signal(signal.SIGINT)
        shown += read_until(ours, "--load")
        assert playing.wait(20) == 130
    finally:
        playing.kill()
        playing.wait()
        os.close(ours)
        os.close(theirs)
    assert "\x1b[" in shown
    assert "Traceback" not in shown
    assert blockhaus.Record.read(saves()[0].read_text()).moves[0] == "i|"


def read_until(terminal: int, words: str) -> str:
    shown = ""
    while words not in shown:
        ready, _, _ = select.select([terminal], [], [], 60)
        assert ready, f"waited in vain for {words!r} after {shown!r}"
        shown += os.read(terminal, 4096).decode(errors="replace")
    return shown
