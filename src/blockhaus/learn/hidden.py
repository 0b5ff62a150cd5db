"""Proving puzzles where the rules hide something from the player.

A puzzle must be decided by what its player can know. So

- the right decision wins at once in every deal that the seat must think possible: the room's rule
  `surely_wins` says so, and in a second proof the decision is played out, by plain Python, in
  all of the room's `deals`, which have the worst ones among them
- every other decision is worse: there is a deal that the seat must think possible, in which the
  opponent, even if all cards lay open, could keep the seat from winning alone
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..core.engine import uncompiled
from ..core.game import Game
from ..core.position import Position
from ..search.proof import Prover
from ..search.solve import Solver
from .proofs import CHECK_NODES
from .puzzles import Puzzle, PuzzleError
from .sentences import say
from .solving import Refutation

WITHIN = 5  # decisions in which a wrong one is refuted
DEALS = 400  # that are looked at for one in which a decision fails
FIRST, ENOUGH = 6, 0.5  # in the first deals half of the decisions must fail soon: else no puzzle
SOON = 3  # decisions
OTHERS = 1_000_000  # the check deals otherwise than the first proof
NODES = 20_000  # positions looked at for a decision in a deal
MEMORY = 8

# A position after a decision, the opponent, and the number of decisions left.
Fails = Callable[[Position, int, int], bool]


class HiddenExaminer:
    """Proves decisions of a game of two seats with secrets."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.solver = Solver(game, MEMORY)
        self.prover = Prover(game, MEMORY)
        self.decided = False
        self.reason = ""
        self.second = -1

    def puzzle(self, position: Position) -> Puzzle | None:
        self.decided, self.reason = False, "unproven"
        if self.game.players != 2 or self.game.definition.deals is None:
            self.reason = "seats"
            return None
        solution = None if position.is_over else self.solver.solve(position, NODES)
        if solution is None:
            self.reason = "not sure"
            return None
        if self.solver.alternatives:
            self.reason, self.second = "second", int(self.solver.moves[0, 1])
            return None
        self.decided = True
        right = solution.path[0]
        wrong = [action for action in position.actions if action != right]
        within = self._refuted_within(position, wrong, self._fails)
        if within is None:
            return None
        return Puzzle(
            code=position.code,
            solution=(self.game.text(right),),
            result="win",
            distance=1,
            within=within,
            refuted=len(wrong),
            nodes=self.solver.nodes,
        )

    def fault(self, puzzle: Puzzle, nodes: int = CHECK_NODES) -> str | None:
        position = puzzle.position
        if puzzle.result != "win" or len(puzzle.solution) != 1 or puzzle.distance != 1:
            return "only wins at once can be proven here"
        right = self.game.parse(puzzle.solution[0])
        if right not in position.actions or not self._wins_in_every_deal(position, right):
            return f"{puzzle.solution[0]} does not win in every deal"
        wrong = [action for action in position.actions if action != right]
        if self._refuted_within(position, wrong, self._is_proven_to_fail, patient=True) is None:
            return "another decision is not proven worse"
        return None if len(wrong) == puzzle.refuted else f"{len(wrong)} decisions are refuted"

    def _wins_in_every_deal(self, position: Position, action: int) -> bool:
        deals = self.game.definition.deals
        assert deals
        seat = position.to_move
        with uncompiled():
            ends = (
                Position(self.game, None, position.path, record).after(action).outcome
                for record in deals(position.plain, action)
            )
            return all(end is not None and end.winners == (seat,) for end in ends)

    def _refuted_within(
        self, position: Position, wrong: list[int], fails: Fails, *, patient: bool = False
    ) -> int | None:
        """The decisions it takes until every wrong one has failed in some deal; None if not all.

        Who is patient deals otherwise, and does not give up early.
        """
        assert position.to_move is not None
        enemy, most = 1 - position.to_move, 1
        every = len(wrong)
        for number, deal in enumerate(dealt(position, OTHERS if patient else 0)):
            left = []
            for action in wrong:
                after = deal.after(action)
                limit = SOON if number < FIRST else WITHIN
                within = next((n for n in range(limit) if fails(after, enemy, n)), None)
                if within is None:
                    left.append(action)
                else:
                    most = max(most, within + 1)
            wrong = left
            if not wrong:
                return most
            if number == FIRST and len(wrong) > ENOUGH * every and not patient:
                break
        return None

    def _fails(self, after: Position, enemy: int, within: int) -> bool:
        return keeps_from_winning(self.solver, after, enemy, within)

    def _is_proven_to_fail(self, after: Position, enemy: int, within: int) -> bool:
        return bool(self.prover.forces(after, enemy, within, alone=False, nodes=NODES))


def dealt(position: Position, first: int = 0) -> Iterator[Position]:
    """The position with what the mover cannot see dealt anew, again and again."""
    seat = position.to_move
    assert seat is not None
    for seed in range(first, first + DEALS):
        yield Position(position.game, None, position.path, position.redealt(seat, seed))


def keeps_from_winning(solver: Solver, after: Position, enemy: int, within: int) -> bool:
    """Whether the opponent at least shares the win within so many decisions of an open deal."""
    if after.outcome:
        return enemy in after.outcome.winners
    solver.tally[:] = 0
    solver.allow(NODES)
    return within > 0 and solver.force(after, enemy, within, alone=False) >= 0


def refuted_by_a_deal(puzzle: Puzzle, position: Position, move: str) -> Refutation:
    """A deal in which a decision does not win, and how the opponent sees to that."""
    solver, enemy = Solver(position.game, MEMORY), 1 - puzzle.seat
    for deal in dealt(position):
        after = deal.play(move)
        for within in range(WITHIN):
            if keeps_from_winning(solver, after, enemy, within):
                path = solver.play_out(after, enemy, False, within) if within else ()
                end = after
                for action in path:
                    end = end.after(action)
                line = (move, *(position.game.text(action) for action in path))
                told = tuple(event.sentence for event in end.events)
                return Refutation(deal, line, say("not sure", move=move), told)
    raise PuzzleError("In none of the deals looked at does {move} fail.", move=move)
