"""Solo puzzles by going through all arrangements, as a reference for the solver.

Written from the rule sheet with the views of the reference and nothing of the solver. Arrangements
of N cubes are built one by one; each is looked at once for all cards that there can be with four
different colours, and once for all ways to exchange the colours, since those exchange cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from games.cube.reference import CELLS, HEIGHT, turned, views

COLOURS = ("red", "yellow", "green", "blue")
TETROMINOES = {
    "O": [(0, 0), (1, 0), (1, 1), (0, 1)],
    "I": [(0, 0), (1, 0), (2, 0), (3, 0)],
    "S": [(0, 0), (1, 0), (1, 1), (2, 1)],
    "Z": [(0, 1), (1, 1), (1, 0), (2, 0)],
    "T": [(0, 0), (1, 0), (1, 1), (2, 0)],
    "L": [(0, 2), (0, 1), (0, 0), (1, 0)],
    "J": [(1, 2), (1, 1), (1, 0), (0, 0)],
}

Place = tuple[int, int]
Heights = dict[str, int]
Card = frozenset[tuple[int, int, int]]  # turned so that it comes first of its four directions


def cornered(squares: Any) -> list[tuple[int, int, Any]]:
    left, low = min(x for x, _, _ in squares), min(y for _, y, _ in squares)
    return sorted((x - left, y - low, mark) for x, y, mark in squares)


def four_turns(squares: Any) -> list[list[tuple[int, int, Any]]]:
    found = []
    for _ in range(4):
        squares = turned(squares)
        found.append(cornered(squares))
    return found


def card_of(squares: Any) -> Card:
    """R2: the same for all directions of a card; its colours as numbers."""
    return frozenset(min(four_turns([(x, y, COLOURS.index(c)) for x, y, c in squares])))


# Every square of a picture counts up from the lower left one. For each shape, the places of its
# four squares in a picture, in the order above.
def spots_of(shape: list[Place]) -> set[tuple[int, ...]]:
    found = set()
    for turn in four_turns([(x, y, mark) for mark, (x, y) in enumerate(shape)]):
        for right in range(4):
            for up in range(4):
                moved = {mark: (x + right, y + up) for x, y, mark in turn}
                if all(x < 4 and y < 4 for x, y in moved.values()):
                    found.add(tuple(x + 4 * y for _, (x, y) in sorted(moved.items())))
    return found


SPOTS = {name: spots_of(shape) for name, shape in TETROMINOES.items()}
CARDS: dict[tuple[str, tuple[int, ...]], Card] = {
    (name, hues): card_of([(x, y, COLOURS[h]) for (x, y), h in zip(shape, hues, strict=True)])
    for name, shape in TETROMINOES.items()
    for hues in permutations(range(4))
}
NUMBERS = {card: number for number, card in enumerate(dict.fromkeys(CARDS.values()))}
# For each exchange of the colours the number that each card gets.
EXCHANGES = [
    [NUMBERS[frozenset(min(four_turns([(x, y, way[c]) for x, y, c in card])))] for card in NUMBERS]
    for way in permutations(range(4))
]


def buildings(cubes: int) -> Iterator[Heights]:
    """R1: every way to stack so many cubes, up to turns of the board and shifts on it."""
    seen = set()

    def heights(cells: list[str], left: int) -> Iterator[list[int]]:
        if not cells:
            if left == 0:
                yield []
            return
        for height in range(min(HEIGHT, left) + 1):
            for rest in heights(cells[1:], left - height):
                yield [height, *rest]

    for found in heights(CELLS, cubes):
        columns = [
            ("abcd".index(cell[0]), int(cell[1]), height)
            for cell, height in zip(CELLS, found, strict=True)
            if height
        ]
        key = str(min(four_turns(columns)))
        if key not in seen:
            seen.add(key)
            yield dict(zip(CELLS, found, strict=True))


def colourings(cubes: int) -> Iterator[tuple[int, ...]]:
    """Every way to colour cubes up to exchanging colours: each new one is the next in order."""
    ways: list[tuple[int, ...]] = [()]
    for _ in range(cubes):
        ways = [(*way, hue) for way in ways for hue in range(min(max(way, default=-1) + 2, 4))]
    yield from ways


def shown_with(cubes: int) -> set[frozenset[int]]:
    """The sets of cards that arrangements of so many cubes show, up to exchanging colours."""
    found = set()
    ways = list(colourings(cubes))
    for heights in buildings(cubes):
        appearing = list(appearances(heights))
        for way in ways:
            shown = frozenset(
                NUMBERS[CARDS[name, hues]]
                for name, ids in appearing
                if len(set(hues := tuple(way[i] for i in ids))) == 4
            )
            if shown:
                found.add(shown)
    return found


def appearances(heights: Heights) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every shape of four visible cubes, which are numbered as they are stacked."""
    number = iter(range(99))
    stacks: Any = {cell: [next(number) for _ in range(high)] for cell, high in heights.items()}
    found: dict[tuple[str, tuple[int, ...]], None] = {}
    for picture in views(stacks).values():
        line: list[Any] = [cube for row in picture for cube in row]
        for name, spots in SPOTS.items():
            for spot in spots:
                ids = tuple(line[i] for i in spot)
                if None not in ids:
                    found[name, ids] = None
    yield from found


def together(sets: set[frozenset[int]]) -> set[frozenset[int]]:
    """Every two cards, in any colours, that one of the sets has both of."""
    return {
        frozenset((exchange[a], exchange[b]))
        for shown in sets
        for a in shown
        for b in shown
        if a < b
        for exchange in EXCHANGES
    }


def fit(cards: list[Any], sets: set[frozenset[int]]) -> bool:
    """Whether one of the sets, in any colours, has all the cards."""
    numbers = [NUMBERS[card_of(card)] for card in cards]
    likes = {frozenset(exchange[number] for number in numbers) for exchange in EXCHANGES}
    return any(like <= shown for shown in sets for like in likes)
