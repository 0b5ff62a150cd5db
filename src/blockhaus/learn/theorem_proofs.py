"""Proving theorems, and finding new ones.

The proof goes over all positions after the first decisions, each solved to the end and noted at
once, so that it can be stopped at any time and gone on with. The values of all positions before
these follow by comparing moves.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path

import numpy as np

from ..core.errors import BlockhausError
from ..core.native.compiled import cache_directory
from ..core.native.sources import stamp_of
from ..lab.journal import Journal
from ..search.early import UNKNOWN, Early
from ..search.exact import VERSION, Prover
from .questions import Question as Question
from .questions import question_of as question_of
from .theorems import Result, Theorem, TheoremError, key_of, packed

MEMORY = 1000  # megabytes of the table of a proof
EASY = 60_000  # positions that are looked at within a moment
SAMPLE = 40
DEEPEST = 8  # decisions whose positions have stored values, at most
MOST = 20_000  # positions with stored values


def journal_of(question: Question) -> Path:
    """Where what is proven so far is noted. Other rules or another solver begin anew."""
    game = question.game
    stamp = stamp_of(game.definition.state)[:12]
    kind = f"{question.by_points:d}-{question.depth}"
    name = f"{key_of(game, question.opening)}-{kind}-{stamp}.jsonl"
    return cache_directory() / f"theorem-{name.replace('/', '_')}"


class Proof:
    """A proof under way. Iterate over `steps` to the end, then ask for the `theorem`."""

    def __init__(self, question: Question, memory: float = MEMORY, noted: bool = True) -> None:
        spec = question.game.spec
        if spec.secrets or spec.chance or question.game.players != 2:
            raise TheoremError(
                "{game} cannot be solved: a theorem is about two seats, nothing hidden and no "
                "chance.",
                game=spec.title,
            )
        if question.position.is_over:
            raise BlockhausError("The game is over: there is nothing to solve.")
        self.question = question
        self.prover = Prover(question.game, question.by_points, memory)
        self.early = question.early
        self.values = np.full(len(self.early), UNKNOWN, np.int16)
        self.journal = Journal(journal_of(question)) if noted else None
        self.nodes = 0
        self.seconds = 0.0
        for entry in self.journal.entries if self.journal else ():
            self._take(entry["position"], entry["value"], entry["nodes"], entry["seconds"])

    def __len__(self) -> int:
        """How many positions are solved in all."""
        return len(self.early.last)

    @property
    def done(self) -> int:
        return int((self.values[self.early.last.start :] != UNKNOWN).sum())

    def _take(self, i: int, value: int, nodes: int, seconds: float) -> None:
        self.values[i] = value
        self.nodes += nodes
        self.seconds += seconds

    def steps(self) -> Iterator[int]:
        """Solve one position after the other. Ends early if the prover was told to stop."""
        guess = 0
        for i in self.early.last:
            if self.values[i] == UNKNOWN:
                before, begun = self.prover.nodes, time.perf_counter()
                value = self.prover.value_of(self.early.record(i), guess=guess)
                if value is None:
                    return
                nodes, seconds = self.prover.nodes - before, time.perf_counter() - begun
                self._take(i, value, nodes, seconds)
                if self.journal:
                    entry = {"position": i, "value": value, "nodes": nodes, "seconds": seconds}
                    self.journal.append(entry)
                yield i
            guess = int(self.values[i])

    @cached_property
    def theorem(self) -> Theorem:
        """What was proven."""
        self.early.back_up(self.values, self.question.by_points)
        question, position = self.question, self.question.position
        sign = 1 if position.to_move == 0 else -1
        chosen = question.game.shown_options()
        return Theorem(
            key_of(question.game, question.opening),
            question.game.id,
            {name: question.game.options[name] for name in chosen},
            question.opening,
            question.by_points,
            Result(sign * int(self.values[0]), question.by_points),
            {move: Result(sign * self._after(move), question.by_points) for move in position.moves},
            question.depth,
            packed(self.values.astype(np.int8).tobytes()),
            self.nodes,
            round(self.seconds, 1),
            VERSION,
        )

    def _after(self, move: str) -> int:
        """The value after a first move."""
        after = self.question.position.play(move)
        index = None if after.is_over else self.early.index(after)
        value = self.prover.value(after) if index is None else int(self.values[index])
        assert value is not None
        return value

    def forget(self) -> None:
        """Throw the notes away: the proof is complete."""
        if self.journal:
            self.journal.file.unlink(missing_ok=True)


def proven(question: Question, memory: float = MEMORY) -> Theorem:
    """Prove something in one go."""
    proof = Proof(question, memory, noted=False)
    for _ in proof.steps():
        pass
    return proof.theorem


def differences(stated: Theorem, found: Theorem) -> list[str]:
    """In what a theorem differs from what was proven; empty if it holds."""
    wrong = []
    if stated.result != found.result:
        wrong.append(f"result: {stated.result}, proven {found.result}")
    for move in sorted({*stated.first, *found.first}):
        said, is_so = stated.first.get(move), found.first.get(move)
        if said != is_so:
            wrong.append(f"{move}: {said}, proven {is_so}")
    if stated.values != found.values:
        if len(stated.values) == len(found.values):
            pairs = zip(stated.values, found.values, strict=True)
            other = [i for i, (a, b) in enumerate(pairs) if a != b]
            wrong.append(
                f"early positions: {len(other)} have other values, first number {other[0]}"
            )
        else:
            wrong.append(
                f"early positions: {len(stated.values)} values, there are {len(found.values)}"
            )
    return wrong


def contradictions(stated: Theorem) -> list[str]:
    """What is wrong in itself: early values that are not the best of those one move later.

    Nothing is solved for this; the values of the last stored positions are taken as they are.
    """
    early = question_of(stated).early
    if len(stated.values) != len(early):
        return [f"early positions: {len(stated.values)} values, there are {len(early)}"]
    values = np.frombuffer(stated.values, np.int8).astype(np.int16)
    again = values.copy()
    again[: early.last.start] = UNKNOWN
    early.back_up(again, stated.by_points)
    proof = Proof(question_of(stated), memory=1, noted=False)
    proof.values = again
    return differences(stated, replace(proof.theorem, nodes=stated.nodes))


def good_depth(question: Question) -> int:
    """After how many decisions all later positions are solved within a moment, judged by some."""
    for depth in range(1, DEEPEST + 1):
        early = Early(question.position, depth)
        chosen = random.Random(depth).sample(early.last, min(SAMPLE, len(early.last)))
        growth = len(early.last) // max(1, early.ends[-2] - early.ends[-3])
        if all(_is_easy(question, early, i) for i in chosen) or len(early) * growth > MOST:
            return depth
    return DEEPEST


def _is_easy(question: Question, early: Early, i: int) -> bool:
    prover = Prover(question.game, question.by_points, memory=16)
    return prover.value_of(early.record(i), EASY) is not None
