"""Puzzles in the house: which there are, where own decisions lead, and what is said about them."""

from __future__ import annotations

import asyncio
import gzip
from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from typing import Any

from ..commentary.review import is_better
from ..commentary.words import quoted
from ..core.errors import BlockhausError
from ..core.game import read_code
from ..core.position import Position, latest_scene
from ..core.rooms import find_room
from ..core.words import Phrase, translated
from ..learn.daily import daily, next_puzzle
from ..learn.making import proven
from ..learn.puzzles import BETTER, Puzzle, PuzzleError, puzzles, shipped
from ..learn.reasons import reasons
from ..learn.sheets import sheet
from ..learn.solving import Refutation, Standing, follow, goal, hint, near_miss, refute
from ..learn.themes import theme_name, theme_names
from . import puzzle_results, reviews, studies
from .analysts import REVIEW_BUDGET
from .glicko import START
from .house import House
from .schema import puzzle_runs
from .solo import today
from .texts import HouseError
from .thinking_here import Handed
from .wire.puzzles import HintWish, PickWish, PuzzleWish, TryWish
from .wire.requests import Question

DAYS = 7  # that are listed
KINDS = ("streak", "clock")
SHEETS_KEPT = 100
SHEET = 12  # puzzles on a sheet


def puzzles_of(game: str) -> list[Puzzle]:
    try:
        found = puzzles(game)
    except BlockhausError as error:
        raise HouseError("no-game", detail=error) from None
    if not found:
        none = PuzzleError("There are no puzzles of {game} yet.", game=find_room(game).spec.title)
        raise HouseError("no-puzzle", detail=none)
    return found


@dataclass(frozen=True)
class Found:
    """A puzzle, and how it came to the house."""

    puzzle: Puzzle
    kept: bool = False  # one's own mistake
    shipped: bool = False


async def find(house: House, holder: str, wish: PuzzleWish) -> Found:
    """The puzzle that is meant: a shipped one, an own mistake, or one of a position to prove."""
    if wish.code is not None:
        return Found(await proven_of(house, holder, wish.code))
    name = wish.puzzle or ""
    known = (await asyncio.to_thread(shipped)).get(name)
    if known:
        return Found(known, shipped=True)
    text = await puzzle_results.mistake(house, holder, name)
    if text is None:
        raise HouseError("no-puzzle", detail=PuzzleError("There is no puzzle {id!r}.", id=name))
    return Found(Puzzle.read(text), kept=True)


async def proven_of(house: House, holder: str, code: str) -> Puzzle:
    """The puzzle of a position, if one decision is proven to be right there."""
    position = await house.aside(None, lambda: _position(code))

    def job() -> Puzzle | PuzzleError:
        try:
            return proven(position)
        except PuzzleError as error:
            return error

    found = await house.teachers.ask(holder, position.game.id, ("proven", position.code), job)
    if isinstance(found, PuzzleError):
        raise HouseError("bad-puzzle", detail=found)
    return found


def _position(code: str) -> Position:
    try:
        position = read_code(code)
    except BlockhausError as error:
        raise HouseError("bad-position", detail=error) from None
    if position.is_over:
        raise HouseError("game-over")
    return position


# What is told of a puzzle


def facts(found: Found, first: bool | None, lang: str) -> dict[str, Any]:
    puzzle = found.puzzle
    return {
        "id": puzzle.id,
        "game": puzzle.game,
        "title": find_room(puzzle.game).spec.title,
        "seat": puzzle.seat,
        "goal": goal(puzzle).text(lang),
        "decisions": len(puzzle.own),
        "rating": puzzle.rating if found.shipped else None,
        "themes": [translated(theme_name(puzzle.game, name), lang) for name in puzzle.themes],
        "proven": puzzle.result != BETTER,
        "first": first,
    }


def state(
    found: Found,
    stand: Standing,
    first: bool | None,
    lang: str,
    refutation: Refutation | None = None,
    rated: dict[str, Any] | None = None,
) -> dict[str, Any]:
    puzzle, seat, here = found.puzzle, found.puzzle.seat, len(stand.line)
    began = here - len(stand.answers) if stand.status in ("right", "solved") else here
    line = puzzle.positions
    return {
        "puzzle": facts(found, first, lang),
        "status": stand.status,
        "sentence": _standing_text(stand, lang),
        "found": stand.found,
        "moves": list(stand.line),
        "steps": [latest_scene(line[: at + 1], seat) for at in range(began, here)],
        "view": latest_scene(line[: here + 1], seat, offers=stand.left > 0),
        "refutation": refuted_data(refutation, seat, lang) if refutation else None,
        "rated": rated,
        "code": None if puzzle.position.game.spec.secrets else stand.position.code,
    }


