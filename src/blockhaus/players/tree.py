"""Tree search for any game, compiled once per record type.

Monte Carlo tree search with what has proven itself across games: values for every seat (max-n),
all-moves-as-first statistics to order moves before they have been tried often, playouts that
prefer moves which did well elsewhere, and results that are proven, backed up and never searched
again. Where the rules hide something, every simulation first deals anew what the searching seat
cannot see, and the tree is one over what it knows: its own decisions alone, told apart by what
chance openly showed before them. The others act at sight, on what they hold in this deal. As nodes
of the tree they would know the seat's secrets, which are the same in every deal, and not their own.

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

from ..core.bits import count
from ..core.chance import below
from ..core.compiled import compiled, helper
from ..core.rules import actions, decisive, omen, play, redeal, score, tempting, verdict, worth

SEATS = 4
DEEPEST = 512  # decisions of one simulation inside the tree
LONGEST = 4096  # decisions of one simulation altogether
FAME = 16  # visits that the good or bad name of a new action counts for
UNTRIED = 0.9  # the novelty of a child without visits, a little less than after the first
NOBODY = -1
MEMORY = 0.02  # how fast playouts forget what an action brought

# One decision in the tree: the action that leads here and what is known of it. A parent compares
# its children by `value` of the seat that is to choose.
NODE = np.dtype(
    [
        ("action", "i4"),
        ("first", "i4"),  # index of the first child; children lie side by side
        ("children", "i4"),  # how many; 0 while not expanded
        ("visits", "i4"),
        ("mover", "i1"),  # the seat that chose the action
        ("proven", "i1"),  # winners of the game from here as bits, 0 while open
        ("distance", "i2"),  # decisions to the proven end
        ("tried", "f4"),  # all-moves-as-first: how often
        ("amaf", "f4"),  # and with what sum of values
        ("promise", "f4"),  # what the results so far say for `mover`, and those elsewhere
        ("novelty", "f4"),  # how much less it was tried than others
        ("margin", "f4"),  # sum of points ahead of the best other seat, for `mover`
        ("value", "f4", SEATS),
    ],
    align=True,
)

# What a search may choose; an array, so that one compiled loop serves all levels.
EXPLORE, EXPAND, GUIDE, AMAF, CUT, POINTS, LOOK, DECIDE, HIDDEN, SEAT, SETTINGS = range(11)

# What came of each action at the root: how often it was tried, each seat's shares of the win,
# how many of these games were played to their end, and each seat's points in those.
TRIED, SHARES, ENDED, SCORES, TALLY = 0, 1, 1 + SEATS, 2 + SEATS, 2 + 2 * SEATS


@helper
def share_of(winners, seat):
    """1 for a sole winner, a part for those who share, 0 for losers."""
    return 1.0 / count(winners) if winners >> seat & 1 else 0.0


@helper
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


@helper
def appraise(entry, trust):
    """What makes a child worth visiting: its results and its action's results elsewhere.

    All-moves-as-first counts as much as `trust` visits, and less while there is little of it.
    """
    if entry.proven:
        entry.promise = share_of(entry.proven, entry.mover) * 2.0 - 1.0
        entry.novelty = 0.0
        return
    mean = entry.value[entry.mover] / entry.visits if entry.visits > 0 else 0.5
    elsewhere = trust * (entry.amaf - mean * entry.tried)
    entry.promise = mean + elsewhere / ((trust + entry.visits + 1.0e-9) * (entry.tried + 4.0))


@helper
def choices(s, nodes, node, settings):
    """Where the children to choose from begin and end: those for what chance has shown here."""
    first, children = np.int64(nodes[node].first), np.int64(nodes[node].children)
    if settings[HIDDEN] == 0 or node == 0:
        return first, first + children
    which, ways = omen(s)
    first += which * (children // ways)
    return first, first + children // ways


@helper
def choose_child(s, nodes, node, settings):
    """The child to descend to, or -1 if none is legal in this deal."""
    first, end = choices(s, nodes, node, settings)
    best, most = -1, -1.0e9
    explore = settings[EXPLORE] * math.sqrt(math.log(nodes[node].visits + 1.0))
    for child in range(first, end):
        entry = nodes[child]
        found = entry.promise + explore * entry.novelty
        if found > most:
            if settings[HIDDEN] != 0 and verdict(s, np.int64(entry.action)) != 0:
                continue
            best, most = child, found
    return best


@helper
def expand(s, nodes, used, node, out, settings):
    """Give a node its children; false if there is no room left.

    Where the game knows a decisive action, that one starts with a good name and the others with
    a bad one: they are still tried, but later.
    """
    legal = actions(s, out)
    sure = decisive(s) if settings[DECIDE] != 0 else -1
    first = used[0]
    children = legal * omen(s)[1] if settings[HIDDEN] != 0 and node != 0 else legal
    if first + children > len(nodes):
        return False
    nodes[node].first = first
    nodes[node].children = children
    for i in range(children):
        child = nodes[first + i]
        child.action = out[i % legal]
        child.first = child.children = child.visits = 0
        child.mover = s.mover
        child.proven = child.distance = 0
        child.tried = child.amaf = child.margin = 0
        for seat in range(SEATS):
            child.value[seat] = 0
        if sure >= 0:
            child.tried = FAME
            child.amaf = FAME if child.action == sure else 0
        child.novelty = UNTRIED
        appraise(child, settings[AMAF])
    used[0] = first + children
    return True


@helper
def look_ahead(board, nodes, node, points):
    """Find the children that end the game at once, and what that proves."""
    s = board[1]
    found = False
    first = nodes[node].first
    for child in range(first, first + nodes[node].children):
        board[1] = board[0]
        play(s, np.int64(nodes[child].action))
        if s.mover < 0:
            for seat in range(s.players):
                points[seat] = 0
            nodes[child].proven = score(s, points)
            appraise(nodes[child], 0.0)
            found = True
    if found:
        prove(nodes, node, np.int64(s.players))


@helper
def prove(nodes, node, seats):
    """Back up proof: the mover takes a sure win; otherwise all children must be proven."""
    first = np.int64(nodes[node].first)
    mover = np.int64(nodes[first].mover)
    best, best_share, distance = 0, -1.0, 0
    complete, equal = True, True
    for child in range(first, first + nodes[node].children):
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
        appraise(nodes[node], 0.0)


@helper
def playout_action(s, rng, out, history, guide):
    """The best of a few random moves by what each seat's actions brought so far.

    `guide` is the number of moves that the first is compared with, in parts of 1024.
    """
    legal = actions(s, out)
    action = out[below(rng, legal)]
    while guide > 0 and legal > 1:
        if guide >= 1024 or below(rng, 1024) < guide:
            other = out[below(rng, legal)]
            if history[s.mover, other] > history[s.mover, action]:
                action = other
        guide -= 1024
    return np.int64(action)


@helper
def at_sight(s, rng, out, history, settings):
    """What the mover does without a plan: something it knows to be good, or any action."""
    action = -1
    if settings[DECIDE] != 0:
        action = np.int64(decisive(s))
        if action < 0:
            action = np.int64(tempting(s))
    if action < 0:
        action = playout_action(s, rng, out, history, int(settings[GUIDE] * 1024))
    return action


@helper
def play_on(s, rng, out, history, played, moves, settings, last, seat):
    """Go on at sight to the end, to so many moves, or to a seat's turn; the moves so far."""
    while s.mover >= 0 and s.mover != seat and moves < last:
        action = at_sight(s, rng, out, history, settings)
        played[moves, 0] = s.mover
        played[moves, 1] = action
        moves += 1
        play(s, action)
    return moves


