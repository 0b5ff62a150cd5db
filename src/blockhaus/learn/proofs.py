"""Proving that a decision is the only right one, and checking it once more in another way.

`Examiner.only` looks for the one right decision of a position with the exact solver:

- the mover can force a win (or else a draw), and after every other decision the opponent can force
  that it does not come to that: at least a share of the win (or the win) for the opponent
- or nothing can be said of the end, but after every decision but one the opponent forces a win, and
  after that one it does not, even given MARGIN decisions more (where the second search soon finds
  that the mover at least shares the win, the puzzle asks for too little and is dropped)

`fault` then checks a whole puzzle by proof numbers (`search.proof`), which share nothing with the
solver but the rules. Games of two seats in which nothing is hidden; for the others see `hidden`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..core.game import Game
from ..core.position import Position
from ..search.proof import Prover
from ..search.solve import DEEPEST, STOPPED, Solution, Solver
from .puzzles import BETTER, Puzzle

NODES = 30_000  # positions looked at to solve one, and as many again to refute the other decisions
CHECK_NODES = 1_000_000  # positions looked at to check one decision by proof numbers
MARGIN = 4  # decisions that the only defence must hold out longer than the others
MOST_OWN = 8  # decisions of a solution that are the solver's
DEFENCES = 4  # equally long defences that are tried for one that asks for more single decisions


@dataclass(frozen=True)
class Only:
    """The one right decision of a position, and what its proof says of the others."""

    action: int
    result: str
    distance: int
    within: int
    refuted: int
    solution: Solution | None


class Examiner:
    """Proves decisions of one game. It remembers what it has found out."""

    def __init__(self, game: Game, nodes: int = NODES) -> None:
        self.game = game
        self.nodes = nodes
        self.solver = Solver(game)
        self.prover = Prover(game)
        self.spent = 0  # positions looked at so far
        self.decided = False  # whether anything could be said of the last position
        self.reason = ""  # why the last position has no only decision, a key of `WHY_NOT`
        self.second = -1  # another right decision, if that is the reason

    # One decision

    def only(self, position: Position) -> Only | None:
        """The one right decision, if there is exactly one and it can be proven."""
        seat, self.reason = position.to_move, "unproven"
        if seat is None or len(position.actions) < 2 or self.game.players != 2:
            self.reason = "no choice" if self.game.players == 2 else "seats"
            return None
        solution = self.solver.solve(position, self.nodes)
        found = self._only_way(position, seat, solution)
        self.decided = solution is not None or found is not None
        self.spent += self.solver.nodes
        return found

    def _only_way(self, position: Position, seat: int, solution: Solution | None) -> Only | None:
        if solution is None:
            return self.only_defence(position)
        if seat not in solution.winners:
            self.reason = "lost"
            return None
        within = self._refuted_within(position, seat, solution)
        if within is None:
            return None
        return Only(
            action=solution.path[0],
            result="win" if solution.winners == (seat,) else "draw",
            distance=solution.distance,
            within=within,
            refuted=len(position.actions) - 1,
            solution=solution,
        )

    def _refuted_within(self, position: Position, seat: int, solution: Solution) -> int | None:
        """The decisions it takes to refute every action but the solution's; None if one is not."""
        alone = solution.winners == (seat,)
        rivals = [position.after(a) for a in position.actions if a != solution.path[0]]
        self.solver.allow(self.nodes)
        for left in range(DEEPEST):
            open_ones = []
            for rival in rivals:
                if self.solver.force(rival, seat, left, alone) >= 0:
                    self.reason, self.second = "second", rival.path[-1]
                    return None
                found = self.solver.force(rival, 1 - seat, left, not alone)
                if found == STOPPED:
                    return None
                if found < 0:
                    open_ones.append(rival)
            rivals = open_ones
            if not rivals:
                return left + 1
        return None

    def only_defence(self, position: Position) -> Only | None:
        """The one decision after which the mover does not lose by force, if there is one alone."""
        seat = position.to_move
        assert seat is not None
        holding = list(position.actions)
        self.solver.allow(self.nodes)
        for left in range(DEEPEST - MARGIN):
            answers = {
                action: self.solver.force(position.after(action), 1 - seat, left)
                for action in holding
            }
            if STOPPED in answers.values():
                return None
            holding = [action for action, answer in answers.items() if answer < 0]
            if len(holding) <= 1:
                break
        if len(holding) != 1:
            return None
        after = position.after(holding[0])
        held = self.solver.force(after, 1 - seat, left + MARGIN)
        if held >= 0 or held == STOPPED:
            return None
        refuted = len(position.actions) - 1
        return Only(holding[0], "hold", left + 1, left + 1, refuted, None)

    # A whole puzzle

    def puzzle(self, position: Position) -> Puzzle | None:
        """The position as a puzzle without themes and rating, if it can be proven to be one."""
        before = self.spent
        first = self.only(position)
        if first is None:
            return None
        steps = self._line(position, first)
        self.decided = True
        return Puzzle(
            code=position.code,
            solution=tuple(self.game.text(action) for action, _ in steps),
            result=first.result,
            distance=first.distance,
            within=max(step.within for _, step in steps if step),
            refuted=sum(step.refuted for _, step in steps if step),
            nodes=self.spent - before,
        )

    def _line(self, position: Position, first: Only) -> list[tuple[int, Only | None]]:
        """Every decision of the solution, the own ones with their proof.

        It ends before an own decision that is not the only one. Where several defences are as long,
        one is taken that asks for one more only decision.
        """
        seat = position.to_move
        steps: list[tuple[int, Only | None]] = [(first.action, first)]
        here, own = position.after(first.action), 1
        while own < MOST_OWN and not here.is_over:
            answers: list[int] = []
            if here.to_move == seat:
                following = self._next(here, first.result)
            elif first.result == "hold":
                break
            else:
                answers, following = self._answered(here, first.result)
            if following is None:
                break
            steps += [(answer, None) for answer in answers] + [(following.action, following)]
            for action in (*answers, following.action):
                here = here.after(action)
            own += 1
        return steps

    def _next(self, position: Position, result: str) -> Only | None:
        found = self.only(position)
        return found if found and found.result == result else None

    def _answered(self, position: Position, result: str) -> tuple[list[int], Only | None]:
        """The most stubborn answers up to the next own decision, and the only one there."""
        seat = position.to_move
        for answer in self.stubborn(position):
            answers, here = [answer], position.after(answer)
            while here.to_move == seat:
                answers.append(next(self.stubborn(here)))
                here = here.after(answers[-1])
            following = None if here.is_over else self._next(here, result)
            if following:
                return answers, following
        return [], None

    def stubborn(self, position: Position) -> Iterator[int]:
        """The defences that hold out longest, a few of them."""
        solution = self.solver.solve(position, self.nodes)
        if solution is None:
            return
        longest = [a for a, left in solution.distances.items() if left == solution.distance]
        yield from dict.fromkeys([solution.path[0], *longest[:DEFENCES]])

    # Checking

    def fault(self, puzzle: Puzzle, nodes: int = CHECK_NODES) -> str | None:
        """What is wrong with a puzzle, by proof numbers; None if everything is proven."""
        if puzzle.result == BETTER:
            return "nothing is proven"
        if puzzle.position.is_over or not puzzle.solution:
            return "there is nothing to find"
        seat, result = puzzle.seat, puzzle.result
        refuted = 0
        pairs = zip(puzzle.positions, puzzle.solution, strict=False)
        for number, (position, move) in enumerate(pairs):
            if position.to_move != seat:
                continue
            right = position.play(move)
            left = puzzle.distance - number - 1
            if not self._reaches(puzzle, right, left, nodes):
                return f"{move} does not {result} within {left} more decisions"
            for action in position.actions:
                if action != right.path[-1]:
                    refuted += 1
                    if not self._misses(puzzle, position.after(action), nodes):
                        return f"{self.game.text(action)} is not proven worse than {move}"
        if positions_after(puzzle)[-1].to_move != seat:
            return "the solution does not end with a decision to be found"
        return None if refuted == puzzle.refuted else f"{refuted} decisions are refuted"

    def _reaches(self, puzzle: Puzzle, right: Position, left: int, nodes: int) -> bool:
        seat, ask = puzzle.seat, self.prover.forces
        if puzzle.result == "hold":
            lasts = puzzle.within - 1 + MARGIN
            more = ask(right, seat, DEEPEST, alone=False, nodes=min(nodes, NODES))
            return more is not True and ask(right, 1 - seat, lasts, nodes=nodes) is False
        if puzzle.result == "win":
            return ask(right, seat, left, nodes=nodes) is True
        shared = ask(right, seat, left, alone=False, nodes=nodes)
        no_win = ask(right, 1 - seat, DEEPEST, alone=False, nodes=nodes)
        return shared is True and no_win is True

    def _misses(self, puzzle: Puzzle, wrong: Position, nodes: int) -> bool:
        alone = puzzle.result != "win"
        within = puzzle.within - 1
        return self.prover.forces(wrong, 1 - puzzle.seat, within, alone=alone, nodes=nodes) is True


def positions_after(puzzle: Puzzle) -> tuple[Position, ...]:
    """The positions in which the decisions of the solution are made."""
    return puzzle.positions[: len(puzzle.solution)]