def refuted_data(refutation: Refutation, seat: int, lang: str) -> dict[str, Any]:
    line = refutation.positions
    return {
        "moves": list(refutation.line),
        "words": said(line, lang),
        "sentence": in_words(refutation.sentence, line, refutation.line, lang),
        "told": [phrase.text(lang) for phrase in refutation.told],
        "views": [latest_scene(line[: at + 1], seat) for at in range(1, len(line))],
    }


def _standing_text(stand: Standing, lang: str) -> str:
    if stand.wrong is not None:
        return in_words(stand.sentence, [stand.position], [stand.wrong], lang)
    words = ", ".join(said(stand.positions[len(stand.line) - len(stand.answers) :], lang))
    return _with(stand.sentence, {"answer": quoted(words)}, lang)


def in_words(phrase: Phrase, line: Sequence[Position], moves: Sequence[str], lang: str) -> str:
    """A sentence about a line that begins with a move, with its moves in words."""
    facts = phrase.facts
    found = {"move": line[0].words_for(moves[0])}
    if "answer" in facts:
        found["answer"] = line[1].words_for(moves[1])
    if "best" in facts:
        found["best"] = line[0].words_for(facts["best"])
    return _with(phrase, {name: quoted(words) for name, words in found.items()}, lang)


def _with(phrase: Phrase, facts: dict[str, Phrase], lang: str) -> str:
    """A phrase with some of its facts told otherwise."""
    other = copy(phrase)
    other.facts = phrase.facts | {
        name: fact for name, fact in facts.items() if name in phrase.facts
    }
    return other.text(lang)


def said(line: Sequence[Position], lang: str) -> list[str]:
    """The decisions of a line in words."""
    return [position.words.text(lang) for position in line[1:] if position.words]


def stand_of(puzzle: Puzzle, moves: Sequence[str]) -> Standing:
    """Where own decisions lead; what the rules forbid is refused and is no wrong answer."""
    try:
        return follow(puzzle, moves)
    except BlockhausError as error:
        raise HouseError.of(error, puzzle.game, "bad-puzzle") from None


# Solving


async def first_of(house: House, holder: str, found: Found) -> bool | None:
    """How somebody's first attempt at a shipped puzzle went."""
    if not found.shipped:
        return None
    rows = await puzzle_results.attempts(house, holder, found.puzzle.game)
    return next((bool(row["first"]) for row in rows if row["puzzle"] == found.puzzle.id), None)


async def tried(
    house: House, holder: str, wish: TryWish, lang: str, here: bool = False
) -> dict[str, Any] | Handed:
    """Judge own decisions and keep what they came to. What is wrong with one is searched for, or
    handed over if asked for `here`.
    """
    found = await find(house, holder, wish)
    puzzle = found.puzzle
    stand = await house.aside(puzzle.game, lambda: stand_of(puzzle, wish.moves))
    rated = None
    if stand.status in ("wrong", "solved"):
        rated = await _keep(house, holder, found, stand.status == "solved", wish)
    wrong = stand.status == "wrong"
    refutation = await refuted(house, holder, stand) if wrong and not here else None
    first = await first_of(house, holder, found)
    told: dict[str, Any] = await house.aside(
        puzzle.game, lambda: state(found, stand, first, lang, refutation, rated)
    )
    return to_refute(stand, told, "refutation") if wrong and here else told


async def _keep(
    house: House, holder: str, found: Found, solved: bool, wish: TryWish
) -> dict[str, Any] | None:
    puzzle = found.puzzle
    if found.kept and solved:
        await puzzle_results.mended(house, holder, puzzle.id)
    if not found.shipped:
        return None
    if solved and wish.day is not None:
        if wish.day > today() or daily(puzzle.game, wish.day).id != puzzle.id:
            raise HouseError("not-daily")
        await puzzle_results.keep_day(house, holder, puzzle, wish.day)
    return await puzzle_results.attempted(house, holder, puzzle, solved)


async def refuted(house: House, holder: str, stand: Standing) -> Refutation | None:
    """What is wrong with a decision, played out; nothing where a bounded search cannot show it."""
    # By the whole puzzle: one that somebody brought may claim something else of the same position.
    key = ("refuted", stand.puzzle.text, stand.line, stand.wrong)

    def job() -> Refutation | None:
        try:
            return refute(stand)
        except BlockhausError:
            return None

    return await house.teachers.ask(holder, stand.puzzle.game, key, job)


