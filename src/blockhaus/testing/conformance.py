"""What must hold at every state of every game, checked during random play."""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from ..core.engine import engine, uncompiled
from ..core.game import Game, read_code
from ..core.native import loops
from ..core.native.records import array_of
from ..core.position import Position
from ..core.rules import has_rule, quiet
from ..core.scene import Offer, draw
from ..core.symmetry import likenesses, plain_likeness

QUIET = 3  # actions a position that are tried if they are called quiet
MIRRORED = 40  # decisions that are also made on a board turned or mirrored
REPLAYS = 12  # positions a game that are also reached anew from the start
CANARY = 99


class Broken(AssertionError):
    """A game does not keep what every game must keep."""


def check_game(
    game: Game, games: int = 10, seed: int = 0, *, plain: bool = False, replays: int = REPLAYS
) -> int:
    """Play random games and check every position; returns how many positions were seen.

    With `plain` every step is also taken uncompiled and compared, which is slow.
    """
    _check_notation(game)
    _check_symmetries(game, random.Random(seed))
    seen = 0
    for number in range(games):
        seen += _check_one_game(game, random.Random(seed * 1_000_003 + number), plain, replays)
    return seen


def _check_one_game(game: Game, dice: random.Random, plain: bool, replays: int) -> int:
    deal = dice.getrandbits(64)
    position = game.start(deal)
    _require(position, position == game.start(deal), "the same seed gives another start")
    trail = [position]
    while not position.is_over:
        _check_position(position, dice)
        bytes_before = position.state
        action = dice.choice(position.actions)
        following = position.after(action)
        _require(position, position.state == bytes_before, "a move changed the past")
        _require(
            following,
            position.turn <= following.turn <= position.turn + 1,
            "a decision completes at most one turn",
        )
        if plain:
            _check_plain(position, action, following)
        position = following
        trail.append(position)
    _check_position(position, dice)
    _check_outcome(position)
    for sample in [*dice.sample(trail, min(replays, len(trail))), position]:
        _check_round_trips(sample)
    return len(trail)


def _require(position: Position, holds: bool, sentence: str) -> None:
    if not holds:
        moves = " ".join(position.history)
        raise Broken(f"{sentence}\n{position.game!r} seed {position.seed} after: {moves}")


def _check_notation(game: Game) -> None:
    start = game.start(0)
    texts = [game.text(action) for action in range(game.actions)]
    _require(start, len(set(texts)) == len(texts), "two actions have the same notation")
    for action, text in enumerate(texts):
        _require(start, game.parse(text) == action, f"{text} is not read back as it was written")


def _check_symmetries(game: Game, dice: random.Random) -> None:
    """A game and its image in a mirror go on alike: as many moves, leading to positions as alike.

    The second game makes, at each step, a decision that leads to a likeness of the first one's
    position, and to another board where it can.
    """
    here = there = game.start(dice.getrandbits(64))
    alike = likenesses(here)
    if len(alike) == 1:
        return
    _require(here, alike[0] == plain_likeness(here), "the first symmetry changes something")
    for _ in range(MIRRORED):
        if here.is_over:
            break
        here = here.after(dice.choice(here.actions))
        alike = likenesses(here)
        images = [(plain_likeness(after), after) for after in map(there.after, there.actions)]
        fitting = [(seen != alike[0], number) for number, (seen, _) in enumerate(images)
                   if seen in alike]  # fmt: skip
        _require(here, bool(fitting), "a symmetry does not hold: no move leads to its likeness")
        there = images[max(fitting)[1]][1]
        same = len(here.actions) == len(there.actions)
        _require(here, same, f"a symmetry does not hold: other moves after {there.history}")
        _require(here, _ends(here) == _ends(there), f"a symmetry ends otherwise: {there.history}")


def _ends(position: Position) -> tuple[list[int], int] | None:
    """How a game ended, whoever had which seat."""
    end = position.outcome
    return (sorted(end.scores), len(end.winners)) if end else None


def _check_position(position: Position, dice: random.Random) -> None:
    definition = position.game.definition
    problem = definition.invariant(position.plain)
    _require(position, problem is None, f"the invariant does not hold: {problem}")
    _check_blocks(position)
    _check_legality(position)
    _check_refusals(position, dice)
    _check_views(position)
    _check_hidden(position, dice)
    _check_quiet(position, dice)


