"""Records of games: a text a person can read and type, and the same as JSON.

    [Game "..."]
    [Options "frame=8"]
    [Seats "Ann" "Ben"]
    [Outcome "5:4 0 no place is left"]

    1. a1:3x2 f1:3x1 2. ...

Headers first, then the decisions in the notation of the game. A number stands where the first
seat of a round begins its turn. Reading replays the moves, so a record that can be read is a
game that can be played; the one exception is a dealt game whose seed is not revealed yet.
"""

from __future__ import annotations

import datetime
import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .chance import checked_seed
from .errors import BlockhausError, RecordError
from .game import Game, find_game
from .position import Outcome, Position

LONGEST = 1_000_000  # characters; a record of the house has a few thousand
HEADERS = (
    "Game", "Rules", "Options", "Seats", "Hints", "Date", "Commit", "Draw", "Seed", "Outcome",
)  # fmt: skip
LISTS = ("Options", "Seats", "Hints", "Draw")  # headers with several values
_HEADER = re.compile(r"\[([A-Za-z]+)((?:[ \t]+\"(?:[^\"\\\n]|\\[\"\\])*\")+)[ \t]*\]")
_VALUE = re.compile(r'"((?:[^"\\]|\\.)*)"')
_NUMBER = re.compile(r"([0-9]{1,6})\.(.*)")


class Record:
    """A game as it was played: options, who sat where, and every decision."""

    def __init__(
        self,
        game: Game,
        moves: Iterable[str] = (),
        seats: Iterable[str] = (),
        *,
        seed: int | None = None,
        date: str | None = None,
        commit: str | None = None,
        draw: Iterable[str] = (),
        outcome: str | None = None,
        hints: Iterable[int] = (),
    ) -> None:
        self.game = game
        self.moves = [game.text(game.parse(move)) for move in moves]
        self.seats = [_one_line("a name", name) for name in seats]
        self.seed = checked_seed(seed) if seed is not None and game.spec.chance else None
        self.date = datetime.date.fromisoformat(date).isoformat() if date else None
        self.commit = _one_line("a commit", commit) if commit else None
        self.draw = [_one_line("a part of the draw", part) for part in draw]
        given = list(hints)
        self.hints = given if any(given) else []  # how many every seat had
        most = max(len(self.seats), len(self.hints))
        if most > game.players:
            raise RecordError(
                "There are {seats} seats, not {number}.", seats=game.players, number=most
            )
        end = self._end
        self.outcome = (
            _told(end.outcome)
            if end and end.outcome
            else outcome and _one_line("an outcome", outcome)
        )

    @classmethod
    def of(cls, position: Position, seats: Iterable[str] = (), **headers: Any) -> Record:
        """The record of how a position came about."""
        return cls(position.game, position.history, seats, seed=position.seed, **headers)

    @property
    def can_be_replayed(self) -> bool:
        return self.seed is not None or not self.game.spec.chance

    @cached_property
    def _positions(self) -> list[Position]:
        if not self.can_be_replayed:
            raise RecordError("The seed is not revealed yet, so the deal is not known.")
        return list(self.game.positions(self.moves, self.seed))

    @property
    def _end(self) -> Position | None:
        return self._positions[-1] if self.can_be_replayed else None

    def positions(self) -> list[Position]:
        """The start position and the one after each decision."""
        return list(self._positions)

    @property
    def text(self) -> str:
        headers = "\n".join(f"[{name} {_quoted(values)}]" for name, values in self._headers())
        body = textwrap.fill(
            " ".join(self._numbered()), 88, break_long_words=False, break_on_hyphens=False
        )
        return f"{headers}\n\n{body}\n" if body else f"{headers}\n"

    def _headers(self) -> Iterator[tuple[str, list[str]]]:
        yield "Game", [self.game.id]
        if self.game.spec.version > 1:
            yield "Rules", [str(self.game.spec.version)]
        if self.game.shown_options():
            yield (
                "Options",
                [f"{name}={value}" for name, value in self.game.shown_options().items()],
            )
        if self.seats:
            yield "Seats", self.seats
        if self.hints:
            yield "Hints", list(map(str, self.hints))
        for name, value in (
            ("Date", self.date),
            ("Commit", self.commit),
            ("Draw", self.draw or None),
            ("Seed", self.seed),
            ("Outcome", self.outcome),
        ):
            if value is not None:
                yield name, value if isinstance(value, list) else [str(value)]

    def _numbered(self) -> Iterator[str]:
        if not self.can_be_replayed:
            yield from self.moves
            return
        number, last_turn, last_seat = 0, -1, -1
        for move, before in zip(self.moves, self._positions, strict=False):
            seat = before.to_move if before.to_move is not None else -1
            if before.turn != last_turn and (seat <= last_seat or last_turn < 0):
                number += 1
                yield f"{number}."
            last_turn, last_seat = before.turn, seat
            yield move

    @property
    def json(self) -> str:
        """The same as JSON. The seed is a text, since not every reader has integers that long."""
        return json.dumps(
            {
                "game": self.game.id,
                "rules": None if self.game.spec.version == 1 else str(self.game.spec.version),
                "options": self.game.shown_options(),
                "seats": self.seats,
                "hints": self.hints,
                "date": self.date,
                "commit": self.commit,
                "draw": self.draw,
                "seed": None if self.seed is None else str(self.seed),
                "outcome": self.outcome,
                "moves": self.moves,
            }
        )

    @classmethod
    def read(cls, text: str) -> Record:
        """The record of a text, or of its JSON form; RecordError says where it is damaged."""
        if not isinstance(text, str):
            raise RecordError("A record is a text, not {kind}.", kind=type(text).__name__)
        if len(text) > LONGEST:
            raise RecordError("A record has at most {most} characters.", most=LONGEST)
        return _read_json(text) if text.lstrip().startswith("{") else _read_text(text)

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Record) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"blockhaus.Record.read({self.text!r})"


