"""Theorems: what comes out on small boards if neither player ever errs, and the proof of it.

A theorem names a game, its options and if need be some opening moves, and states the result with
best play and that of every first move. It lies in the room of its game with what its proof took,
and with the values of all positions of its first decisions: later ones are worked out at once
when somebody asks (`exploring`). `theorem_proofs` proves it anew.

    for each in theorems("kwinty"):
        print(each.setting(), each.statement, each.command)
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..commentary.words import decisions, points
from ..core.errors import BlockhausError
from ..core.game import Game, find_game
from ..core.position import Position
from ..core.rooms import find_room, game_names
from ..core.words import LANGUAGES, Phrase

FILE = "theorems.toml"  # in the room of a game

SENTENCES = {
    "win": "With best play {player} wins.",
    "draw": "With best play the game is drawn.",
    "loss": "With best play {player} loses.",
    "win by": "With best play {player} wins by {points}.",
    "loss by": "With best play {player} loses by {points}.",
    "win level": "With best play points are equal, and {player} wins the tie-break.",
    "loss level": "With best play points are equal, and {player} loses the tie-break.",
    "after": "After {moves}: {statement}",
    "move win": "{move} wins.",
    "move draw": "{move} leads to a draw.",
    "move loss": "{move} loses.",
    "move win by": "{move} wins by {points}.",
    "move loss by": "{move} loses by {points}.",
    "move win level": "{move} wins the tie-break, with equal points.",
    "move loss level": "{move} loses the tie-break, with equal points.",
    "move win within": "{move} wins, within {decisions}.",
    "move loss within": "{move} loses, within {decisions}.",
}


class TheoremError(BlockhausError):
    """There is no such theorem, or it does not hold."""


def say(key: str, **facts: object) -> Phrase:
    return Phrase(SENTENCES[key], **facts)


@dataclass(frozen=True, order=True)
class Result:
    """What a player gets with best play: win, draw or loss, and the difference of the points where
    points count. Better ones are greater."""

    value: int  # as search.exact counts it, for this player
    by_points: bool

    @property
    def result(self) -> str:
        return "win" if self.value > 0 else "loss" if self.value < 0 else "draw"

    @property
    def points(self) -> int | None:
        """By how many points; 0 where the rules name a winner with equally many."""
        return abs(self.value) // 2 if self.by_points else None

    @property
    def key(self) -> str:
        """Which sentence says it."""
        if self.points is None or not self.value:
            return self.result
        return f"{self.result} by" if self.points else f"{self.result} level"

    def of_move(self, move: str, distance: int | None = None) -> Phrase:
        """The result of a move, in words."""
        if distance is not None:
            return say(f"move {self.result} within", move=move, decisions=decisions(distance))
        return say(f"move {self.key}", move=move, points=points(self.points or 0))

    def __str__(self) -> str:
        """As it is written in files: win, win 3, draw, loss 0."""
        return (
            self.result if self.points is None or not self.value else f"{self.result} {self.points}"
        )

    @classmethod
    def read(cls, text: str, by_points: bool) -> Result:
        word, _, number = text.partition(" ")
        sign = {"win": 1, "draw": 0, "loss": -1}[word]
        return cls(sign * (2 * int(number) or 1) if by_points and number else sign, by_points)


@dataclass(frozen=True)
class Theorem:
    """A statement and what its proof took. Results are those of whoever makes the move."""

    key: str
    game_name: str
    options: Mapping[str, Any]
    opening: tuple[str, ...]  # moves after which it holds
    by_points: bool
    result: Result
    first: Mapping[str, Result]  # of every first move
    depth: int  # decisions whose positions have stored values
    early: str  # these values, packed
    nodes: int  # positions looked at
    seconds: float
    solver: int  # version

    @cached_property
    def game(self) -> Game:
        return find_game(self.game_name, self.options)

    @property
    def position(self) -> Position:
        """The position it is about."""
        position = self.game.start(0)
        for move in self.opening:
            position = position.play(move)
        return position

    @property
    def command(self) -> str:
        """What proves it anew."""
        return f"blockhaus theorems prove {self.key}"

    @property
    def statement(self) -> Phrase:
        player = Phrase("the player to move") if self.opening else Phrase("the player who starts")
        said = say(self.result.key, player=player, points=points(self.result.points or 0))
        return say("after", moves=" ".join(self.opening), statement=said) if self.opening else said

    def setting(self, lang: str = LANGUAGES[0]) -> str:
        """The options that are not those of the box, in the words of the room: its texts
        `cubes {value}`, or for a single value `neutrals 0`, say them best.
        """
        words = find_room(self.game_name).words(lang)

        def said(name: str, value: str) -> str:
            plain = f"{words.get(name, name)} {words.get(value, value)}"
            whole = words.get(f"{name} {value}") or words.get(f"{name} {{value}}", plain)
            return whole.format(value=value)

        return ", ".join(said(*each) for each in self.game.shown_options().items())

    @cached_property
    def values(self) -> bytes:
        """The stored values for the first seat, one signed byte for each position."""
        return unpacked(self.early)


def packed(values: bytes) -> str:
    return base64.b85encode(zlib.compress(values, 9)).decode()


def unpacked(text: str) -> bytes:
    return zlib.decompress(base64.b85decode("".join(text.split())))


def key_of(game: Game, opening: tuple[str, ...] = ()) -> str:
    """What a theorem is called: its game, the options that are not those of the box, the moves."""
    options = [f"{name}{value}" for name, value in game.shown_options().items()]
    moves = ["after", *opening] if opening else []
    return "-".join([game.id, *options, *moves])


def theorems(name: str | None = None) -> list[Theorem]:
    """The theorems of a game, or of all."""
    names = game_names() if name is None else [find_room(name).name]
    return [read(game, entry) for game in names for entry in _entries(game)]


def theorem(key: str) -> Theorem:
    """The theorem of a key."""
    for name in game_names():
        for entry in _entries(name) if key.startswith(f"{name}-") else ():
            if entry["key"] == key:
                return read(name, entry)
    raise TheoremError("There is no theorem {key!r}.", key=key[:80])


def _entries(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = find_room(name).data(FILE).get("theorem", [])
    return found


def read(name: str, entry: Mapping[str, Any]) -> Theorem:
    """A theorem as a room's file has it."""
    by_points = bool(entry["points"])
    first = {
        move: Result.read(text, by_points)
        for text, moves in entry["first"].items()
        for move in moves.split()
    }
    return Theorem(
        entry["key"],
        name,
        entry["options"],
        tuple(entry.get("opening", "").split()),
        by_points,
        Result.read(entry["result"], by_points),
        first,
        entry["depth"],
        entry["early"],
        entry["nodes"],
        entry["seconds"],
        entry["solver"],
    )


WIDTH = 96


def write(each: Theorem) -> str:
    """A theorem as a room's file has it, in TOML."""
    options = ", ".join(f"{name} = {_toml(value)}" for name, value in each.options.items())
    lines = ["[[theorem]]", f'key = "{each.key}"', f"options = {{ {options} }}"]
    lines += [f'opening = "{" ".join(each.opening)}"'] if each.opening else []
    lines += [f"points = {_toml(each.by_points)}", f'result = "{each.result}"']
    lines += [f"nodes = {each.nodes}", f"seconds = {each.seconds:.1f}", f"solver = {each.solver}"]
    text = "\n".join(each.early[i : i + WIDTH] for i in range(0, len(each.early), WIDTH))
    lines += [f"depth = {each.depth}", f"early = '''\n{text}'''", "[theorem.first]"]
    for result in sorted(set(each.first.values()), reverse=True):
        moves = " ".join(move for move, found in each.first.items() if found == result)
        lines.append(f'"{result}" = "{moves}"')
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)