def _check_blocks(position: Position) -> None:
    """Nothing overlaps, sticks out or hangs in the air."""
    grid = position.game.grid
    cells = [cell for block in position.blocks for cell in block.cells]
    filled = set(cells)
    _require(position, len(filled) == len(cells), "two blocks share a cell")
    for x, y, z in cells:
        inside = 0 <= x < grid.width and 0 <= y < grid.depth and 0 <= z < grid.height
        _require(position, inside, f"a block sticks out at {(x, y, z)}")
        _require(position, z == 0 or (x, y, z - 1) in filled, f"nothing supports {(x, y, z)}")


def _check_legality(position: Position) -> None:
    rules = engine()
    reasons = len(position.game.definition.reasons)
    layout = position.game.definition.state
    verdicts = [
        rules.verdict(layout, position.state, action) for action in range(position.game.actions)
    ]
    if position.is_over:
        _require(position, not position.actions, "a finished game still has moves")
        return
    _require(
        position,
        all(0 <= verdict <= reasons for verdict in verdicts),
        "a verdict has no reason that belongs to it",
    )
    legal = tuple(action for action, verdict in enumerate(verdicts) if verdict == 0)
    _require(
        position,
        legal == position.actions,
        f"the list of moves is not what the verdicts say: {_names(position, legal)} "
        f"against {_names(position, position.actions)}",
    )
    _require(position, bool(legal), "nobody can move and the game is not over")
    _require(position, 0 <= (position.to_move or 0) < position.game.players, "no such seat")


def _names(position: Position, actions: tuple[int, ...]) -> str:
    return " ".join(position.game.text(action) for action in actions)


def _check_refusals(position: Position, dice: random.Random) -> None:
    legal = set(position.actions)
    for action in dice.sample(range(position.game.actions), min(8, position.game.actions)):
        refusal = position.why_not(position.game.text(action))
        _require(position, (refusal is None) == (action in legal), "why_not contradicts moves")
        if refusal:
            _require(
                position,
                bool(refusal.text()) and "{" not in refusal.text(),
                f"the refusal {refusal.code} is not a finished sentence",
            )
            for cell in refusal.cells:
                position.game.grid.cell(cell)


def _check_views(position: Position) -> None:
    """Seats see the same, but for their own entry and the moves they are offered."""
    public = position.view(None)
    _require(position, bool(public["prompt"]) != position.is_over, "nobody says what is due")
    _require(position, json.loads(json.dumps(public)) == public, "a view is not plain JSON")
    for seat in range(position.game.players):
        own = position.view(seat)
        for key in public.keys() | own.keys():
            if key == "seats":
                same = [own[key][i] == public[key][i] for i in range(len(public[key])) if i != seat]
                _require(position, all(same), f"seat {seat} sees into another hand")
            elif key != "offers":
                _require(
                    position,
                    own.get(key) == public.get(key),
                    f"seat {seat} sees another {key} than the spectators",
                )
        _require(
            position,
            bool(own["offers"]) == (seat == position.to_move),
            "offers are for the seat to move, and only for it",
        )
    offers = () if position.is_over else position.offers()
    _check_offers(position, offers)
    _check_reach(position, offers)
    if not position.game.spec.secrets:
        for seat, entry in enumerate(public["seats"]):
            _require(
                position,
                position.view(seat)["seats"][seat] == entry,
                "a game without secrets shows a seat more than others",
            )
    draw(position.game.grid, position.blocks)


def _check_reach(position: Position, offers: tuple[Offer, ...]) -> None:
    """The part of the board to show holds every block, and everything a move puts down."""
    reach = position.game.definition.reach(position.plain)
    for block in (*position.blocks, *(block for offer in offers for block in offer.add)):
        for cell in block.cells:
            inside = all(a <= b <= c for a, b, c in zip(reach.low, cell, reach.high, strict=True))
            _require(position, inside, f"a block is out of reach at {cell}")


def _redealt(position: Position, seat: int, seed: int) -> Position:
    latest = position.change, position.events
    state = position.redealt(seat, seed)
    return Position(position.game, position.seed, position.path, state, latest=latest)


