"""The rules of KSAR as they are played: the record, set-up, placing, the end, scoring."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from ...author import Plain, count, helper, lookup, lowest, record_type, rules, zeros

LARGEST = 14
NEUTRAL = 2  # the colour of colourless pieces

# Rule 3: the poses, two footprints for each height. Actions are numbered by pose, then coloured
# before colourless, then row, then column of the lowest corner.
POSES = 6
WIDE = lookup([3, 2, 3, 1, 2, 1])
DEEP = lookup([2, 3, 1, 3, 1, 2])
HEIGHT = lookup([1, 1, 2, 2, 3, 3])

# A set of cells is kept in words of as many whole rows as fit into 63 bits.
FRAMES = range(LARGEST + 1)
WORDS = 4
ROWS = lookup([63 // max(frame, 1) for frame in FRAMES])  # rows in a word, by frame
USED = lookup([-(-frame // ROWS[frame]) for frame in FRAMES])  # words in use, by frame
MARGIN = 3
# The row within its word of every bit, by frame: a look is cheaper than a division.
ROW = lookup([[bit // max(frame, 1) for bit in range(63)] for frame in FRAMES])


def first_cells(frame: int, word: int, row: int) -> int:
    """The first cells of those rows of the word that lie in the frame and before a row."""
    past = min(row, frame) - word * ROWS[frame]
    return sum(1 << frame * i for i in range(min(past, ROWS[frame])))


# By frame, word and row + MARGIN. The difference of two entries, times a pattern of columns, is
# that pattern in each of a span of rows.
BEFORE = lookup(
    [
        [[first_cells(f, w, row) for row in range(-MARGIN, LARGEST + 2)] for w in range(WORDS)]
        for f in FRAMES
    ]
)

# `free`, `sides` and `fronts` hold, by pose, lowest corners. A place is legal if all three do, for
# both players alike, and a new piece changes them only around itself.
State = record_type(
    "ksar",
    [
        ("frame", "i1"),
        ("pieces", "i1"),
        ("neutrals", "i1"),
        ("supply", "i1", (2, 2)),  # by seat: coloured, colourless
        ("colours", "i8", (3, WORDS)),  # cells of dark, light and colourless pieces
        ("placed", "i8", (POSES, WORDS)),  # lowest corners of the pieces in each pose
        ("free", "i8", (POSES, WORDS)),  # rules 3, 5 and 6 have nothing against it
        ("sides", "i8", (POSES, WORDS)),  # rule 4: something touches on the left or right
        ("fronts", "i8", (POSES, WORDS)),  # rule 4: something touches at the front or back
    ],
)

rule = rules(State)

NO_PIECE, OUTSIDE, ON_TOP, SAME_HEIGHT, APART, ONE_WAY = range(1, 7)
OUT_OF_PIECES, OUT_OF_PLACES = 1, 2


@helper
def rows(s, word, first, past):
    """The first cells of those rows of the word that lie from `first` to before `past`."""
    return BEFORE[s.frame, word, past + MARGIN] - BEFORE[s.frame, word, first + MARGIN]


@rule
def setup(s, chance):
    s.players = 2
    for seat in range(2):
        s.supply[seat, 0] = s.pieces
        s.supply[seat, 1] = s.neutrals
    for pose in range(POSES):
        last_x = s.frame - WIDE[pose]
        last_y = s.frame - DEEP[pose]
        for word in range(USED[s.frame]):
            s.free[pose, word] = rows(s, word, 0, last_y + 1) * ((1 << last_x + 1) - 1)
            s.sides[pose, word] = rows(s, word, 0, s.frame) * (1 | 1 << last_x)
            ends = rows(s, word, 0, 1) | rows(s, word, last_y, last_y + 1)
            s.fronts[pose, word] = ends * ((1 << s.frame) - 1)


@rule
def span(s):
    return 2 * POSES * s.frame * s.frame


@helper
def is_covered(s, pose, x, y):
    """Rule 6: whether a footprint inside the frame meets a piece."""
    columns = (1 << WIDE[pose]) - 1 << x
    for word in range(USED[s.frame]):
        taken = s.colours[0, word] | s.colours[1, word] | s.colours[NEUTRAL, word]
        if rows(s, word, y, y + DEEP[pose]) * columns & taken:
            return True
    return False


@rule
def verdict(s, action):
    kind = action // (s.frame * s.frame)
    y = action // s.frame % s.frame
    x = action % s.frame
    pose = kind >> 1
    if s.supply[s.mover, kind & 1] == 0:
        return NO_PIECE
    if x + WIDE[pose] > s.frame or y + DEEP[pose] > s.frame:
        return OUTSIDE
    word = y // ROWS[s.frame]
    place = 1 << y % ROWS[s.frame] * s.frame + x
    if not s.free[pose, word] & place:
        return ON_TOP if is_covered(s, pose, x, y) else SAME_HEIGHT
    if s.sides[pose, word] & s.fronts[pose, word] & place:
        return 0
    return ONE_WAY if (s.sides[pose, word] | s.fronts[pose, word]) & place else APART


@helper
def legal(s, pose, word):
    """The lowest corners where the pose may be placed, whoever's turn it is."""
    return s.free[pose, word] & s.sides[pose, word] & s.fronts[pose, word]


@rule
def actions(s, out):
    size = s.frame * s.frame
    step = ROWS[s.frame] * s.frame
    coloured = s.supply[s.mover, 0] > 0
    both = coloured and s.supply[s.mover, 1] > 0
    found = 0
    for pose in range(POSES):
        base = 2 * pose * size + (0 if coloured else size)
        # Each coloured move has a colourless twin, listed after all coloured ones of the pose.
        twin = 0
        if both:
            for word in range(USED[s.frame]):
                twin += count(legal(s, pose, word))
        for word in range(USED[s.frame]):
            places = legal(s, pose, word)
            while places:
                action = base + lowest(places)
                out[found + twin] = action + size
                out[found] = action
                found += 1
                places &= places - 1
            base += step
        found += twin
    return found


