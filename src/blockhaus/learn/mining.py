"""Mining puzzles: games between levels are played, and searched for positions that are puzzles.

Every game has a number, from which all of it follows: who plays at which level, how it opens, what
is dealt. Numbers below 0 are the tactics in the room of the game. So a run can be stopped and gone
on with, and several processes share the numbers. What was found in a game is one line of the
journal, also if that is nothing.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, replace
from itertools import count, islice, zip_longest
from multiprocessing import get_context
from typing import Any

from ..core.game import Game, find_game
from ..core.position import Position
from ..core.symmetry import likeness
from ..lab.journal import Journal
from ..lab.tactics import tactics_of
from ..players.level_player import Thinker
from ..players.levels import levels
from .examiners import Examiner, examiner_for
from .puzzles import Puzzle, puzzle_from
from .rating import is_trivial, rated, trials
from .themes import themes_of

PLAYERS = range(2, 8)  # levels that play: below they blunder all the time, above they take long
OPENING = 6  # random decisions at most
FEWEST_MOVES = 4  # with fewer there is not much to find
MISSES = 2  # positions in a row that are too hard to say anything of, before a game is left
FROM_ONE_GAME = 6
ENDS = 4  # other ends of a game that are searched, too
LAST = 6  # decisions before the end, from which they are played at least
ASTRAY = 3  # random decisions with which they begin, at most


def played(game: Game, seed: int) -> list[Position]:
    """A game between two levels, after some random decisions so that no two are alike."""
    dice = random.Random(f"{game!r} {seed}")
    opening = dice.randrange(OPENING + 1)
    start = game.start(dice.getrandbits(64))
    return played_on(start, dice, opening)


def played_on(position: Position, dice: random.Random, opening: int) -> list[Position]:
    """How levels go on from a position, after so many random decisions."""
    table = levels(position.game.id)
    alike = dice.randrange(2)  # games between equals are closer
    chosen = [dice.choice(PLAYERS) for _ in range(position.game.players)]
    players = [
        Thinker(table[chosen[0 if alike else side] - 1].strength, None, dice.getrandbits(32))
        for side in range(position.game.players)
    ]
    trail = [position]
    while (seat := trail[-1].to_move) is not None:
        here = trail[-1]
        is_random = len(trail) <= opening
        move = dice.choice(here.moves) if is_random else players[seat].choose(here)
        trail.append(here.play(move))
    return trail


def found_in(examiner: Examiner, game: Game, seed: int) -> list[Puzzle]:
    """The puzzles of a game and of other ends that it might have had.

    A game costs most where nothing can be proven any more. So from where something can the levels
    play on several times, and those ends are searched as well.
    """
    dice = random.Random(f"{game!r} {seed} ends")
    trail = [tactics_of(game.id)[-1 - seed].position] if seed < 0 else played(game, seed)[:-1]
    found, first = dig(examiner, trail)
    first = max(0, min(first, len(trail) - LAST))
    for _ in range(ENDS):
        start = trail[dice.randrange(first, len(trail))]
        other = played_on(start, dice, dice.randint(1, ASTRAY))[1:-1]
        found += dig(examiner, other)[0]
    return without_parts(found)[:FROM_ONE_GAME]


def dig(examiner: Examiner, trail: list[Position]) -> tuple[list[Puzzle], int]:
    """The puzzles among positions, from the last back to where nothing can be proven any more, and
    the number of the first position of which anything could be said."""
    found: list[Puzzle] = []
    misses, first = 0, len(trail)
    for number in reversed(range(len(trail))):
        if misses == MISSES:
            break
        if len(trail[number].actions) < FEWEST_MOVES:
            continue
        puzzle = examiner.puzzle(trail[number])
        misses = 0 if puzzle or examiner.decided else misses + 1
        first = number if puzzle or examiner.decided else first
        if puzzle and is_worth_while(puzzle):
            found.append(puzzle)
    return found, first


def is_worth_while(puzzle: Puzzle) -> bool:
    """What wins at once, where nothing is hidden, is no puzzle, nor is a choice of a few."""
    hidden = puzzle.position.game.spec.secrets
    return (puzzle.distance > 1 or hidden) and puzzle.refuted >= FEWEST_MOVES - 1


def without_parts(found: list[Puzzle]) -> list[Puzzle]:
    """Puzzles that are not the continuation of another one."""
    inner = {position for puzzle in found for position in puzzle.positions[1:]}
    return [puzzle for puzzle in found if puzzle.position not in inner]


def kept(examiner: Examiner, puzzle: Puzzle) -> Puzzle | None:
    """The puzzle with its rating, if it is not trivial and a second search proves it, too."""
    found = trials(puzzle)
    if is_trivial(found) or examiner.fault(puzzle):
        return None
    return rated(puzzle, found)


def mine_game(name: str, seed: int) -> list[dict[str, Any]]:
    """What one process does: play a game, search it, and tell what was found as plain data."""
    game = find_game(name, {})
    examiner = examiner_for(game)  # one that remembers other games would find other puzzles
    found = [kept(examiner, puzzle) for puzzle in found_in(examiner, game, seed)]
    return [plain(puzzle) for puzzle in found if puzzle]


def plain(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as it stands in the journal."""
    return {
        name: " ".join(value) if isinstance(value, tuple) else value
        for name, value in asdict(puzzle).items()
    }