@dataclass(frozen=True)
class _Word:
    """A piece of the text and where it stands."""

    text: str
    line: int
    column: int

    def error(self, source: str, /, **facts: Any) -> RecordError:
        return RecordError(source, self.line, self.column, **facts)


def _read_text(text: str) -> Record:
    headers: dict[str, tuple[_Word, list[str]]] = {}
    words: list[_Word] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not words and line.lstrip().startswith("["):
            _read_header(_Word(line.strip(), number, len(line) - len(line.lstrip()) + 1), headers)
        else:
            words += [_Word(m[0], number, m.start() + 1) for m in re.finditer(r"\S+", line)]
    game = _read_game(headers)
    facts = {name.lower(): (word, values[0]) for name, (word, values) in headers.items()}
    lists = {name.lower(): values for name, (_, values) in headers.items() if name in LISTS}
    return _build(game, list(_read_moves(game, words)), lists, facts)


def _read_header(word: _Word, headers: dict[str, tuple[_Word, list[str]]]) -> None:
    match = _HEADER.fullmatch(word.text)
    if not match:
        raise word.error('A header looks like [Seats "Ann" "Ben"].')
    name = match[1]
    if name not in HEADERS:
        raise word.error(
            "There is no header {name}; the headers are {known}.",
            name=name,
            known=", ".join(HEADERS),
        )
    if name in headers:
        raise word.error("The header {name} stands here for the second time.", name=name)
    headers[name] = word, [re.sub(r"\\(.)", r"\1", value) for value in _VALUE.findall(match[2])]
    if len(headers[name][1]) > 1 and name not in LISTS:
        raise word.error("The header {name} has one value only.", name=name)


def _read_game(headers: dict[str, tuple[_Word, list[str]]]) -> Game:
    if "Game" not in headers:
        raise RecordError('A record begins with the header [Game "..."].')
    word, values = headers["Game"]
    options: dict[str, str] = {}
    for option in headers["Options"][1] if "Options" in headers else []:
        name, equals, value = option.partition("=")
        if not equals or name in options:
            raise headers["Options"][0].error(
                "An option looks like name=value, not {option!r}.", option=option
            )
        options[name] = value
    try:
        return find_game(values[0], options)
    except BlockhausError as error:
        raise (headers["Options"][0] if options else word).error("{error}", error=error) from None


def _read_moves(game: Game, words: Sequence[_Word]) -> Iterator[_Word]:
    expected = 1
    for word in words:
        match = _NUMBER.fullmatch(word.text)
        if match:
            if int(match[1]) != expected:
                raise word.error(
                    "Here the number {expected}. is due, not {number}.",
                    expected=expected,
                    number=match[1],
                )
            expected += 1
            word = _Word(match[2], word.line, word.column + len(match[1]) + 1)
        if word.text:
            yield word


