"""Tree search for any game, compiled once per record type.

Monte Carlo tree search with what has proven itself across games: values for every seat (max-n),
all-moves-as-first statistics to order moves before they have been tried often, playouts that
prefer moves which did well elsewhere, and results that are proven, backed up and never searched
again. Where the rules hide something, every simulation first deals anew what the searching seat
cannot see, and the tree is one over what it knows: its own decisions alone, told apart by what
chance openly showed before them. The others act at sight, on what they hold in this deal. As nodes
of the tree they would know the seat's secrets, which are the same in every deal, and not their own.

There a node's children are the moves that the deal allowed which first reached it. Others play
differently in other deals, so at 71 of 100 visits below the root some legal move is missing, a
fifth of them altogether (CUBE, two seats, 8,000 simulations, 20 positions). That is left so,
because mending it won nothing that could be seen: nodes that got the missing moves whenever their
visits had doubled lacked a third as many, and scored 99 of 200 games at 2,000 simulations and 32 of
60 at 8,000. Leaving the tree where a missing move would fulfil a card scored 81 of 200.

A turn of several decisions is several levels of the tree with the same seat choosing, so it is
planned as a whole: a first decision is worth what its best continuation is worth. The distance of
a proof counts decisions, not turns. Asked for the second decision, a search keeps the part of the
tree below the first one and goes on with the plan it had; where something is hidden the tree is
begun anew, because what was just revealed has changed what its deals may be.

Equal positions reached on different ways are separate nodes, because they are rare: of the nodes
that got children in 20,000 simulations, at the start and 4 and 8 decisions later, 1 of 100
repeated another one in KSAR and TURRIS, 1 to 3 in KEWBZ, 3 to 8 in KWINTY and 3 to 11 in QBQ. What
a table of positions would bring in strength was not measured. The exact solver has one.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, assignment"
from __future__ import annotations

import math

import numpy as np

from ...core.bits import count
from ...core.chance import WORD, word
from ...core.exponents import log
from ...core.native.compiled import compiled, helper
from ...core.native.records import plain_dtype
from ...core.native.rules import inlined
from ...core.rules import (
    actions,
    decisive,
    effect,
    obvious,
    open_draw,
    play,
    quiet,
    redeal,
    score,
    verdict,
    worth,
)
from .. import shapes
from ..shapes import (
    AMAF,
    CUT,
    DECIDE,
    ENDED,
    EXPAND,
    EXPLORE,
    FAITH,
    GUIDE,
    HIDDEN,
    LOOK,
    MEAN,
    NOVELTY,
    POINTS,
    SCORES,
    SEAT,
    SEATS,
    SHARES,
    SUM_ELSEWHERE,
    TRIED,
    TRIED_ELSEWHERE,
    UNTRIED,
)

DEEPEST = 512  # decisions of one simulation inside the tree
LONGEST = 4096  # decisions of one simulation altogether
FEW = np.float32(4)  # results elsewhere that count for half of what many do
FAME = 16  # visits that the good or bad name of a new action counts for
NOBODY = -1
MEMORY = np.float32(0.02)  # how fast playouts forget what an action brought

NODE = plain_dtype(shapes.NODE)


@helper
def share_of(winners, seat):
    """1 for a sole winner, a part for those who share, 0 for losers."""
    return 1.0 / count(winners) if winners >> seat & 1 else 0.0


@inlined
def settle(s, points, values, margins, weight):
    """A finished game as values 0 to 1: the result first, the points as a correction."""
    for seat in range(s.players):
        points[seat] = 0
    winners = score(s, points)
    for seat in range(s.players):
        best = -1000000
        for other in range(s.players):
            if other != seat:
                best = max(best, points[other])
        margins[seat] = points[seat] - best
        standing = 0.5 + 0.5 * margins[seat] / (abs(margins[seat]) + 8.0)
        values[seat] = (1 - weight) * share_of(winners, seat) + weight * standing
    return winners


@inlined
def believe(nodes, merits, node, trust):
    """Work out anew what a node's own results say, and how much those elsewhere add.

    All-moves-as-first counts as much as `trust` visits.
    """
    entry = nodes[node]
    if entry.proven:
        merits[MEAN, node] = share_of(entry.proven, entry.mover) * 2.0 - 1.0
        merits[FAITH, node] = merits[NOVELTY, node] = 0.0
    elif entry.visits > 0:
        merits[MEAN, node] = entry.value[entry.mover] / entry.visits
        merits[FAITH, node] = trust / (trust + entry.visits)
        merits[NOVELTY, node] = 1.0 / math.sqrt(entry.visits)
    else:
        merits[MEAN, node] = 0.5
        merits[FAITH, node] = 1.0 if trust > 0 else 0.0
        merits[NOVELTY, node] = UNTRIED


@inlined
def choices(s, nodes, node, settings):
    """The first child to choose from and how many: those for what chance has shown here."""
    first, children = np.int64(nodes[node].first), np.int64(nodes[node].children)
    if settings[HIDDEN] == 0 or node == 0:
        return first, children
    which, ways = open_draw(s)
    return first + which * (children // ways), children // ways


@inlined
def choose_child(s, acts, merits, first, children, visits, settings, ratings):
    """The child to descend to, or -1 if none is legal in this deal."""
    explore = np.float32(settings[EXPLORE] * math.sqrt(log(visits + 1.0)))
    for i in range(children):  # without a choice in it, so that several are done at once
        mean, tried = merits[MEAN, first + i], merits[TRIED_ELSEWHERE, first + i]
        elsewhere = (merits[SUM_ELSEWHERE, first + i] - mean * tried) / (tried + FEW)
        rating = mean + merits[FAITH, first + i] * elsewhere
        ratings[i] = rating + explore * merits[NOVELTY, first + i]
    best, most = -1, np.float32(-1.0e9)
    for i in range(children):
        if ratings[i] > most:
            if settings[HIDDEN] != 0 and verdict(s, np.int64(acts[first + i])) != 0:
                continue
            best, most = first + i, ratings[i]
    return best


@helper
def expand(s, nodes, acts, does, merits, used, node, out, settings):
    """Give a node its children; false if there is no room left.

    Where the game knows a decisive action, that one starts with a good name and the others with
    a bad one: they are still tried, but later.
    """
    legal = actions(s, out)
    sure = decisive(s) if settings[DECIDE] != 0 else -1
    first = used[0]
    children = legal * open_draw(s)[1] if settings[HIDDEN] != 0 and node != 0 else legal
    if first + children > len(nodes):
        return False
    for i in range(children):
        child = nodes[first + i]
        child.first = child.children = child.visits = 0
        child.mover = s.mover
        child.proven = child.distance = 0
        child.margin = 0
        for seat in range(SEATS):
            child.value[seat] = 0
        acts[first + i] = out[i % legal]
        does[first + i] = effect(s, np.int64(out[i % legal]))
        merits[TRIED_ELSEWHERE, first + i] = FAME if sure >= 0 else 0
        merits[SUM_ELSEWHERE, first + i] = FAME if sure == acts[first + i] else 0
        believe(nodes, merits, first + i, settings[AMAF])
    # Last, since lines are read while a search goes on: whoever finds children finds them whole.
    nodes[node].first = first
    nodes[node].children = children
    used[0] = first + children
    return True


@helper
def outcome(s, points):
    """The winners as bits, 0 while the game goes on."""
    if s.mover >= 0:
        return 0
    for seat in range(s.players):
        points[seat] = 0
    return score(s, points)


@helper
def win_at_sight(s, points):
    """The mover as a bit if the game knows an action of its that wins at once; plays on."""
    mover = np.int64(s.mover)
    sure = np.int64(decisive(s))
    if sure < 0:
        return 0
    play(s, sure)
    return 1 << mover if outcome(s, points) == 1 << mover else 0


@helper
def look_ahead(board, nodes, acts, merits, node, points):
    """Find the children that end the game at once or hand over a win, and what that proves."""
    s = board[1]
    found = False
    first = np.int64(nodes[node].first)
    for child in range(first, first + np.int64(nodes[node].children)):
        if quiet(board[0], np.int64(acts[child])):
            continue
        board[1] = board[0]
        play(s, np.int64(acts[child]))
        winners, distance = outcome(s, points), 0
        if winners == 0 and s.mover != nodes[child].mover:
            winners, distance = win_at_sight(s, points), 1
        if winners:
            nodes[child].proven = winners
            nodes[child].distance = distance
            believe(nodes, merits, child, 0.0)
            found = True
    if found:
        prove(nodes, merits, node, np.int64(board[0].players))


@helper
def prove(nodes, merits, node, seats):
    """Back up proof: the mover takes a sure win; otherwise all children must be proven."""
    first = np.int64(nodes[node].first)
    mover = np.int64(nodes[first].mover)
    best, best_share, distance = 0, -1.0, 0
    complete, equal = True, True
    for child in range(first, first + np.int64(nodes[node].children)):
        entry = nodes[child]
        if entry.proven == 0:
            complete = False
            continue
        winners = np.int64(entry.proven)
        share = share_of(winners, mover)
        equal = equal and (best == 0 or winners == best)
        if share > best_share:
            best, best_share, distance = winners, share, np.int64(entry.distance)
        elif share == best_share and (entry.distance < distance) == (share == 1.0):
            distance = np.int64(entry.distance)  # win soon, lose late
    # With three or four seats a choice among others' wins is not forced, so it proves nothing.
    if best_share == 1.0 or (complete and (seats == 2 or equal)):
        nodes[node].proven = best
        nodes[node].distance = distance + 1
        believe(nodes, merits, node, 0.0)


@compiled
def note_proof(nodes, merits, child, winners, distance, seats):
    """Note what was proven elsewhere of a child of the root."""
    nodes[child].proven = winners
    nodes[child].distance = distance
    believe(nodes, merits, child, 0.0)
    prove(nodes, merits, 0, seats)


@inlined
def drawn(out, chance):
    """The action that chance names; both unsigned, because indexing asks signs of signed ones."""
    return np.int64(np.uint32(out[np.uint32(chance >> 32)]))


@inlined
def playout_action(s, rng, out, history, guide):
    """The best of a few random moves by what each seat's actions brought so far.

    `guide` is the number of moves that the first is compared with, in parts of WORD. A random word
    is cut up: its product with a number has the choice in its upper half, and in its lower one
    what chance is left for the next choice.
    """
    legal = actions(s, out)
    name = history[s.mover]
    chance = word(rng) * legal
    action = drawn(out, chance)
    fame = name[effect(s, action)]
    while guide > 0:
        chance = (chance & WORD) * legal
        other = drawn(out, chance)
        rival = name[effect(s, other)]
        if (rival > fame) & ((chance & WORD) < guide):
            action, fame = other, rival
        guide -= WORD
        if guide > 0:
            chance = word(rng)
    return action


@inlined
def at_sight(s, rng, out, history, guide, decide):
    """What the mover does without a plan: something it knows to be good, or any action."""
    action = np.int64(decisive(s)) if decide else -1
    if action < 0 and decide:
        action = np.int64(obvious(s))
    return action if action >= 0 else playout_action(s, rng, out, history, guide)


@inlined
def note(s, action, played, moves):
    """Write down the next action of a simulation."""
    played[moves, 0] = s.mover
    played[moves, 1] = effect(s, action)


@helper
def play_on(s, rng, out, history, played, moves, settings, last, seat):
    """Go on at sight to the end, to so many moves, or to a seat's turn; the moves so far."""
    guide, decide = int(settings[GUIDE] * WORD), settings[DECIDE] != 0
    while s.mover >= 0 and s.mover != seat and moves < last:
        action = at_sight(s, rng, out, history, guide, decide)
        note(s, action, played, moves)
        moves += 1
        play(s, action)
    return moves