def _check_offers(position: Position, offers: tuple[Offer, ...]) -> None:
    """Picks and labels tell all moves apart, each pick says what it chooses, and what picks
    nothing has a label.
    """
    seen: dict[Any, str] = {}
    steps = position.game.definition.steps
    for offer in offers:
        label = offer.label and (offer.label.source, repr(offer.label.facts))
        other = seen.setdefault((offer.pick, label), offer.move)
        _require(
            position, other == offer.move, f"{other} and {offer.move} have the same picks and label"
        )
        _require(position, bool(offer.pick or offer.label), f"{offer.move} has no label")
        _require(
            position,
            len(steps.get(offer.kind, ())) == len(offer.pick),
            f"the steps of {offer.kind!r} are not the picks of {offer.move}",
        )


def _check_hidden(position: Position, dice: random.Random) -> None:
    """What a seat cannot see may be dealt anew without the seat noticing."""
    for seat in range(position.game.players):
        other = _redealt(position, seat, dice.getrandbits(32))
        if not position.game.spec.secrets:
            _require(position, other == position, "a redeal changes a game without secrets")
            continue
        problem = position.game.definition.invariant(other.plain)
        _require(position, problem is None, f"a redeal breaks the invariant: {problem}")
        _require(
            position,
            position.view(seat) == other.view(seat),
            f"a redeal of what seat {seat} cannot see shows in its view",
        )
        if seat == position.to_move:
            _require(
                position,
                bool(np.array_equal(_planes(position), _planes(other))),
                "the observation shows something hidden",
            )
        again = _redealt(other, seat, 1) == _redealt(position, seat, 1)
        _require(position, again, f"a redeal for seat {seat} depends on what it cannot see")
    if not position.is_over:
        _planes(position)


def _check_quiet(position: Position, dice: random.Random) -> None:
    """A quiet action does not end the game, and neither does a reply win it."""
    if position.is_over or not has_rule("quiet", position.game.definition.state):
        return
    for action in dice.sample(position.actions, min(QUIET, len(position.actions))):
        if not quiet(position.plain, action):
            continue
        following = position.after(action)
        name = position.game.text(action)
        _require(position, not following.is_over, f"{name} is called quiet and ends the game")
        for reply in following.actions:
            outcome = following.after(reply).outcome
            won = outcome is not None and outcome.winners == (following.to_move,)
            _require(position, not won, f"{name} is called quiet, but then a reply wins")


def _planes(position: Position) -> np.ndarray[Any, Any]:
    shape = position.game.definition.planes(position.plain)
    size = int(np.prod(shape))
    memory = np.zeros(size + 256, np.int8)
    memory[size:] = CANARY
    loops.seen(array_of(position), memory[:size].reshape(shape))
    _require(position, bool((memory[size:] == CANARY).all()), "the observation leaves its planes")
    return memory[:size]


def _check_outcome(position: Position) -> None:
    outcome = position.outcome
    if outcome is None:
        raise Broken("a finished game has no outcome")
    _require(position, bool(outcome.winners), "a finished game has no winner and no draw")
    _require(position, bool(outcome.reason), "a finished game does not say why it ended")
    totals = [0] * position.game.players
    for item in position.game.definition.tally(position.plain):
        totals[item.seat] += item.points
    _require(
        position,
        tuple(totals) == outcome.scores,
        f"the tally {totals} is not the score {outcome.scores}",
    )


def _check_round_trips(position: Position) -> None:
    trips: dict[str, Callable[[Position], Position]] = {
        "code": lambda p: read_code(p.code),
        "pickle": lambda p: pickle.loads(pickle.dumps(p)),
        "replay": lambda p: list(p.game.positions(p.history, p.seed))[-1],
    }
    for name, trip in trips.items():
        back = trip(position)
        _require(
            position,
            back == position and hash(back) == hash(position),
            f"the {name} does not give the same position back",
        )
        _require(position, back.history == position.history, f"the {name} loses the history")


def _check_plain(position: Position, action: int, following: Position) -> None:
    """The same rules, run by Python itself, must agree."""
    with uncompiled():
        again = Position(position.game, position.seed, position.path, position.state)
        _require(position, again.actions == position.actions, "uncompiled rules list other moves")
        try:
            after = again.after(action)
        except OverflowError as error:
            raise Broken(f"a value does not fit its field: {error}") from None
        _require(position, after == following, "uncompiled rules lead elsewhere")
        _require(position, after.outcome == following.outcome, "uncompiled rules score otherwise")
