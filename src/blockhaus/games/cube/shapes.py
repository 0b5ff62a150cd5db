"""The search for an arrangement that shows several cards, over the heights of its columns.

The heights alone say which cube every square of the five pictures shows. So for one set of heights
a card has a short list of ways to appear, each of which asks for the colours of four cubes, and
the cards are fulfilled at once if ways can be chosen, one a card, that contradict each other
nowhere. With the number of cubes given, there are few sets of heights to go through: 86,723 of
eight cubes that are not the same turned or shifted on the board.

Cells are those of `views`, column + 16 z, and sets of cells are bits. Which colours cubes must have
is three sets: those that must have one, and the two bits of its number.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from ...author import count, helper, kernel, lookup, zeros
from .views import PLACES, VIEWS, project

COLUMNS = 16
HIGHEST = 4
PICTURES = 16 * len(VIEWS)  # squares of all pictures
MOST_CARDS = 8
MOST_WAYS = 180  # of a card to lie in one of the pictures: 9 places, 4 directions, 5 views
ROW = 3  # numbers written of a solution after its heights: the three sets of its colours
FREE_COLUMNS = 3  # of every piece of work: the columns whose heights are its number
PIECES = 5**FREE_COLUMNS


def signed(bits: int) -> int:
    """As 64 bits are read where the last one is a sign."""
    return bits - (1 << 64) if bits >> 63 else bits


def squares_and_cells():
    """For every square of the pictures the cells behind it, the nearest first."""
    behind: list[list[int]] = [[] for _ in range(PICTURES)]
    for view in range(len(VIEWS)):
        for cell in sorted(range(64), key=lambda cell: project(view, PLACES[cell])[2]):
            u, v, _ = project(view, PLACES[cell])
            behind[16 * view + 4 * v + u].append(cell)
    return behind


def turned_boxes():
    """Where a column of a turned arrangement comes from, for each size of the space it fills.

    Both stand in the corner of the board. Beyond the space filled there is nothing to compare.
    """
    return [
        [
            [
                turned_from(turn, x, y, width, depth) if x < width and y < depth else x + 4 * y
                for y in range(4)
                for x in range(4)
            ]
            for turn in range(4)
        ]
        for depth in range(1, 5)
        for width in range(1, 5)
    ]


def turned_from(turn, x, y, width, depth):
    ways = ((x, y), (y, width - 1 - x), (width - 1 - x, depth - 1 - y), (depth - 1 - y, x))
    x, y = ways[turn]
    return x + 4 * y if x < 4 and y < 4 and x >= 0 and y >= 0 else 0


BEHIND = lookup(squares_and_cells())
TURNED = lookup(turned_boxes())
BIT = lookup(signed(1 << cell) for cell in range(64))
NOT_LAST_X = signed(sum(1 << i for i, (x, _, _) in enumerate(PLACES) if x < 3))
NOT_LAST_Y = signed(sum(1 << i for i, (_, y, _) in enumerate(PLACES) if y < 3))
NOT_LAST_Z = (1 << 48) - 1


@kernel("i8 i8 i8[] i8[] i8 i8[] i8[] i8[] i8 i8 i8 i8 i8[] i8[] i8[] -> i8")
def search(
    piece,
    cubes,
    base,
    known,
    cards,
    first,
    squares,
    hues,
    strict,
    every,
    each,
    twins,
    stop,
    effort,
    out,
):
    """Look through one piece of the sets of heights with so many cubes more than a building has.

    `base` are the heights of the building and `known` its colours. Card `i` has the ways `first[i]`
    to `first[i + 1]`, each four squares of the pictures (`squares`) and four colours (`hues`).
    If `strict`, only arrangements count in which every new cube on top is needed. Writes the
    heights and colours of the first that it finds, or of `every` one until `out` is full or `stop`
    is set, and returns their number. `effort` counts the ways of cards that were tried.
    """
    height, seen = zeros(COLUMNS), zeros(PICTURES)
    ways, counted = zeros(3 * MOST_WAYS * MOST_CARDS), zeros(MOST_CARDS + 1)
    order, chosen, known_at = zeros(MOST_CARDS), zeros(MOST_CARDS), zeros(3 * (MOST_CARDS + 1))
    left = zeros(COLUMNS + 1)
    empty = True
    for i in range(COLUMNS):
        height[i] = base[i]
        empty = empty and base[i] == 0
    left[0] = cubes
    for i in range(FREE_COLUMNS):
        more = piece // 5 ** (FREE_COLUMNS - 1 - i) % 5
        height[i] += more
        left[i + 1] = left[i] - more
        if height[i] > HIGHEST or left[i + 1] < 0:
            return 0
    found = 0
    i = FREE_COLUMNS
    height[i] -= 1
    while i >= FREE_COLUMNS:
        height[i] += 1
        left[i + 1] = left[i] - height[i] + base[i]
        if height[i] > HIGHEST or left[i + 1] < 0:
            height[i] = base[i]
            i -= 1
        elif left[i + 1] > 0 and i < COLUMNS - 1:
            i += 1
            height[i] = base[i] - 1
        elif left[i + 1] == 0:
            for rest in range(i + 1, COLUMNS):
                height[rest] = base[rest]
            if stop[0]:
                return found
            if empty and not canonical(height):
                continue
            look(height, seen)
            if list_ways(seen, cards, first, squares, hues, ways, counted, order):
                found = colour(
                    height, base, known, cards, ways, counted, order, chosen, known_at,
                    strict, every, each, twins, effort, found, out,
                )  # fmt: skip
                if found and (not every or full(found, out)):
                    return found
    return found


@helper
def canonical(height):
    """Whether of all its turned and shifted likes a set of heights is the one to look at."""
    width = depth = 0
    left_edge = front_edge = False
    for i in range(COLUMNS):
        if height[i]:
            x, y = i & 3, i >> 2
            width, depth = max(width, x + 1), max(depth, y + 1)
            left_edge = left_edge or x == 0
            front_edge = front_edge or y == 0
    if not (left_edge and front_edge) or width < depth:
        return False
    box = width - 1 + 4 * (depth - 1)
    for turn in range(1, 4):
        if turn == 2 or width == depth:
            for i in range(COLUMNS):
                other = height[TURNED[box, turn, i]]
                if other != height[i]:
                    if other > height[i]:
                        return False
                    break
    return True


@helper
def look(height, seen):
    """Rule 5: the cell that every square of the pictures shows, or -1."""
    for square in range(PICTURES):
        seen[square] = -1
        for i in range(4):
            cell = BEHIND[square, i]
            if height[cell & 15] > cell >> 4:
                seen[square] = cell
                break


@helper
def list_ways(seen, cards, first, squares, hues, ways, counted, order):
    """Note the ways each card can appear, the card with fewest first; false if one has none."""
    at = 0
    for card in range(cards):
        begin = at
        for way in range(first[card], first[card + 1]):
            a, b = seen[squares[4 * way]], seen[squares[4 * way + 1]]
            c, d = seen[squares[4 * way + 2]], seen[squares[4 * way + 3]]
            if a | b | c | d >= 0:
                p, q = hues[4 * way], hues[4 * way + 1]
                r, s = hues[4 * way + 2], hues[4 * way + 3]
                ways[at] = BIT[a] | BIT[b] | BIT[c] | BIT[d]
                ways[at + 1] = (
                    BIT[a] * (p & 1) | BIT[b] * (q & 1) | BIT[c] * (r & 1) | BIT[d] * (s & 1)
                )
                ways[at + 2] = (
                    BIT[a] * (p >> 1) | BIT[b] * (q >> 1) | BIT[c] * (r >> 1) | BIT[d] * (s >> 1)
                )
                at += 3
        if at == begin:
            return False
        counted[card + 1] = at
        place = card
        while place > 0 and span(counted, order[place - 1]) > at - begin:
            order[place] = order[place - 1]
            place -= 1
        order[place] = card
    return True


@helper
def span(counted, card):
    return counted[card + 1] - counted[card]


@helper
def colour(
    height, base, known, cards, ways, counted, order, chosen, known_at,
    strict, every, each, twins, effort, found, out,
):  # fmt: skip
    """Choose a way for every card, and write what they ask for together where they agree."""
    tops = 0
    if strict:
        for i in range(COLUMNS):
            if height[i] > base[i]:
                tops |= BIT[i + 16 * (height[i] - 1)]
    begin = found
    for i in range(3):
        known_at[i] = known[i]
    depth = 0
    chosen[0] = counted[order[0]]
    while depth >= 0:
        way = chosen[depth]
        if way == counted[order[depth] + 1]:
            depth -= 1
            continue
        chosen[depth] = way + 3
        effort[0] += 1
        at = 3 * depth
        must, low, high = known_at[at], known_at[at + 1], known_at[at + 2]
        if must & ways[way] & (low ^ ways[way + 1] | high ^ ways[way + 2]):
            continue
        must, low, high = must | ways[way], low | ways[way + 1], high | ways[way + 2]
        depth += 1
        if strict and count_all(tops & ~must) > 4 * (cards - depth):
            depth -= 1
        elif depth < cards:
            chosen[depth] = counted[order[depth]]
            known_at[at + 3], known_at[at + 4], known_at[at + 5] = must, low, high
        else:
            depth -= 1
            if enough(height, must, low, high, each, twins) and new(
                out, begin, found, must, low, high
            ):
                write(height, must, low, high, found, out)
                found += 1
                if not every or full(found, out):
                    return found
    return found


@helper
def count_all(bits):
    """The members of a set of all 64 cells, whose last bit is a sign."""
    return count(bits & ~BIT[63]) + (bits < 0)


@helper
def enough(height, must, low, high, each, twins):
    """Rule 1: whether the box has so many cubes of each colour; twins lie or stand together."""
    for hue in range(4):
        cells = must & (low if hue & 1 else ~low) & (high if hue & 2 else ~high)
        used = count_all(cells)
        if used > each + 2 * twins:
            return False
        if used > each:
            if used == each + 1:
                for i in range(COLUMNS):
                    for z in range(height[i]):
                        if not must & BIT[i + 16 * z]:
                            cells |= BIT[i + 16 * z]
            if not paired(cells):
                return False
    return True


@helper
def paired(cells):
    """Whether two of the cells are next to each other."""
    return (
        cells & cells >> 1 & NOT_LAST_X | cells & cells >> 4 & NOT_LAST_Y
        | cells & cells >> 16 & NOT_LAST_Z
    ) != 0  # fmt: skip


@helper
def new(out, begin, found, must, low, high):
    """Whether these colours are not among those written for the same heights."""
    for row in range(begin, found):
        at = row * (COLUMNS + ROW) + COLUMNS
        if out[at] == must and out[at + 1] == low and out[at + 2] == high:
            return False
    return True


@helper
def full(found, out):
    return (found + 1) * (COLUMNS + ROW) > len(out)


@helper
def write(height, must, low, high, found, out):
    at = found * (COLUMNS + ROW)
    for i in range(COLUMNS):
        out[at + i] = height[i]
    out[at + COLUMNS], out[at + COLUMNS + 1], out[at + COLUMNS + 2] = must, low, high