def to_refute(stand: Standing, told: dict[str, Any], *into: str) -> Handed:
    """The question what is wrong with a decision, for who can find it out."""
    moves = [*stand.puzzle.own[: stand.found], stand.wrong]
    asked = {"puzzle": stand.puzzle.text, "moves": moves}
    return Handed("/api/thoughts/refutation", asked, told, into)


async def given_up(house: House, holder: str, found: Found) -> dict[str, Any] | None:
    """Help counts as a first attempt that failed."""
    if not found.shipped:
        return None
    return await puzzle_results.attempted(house, holder, found.puzzle, False)


async def hinted(house: House, holder: str, wish: HintWish, lang: str) -> dict[str, Any]:
    found = await find(house, holder, wish)

    def job() -> dict[str, Any]:
        stand = stand_of(found.puzzle, wish.moves)
        try:
            told = hint(stand, wish.step)
        except PuzzleError as error:
            raise HouseError("bad-puzzle", detail=error) from None
        sentence = told.sentence.text(lang)
        if told.move is not None:
            sentence = in_words(told.sentence, [stand.position], [told.move], lang)
        return {"sentence": sentence, "cells": list(told.cells), "move": told.move}

    told = await house.aside(found.puzzle.game, job)
    return {**told, "rated": await given_up(house, holder, found)}


async def solution(
    house: House, holder: str, wish: PuzzleWish, lang: str, here: bool = False
) -> dict[str, Any] | Handed:
    found = await find(house, holder, wish)
    puzzle = found.puzzle

    def job() -> dict[str, Any]:
        line = puzzle.positions
        return {
            "moves": list(puzzle.solution),
            "words": said(line, lang),
            "why": [phrase.text(lang) for phrase in reasons(puzzle)],
            "views": [latest_scene(line[: at + 1], puzzle.seat) for at in range(1, len(line))],
        }

    told = await house.aside(puzzle.game, job)
    search = not told["why"]
    if search and not here:
        told["why"] = await otherwise(house, holder, puzzle, lang)
    told["rated"] = await given_up(house, holder, found)
    if search and here:
        return Handed("/api/thoughts/otherwise", {"puzzle": puzzle.text}, told, ("why",))
    return told


async def otherwise(house: House, holder: str, puzzle: Puzzle, lang: str) -> list[str]:
    """What would come of another decision."""
    other = await house.aside(puzzle.game, lambda: near_miss(puzzle))
    refutation = await refuted(house, holder, other) if other else None
    if not refutation:
        return []
    shown = refutation
    data = await house.aside(puzzle.game, lambda: refuted_data(shown, puzzle.seat, lang))
    return [data["sentence"], *data["told"]]


async def why(house: House, holder: str, asked: PickWish, lang: str) -> dict[str, Any]:
    found = await find(house, holder, asked)

    def job() -> dict[str, Any]:
        stand = stand_of(found.puzzle, asked.moves)
        return studies.question(stand.position, Question(pick=asked.pick, said=asked.said), lang)

    return await house.aside(found.puzzle.game, job)


# Choosing


async def games(house: House, holder: str, lang: str) -> list[dict[str, Any]]:
    """All games with puzzles, and what the asker has done there."""
    rows = await puzzle_results.attempts(house, holder)
    days = await puzzle_results.days(house, holder)
    mistakes = await puzzle_results.mistakes(house, holder)
    query = puzzle_runs.select().where(puzzle_runs.c.holder == holder)
    runs = {(row.game, row.kind): row for row in await house.storage.rows(query)}

    def job() -> list[dict[str, Any]]:
        return [
            _game(
                name,
                [row for row in rows if row["game"] == name],
                {day for game, day in days if game == name},
                [row for row in mistakes if row["game"] == name],
                runs,
                house.now(),
                lang,
            )
            for name in house.warming.names
            if puzzles(name)
        ]

    return await house.gather(job)


