"""What is wrong with a decision: the answer that shows it, played out, and said in a sentence."""

from __future__ import annotations

from ..commentary.analysis import searched
from ..commentary.words import decisions, percent
from ..core.position import Position
from ..search.solve import DEEPEST, Solver
from .puzzles import BETTER, Puzzle
from .sentences import say
from .solving import Refutation

NODES = 400_000  # positions looked at; shipped puzzles need a tenth of it
SIMULATIONS = 4000  # where nothing is proven
LINES = 6  # decisions that are searched well
MEMORY = 8  # megabytes of the solver's table


def refuted(puzzle: Puzzle, position: Position, move: str) -> Refutation:
    """Why a decision misses the result of a puzzle."""
    if puzzle.result == BETTER:
        return _less_good(puzzle, position, move)
    if position.game.spec.secrets:
        from .hidden import refuted_by_a_deal

        return refuted_by_a_deal(puzzle, position, move)
    after = position.play(move)
    enemy = 1 - puzzle.seat
    if after.outcome:
        return told(position, move, (), enemy, after.outcome.winners == (enemy,))
    return told(position, move, *_punished(after, enemy, puzzle.within))


def _less_good(puzzle: Puzzle, position: Position, move: str) -> Refutation:
    """What a search thinks of a decision beside the better one."""
    found = searched(position, 0, len(position.actions), LINES, SIMULATIONS)
    lines = {line.move: line for line in found.lines}
    own, best = lines[move], lines[puzzle.solution[0]]
    facts = {"move": move, "win": percent(own.win), "best": best.move}
    sentence = say("less", best_win=percent(best.win), **facts)
    return Refutation(position, own.line or (move,), sentence)


def _punished(after: Position, enemy: int, within: int) -> tuple[tuple[int, ...], int, bool]:
    """How the opponent wins, or if it cannot, comes to its share of the win."""
    solver = Solver(after.game, MEMORY)
    for alone in (True, False):
        solver.allow(NODES)
        for left in range(1, min(DEEPEST, max(within, 1)) + 1):
            if solver.force(after, enemy, left, alone) >= 0:
                return solver.play_out(after, enemy, alone, left), enemy, alone
    return (), enemy, False


def told(
    position: Position, move: str, actions: tuple[int, ...], enemy: int, wins: bool
) -> Refutation:
    game = position.game
    end, line = position.play(move), [move]
    for action in actions:
        end = end.after(action)
        line.append(game.text(action))
    facts = {"move": move, "other": game.colours[enemy]}
    if wins and len(line) == 1:
        sentence = say("loses itself", **facts)
    elif wins and len(line) == 2:
        sentence = say("loses at once", answer=line[1], **facts)
    elif wins:
        sentence = say("loses", decisions=decisions(len(line) - 1), **facts)
    elif end.is_over:
        sentence = say("only draws", **facts)
    else:
        sentence = say("spoils", **facts)
    brought = tuple(event.sentence for event in end.events)
    if end.outcome and not brought:
        brought = (say("end", reason=end.outcome.reason),)
    return Refutation(position, tuple(line), sentence, brought)
