"""KSAR, the frame: fill it with alike pieces and join as many of your own as you can.

1. The frame is a square of 10 x 10 cells. Each player has 12 pieces of one colour and 3 that are
   colourless.
2. Every piece measures 1 x 2 x 3 cells.
3. In turn each player puts one of their pieces, coloured or colourless, inside the frame: flat
   (2 x 3 cells, 1 high), on its side (1 x 3, 2 high) or upright (1 x 2, 3 high), turned either way.
4. A new piece touches the frame or other pieces with two upright faces that meet in an edge: one
   on its left or right and one at its front or back. A face touches if it shares some length;
   the table underneath does not count.
5. It may not touch a piece of its own height, whatever the colour, except along an edge. The
   frame has no height.
6. All pieces stand on the table, never on one another.
7. The game ends as soon as the player to move has no piece left or no place for one.
8. Own and colourless pieces that hang together by their faces are a set. A player's largest set
   scores its number of pieces, less one for each colourless piece the player has not placed.
9. The higher score wins; if both are equal, whoever placed the last piece.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np

from ..core.bits import count, lowest
from ..core.errors import NotationError
from ..core.grid import LETTERS, Cell, Grid, column
from ..core.rules import Plain, helper, record_type, rules
from ..core.scene import Block, Tally, remembered
from ..core.spec import Ending, Number, Reason, Spec
from ..core.words import Phrase, both

SPEC = Spec(
    id="ksar",
    title="KSAR",
    summary="Fit flat, lying and upright pieces into a frame and join most of your own.",
    authors=("Philippe Proux",),
    publisher="Ludarden",
    year=2018,
    seats=(2, 2),
    minutes=15,
    colours=("dark", "light", "neutral"),
    search={"explore": 0.03, "amaf": 1000, "guide": 1.0},
    options=(
        Number("frame", 10, 6, 14, "How many cells long each side of the frame is."),
        Number("pieces", 12, 1, 20, "How many pieces of their colour each player has."),
        Number("neutrals", 3, 0, 6, "How many colourless pieces each player has."),
    ),
)

LARGEST = 14
NEUTRAL = 2  # the colour of colourless pieces

# Rule 3: the poses, two footprints for each height. Actions are numbered by pose, then coloured
# before colourless, then row, then column of the lowest corner.
POSES = 6
WIDE = np.array([3, 2, 3, 1, 2, 1])
DEEP = np.array([2, 3, 1, 3, 1, 2])
HEIGHT = np.array([1, 1, 2, 2, 3, 3])

# A set of cells is kept in words of as many whole rows as fit into 63 bits.
FRAMES = range(LARGEST + 1)
WORDS = 4
ROWS = np.array([63 // max(frame, 1) for frame in FRAMES])  # rows in a word, by frame
USED = np.array([-(-frame // ROWS[frame]) for frame in FRAMES])  # words in use, by frame
MARGIN = 3
# The row within its word of every bit, by frame: a look is cheaper than a division.
ROW = np.array([[bit // max(frame, 1) for bit in range(63)] for frame in FRAMES])


def first_cells(frame: int, word: int, row: int) -> int:
    """The first cells of those rows of the word that lie in the frame and before a row."""
    past = min(row, frame) - word * int(ROWS[frame])
    return sum(1 << frame * i for i in range(min(past, int(ROWS[frame]))))


# By frame, word and row + MARGIN. The difference of two entries, times a pattern of columns, is
# that pattern in each of a span of rows.
BEFORE = np.array(
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
    cells = np.zeros(WORDS, np.int64)
    corners = np.zeros(WORDS, np.int64)
    reached = np.zeros(WORDS, np.int64)
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


def fields(s: Plain, action: int) -> tuple[int, int, int, int]:
    """The pose, whether colourless, and the column and row of the lowest corner."""
    kind, place = divmod(action, s.frame**2)
    return kind >> 1, kind & 1, place % s.frame, place // s.frame


SHAPES = tuple((int(wide), int(deep)) for wide, deep in zip(WIDE, DEEP, strict=True))
FOOTPRINTS = tuple(f"{wide}x{deep}" for wide, deep in SHAPES)


def text(s: Plain, action: int) -> str:
    pose, colourless, x, y = fields(s, action)
    return f"{column(x, y)}:{FOOTPRINTS[pose]}{'n' if colourless else ''}"


def parse(s: Plain, move: str) -> int:
    match = re.fullmatch(r"([a-z])([1-9][0-9]?):([0-9]x[0-9])(n?)", move)
    if not match:
        raise NotationError(
            "{move!r} is not a move: write c4:3x2 for a piece with its lowest corner at c4, "
            "3 columns wide and 2 rows deep, and c4:3x2n for a colourless one.",
            move=move,
        )
    x, y = LETTERS.index(match[1]), int(match[2]) - 1
    if x >= s.frame or y >= s.frame:
        raise NotationError(
            "{cell} is not in the frame: its columns are a to {last}, its rows 1 to {frame}.",
            cell=match[1] + match[2],
            last=LETTERS[s.frame - 1],
            frame=s.frame,
        )
    if match[3] not in FOOTPRINTS:
        raise NotationError(
            "A piece cannot cover {footprint}: it is 3x2 or 2x3 lying flat, 3x1 or 1x3 on its "
            "side, 2x1 or 1x2 upright.",
            footprint=match[3],
        )
    kind = 2 * FOOTPRINTS.index(match[3]) + bool(match[4])
    return int((kind * s.frame + y) * s.frame + x)


def grid(s: Plain) -> Grid:
    return Grid(s.frame, s.frame, 3)


PIECES_KNOWN = 10_000  # on the largest frame about 3,000 pieces are thinkable


class Piece(NamedTuple):
    """A piece in the frame: its lowest corner, footprint and colour."""

    x: int
    y: int
    wide: int
    deep: int
    colour: int

    @property
    def height(self) -> int:
        return 6 // (self.wide * self.deep)

    @lru_cache(PIECES_KNOWN)  # noqa: B019 - a piece is nothing but five small numbers
    def footprint(self) -> list[Cell]:
        rows, columns = range(self.y, self.y + self.deep), range(self.x, self.x + self.wide)
        return [(x, y, 0) for y in rows for x in columns]

    @lru_cache(PIECES_KNOWN)  # noqa: B019
    def around(self) -> list[Cell]:
        """The cells that touch it."""
        return self.sides() + self.fronts()

    @lru_cache(PIECES_KNOWN)  # noqa: B019
    def block(self) -> Block:
        cells = ((x, y, z) for z in range(self.height) for x, y, _ in self.footprint())
        owner = None if self.colour == NEUTRAL else self.colour
        return Block(tuple(cells), SPEC.colours[self.colour], owner)

    def sides(self) -> list[Cell]:
        """The cells along its left and right."""
        rows = range(self.y, self.y + self.deep)
        return [(x, y, 0) for x in (self.x - 1, self.x + self.wide) for y in rows]

    def fronts(self) -> list[Cell]:
        """The cells along its front and back."""
        columns = range(self.x, self.x + self.wide)
        return [(x, y, 0) for y in (self.y - 1, self.y + self.deep) for x in columns]


def placed(s: Plain, action: int) -> Piece:
    """The piece an action would place."""
    pose, colourless, x, y = fields(s, action)
    return Piece(x, y, *SHAPES[pose], NEUTRAL if colourless else s.mover)


def members(s: Plain, words: Sequence[int]) -> list[Cell]:
    """The cells of a set, front rows first."""
    found = []
    for word, cells in enumerate(words):
        while cells:
            found.append((*place(s.frame, word, lowest(cells)), 0))
            cells &= cells - 1
    return found


@remembered
def pieces(s: Plain) -> list[Piece]:
    dark, light, _ = s.colours.tolist()
    found = []
    for shape, words in zip(SHAPES, s.placed.tolist(), strict=True):
        for word, corners in enumerate(words):
            while corners:
                bit = lowest(corners)
                colour = 0 if dark[word] >> bit & 1 else 1 if light[word] >> bit & 1 else NEUTRAL
                found.append(Piece(*place(s.frame, word, bit), *shape, colour))
                corners &= corners - 1
    return found


@cache
def place(frame: int, word: int, bit: int) -> tuple[int, int]:
    """Column and row of a bit of a set."""
    row, x = divmod(bit, frame)
    return x, word * int(ROWS[frame]) + row


def blocks(s: Plain) -> list[Block]:
    return [piece.block() for piece in pieces(s)]


def picks(s: Plain, action: int) -> list[Cell]:
    """The lowest corner, then the opposite one."""
    footprint = placed(s, action).footprint()
    return [footprint[0], footprint[-1]]


def label(s: Plain, action: int) -> Phrase | None:
    """The picks of a coloured and a colourless piece are the same."""
    return Phrase("colourless") if placed(s, action).colour == NEUTRAL else None


def table(s: Plain, seat: int | None) -> dict[str, Any]:
    standing = tally(s)
    return {
        "seats": [
            {
                "colour": SPEC.colours[side],
                "supply": {SPEC.colours[side]: s.supply[side, 0], "neutral": s.supply[side, 1]},
                "points": sum(item.points for item in standing if item.seat == side),
            }
            for side in range(2)
        ],
        "prompt": None if s.mover < 0 else "place",
    }


# The table as a person sees it: every cell in the frame with the piece on it, or None.
Ground = dict[Cell, Piece | None]


@cache
def empty_ground(frame: int) -> Ground:
    return {(x, y, 0): None for y in range(frame) for x in range(frame)}


@remembered
def ground_of(s: Plain) -> Ground:
    ground = empty_ground(s.frame).copy()
    for piece in pieces(s):
        ground.update(dict.fromkeys(piece.footprint(), piece))
    return ground


def found_at(ground: Ground, cells: list[Cell]) -> list[Piece]:
    """The pieces on some cells, each once."""
    return list(dict.fromkeys(piece for piece in map(ground.get, cells) if piece))


def contacts(ground: Ground, piece: Piece) -> tuple[bool, bool]:
    """Rule 4: whether frame or pieces touch the left or right, and the front or back."""
    side = any(ground.get(cell, "frame") for cell in piece.sides())
    return side, any(ground.get(cell, "frame") for cell in piece.fronts())


def equals(ground: Ground, piece: Piece) -> list[Piece]:
    """Rule 5: the pieces of the same height that touch."""
    near = found_at(ground, piece.around())
    return [other for other in near if other.height == piece.height]


@remembered
def tally(s: Plain) -> list[Tally]:
    """Rule 8, as if the game ended now."""
    items = []
    for seat in range(2):
        best = largest_set(tuple(p for p in pieces(s) if p.colour in (seat, NEUTRAL)))
        if best:
            cells = tuple([cell for piece in best for cell in piece.footprint()])
            items.append(Tally(seat, len(best), Phrase("pieces in the largest set"), cells))
        if s.supply[seat, 1]:
            kept = Phrase("colourless pieces not placed")
            items.append(Tally(seat, -s.supply[seat, 1], kept))
    return items


@lru_cache(10_000)  # a coloured piece leaves the other player's sets as they were
def largest_set(usable: tuple[Piece, ...]) -> list[Piece]:
    return max(sets(usable), key=len, default=[])


def sets(usable: Sequence[Piece]) -> Iterator[list[Piece]]:
    """The connected sets of pieces."""
    at = {cell: piece for piece in usable for cell in piece.footprint()}
    left = dict.fromkeys(usable)
    while left:
        found = [next(iter(left))]
        del left[found[0]]
        for piece in found:
            for other in map(at.get, piece.around()):
                if other in left:
                    del left[other]
                    found.append(other)
        yield found


def culprits(s: Plain, action: int, reason: int) -> tuple[list[Cell], dict[str, Any]]:
    new = placed(s, action)
    ground = ground_of(s)
    guilty: list[Piece] = []
    if reason == ON_TOP:
        guilty = found_at(ground, new.footprint())
    if reason == SAME_HEIGHT:
        guilty = equals(ground, new)
    ways = ["left or right", "front or back"]
    if not contacts(ground, new)[0]:
        ways.reverse()
    return [cell for piece in guilty for cell in piece.footprint()], {
        "kind": "colourless" if new.colour == NEUTRAL else SPEC.colours[new.colour],
        "corner": column(new.x, new.y),
        "height": new.height,
        "others": both(column(piece.x, piece.y) for piece in guilty),
        "touched": ways[0],
        "missing": ways[1],
    }


def invariant(s: Plain) -> str | None:
    """What must hold in every position; a sentence about what does not, else None."""
    standing, ground = pieces(s), ground_of(s)
    filled = [cell for cell, piece in ground.items() if piece]
    if len(ground) > s.frame**2 or len(filled) != sum(len(p.footprint()) for p in standing):
        return "pieces overlap or stick out of the frame"
    for i in range(3):
        cells = [cell for cell, piece in ground.items() if piece and piece.colour == i]
        if members(s, s.colours[i]) != cells:
            return f"the cells of the {SPEC.colours[i]} pieces do not add up"
    for piece in standing:
        if contacts(ground, piece) != (True, True) or equals(ground, piece):
            return f"the piece at {column(piece.x, piece.y)} should not stand there"
    supply = (s.supply[0, 0], s.supply[1, 0], s.supply[0, 1] + s.supply[1, 1])
    for i, dealt in enumerate((s.pieces, s.pieces, 2 * s.neutrals)):
        if supply[i] + sum(piece.colour == i for piece in standing) != dealt:
            return f"{SPEC.colours[i]} pieces have been lost or added"
    if len(standing) != s.turn:
        return "the pieces placed and the turns do not add up"
    for pose in range(POSES):
        if not is_marked(s, ground, pose):
            return f"the places for {FOOTPRINTS[pose]} are not marked as the pieces demand"
    return None


def is_marked(s: Plain, ground: Ground, pose: int) -> bool:
    """Whether the marks for a pose are those that follow from the pieces."""
    touched = {}
    for cell in ground:
        new = Piece(*cell[:2], *SHAPES[pose], NEUTRAL)
        fits = all(ground.get(under, "frame") is None for under in new.footprint())
        if fits and not equals(ground, new):
            touched[cell] = contacts(ground, new)
    free, sides, fronts = (set(members(s, m[pose])) for m in (s.free, s.sides, s.fronts))
    return touched == {cell: (cell in sides, cell in fronts) for cell in free}


PROMPTS = {"place": "Put a piece into the frame."}

REASONS = (
    Reason("no-piece", "1", "You have no {kind} piece left."),
    Reason("outside", "3", "From {corner} the piece would stick out of the frame."),
    Reason("on-top", "6", "It would stand on a piece, at {others}, and not on the table."),
    Reason("same-height", "5", "It would touch a piece, at {others}, that is {height} high too."),
    Reason("apart", "4", "The piece would touch neither the frame nor another piece."),
    Reason("one-way", "4", "It would touch only at its {touched}; its {missing} must touch too."),
)

ENDINGS = (
    Ending("pieces", "the next player has no piece left"),
    Ending("places", "there is no place left"),
)