@helper
def learn(
    nodes, path, span, depth, played, inside, moves, values, margins, history, marks, stamp, seats,
    proofs, trust,
):  # fmt: skip
    """Tell every node on the path what came of it, and every action how it did."""
    for i in range(moves):
        seat, action = played[i, 0], played[i, 1]
        history[seat, action] += MEMORY * (values[seat] - history[seat, action])
        if i >= inside:
            marks[seat, action] = stamp
    for i in range(depth - 1, -1, -1):
        entry = nodes[path[i]]
        entry.visits += 1
        for seat in range(seats):
            entry.value[seat] += values[seat]
        if i > 0:
            entry.margin += margins[entry.mover]
            entry.novelty = 1.0 / math.sqrt(entry.visits)
            appraise(entry, trust)
        if i == depth - 1:
            continue
        chosen = nodes[path[i + 1]]
        seat = chosen.mover
        marks[seat, chosen.action] = stamp
        for child in range(span[i, 0], span[i, 1]):
            if marks[seat, nodes[child].action] == stamp:
                nodes[child].tried += 1
                nodes[child].amaf += values[seat]
                appraise(nodes[child], trust)
        if proofs and entry.proven == 0 and chosen.proven != 0:
            prove(nodes, np.int64(path[i]), seats)


@helper
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
    root, board, nodes, used, history, marks, tally, out, rng, settings, stop, simulations
):
    """Run simulations from root[0]; returns how many were done before `stop` was raised.

    nodes[0] is the root, used[0] counts nodes and used[1] simulations. `marks[seat, action]`
    holds the number of the last simulation in which the seat played the action, `tally[action]`
    what came of the first actions. The two records of `board` are played on.
    """
    s = board[0]
    seats = np.int64(root[0].players)
    path = np.zeros(DEEPEST, np.int32)
    span = np.zeros((DEEPEST, 2), np.int32)
    played = np.zeros((LONGEST, 2), np.int32)
    points = np.zeros(8, np.int32)
    values = np.zeros(SEATS, np.float64)
    margins = np.zeros(SEATS, np.float64)
    hidden = settings[HIDDEN] != 0
    done = 0
    while done < simulations and stop[0] == 0 and nodes[0].proven == 0:
        done += 1
        used[1] += 1
        board[0] = root[0]
        if hidden:
            redeal(s, np.int64(settings[SEAT]), rng)
        node, depth, moves = 0, 1, 0
        while nodes[node].children != 0 and nodes[node].proven == 0 and depth < DEEPEST:
            if s.mover < 0 or moves == LONGEST:  # one node may be the end in some deals only
                break
            child = choose_child(s, nodes, node, settings)
            if child < 0:
                break
            span[depth - 1, 0], span[depth - 1, 1] = choices(s, nodes, node, settings)
            played[moves, 0] = s.mover
            played[moves, 1] = nodes[child].action
            moves += 1
            play(s, np.int64(nodes[child].action))
            if hidden and settings[DECIDE] != 0:
                moves = play_on(
                    s, rng, out, history, played, moves, settings, LONGEST, settings[SEAT]
                )
            node = child
            path[depth] = node
            depth += 1
        leaf = nodes[node]
        ready = node == 0 or leaf.visits >= settings[EXPAND]
        grown = s.mover >= 0 and leaf.proven == 0 and leaf.children == 0 and ready
        grown = grown and expand(s, nodes, used, node, out, settings)
        if grown and settings[LOOK] != 0 and not hidden:
            look_ahead(board, nodes, node, points)
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
            nodes, path, span, depth, played, inside, moves, values, margins, history, marks,
            used[1], seats, not hidden, settings[AMAF],
        )  # fmt: skip
        if moves > 0:
            count_in(tally[played[0, 1]], seats, values, winners, points)
    return done


@compiled
def rebase(source, target, root, used):
    """Copy the part of a tree below a node, so that it becomes a tree of its own."""
    target[0] = source[root]
    filled = 1
    parent = 0
    while parent < filled:
        first, children = target[parent].first, target[parent].children
        target[parent].first = filled
        for i in range(children):
            target[filled + i] = source[first + i]
        filled += children
        parent += 1
    used[0] = filled