@helper
def put(s, colour, pose, x, y):
    """Place a piece and work out what it changes; true if any legal place is left.

    Around the piece lie the corners from which another pose would overlap it (inner columns of
    inner rows), touch its left or right (outer columns of inner rows) or its front or back
    (inner columns of outer rows).
    """
    right = x + WIDE[pose]
    back = y + DEEP[pose]
    used = USED[s.frame]
    for word in range(used):
        s.colours[colour, word] |= rows(s, word, y, back) * ((1 << right) - (1 << x))
        s.placed[pose, word] |= rows(s, word, y, y + 1) << x
    left = 0
    for other in range(POSES):
        low = x - WIDE[other]
        front = y - DEEP[other]
        # Columns left of the frame are shifted out, the one right of it is masked out.
        inner = (1 << right + MARGIN) - (1 << low + 1 + MARGIN) >> MARGIN
        outer = (1 << right + MARGIN | 1 << low + MARGIN) >> MARGIN & (1 << s.frame) - 1
        clash = -1 if HEIGHT[other] == HEIGHT[pose] else 0  # rule 5
        for word in range(used):
            inner_rows = rows(s, word, front + 1, back)
            outer_rows = rows(s, word, front, back + 1) - inner_rows
            sides = inner_rows * outer
            fronts = outer_rows * inner
            s.free[other, word] &= ~(inner_rows * inner | (sides | fronts) & clash)
            s.sides[other, word] |= sides
            s.fronts[other, word] |= fronts
            left |= legal(s, other, word)
    return left != 0


@rule
def play(s, action):
    seat = s.mover
    kind = action // (s.frame * s.frame)
    colourless = kind & 1
    colour = NEUTRAL if colourless else seat
    has_room = put(s, colour, kind >> 1, action % s.frame, action // s.frame % s.frame)
    s.supply[seat, colourless] -= 1
    s.turn += 1
    s.mover = 1 - seat
    if s.supply[s.mover, 0] + s.supply[s.mover, 1] == 0:  # rule 7
        s.ending = OUT_OF_PIECES
        s.mover = -1
    elif not has_room:
        s.ending = OUT_OF_PLACES
        s.mover = -1


@helper
def flood(s, cells, reached):
    """Move everything connected with the cells in `reached` there from `cells`."""
    used = USED[s.frame]
    last_row = (ROWS[s.frame] - 1) * s.frame
    first_column = rows(s, 0, 0, ROWS[s.frame])
    growing = True
    while growing:
        growing = False
        for word in range(used):
            seen = reached[word]
            near = (seen & ~(first_column << s.frame - 1)) << 1 | (seen & ~first_column) >> 1
            near |= (seen & (1 << last_row) - 1) << s.frame | seen >> s.frame
            if word > 0:
                near |= reached[word - 1] >> last_row
            if word + 1 < used:
                near |= (reached[word + 1] & (1 << s.frame) - 1) << last_row
            near &= cells[word]
            reached[word] |= near
            cells[word] &= ~near
            growing |= near != 0


@helper
def largest(s, seat):
    """Rule 8: how many pieces the largest set of own and colourless pieces has."""
    cells = zeros(WORDS)
    corners = zeros(WORDS)
    reached = zeros(WORDS)
    used = USED[s.frame]
    for word in range(used):
        cells[word] = s.colours[seat, word] | s.colours[NEUTRAL, word]
        for pose in range(POSES):
            corners[word] |= s.placed[pose, word]
    most = 0
    for word in range(used):
        while cells[word]:
            seed = cells[word] & -cells[word]
            reached[word] = seed
            cells[word] ^= seed
            flood(s, cells, reached)
            size = 0
            for i in range(used):
                size += count(reached[i] & corners[i])
                reached[i] = 0
            most = max(most, size)
    return most


@rule
def score(s, points):
    for seat in range(2):
        points[seat] = largest(s, seat) - s.supply[seat, 1]
    if points[0] == points[1]:  # rule 9
        return 1 << (s.turn - 1 & 1)
    return 1 if points[0] > points[1] else 2


@rule
def observe(s, planes):
    seat = max(s.mover, 0)
    frame = s.frame
    for pose in range(POSES):
        wide, deep, height = WIDE[pose], DEEP[pose], HEIGHT[pose]
        for word in range(USED[frame]):
            pieces = s.placed[pose, word]
            while pieces:
                place = lowest(pieces)
                y = word * ROWS[frame] + ROW[frame, place]
                x = place - ROW[frame, place] * frame
                own = s.colours[seat, word] >> place & 1
                kind = 0 if own else 2 - (s.colours[1 - seat, word] >> place & 1)
                for row in range(y, y + deep):
                    for cell in range(x, x + wide):
                        planes[kind, row, cell] = height
                pieces &= pieces - 1
    flat = planes.reshape(7, frame * frame)
    for kind in range(2):
        own, theirs = s.supply[seat, kind], s.supply[1 - seat, kind]
        for cell in range(frame * frame):
            flat[3 + kind, cell] = own
        for cell in range(frame * frame):
            flat[5 + kind, cell] = theirs


def planes(s: Plain) -> tuple[int, ...]:
    """Heights of own pieces, of theirs, of colourless ones. All over: own supply coloured and
    colourless, their supply."""
    return 7, s.frame, s.frame
