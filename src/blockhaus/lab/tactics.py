"""Positions with one right answer, found by exhaustive solving, and kept with their proof.

A tactic is a position of a played game in which exactly one move reaches the best result:

- win   the move wins by force; no other move wins, or none within the decisions stated
- draw  the move saves the draw; every other move loses
- hold  every other move loses by force within the decisions stated; this one does not, nor in
        two decisions more
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from ..core.game import Game, read_code
from ..core.position import Position
from ..core.rooms import find_room
from ..players.player import SearchPlayer
from ..search.solve import DEEPEST, NEVER, OPEN, STOPPED, Solution, Solver

NODES = 30_000  # positions to look at for one tactic, and as many again for its other moves
BACK = 16  # decisions before the end of a played game where tactics are looked for
FEWEST_MOVES = 3  # with fewer there is not much to find
FROM_ONE_GAME = 4
MISSES = 2  # positions too hard to solve before a game is left
MARGIN = 2  # decisions a wrong move is followed beyond the right one's result


@dataclass(frozen=True)
class Tactic:
    code: str
    move: str
    result: str  # win, draw, hold
    distance: int  # decisions to the end; for `hold`, to the end after the best wrong move
    others: int  # no other move reaches the result within so many decisions; 0 means never
    nodes: int  # positions looked at for the proof

    @property
    def position(self) -> Position:
        return read_code(self.code)

    def text(self) -> str:
        lines = (
            f'{name} = "{value}"' if isinstance(value, str) else f"{name} = {value}"
            for name, value in asdict(self).items()
        )
        return "\n".join(["[[tactic]]", *lines, ""])


def tactics_of(game: str) -> list[Tactic]:
    """The tactics in the room of a game."""
    return [Tactic(**entry) for entry in find_room(game).data("tactics.toml").get("tactic", [])]


def mine(game: Game, wanted: int, seed: int = 0) -> Iterator[Tactic]:
    """Play games until enough tactics are found; at most a quarter of them as long as another.

    Where something is hidden only wins at once can be proven, so there all are alike.
    """
    most = wanted if game.spec.secrets else -(-wanted // 4)
    seen: set[bytes] = set()
    lengths: Counter[int] = Counter()
    solver = Solver(game)
    while lengths.total() < wanted:
        of_this_game = misses = 0
        for position in reversed(played(game, seed)[-1 - BACK : -1]):
            if of_this_game == FROM_ONE_GAME or lengths.total() == wanted or misses == MISSES:
                break
            if position.state in seen:
                continue
            solution = solver.solve(position, NODES)
            found = tactic(solver, position, solution)
            misses += solution is None and found is None
            if found and lengths[found.distance] < most:
                seen.add(position.state)
                lengths[found.distance] += 1
                of_this_game += 1
                yield found
        seed += 1


def played(game: Game, seed: int) -> list[Position]:
    """A game between two quick searches, after a few random decisions so that no two are alike."""
    dice = random.Random(seed)
    quick = SearchPlayer(seconds=None, simulations=100, seed=seed)
    trail = [game.start(seed)]
    while not trail[-1].is_over:
        position = trail[-1]
        opening = len(position.path) < 2 + seed % 5
        move = dice.choice(position.moves) if opening else quick.choose(position)
        trail.append(position.play(move))
    return trail


def tactic(solver: Solver, position: Position, solution: Solution | None) -> Tactic | None:
    """The position as a tactic, if it is one and the solver can prove it."""
    if len(position.actions) < FEWEST_MOVES:
        return None
    if position.game.spec.secrets:
        return _sure(solver, solution)
    if solution is None:
        return _only_defence(solver, position)
    return _only_way(solver, solution) if position.to_move in solution.winners else None


def _sure(solver: Solver, solution: Solution | None) -> Tactic | None:
    if solution is None or solver.alternatives:
        return None
    return Tactic(solution.position.code, solution.best, "win", 1, 1, solution.nodes)


def _only_way(solver: Solver, solution: Solution) -> Tactic | None:
    """No other move gets the result, followed for as long as there are nodes left."""
    position = solution.position
    assert position.to_move is not None
    alone = len(solution.winners) == 1
    solver.allow(NODES)
    rivals = [position.after(action) for action in position.actions if action != solution.path[0]]
    sought = 0
    for left in range(solution.distance + MARGIN, DEEPEST):
        answers = [solver.force(rival, position.to_move, left - 1, alone) for rival in rivals]
        if any(answer >= 0 for answer in answers):
            return None
        if STOPPED in answers:
            break
        sought = left
        rivals = [rival for rival, answer in zip(rivals, answers, strict=True) if answer != NEVER]
        if not rivals:
            break
    if rivals and (not sought or not alone):
        return None
    return Tactic(
        code=position.code,
        move=solution.best,
        result="win" if alone else "draw",
        distance=solution.distance,
        others=sought if rivals else 0,
        nodes=solver.nodes,
    )


def _only_defence(solver: Solver, position: Position) -> Tactic | None:
    """All moves but one lose by force; that one holds for longer."""
    if position.game.players > 2 or position.to_move is None:
        return None
    enemy = 1 - position.to_move
    solver.allow(NODES)
    holding = list(position.actions)
    for left in range(1, DEEPEST - MARGIN):
        answers = {a: solver.force(position.after(a), enemy, left) for a in holding}
        if STOPPED in answers.values():
            return None
        holding = [action for action, answer in answers.items() if answer < 0]
        if len(holding) <= 1 or all(answers[action] == NEVER for action in holding):
            break
    if len(holding) != 1:
        return None
    if solver.force(position.after(holding[0]), enemy, left + MARGIN) not in (OPEN, NEVER):
        return None
    move = position.game.text(holding[0])
    return Tactic(position.code, move, "hold", left + 1, left + 1, solver.nodes)
