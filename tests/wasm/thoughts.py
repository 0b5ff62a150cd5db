"""What thinks, asked the same questions natively and as in a page (`as_in_a_page`)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

Loop = Callable[..., Any]

LEVELS = (1, 4, 7)
SEEDS = (1, 2)
LATE = 6  # decisions before the end
SIMULATIONS = 300
MANY = 4000  # simulations of a large tree
PLAYOUTS = 50
ENOUGH = 3000  # positions for a solver
REVIEWED = 6  # decisions of a game


def walked(game: Any, seed: int) -> list[Any]:
    """All positions of a random game, but for its end."""
    dice = random.Random(seed)
    path = [game.start(seed)]
    while not path[-1].is_over:
        path.append(path[-1].after(dice.choice(path[-1].actions)))
    return path[:-1]


def before_the_end(trail: list[Any], decisions: int) -> Any:
    return trail[max(0, len(trail) - decisions)]


def playouts(trail: list[Any], loop: Loop | None = None) -> Iterator[Any]:
    """Whole random games from a few positions: decisions, the end of the last one, the dice."""
    from blockhaus.core.chance import rng_from
    from blockhaus.search.memory import memory_for

    game = trail[0].game
    memory = memory_for(game)
    states, rng, out = (
        memory.array("record", 2),
        memory.array("i8", 4),
        memory.array("i4", game.actions),
    )
    for position in (trail[0], trail[len(trail) // 2], trail[-1]):
        memory.put(states, 0, position.state)
        rng[:] = list(rng_from(9))
        given = (states, rng, PLAYOUTS, out)
        played = loop(*given) if loop else memory.call("playouts", *given)
        yield [int(played), states.tobytes().hex(), rng.tolist()]


def level_moves(trail: list[Any]) -> Iterator[str]:
    from blockhaus.players.level_player import LevelPlayer

    for number in LEVELS:
        for seed in SEEDS:
            # Without a promise of time a slow machine gives the same answer.
            player = LevelPlayer(number, seconds=1e6, seed=seed)
            for position in (trail[0], trail[len(trail) // 2], before_the_end(trail, 2)):
                yield player.choose(position)


def analyses(trail: list[Any]) -> Iterator[Any]:
    import blockhaus

    for position in (trail[len(trail) // 3], before_the_end(trail, 3)):
        yield blockhaus.analyse(position, simulations=SIMULATIONS, seed=3).data()
    late = before_the_end(trail, 2)
    yield blockhaus.analyse(late, simulations=SIMULATIONS, lines=8).data()


def kept_trees(trail: list[Any]) -> Iterator[Any]:
    """A search that goes on with what it found: lines, and every node of its tree."""
    from blockhaus.search.search import Search, Settings

    search = Search(trail[0].game, Settings.of(trail[0].game, memory=8), 5)
    for position in trail[1:4]:
        search.look(position)
        yield search.run(simulations=SIMULATIONS)
        yield [repr(line) for line in search.lines]
        tree = search.trees[0]
        yield [repr(node) for node in tree.read(range(int(tree.used[0])))][:2000]


def large_tree(trail: list[Any]) -> Iterator[Any]:
    """A search that went far: every bit of its tree, but for the root."""
    from blockhaus.search.search import Search, Settings

    search = Search(trail[0].game, Settings.of(trail[0].game, memory=16), 6)
    search.look(trail[0])
    yield search.run(simulations=MANY)
    tree = search.trees[0]
    used = int(tree.used[0])
    yield used
    entries, acts, does, merits = tree.nodes
    for part in (entries, acts, does, *(merits[row] for row in range(len(merits)))):
        yield sha256(part[1:used].tobytes()).hexdigest()  # no action leads to the root


def solutions(trail: list[Any]) -> Iterator[Any]:
    from blockhaus.search.proof import Prover
    from blockhaus.search.solve import Solver

    game = trail[0].game
    solver = Solver(game, 4)
    for position in trail[-LATE:]:
        found = solver.solve(position, ENOUGH)
        told = found and [found.winners, found.distance, found.path, dict(found.distances)]
        yield [told, solver.nodes, solver.reach]
    if not game.spec.secrets:
        prover = Prover(game, 1)
        for position in trail[-LATE:]:
            yield [prover.forces(position, seat, 3, nodes=ENOUGH) for seat in range(game.players)]


def help_for(trail: list[Any]) -> Iterator[Any]:
    """Hints, and a coach's warnings."""
    from blockhaus.commentary.hint_steps import STRENGTHS, step
    from blockhaus.commentary.hints import hint
    from blockhaus.learn.coaching import warning

    for position in (trail[len(trail) // 2], trail[-1]):
        found = hint(position, simulations=SIMULATIONS)
        yield str(found)
        for strength in range(1, STRENGTHS + 1):
            yield repr(step(found, strength))
    late = before_the_end(trail, 3)
    for move in late.moves[:4]:
        yield repr(warning(late, move))


def reviews(trail: list[Any]) -> Iterator[Any]:
    import blockhaus
    from blockhaus.commentary.curve import picture
    from blockhaus.search.budget import Budget

    record = blockhaus.Record.of(trail[min(REVIEWED, len(trail) - 1)])
    found = blockhaus.review(record, Budget(simulations=100))
    yield found.data()
    yield picture(found)


def everything(name: str, options: dict[str, Any], loop: Loop | None = None) -> dict[str, Any]:
    import blockhaus

    trail = walked(blockhaus.game(name, **options), 4)
    return {
        "playouts": list(playouts(trail, loop)),
        "level moves": list(level_moves(trail)),
        "analyses": list(analyses(trail)),
        "trees": list(kept_trees(trail)),
        "a large tree": list(large_tree(trail)),
        "solutions": list(solutions(trail)),
        "help": list(help_for(trail)),
        "reviews": list(reviews(trail)),
    }


def puzzles_of(name: str) -> list[Any]:
    """What is wrong with wrong decisions of a puzzle, and its proof."""
    import blockhaus
    from blockhaus.learn.examiners import examiner_for
    from blockhaus.learn.refuting import refuted

    told: list[Any] = []
    for puzzle in sorted(blockhaus.puzzles(name), key=lambda each: (each.nodes, each.code))[:2]:
        position = puzzle.position
        wrong = [move for move in position.moves if move != puzzle.solution[0]][:2]
        for move in wrong:
            found = refuted(puzzle, position, move)
            told.append([found.line, str(found.sentence), [str(each) for each in found.told]])
        examiner = examiner_for(position.game)
        told.append([repr(examiner.puzzle(position)), examiner.reason, examiner.fault(puzzle)])
    return told


def explored(name: str) -> list[Any]:
    """The first decisions of a solved game."""
    from blockhaus.learn.exploring import explore
    from blockhaus.learn.theorems import theorems

    told: list[Any] = []
    for each in theorems(name)[:1]:
        move = next(iter(each.first))
        for moves in ([], [move]):
            found = explore(each, moves, nodes=20_000)
            told.append([repr(found.result), [repr(move) for move in found.moves]])
    return told


def asked(name: str, sets: list[dict[str, Any]], loop: Loop | None = None) -> dict[str, Any]:
    """Everything; natively with the loop of playouts, which nobody else has in a memory."""
    return {
        "games": [everything(name, options, loop) for options in sets],
        "puzzles": puzzles_of(name),
        "explored": explored(name),
    }