@inlined
def learn(
    nodes, does, merits, path, spans, depth, played, inside, moves, values, margins, history, marks,
    seats, proofs, trust,
):  # fmt: skip
    """Tell every node on the path what came of it, and every action how it did."""
    for i in range(moves):
        seat, done = played[i, 0], played[i, 1]
        history[seat, done] += MEMORY * (np.float32(values[seat]) - history[seat, done])
        if i >= inside:
            marks[seat, done] = 1
    for i in range(depth - 1, -1, -1):
        entry = nodes[path[i]]
        entry.visits += 1
        for seat in range(seats):
            entry.value[seat] += values[seat]
        if i > 0:
            entry.margin += margins[entry.mover]
            believe(nodes, merits, np.int64(path[i]), trust)
        if i == depth - 1:
            continue
        chosen = nodes[path[i + 1]]
        seat = np.int64(chosen.mover)
        marks[seat, does[path[i + 1]]] = 1
        value = np.float32(values[seat])
        for child in range(spans[i, 0], spans[i, 1]):
            mark = marks[seat, does[child]]
            merits[TRIED_ELSEWHERE, child] += mark
            merits[SUM_ELSEWHERE, child] += mark * value
        if proofs and entry.proven == 0 and chosen.proven != 0:
            prove(nodes, merits, np.int64(path[i]), seats)
    for i in range(moves):
        marks[played[i, 0], played[i, 1]] = 0


