"""The rules of QBQ as they are played: the record, set-up, the actions of a turn, the end."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import random

from ...author import Plain, helper, lookup, lowest, record_type, rules
from . import COLOURS

SIZE = 6
CELLS = SIZE * SIZE
CUBES = 9
TURNS = 400

# Actions: relocate from * CELLS + to, then tip cell * 4 + direction, insert cell, and pass.
TIP = CELLS * CELLS
INSERT = TIP + CELLS * 4
PASS = INSERT + CELLS
SPAN = PASS + 1

# Sets of cells are bits of one integer, cell a1 first, row by row.
BOARD = (1 << CELLS) - 1
LEFT = sum(1 << SIZE * y for y in range(SIZE))
RIGHT = LEFT << SIZE - 1
SQUARE = 0b11 | 0b11 << SIZE  # 2 by 2 cells, times its lowest cell


def square(left: int, front: int, size: int) -> int:
    return sum(1 << SIZE * (front + y) + left + x for x in range(size) for y in range(size))


# In the order of COLOURS: clockwise from the top left, and the corners opposite to that.
GOAL = lookup(square(*place, 3) for place in ((0, 3), (3, 3), (3, 0), (0, 0)))
START = lookup(square(*place, 2) for place in ((4, 0), (0, 0), (0, 4), (4, 4)))

# By direction: the way to the next cell; by cell and direction: the cells up to the edge.
STEP = lookup([SIZE, 1, -SIZE, -1])
ROOM = lookup([5 - i // SIZE, 5 - i % SIZE, i // SIZE, i % SIZE] for i in range(CELLS))


def fall(cell: int, direction: int, cubes: int) -> int:
    steps = range(1, min(cubes, ROOM[cell, direction]) + 1)
    return sum(1 << cell + step * STEP[direction] for step in steps)


# By cell, direction and number of falling cubes: the cells they come to lie on.
FALL = lookup([[fall(i, d, n) for n in range(SIZE)] for d in range(4)] for i in range(CELLS))

# The key of a position is the sum of a random number for each cube, by seat and cell. A game
# compares at most 40,000 pairs of positions (rule 9), so two different ones are taken for the
# same in one game out of 50 million million, and then it matters only if one of them is repeated.
KEY = (1 << 61) - 1
SPOTS = 2048
DICE = random.Random("qbq")
NUMBER = lookup([DICE.getrandbits(61) for _ in range(CELLS)] for _ in COLOURS)

State = record_type(
    "qbq",
    [
        ("seats", "i1", 4),  # colours in turn order, -1 for nobody
        ("supply", "i1", 4),
        ("inserted", "i1"),  # a relocation has to follow
        ("winner", "i1"),
        ("heights", "i1", CELLS),
        ("own", "i8", 4),  # the cells where each seat has cubes
        ("levels", "i8", CUBES + 1),  # by height: the cells with as many cubes or more
        ("repeats", "i1"),  # how many earlier turns began as this one did
        ("key", "i8"),
        ("history", "i8", TURNS),  # how every turn began: key and mover
        ("seen", "u4", SPOTS // 32),  # the ends of the keys in the history, as a set
    ],
)

rule = rules(State)

(SAME, NONE, HELD, LONE, BROKEN, CHANGE, NO_TOWER, SINGLE, BLOCKED, UNFINISHED, MIXED, EMPTY,
 APART, SHUT_IN, START_FIRST, FAR, LOST, CAN_ACT) = range(1, 19)  # fmt: skip
FORMED, REPEATED, LONG = 1, 2, 3
ANY, TOWER = 1, 2  # levels that have a meaning of their own


# Set-up: rules 1 and 2


@rule
def setup(s, chance):
    for seat in range(s.players):
        s.supply[seat] = CUBES
        cells = START[s.seats[seat]]
        while cells:
            insert(s, seat, lowest(cells))
            cells &= cells - 1
    note(s, situation(s))


@rule
def span(s):
    return SPAN


@helper
def insert(s, seat, cell):
    """Put a cube on top of a cell that is empty or the seat's own."""
    s.supply[seat] -= 1
    s.heights[cell] += 1
    s.levels[s.heights[cell]] |= 1 << cell
    s.own[seat] |= 1 << cell
    s.key = s.key + NUMBER[seat, cell] & KEY


@helper
def remove(s, seat, cell):
    """Take the top cube off a cell."""
    s.supply[seat] += 1
    s.levels[s.heights[cell]] &= ~(1 << cell)
    s.heights[cell] -= 1
    s.own[seat] &= ~(1 << cell) | s.levels[ANY]
    s.key = s.key - NUMBER[seat, cell] & KEY


# Relocating: rule 5


@helper
def around(cells):
    """The cells beside any of these."""
    return (cells << 1 & ~LEFT | cells >> 1 & ~RIGHT | cells << SIZE | cells >> SIZE) & BOARD


