"""CUBE played by the letter of its rule sheet, as a reference for the engine.

Written from the rules alone; numbers in comments are those of the sheet.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cache
from typing import Any

COLUMNS = "abcd"
ROWS = "1234"
CELLS = [column + row for column in COLUMNS for row in ROWS]
CORNERS = ["a1", "a4", "d1", "d4"]
HEIGHT = 4
TARGET = {2: 7, 3: 6, 4: 5}
IDLE_TURNS = 40
PLAYOFF_TURNS = 20

Stacks = Mapping[str, Sequence[str]]
Picture = list[list[str | None]]
Square = tuple[int, int, str]
Card = tuple[Square, ...]
Outcome = tuple[tuple[int, ...], tuple[int, ...]]


def nearest(stacks: Stacks, line: Iterable[str], level: int) -> str | None:
    """R2: the first cube met on this level along a line of cells, nearest cell first."""
    for cell in line:
        stack = stacks.get(cell, ())
        if len(stack) > level:
            return stack[level]
    return None


def uppermost(stacks: Stacks, cell: str) -> str | None:
    stack = stacks.get(cell, ())
    return stack[-1] if stack else None


def views(stacks: Stacks) -> dict[str, Picture]:
    """The five pictures of fact 5, sides as in the notation; rows from the bottom upward."""

    def side(lines: list[list[str]]) -> Picture:
        return [[nearest(stacks, line, level) for line in lines] for level in range(HEIGHT)]

    return {
        "top": [[uppermost(stacks, column + row) for column in COLUMNS] for row in ROWS],
        "front": side([[column + row for row in "1234"] for column in "abcd"]),
        "back": side([[column + row for row in "4321"] for column in "dcba"]),
        "left": side([[column + row for column in "abcd"] for row in "4321"]),
        "right": side([[column + row for column in "dcba"] for row in "1234"]),
    }


def turned(card: Iterable[Square]) -> list[Square]:
    """A quarter turn clockwise, never a mirror image (R2)."""
    return [(row, -column, colour) for column, row, colour in card]


@cache
def placements(card: Card) -> list[frozenset[Square]]:
    """R2: the card in its four rotations, everywhere it fits on a 4 x 4 picture."""
    found = []
    squares = list(card)
    for _ in range(4):
        squares = turned(squares)
        left = min(column for column, _, _ in squares)
        low = min(row for _, row, _ in squares)
        for right in range(4):
            for up in range(4):
                moved = [(c - left + right, r - low + up, colour) for c, r, colour in squares]
                if all(c < 4 and r < 4 for c, r, _ in moved):
                    found.append(frozenset(moved))
    return found


def visible(picture: Picture) -> set[Square]:
    return {
        (column, row, colour)
        for row, line in enumerate(picture)
        for column, colour in enumerate(line)
        if colour is not None
    }


def read(card: Sequence[Sequence[Any]]) -> Card:
    return tuple((column, row, colour) for column, row, colour in card)


def fits(card: Card, squares: set[Square]) -> bool:
    """R2: whether the card is somewhere on a picture, whatever its other squares are."""
    return any(map(squares.issuperset, placements(card)))


def solo(cards: Sequence[Sequence[Sequence[Any]]], stacks: Stacks) -> list[list[str]]:
    """For each card the names of the views in which it is fulfilled."""
    seen = {name: visible(picture) for name, picture in views(stacks).items()}
    return [[name for name, squares in seen.items() if fits(read(card), squares)] for card in cards]


class Naive:
    """One game of CUBE from a dealt start."""

    def __init__(
        self,
        secrets: Mapping[str, Any],
        players: int = 2,
        claims: str = "auto",
        taboo: str = "moved",
        closed_rows: bool = False,
    ) -> None:
        self.players = players
        self.claims = claims
        self.taboo = taboo
        self.closed_rows = closed_rows
        self.deck = [read(card) for card in secrets["deck"]]
        self.twins: list[str] = list(secrets["twins"])
        self.hands: list[list[int]] = [list(hand) for hand in secrets["hands"]]
        self.pile: list[int] = list(secrets["pile"])
        self.bag: list[str] = list(secrets["bag"])
        self.columns: dict[str, list[str]] = {cell: [] for cell in CELLS}
        for cell, colour in secrets["corners"].items():  # fact 2
            self.columns[cell].append(colour)
        self.shown = [0] * players
        self.twin_cells: set[tuple[str, int]] = set()  # cell and level of every half of a twin
        self.twin_placed = [False] * players
        self.active = 0
        self.turns = 0  # turns finished
        self.idle = 0  # turns in a row without a draw or a placed twin (R10)
        self.protected: str | None = None  # column whose top cube is taboo (R3)
        self.drawn: str | None = None  # cube in the hand of the active player (R6)
        self.asked: int | None = None  # seat that may call cards (R7, claims="call")
        self.tied: list[int] = []  # seats in the play-off (R8)
        self.playoff_cards: dict[int, int] = {}
        self.playoff_turns = 0
        self.winners: tuple[int, ...] | None = None
        self.seen: list[set[Square]] = []  # the five views after the last action

    # ---- the interface -----------------------------------------------------

    @property
    def to_move(self) -> int | None:
        if self.winners is not None:
            return None
        return self.active if self.asked is None else self.asked

    def moves(self) -> list[str]:
        if self.winners is not None:
            return []
        if self.asked is not None:
            return sorted(self._calls(self.asked))
        if self.drawn is not None:
            return sorted(cell for cell in CELLS if self._has_room(cell))
        return sorted(self._actions(self.active))

    def play(self, move: str) -> None:
        if move not in self.moves():
            raise ValueError(f"not a legal move: {move}")
        if self.asked is not None:
            self._answer(self.asked, move)
        elif self.drawn is not None:
            self._put_drawn(move)
        elif move == "draw":
            self.drawn = self.bag.pop(0)
        elif "-" in move:
            self._shift(*move.split("-"))
        else:
            self._put_twin(move)

    def outcome(self) -> Outcome | None:
        if self.winners is None:
            return None
        return tuple(self.shown), self.winners

    def stacks(self) -> dict[str, list[str]]:
        return {cell: list(stack) for cell, stack in self.columns.items() if stack}

    def copy(self) -> "Naive":
        other = copy(self)
        other.hands = [list(hand) for hand in self.hands]
        other.pile = list(self.pile)
        other.bag = list(self.bag)
        other.columns = {cell: list(stack) for cell, stack in self.columns.items()}
        other.shown = list(self.shown)
        other.twin_cells = set(self.twin_cells)
        other.twin_placed = list(self.twin_placed)
        other.tied = list(self.tied)
        other.playoff_cards = dict(self.playoff_cards)
        return other

    # ---- what a player may do (facts 3 and 4) ------------------------------

    def _actions(self, seat: int) -> list[str]:
        found = ["draw"] if self.bag else []
        targets = [cell for cell in CELLS if self._has_room(cell)]
        for source in CELLS:
            if self._may_leave(source):
                found += [f"{source}-{target}" for target in targets if target != source]
        # Fact 3 (iii): only after the first card, only once.
        if self.shown[seat] > 0 and not self.twin_placed[seat]:
            found += self._twin_moves()
        return found

    def _has_room(self, cell: str) -> bool:
        return len(self.columns[cell]) < HEIGHT

    def _may_leave(self, cell: str) -> bool:
        """Whether the top cube of this column may be moved; cubes below it never may."""
        level = len(self.columns[cell]) - 1
        if level < 0 or (cell, level) in self.twin_cells:
            return False
        if cell == self.protected:
            return False
        if self.turns < self.players and cell in CORNERS and level == 0:  # R4
            return False
        if self._all_filled(CELLS, level):  # fact 4, R5
            return False
        return not (self.closed_rows and self._in_closed_row(cell, level))

    def _all_filled(self, cells: Iterable[str], level: int) -> bool:
        return all(len(self.columns[cell]) > level for cell in cells)

    def _in_closed_row(self, cell: str, level: int) -> bool:
        """Fact 9, R5: four in a row on one level, along the columns or along the rows."""
        along_column = [cell[0] + row for row in ROWS]
        along_row = [column + cell[1] for column in COLUMNS]
        return self._all_filled(along_column, level) or self._all_filled(along_row, level)

    def _twin_moves(self) -> list[str]:
        """R1: standing needs two free levels, lying two side-adjacent columns of equal height."""
        found = [f"{cell}|" for cell in CELLS if len(self.columns[cell]) + 2 <= HEIGHT]
        for first, second in self._neighbours():
            if len(self.columns[first]) == len(self.columns[second]) and self._has_room(first):
                found.append(f"{first}+{second}")
        return found

    def _neighbours(self) -> list[tuple[str, str]]:
        """Side-adjacent cells, the lower one in order first."""
        along_rows = [(a + row, b + row) for a, b in ("ab", "bc", "cd") for row in ROWS]
        along_columns = [
            (column + a, column + b) for column in COLUMNS for a, b in ("12", "23", "34")
        ]
        return along_rows + along_columns

    # ---- the three actions (fact 3) ----------------------------------------

    def _put_drawn(self, cell: str) -> None:
        assert self.drawn is not None
        self.columns[cell].append(self.drawn)
        self.drawn = None
        self.idle = 0
        # R3: a cube from the bag is protected only with taboo="touched".
        self.protected = cell if self.taboo == "touched" else None
        self._after_action()

    def _shift(self, source: str, target: str) -> None:
        self.columns[target].append(self.columns[source].pop())
        self.idle += 1
        self.protected = target  # R3
        self._after_action()

    def _put_twin(self, move: str) -> None:
        cells = [move[:2], move[:2]] if move.endswith("|") else move.split("+")
        for cell in cells:
            self.twin_cells.add((cell, len(self.columns[cell])))
            self.columns[cell].append(self.twins[self.active])
        self.twin_placed[self.active] = True
        self.idle = 0
        self.protected = None
        self._after_action()

    def _after_action(self) -> None:
        self.turns += 1
        self.seen = [visible(picture) for picture in views(self.columns).values()]
        if self.tied:
            self._after_playoff_turn()
        elif self.claims == "call":
            self.asked = self.active
        else:
            for seat in self._clockwise_from(self.active):
                self._show_all(seat)
            self._end_turn()

    def _clockwise_from(self, seat: int) -> list[int]:
        return [(seat + step) % self.players for step in range(self.players)]

    # ---- showing cards (fact 6, R7) ----------------------------------------

    def _matching(self, numbers: Sequence[int]) -> list[int]:
        return [
            number
            for number in numbers
            if any(fits(self.deck[number], squares) for squares in self.seen)
        ]

    def _showable(self, seat: int) -> list[int]:
        if self.shown[seat] >= TARGET[self.players]:  # R8
            return []
        return self._matching(self.hands[seat])

    def _show(self, seat: int, number: int) -> None:
        self.shown[seat] += 1
        place = self.hands[seat].index(number)
        # R11: with an empty pile the card is not replaced.
        self.hands[seat][place : place + 1] = [self.pile.pop(0)] if self.pile else []

    def _show_all(self, seat: int) -> None:
        """R7: the leftmost matching card, again and again."""
        while numbers := self._showable(seat):
            self._show(seat, numbers[0])

    def _calls(self, seat: int) -> list[str]:
        """R7: everyone is asked, and a question ends only with `pass`."""
        return [f"!{number}" for number in self._showable(seat)] + ["pass"]

    def _answer(self, seat: int, move: str) -> None:
        if move != "pass":
            self._show(seat, int(move[1:]))
            return
        following = (seat + 1) % self.players
        self.asked = None if following == self.active else following
        if self.asked is None:
            self._end_turn()

    # ---- the end (facts 7 and 8, R8 to R10) --------------------------------

    def _end_turn(self) -> None:
        """After a turn and the claims that follow it."""
        reached = max(self.shown) == TARGET[self.players]
        round_over = self.active == self.players - 1
        all_placed = not self.bag  # R9
        too_idle = self.idle >= IDLE_TURNS  # R10
        if (reached and round_over) or all_placed or too_idle:
            self._decide()
        else:
            self.active = (self.active + 1) % self.players

    def _decide(self) -> None:
        """Most cards win (nobody shows more than the target), then a placed twin, then play-off."""
        best = max(self.shown)
        tied = [seat for seat in range(self.players) if self.shown[seat] == best]
        tied = [seat for seat in tied if self.twin_placed[seat]] or tied
        if len(tied) == 1 or len(self.pile) < len(tied):
            self.winners = tuple(tied)
        else:
            self._start_playoff(tied)

    def _start_playoff(self, tied: list[int]) -> None:
        self.tied = tied
        self.hands = [[] if seat in tied else hand for seat, hand in enumerate(self.hands)]
        for seat in tied:
            self.playoff_cards[seat] = self.pile.pop(0)
        self._check_playoff(tied)
        if self.winners is None:
            self._next_playoff_turn()

    def _check_playoff(self, order: list[int]) -> None:
        for seat in order:
            if self._matching([self.playoff_cards[seat]]):
                self.winners = (seat,)
                return

    def _after_playoff_turn(self) -> None:
        order = [seat for seat in self._clockwise_from(self.active) if seat in self.tied]
        self._check_playoff(order)
        if self.winners is not None:
            return
        self.playoff_turns += 1
        if self.playoff_turns == PLAYOFF_TURNS:
            self.winners = tuple(self.tied)
        else:
            self._next_playoff_turn()

    def _next_playoff_turn(self) -> None:
        """The next tied seat that can act. A skip is no turn: it counts for nothing and leaves
        the taboo, so where nobody can act nothing will ever change and the win is shared."""
        following = (self.active + 1) % self.players
        for seat in self._clockwise_from(following):
            if seat in self.tied and self._actions(seat):
                self.active = seat
                return
        self.winners = tuple(self.tied)