@inlined
def count_in(row, seats, values, winners, points):
    """Add one game to the tally of its first action; `winners` is 0 if it was not played out."""
    row[TRIED] += 1
    if winners:
        row[ENDED] += 1
    for seat in range(seats):
        row[SHARES + seat] += share_of(winners, seat) if winners else values[seat]
        if winners:
            row[SCORES + seat] += points[seat]


@compiled
def simulate(
    root, board, nodes, acts, does, merits, used, history, marks, tally, out, rng, settings, stop,
    simulations,
):  # fmt: skip
    """Run simulations from root[0]; returns how many were done before `stop` was raised.

    The first node is the root and used[0] counts nodes. `tally[action]` holds what came of the
    first actions, and `marks[seat, effect]` is 0 between simulations. The two records of `board`
    are played on.
    """
    s = board[0]
    seats = np.int64(root[0].players)
    path = np.zeros(DEEPEST, np.int32)
    spans = np.zeros((DEEPEST, 2), np.int64)  # the children that were chosen from on the way
    played = np.zeros((LONGEST, 2), np.int32)
    points = np.zeros(8, np.int32)
    values = np.zeros(SEATS, np.float64)
    margins = np.zeros(SEATS, np.float64)
    ratings = np.zeros(len(out), np.float32)
    hidden = settings[HIDDEN] != 0
    done = 0
    while done < simulations and stop[0] == 0 and nodes[0].proven == 0:
        done += 1
        board[0] = root[0]
        if hidden:
            redeal(s, np.int64(settings[SEAT]), rng)
        node, depth, moves = 0, 1, 0
        while nodes[node].children != 0 and nodes[node].proven == 0 and depth < DEEPEST:
            if s.mover < 0 or moves == LONGEST:  # one node may be the end in some deals only
                break
            first, children = choices(s, nodes, node, settings)
            visits = nodes[node].visits
            child = choose_child(s, acts, merits, first, children, visits, settings, ratings)
            if child < 0:
                break
            spans[depth - 1, 0], spans[depth - 1, 1] = first, first + children
            note(s, np.int64(acts[child]), played, moves)
            moves += 1
            play(s, np.int64(acts[child]))
            if hidden and settings[DECIDE] != 0:
                seat = np.int64(settings[SEAT])
                moves = play_on(s, rng, out, history, played, moves, settings, LONGEST, seat)
            node = child
            path[depth] = node
            depth += 1
        leaf = nodes[node]
        ready = node == 0 or leaf.visits >= settings[EXPAND]
        grown = s.mover >= 0 and leaf.proven == 0 and leaf.children == 0 and ready
        grown = grown and expand(s, nodes, acts, does, merits, used, node, out, settings)
        if grown and settings[LOOK] != 0 and not hidden:
            look_ahead(board, nodes, acts, merits, node, points)
        inside, winners = moves, np.int64(0)
        if leaf.proven != 0:
            for seat in range(seats):
                values[seat] = share_of(np.int64(leaf.proven), seat)
                margins[seat] = 0
        else:
            last = min(LONGEST, moves + int(settings[CUT]))
            moves = play_on(s, rng, out, history, played, moves, settings, last, NOBODY)
            if s.mover >= 0:
                worth(s, values)
                margins[:] = 0
            else:
                winners = np.int64(settle(s, points, values, margins, settings[POINTS]))
                if moves == inside and not hidden:
                    leaf.proven = winners
        learn(
            nodes, does, merits, path, spans, depth, played, inside, moves, values, margins,
            history, marks, seats, not hidden, settings[AMAF],
        )  # fmt: skip
        if depth > 1:
            count_in(tally[acts[path[1]]], seats, values, winners, points)
    return done


@compiled
def name_effects(root, acts, does, first, end):
    """What the actions of the root's children come to."""
    for child in range(first, end):
        does[child] = effect(root[0], np.int64(acts[child]))