def _game(
    name: str,
    rows: list[dict[str, Any]],
    days: set[str],
    mistakes: list[dict[str, Any]],
    runs: dict[tuple[str, str], Any],
    now: float,
    lang: str,
) -> dict[str, Any]:
    known = puzzles(name)
    counts = Counter(theme for puzzle in known for theme in puzzle.themes)
    return {
        "game": name,
        "title": find_room(name).spec.title,
        "count": len(known),
        "tried": len(rows),
        "solved": sum(bool(row["first"]) for row in rows),
        "rating": puzzle_results.standing(rows, now),
        "history": [row["rating"] for row in rows],
        "themes": [
            {"id": theme, "name": translated(called, lang), "count": counts[theme]}
            for theme, called in theme_names(name).items()
            if counts[theme]
        ],
        "days": [_day(name, back, days) for back in range(DAYS)],
        "runs": [_best(kind, runs.get((name, kind))) for kind in KINDS],
        "mistakes": [_mistake(row) for row in mistakes],
    }


def _day(game: str, back: int, solved: set[str]) -> dict[str, Any]:
    day = today() - timedelta(back)
    puzzle = daily(game, day)
    told = {"puzzle": puzzle.id, "rating": puzzle.rating}
    return {"day": day.isoformat(), **told, "solved": day.isoformat() in solved}


def _best(kind: str, row: Any) -> dict[str, Any]:
    return {"kind": kind, "best": row.best if row else None, "runs": row.runs if row else 0}


def _mistake(row: dict[str, Any]) -> dict[str, Any]:
    proven, turn = _proof_and_turn(row["text"])
    return {
        "puzzle": row["puzzle"],
        "table": row["table_id"],
        "number": row["number"],
        "turn": turn,
        "at": row["at"],
        "solved": row["solved"] is not None,
        "proven": proven,
    }


@lru_cache(maxsize=1024)
def _proof_and_turn(text: str) -> tuple[bool, int]:
    """Whether a puzzle is proven, and the turn of its game that it begins with."""
    puzzle = Puzzle.read(text)
    return puzzle.result != BETTER, puzzle.position.turn + 1


async def following(
    house: House, holder: str, game: str, themes: Sequence[str], after: str
) -> str | None:
    """A puzzle near somebody's rating that is new to them; else one they have not solved yet."""
    known = await asyncio.to_thread(puzzles_of, game)
    rows = await puzzle_results.attempts(house, holder, game)
    rating = rows[-1]["rating"] if rows else START
    solved = {row["puzzle"] for row in rows if row["solved"] is not None} | {after}
    for seen in ({row["puzzle"] for row in rows} | {after}, solved, {after}):
        puzzle = next_puzzle(known, rating, seen, themes, f"{holder} {len(rows)}")
        if puzzle:
            return puzzle.id
    return None


# Own mistakes, and sheets


async def keep_mistake(
    house: House, holder: str, table_id: str, number: int, said: str | None = None
) -> str:
    """Keep a decision of a finished game that has been gone over; the id of its puzzle."""
    found = await reviews.better(house, table_id, number, said)
    position = found.before
    if not found.found:
        await house.aside(position.game.id, lambda: _check_move(position, found.move))

    move = position.game.text(position.game.parse(found.move))

    def make() -> Puzzle | None:
        try:
            return proven(position)
        except PuzzleError:
            if not found.found and not is_better(position, found.after, move, REVIEW_BUDGET):
                return None
            return Puzzle(position.code, (move,), BETTER, 0)

    key = ("turning", position.code, found.after.path, move, found.found)
    puzzle = await house.teachers.ask(holder, position.game.id, key, make)
    if puzzle is None:
        raise HouseError("no-better")
    if puzzle.id not in await asyncio.to_thread(shipped):
        await puzzle_results.keep_mistake(house, holder, puzzle, table_id, number)
    return puzzle.id


def _check_move(position: Position, move: str) -> None:
    try:
        position.play(move)
    except BlockhausError as error:
        raise HouseError.of(error, position.game.id) from None


def printed(game: str, theme: str | None, skip: int, lang: str) -> str:
    """A sheet of puzzles from the easiest on, with the solutions on its last page. It is kept
    packed: to draw one takes a quarter of a second.
    """
    return gzip.decompress(_printed(game, theme, skip, lang)).decode()


@lru_cache(SHEETS_KEPT)
def _printed(game: str, theme: str | None, skip: int, lang: str) -> bytes:
    known = puzzles_of(game)
    wanted = [puzzle for puzzle in known if theme is None or theme in puzzle.themes]
    chosen = wanted[skip : skip + SHEET]
    if not chosen:
        raise HouseError("no-puzzle", detail=PuzzleError("There is no puzzle {id!r}.", id=""))
    return gzip.compress(sheet(chosen, lang).encode())