@helper
def flood(part, cells):
    """All of the cells that are connected to a part of them."""
    grown = (part | around(part)) & cells
    while grown != part:
        part = grown
        grown = (part | around(part)) & cells
    return part


@helper
def staying(s, group, cell):
    """The cells of a group that still have a cube when the top one of a cell is taken."""
    return group if s.levels[TOWER] >> cell & 1 else group & ~(1 << cell)


@helper
def landings(rest, cell, foreign):
    """Rule 5: where a cube may go that leaves the rest of its group and came from a cell."""
    sides = around(1 << cell) & rest
    part = rest if rest >> cell & 1 else piece(rest, sides)
    links = around(part)
    if part == rest:
        links |= part
    while part != rest:  # the cube was a bridge and must become one again
        rest &= ~part
        sides &= ~part
        part = piece(rest, sides)
        links &= around(part)
    return links & ~foreign & ~(1 << cell)


@helper
def piece(rest, sides):
    """A connected part of the rest of a group that has lost the cell between these sides.

    Every part contains a side, so the rest is connected once all sides are.
    """
    part = sides & -sides
    while sides & ~part:
        grown = (part | around(part)) & rest
        if grown == part:
            return part
        part = grown
    return rest


@helper
def can_relocate(s, own, empty):
    """Whether any relocation is legal.

    In a group of several cells some cell is no bridge (the end of a spanning tree), and its top
    cube can go on any other cell of the group. A group of one cell needs a tower and an empty
    cell beside it.
    """
    return own & (around(own) | s.levels[TOWER] & around(empty)) != 0


@helper
def relocating(s, cell, target):
    own = s.own[s.mover]
    foreign = s.levels[ANY] & ~own
    if own == 0:
        return LOST
    if cell == target:
        return SAME
    if not own >> cell & 1:
        return NONE
    if foreign >> target & 1:
        return HELD
    group = flood(1 << cell, own)
    rest = staying(s, group, cell)
    if rest == 0:
        return LONE
    if landings(rest, cell, foreign) >> target & 1:
        return 0
    others = own & ~group
    if (others | around(others)) >> target & 1 and not (rest | around(rest)) >> target & 1:
        return CHANGE
    return BROKEN


# Tipping: rule 6


@helper
def obstacles(s, cell, direction, foreign):
    """Rule 6: the opposing stacks that keep a tower from falling."""
    height = s.heights[cell]
    return FALL[cell, direction, min(height, SIZE) - 1] & foreign & s.levels[height]


@helper
def tipping(s, cell, direction):
    own = s.own[s.mover]
    if own == 0:
        return LOST
    if not own >> cell & 1:
        return NO_TOWER
    if not s.levels[TOWER] >> cell & 1:
        return SINGLE
    return BLOCKED if obstacles(s, cell, direction, s.levels[ANY] & ~own) else 0


@helper
def tip(s, seat, cell, direction):
    falling = s.heights[cell] - 1
    for step in range(1, falling + 1):
        remove(s, seat, cell)
        if step <= ROOM[cell, direction]:
            target = cell + step * STEP[direction]
            for other in range(s.players):
                while other != seat and s.own[other] >> target & 1:
                    remove(s, other, target)
            insert(s, seat, target)


# Inserting and coming back: rules 7 and 8


@helper
def insertable(s, seat, own, empty):
    """Rule 7: where a cube can be inserted such that a relocation is legal afterwards.

    Beside an own cube it makes a group of several cells, on top of one with an empty neighbour
    a tower that can step down. On top of any other it does not change what can be relocated.
    """
    if s.supply[seat] == 0:
        return 0
    tops = own if can_relocate(s, own, empty) else own & around(empty)
    return around(own) & empty | tops


@helper
def entries(s, seat, empty):
    """Rule 8: the empty cells nearest to the start cells."""
    near = START[s.seats[seat]]
    while near & empty == 0:
        near |= around(near)
    return near & empty


@helper
def inserting(s, cell):
    own = s.own[s.mover]
    empty = BOARD & ~s.levels[ANY]
    if not (own | empty) >> cell & 1:
        return MIXED
    if own == 0:
        if entries(s, s.mover, empty) >> cell & 1:
            return 0
        return START_FIRST if START[s.seats[s.mover]] & empty else FAR
    if s.supply[s.mover] == 0:
        return EMPTY
    if not (own | around(own)) >> cell & 1:
        return APART
    return 0 if insertable(s, s.mover, own, empty) >> cell & 1 else SHUT_IN


# A turn: rules 4 and 9


@helper
def can_act(s, seat):
    own = s.own[seat]
    taken = s.levels[ANY]
    empty = BOARD & ~taken
    if own == 0 or can_relocate(s, own, empty) or insertable(s, seat, own, empty):
        return True
    tall = own & s.levels[TOWER]
    while tall:
        for direction in range(4):
            if obstacles(s, lowest(tall), direction, taken & ~own) == 0:
                return True
        tall &= tall - 1
    return False