def _build(
    game: Game,
    moves: list[_Word],
    lists: dict[str, list[str]],
    facts: dict[str, tuple[_Word, str]],
) -> Record:
    where = {name: word for name, (word, _) in facts.items()}
    values = {name: value for name, (_, value) in facts.items()}
    nowhere = _Word("", 1, 1)
    version = values.get("rules", "1")
    if version != str(game.spec.version):
        return _by_other_rules(version, game, moves, lists, facts)
    seed = values.get("seed")
    if seed is not None and not (seed.isascii() and seed.isdigit() and len(seed) < 80):
        raise where["seed"].error("A seed is a whole number.")
    if seed is not None and not game.spec.chance:
        raise where["seed"].error("{game} deals nothing, so it has no seed.", game=game.spec.title)
    try:
        datetime.date.fromisoformat(values.get("date") or "2000-01-01")
    except ValueError:
        raise where["date"].error("A date looks like 2026-01-31.") from None
    try:
        seed_number = None if seed is None else checked_seed(int(seed))
    except BlockhausError as error:
        raise where["seed"].error("{error}", error=error) from None
    hints = lists.get("hints", [])
    if not all(hint.isascii() and hint.isdigit() and len(hint) < 9 for hint in hints):
        raise where.get("hints", nowhere).error("Hints are whole numbers, one for every seat.")
    _replay(game, moves, seed_number)
    try:
        record = Record(
            game,
            [move.text for move in moves],
            lists.get("seats", []),
            seed=seed_number,
            date=values.get("date"),
            commit=values.get("commit"),
            draw=lists.get("draw", []),
            outcome=values.get("outcome"),
            hints=map(int, hints),
        )
    except RecordError as error:
        raise where.get("seats", nowhere).error(error.phrase.source, **error.phrase.facts) from None
    if values.get("outcome") not in (None, record.outcome):
        raise where["outcome"].error(
            "The moves lead to the outcome {outcome}.", outcome=record.outcome
        )
    return record


def _by_other_rules(
    version: str,
    game: Game,
    moves: list[_Word],
    lists: dict[str, list[str]],
    facts: dict[str, tuple[_Word, str]],
) -> Record:
    """A record made by another version of the rules counts if it ends as it says it ended.

    That its moves are legal is not enough: they could lead to another position.
    """
    present = {**facts, "rules": (_Word("", 1, 1), str(game.spec.version))}
    try:
        if "outcome" in facts:
            record = _build(game, moves, lists, present)
            if record.positions()[-1].is_over:
                return record
    except RecordError:
        pass  # told below, with the reason for it
    raise facts.get("rules", (_Word("", 1, 1), ""))[0].error(
        "The record was made by version {old} of the rules of {game}; by version {new}, which is "
        "played here, its moves may give another game.",
        old=version[:9],
        game=game.spec.title,
        new=game.spec.version,
    )


def _replay(game: Game, moves: list[_Word], seed: int | None) -> None:
    """Every move must be notation, and legal where the deal is known."""
    known = seed is not None or not game.spec.chance
    position = game.start(seed or 0)
    for move in moves:
        try:
            if known:
                position = position.play(move.text)
            else:
                game.parse(move.text)
        except BlockhausError as error:
            raise move.error("{error}", error=error) from None


def _read_json(text: str) -> Record:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise RecordError("The JSON is damaged.", error.lineno, error.colno) from None
    except (RecursionError, ValueError):
        raise RecordError("The JSON is damaged.") from None
    shape: dict[str, type | tuple[type, ...]] = {
        "game": str,
        "rules": (str, type(None)),
        "options": dict,
        "seats": list,
        "hints": list,
        "moves": list,
        "date": (str, type(None)),
        "commit": (str, type(None)),
        "draw": list,
        "seed": (str, type(None)),
        "outcome": (str, type(None)),
    }
    for name in data:
        if name not in shape:
            raise RecordError(
                "There is no field {name!r}; the fields are {known}.",
                name=name,
                known=", ".join(shape),
            )
    for name, kind in shape.items():
        if not isinstance(data.get(name), kind) and name in (*data, "game", "moves"):
            raise RecordError("The field {name!r} is missing or of the wrong kind.", name=name)
    lists = {name: data.get(name, []) for name in ("seats", "draw")}
    lists["hints"] = [str(hint) for hint in data.get("hints", [])]
    texts = [*lists["seats"], *lists["draw"], *data["moves"]]
    if not all(isinstance(item, str) for item in texts):
        raise RecordError("Seats and moves are lists of texts.")
    try:
        game = find_game(data["game"], data.get("options", {}))
    except BlockhausError as error:
        raise RecordError("{error}", error=error) from None
    facts = {
        name: (_Word(name, 1, 1), data[name])
        for name in ("rules", "date", "commit", "seed", "outcome")
        if data.get(name) is not None
    }
    return _build(game, [_Word(move, 1, 1) for move in data["moves"]], lists, facts)


def _told(outcome: Outcome) -> str:
    return str(outcome)


def _one_line(what: str, value: str) -> str:
    if not isinstance(value, str) or not value.isprintable() or len(value) > 200:
        raise RecordError("{what} is one line of at most 200 characters.", what=what)
    return value


def _quoted(values: list[str]) -> str:
    return " ".join('"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"' for value in values)