@dataclass
class Mine:
    """The journal of a game's mining: what was found, and which games were played for it."""

    game: str
    journal: Journal

    @property
    def puzzles(self) -> list[Puzzle]:
        """All puzzles found, no two of them alike."""
        return distinct(
            puzzle_from(data)
            for entry in self.journal.entries
            if entry["game"] == self.game
            for data in entry["puzzles"]
        )

    @property
    def seeds(self) -> set[int]:
        return {entry["seed"] for entry in self.journal.entries if entry["game"] == self.game}

    def note(self, seed: int, found: list[dict[str, Any]]) -> None:
        self.journal.append({"game": self.game, "seed": seed, "puzzles": found})


def distinct(found: Any) -> list[Puzzle]:
    """Puzzles that are not the same under the symmetries of their game."""
    known: dict[str, Puzzle] = {}
    for puzzle in found:
        known.setdefault(likeness(puzzle.position), puzzle)
    return list(known.values())


def mine(
    pit: Mine,
    wanted: int,
    minutes: float | None,
    processes: int,
    watch: Callable[[int], None] = lambda number: None,
) -> int:
    """Mine until there are so many puzzles, or the time is up; returns how many there are.

    `watch` is told how many there are after each game.
    """
    end = time.monotonic() + 60 * minutes if minutes is not None else None
    known = {likeness(puzzle.position) for puzzle in pit.puzzles}
    watch(len(known))
    seeds = _unplayed(pit)
    # Compiled code does not survive a fork while threads run, so processes begin afresh.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        waiting: dict[Any, int] = {}
        while len(known) < wanted and (end is None or time.monotonic() < end):
            while len(waiting) < processes + 1:
                seed = next(seeds)
                waiting[pool.submit(mine_game, pit.game, seed)] = seed
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for each in done:
                found = each.result()
                pit.note(waiting.pop(each), found)
                known |= {likeness(puzzle_from(data).position) for data in found}
                watch(len(known))
        pool.shutdown(cancel_futures=True)
    return len(known)


def _unplayed(pit: Mine) -> Iterator[int]:
    """The tactics of the room come first, then games without end."""
    done = pit.seeds
    return (seed for seed in count(-len(tactics_of(pit.game))) if seed not in done)


def chosen(found: Sequence[Puzzle], wanted: int) -> list[Puzzle]:
    """So many puzzles, with their themes, of as many kinds as there are.

    A kind is a result, a distance and the first theme. Taken in turn from all kinds, the rare ones
    are all there, and of the frequent ones the first by their ids.
    """
    kinds: dict[tuple[str, int, str], list[Puzzle]] = {}
    for puzzle in sorted(found, key=lambda each: each.id):
        themed = replace(puzzle, themes=themes_of(puzzle))
        kind = puzzle.result, puzzle.distance, (*themed.themes, "")[0]
        kinds.setdefault(kind, []).append(themed)
    in_turn = (puzzle for row in zip_longest(*kinds.values()) for puzzle in row if puzzle)
    return list(islice(in_turn, wanted))