@rule
def verdict(s, action):
    if action < TIP:
        return relocating(s, action // CELLS, action % CELLS)
    if s.inserted:
        return UNFINISHED
    if action < INSERT:
        return tipping(s, (action - TIP) // 4, (action - TIP) % 4)
    if action < PASS:
        return inserting(s, action - INSERT)
    return CAN_ACT if can_act(s, s.mover) else 0


@helper
def write(out, found, first, cells):
    """Append one action for each of the cells."""
    while cells:
        out[found] = first + lowest(cells)
        found += 1
        cells &= cells - 1
    return found


@rule
def actions(s, out):
    own = s.own[s.mover]
    taken = s.levels[ANY]
    empty = BOARD & ~taken
    if own == 0:
        return write(out, 0, INSERT, entries(s, s.mover, empty))
    foreign = taken & ~own
    found = 0
    group = 0
    cells = own
    while cells:
        cell = lowest(cells)
        if not group >> cell & 1:
            group = flood(1 << cell, own)
        rest = staying(s, group, cell)
        if rest:
            found = write(out, found, cell * CELLS, landings(rest, cell, foreign))
        cells &= cells - 1
    if s.inserted:
        return found
    tall = own & s.levels[TOWER]
    while tall:
        cell = lowest(tall)
        for direction in range(4):
            out[found] = TIP + cell * 4 + direction
            found += 1 if obstacles(s, cell, direction, foreign) == 0 else 0
        tall &= tall - 1
    found = write(out, found, INSERT, insertable(s, s.mover, own, empty))
    return found if found else write(out, 0, PASS, 1)


@rule
def play(s, action):
    seat = s.mover
    if action < TIP:
        remove(s, seat, action // CELLS)
        insert(s, seat, action % CELLS)
    elif action < INSERT:
        tip(s, seat, (action - TIP) // 4, (action - TIP) % 4)
    elif action < PASS:
        s.inserted = 1 if s.own[seat] else 0
        insert(s, seat, action - INSERT)
        if s.inserted:
            return
    finish(s, seat)


# The end of a turn and of the game: rules 3 and 9


@helper
def finish(s, seat):
    """Complete a turn: rules 3 and 9."""
    s.inserted = 0
    s.turn += 1
    for step in range(s.players):
        other = (seat + step) % s.players
        if formed(s, other):
            s.winner = other
            end(s, FORMED)
            return
    s.mover = (seat + 1) % s.players
    if s.turn == TURNS:
        end(s, LONG)
        return
    now = situation(s)
    s.repeats = occurrences(s, now)
    if s.repeats == 2:
        end(s, REPEATED)
    else:
        note(s, now)


@helper
def formed(s, seat):
    """Rule 3: whether all cubes of a seat are one of the three formations."""
    own = s.own[seat]
    goal = GOAL[s.seats[seat]]
    if own & ~goal:
        return False
    cubes = CUBES - s.supply[seat]
    if cubes == CUBES:
        return own == goal
    # Four cells that hold eight cubes hold two each if each is a tower.
    is_square = own == (own & -own) * SQUARE
    return is_square and (cubes == 4 or (cubes == 8 and own & ~s.levels[TOWER] == 0))


@helper
def situation(s):
    """What rule 9 compares: the stacks and the player to move."""
    return s.key << 2 | s.mover


@helper
def occurrences(s, now):
    """How many earlier turns began with this situation."""
    spot = now >> 2 & SPOTS - 1
    if not s.seen[spot >> 5] >> (spot & 31) & 1:  # spares nine of ten looks at the history
        return 0
    found = 0
    for earlier in s.history[: s.turn]:
        found += 1 if earlier == now else 0
    return found


@helper
def note(s, now):
    """Remember how a turn began."""
    spot = now >> 2 & SPOTS - 1
    s.seen[spot >> 5] |= 1 << (spot & 31)
    s.history[s.turn] = now


@helper
def end(s, ending):
    s.ending = ending
    s.mover = -1


@rule
def score(s, points):
    if s.ending != FORMED:
        return (1 << s.players) - 1
    points[s.winner] = 1
    return 1 << s.winner


# For networks


@rule
def observe(s, planes):
    flat = planes.reshape(11, CELLS)
    for step in range(s.players):
        seat = (s.mover + step) % s.players
        own = s.own[seat]
        while own:
            cell = lowest(own)
            flat[step, cell] = s.heights[cell]
            own &= own - 1
        goal = GOAL[s.seats[seat]]
        while goal:
            flat[4 + step, lowest(goal)] = 1
            goal &= goal - 1
    inserted, repeats, quarter = s.inserted, s.repeats, s.turn // 4
    for cell in range(CELLS):
        flat[8, cell] = inserted
    for cell in range(CELLS):
        flat[9, cell] = repeats
    for cell in range(CELLS):
        flat[10, cell] = quarter


def planes(s: Plain) -> tuple[int, ...]:
    """Heights by seat from the mover on, their goals, relocation due, repetition, turns / 4."""
    return 11, SIZE, SIZE
