"""QBQ for people: how moves are written, what is seen and happens, and why a move is refused."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from ...author import (
    Block,
    Cell,
    Ending,
    Event,
    Extent,
    Fact,
    Grid,
    NotationError,
    Phrase,
    Plain,
    Reason,
    Region,
    Seat,
    Supply,
    Table,
    Tally,
    both,
    count,
    lowest,
)
from . import COLOURS
from .rules import (
    ANY,
    BLOCKED,
    BOARD,
    BROKEN,
    CELLS,
    CHANGE,
    CUBES,
    FALL,
    FAR,
    FORMED,
    GOAL,
    HELD,
    INSERT,
    KEY,
    LONE,
    MIXED,
    NO_TOWER,
    NONE,
    NUMBER,
    PASS,
    ROOM,
    SHUT_IN,
    SINGLE,
    SIZE,
    START,
    STEP,
    TIP,
    TOWER,
    TURNS,
    around,
    can_relocate,
    flood,
    insertable,
    obstacles,
    occurrences,
    situation,
    staying,
)

GRID = Grid(SIZE, SIZE, CUBES)
DIRECTIONS = "nesw"


def cell_of(number: int, level: int = 0) -> Cell:
    return number % SIZE, number // SIZE, level


def name_of(number: int) -> str:
    return GRID.name(cell_of(number))


def number_of(name: str) -> int:
    x, y, _ = GRID.cell(name)
    return y * SIZE + x


def members(cells: int) -> list[int]:
    found = []
    while cells:
        found.append(lowest(cells))
        cells &= cells - 1
    return found


STARTS, GOALS = (
    [tuple(cell_of(number) for number in members(area)) for area in areas]
    for areas in (START, GOAL)
)


def colours(s: Plain) -> tuple[str, ...]:
    """The colours of the seats, in turn order."""
    return tuple(COLOURS[colour] for colour in s.seats[: s.players])


def text(s: Plain, action: int) -> str:
    if action < TIP:
        return f"{name_of(action // CELLS)}-{name_of(action % CELLS)}"
    if action < INSERT:
        return f"{name_of((action - TIP) // 4)}>{DIRECTIONS[(action - TIP) % 4]}"
    return f"*{name_of(action - INSERT)}" if action < PASS else "pass"


def parse(s: Plain, move: str) -> int:
    if move == "pass":
        return PASS
    match = re.fullmatch(r"(\w+)-(\w+)|(\w+)>([nesw])|\*(\w+)", move)
    if not match:
        raise NotationError(
            "{move!r} is not a move: write b2-c3 to relocate, b2>n to tip (n, e, s or w), "
            "*c3 to insert, or pass.",
            move=move,
        )
    if match[1]:
        return number_of(match[1]) * CELLS + number_of(match[2])
    if match[3]:
        return TIP + number_of(match[3]) * 4 + DIRECTIONS.index(match[4])
    return INSERT + number_of(match[5])


def blocks(s: Plain) -> list[Block]:
    return [
        cube(number, level, colour, seat)
        for seat, colour in enumerate(colours(s))
        for number in members(s.own[seat])
        for level in range(s.heights[number])
    ]


@cache
def cube(number: int, level: int, colour: str, seat: int) -> Block:
    return Block((cell_of(number, level),), colour, seat)


def landing(s: Plain, number: int) -> Cell:
    """Where a cube of the mover comes to lie on a cell."""
    return cell_of(number, s.heights[number] if s.own[s.mover] >> number & 1 else 0)


def picks(s: Plain, action: int) -> list[Cell]:
    """The top cube and where it goes; the lowest cube and where the first one falls."""
    if action < TIP:
        number = action // CELLS
        return [cell_of(number, max(s.heights[number] - 1, 0)), landing(s, action % CELLS)]
    if action < INSERT:
        number, direction = divmod(action - TIP, 4)
        if ROOM[number, direction]:
            return [cell_of(number), landing(s, number + STEP[direction])]
        x, y, _ = cell_of(number)
        beyond = ((x, SIZE, 0), (SIZE, y, 0), (x, -1, 0), (-1, y, 0))
        return [cell_of(number), beyond[direction]]
    return [landing(s, action - INSERT)] if action < PASS else []


PHRASES = {
    "relocate": "cube from {first} to {second}",
    "tip": "tower on {first} tipped towards {second}",
    "insert": "new cube on {first}",
    "enter": "cube back on {first}",
    "pass": "pass the turn",
}

STEPS = {
    "relocate": ("the cube to move", "the cell it goes to"),
    "tip": ("the tower to tip", "the direction it falls"),
    "insert": ("where the new cube goes",),
    "enter": ("where a cube comes back",),
    "pass": (),
}


def kind(s: Plain, action: int) -> str:
    if action < TIP:
        return "relocate"
    if action < INSERT:
        return "tip"
    if action == PASS:
        return "pass"
    return "insert" if s.own[s.mover] else "enter"


def label(s: Plain, action: int) -> Phrase | None:
    if action < TIP:
        return None
    if action < INSERT:
        return Phrase("tip")
    return Phrase("insert") if action < PASS else Phrase("pass the turn")


def reach(s: Plain) -> Extent:
    """The whole ground, and the level that a cube comes to lie on if it goes on the highest."""
    return Extent((0, 0, 0), (SIZE - 1, SIZE - 1, min(max(s.heights), CUBES - 1)))


def table(s: Plain, seat: int | None) -> Table:
    return Table(
        seats=tuple(
            Seat(
                colour,
                supply=(Supply(Phrase("cubes"), colour, s.supply[side]),),
                facts=(progress(s, side),),
            )
            for side, colour in enumerate(colours(s))
        ),
        prompt=prompt(s),
        regions=regions(colours(s)),
        facts=draw_facts(s),
    )


def progress(s: Plain, side: int) -> Fact:
    """Rule 3: a formation stands in the goal and takes in every cube on the board."""
    home = s.own[side] & GOAL[s.seats[side]]
    some, every = (
        sum(s.heights[number] for number in members(cells)) for cells in (home, s.own[side])
    )
    return Fact(
        Phrase("in the goal"), "text", Phrase("{some} of {all}", some=some, all=every), True
    )


@cache
def regions(seated: tuple[str, ...]) -> tuple[Region, ...]:
    """Rule 1: all four goals are on the board, also those of colours that nobody plays."""
    seats = {colour: seat for seat, colour in enumerate(seated)}
    goals = [
        Region(Phrase("{colour} goal", colour=colour), "goal", colour, cells, seats.get(colour))
        for colour, cells in zip(COLOURS, GOALS, strict=True)
    ]
    starts = [
        Region(Phrase("{colour} start", colour=colour), "start", colour, cells, seats[colour])
        for colour, cells in zip(COLOURS, STARTS, strict=True)
        if colour in seats
    ]
    return (*goals, *starts)


def draw_facts(s: Plain) -> tuple[Fact, ...]:
    """Rule 9: how far the game is from a draw."""
    if s.mover < 0:
        return ()
    left = Fact(Phrase("turns left"), "number", TURNS - s.turn)
    often = Fact(Phrase("times this position has occurred"), "number", 1 + s.repeats)
    return (left, often) if s.repeats else (left,)


def prompt(s: Plain) -> str | None:
    if s.mover < 0:
        return None
    if s.inserted:
        return "inserted"
    if s.own[s.mover] == 0:
        return "enter"
    own, taken = s.own[s.mover], s.levels[ANY]
    kinds = {
        "relocate": can_relocate(s, own, BOARD & ~taken),
        "tip": can_tip(s, own, taken & ~own),
        "insert": insertable(s, s.mover, own, BOARD & ~taken),
    }
    return " ".join(kind for kind, possible in kinds.items() if possible) or "pass"


def can_tip(s: Plain, own: int, foreign: int) -> bool:
    towers = members(own & s.levels[TOWER])
    return any(obstacles(s, cell, way, foreign) == 0 for cell in towers for way in range(4))


FORMATIONS = {
    4: Phrase("square of four"),
    8: Phrase("cube of eight"),
    9: Phrase("square of nine"),
}


def tally(s: Plain) -> list[Tally]:
    if s.ending != FORMED:
        return []
    cells = [block.cells[0] for block in blocks(s) if block.owner == s.winner]
    return [Tally(s.winner, 1, FORMATIONS[len(cells)], tuple(cells))]


WARNED = ("dropped",)  # cubes that are lost over the edge are easily overlooked
TURNS_TOLD = (50, 20, 10, 5)  # how many turns are left when the limit is told


def events(before: Plain, action: int, after: Plain) -> list[Event]:
    if TIP <= action < INSERT:
        found = fall_events(before, *divmod(action - TIP, 4), after)
    else:
        found = arrival_events(before, action)
    if after.turn > before.turn:
        found += end_events(after) if after.mover < 0 else draw_events(before.mover, after)
    return found


def arrival_events(s: Plain, action: int) -> list[Event]:
    """A relocation is nothing to tell: it is what usually happens."""
    if action < TIP:
        return []
    if action == PASS:
        return [Event("passed", s.mover, Phrase("There is nothing to do: the turn is passed."))]
    facts = {"colour": colours(s)[s.mover], "cell": name_of(action - INSERT)}
    cells = (landing(s, action - INSERT),)
    if s.own[s.mover]:
        sentence = Phrase("A new cube of the {colour} player on {cell}.", **facts)
        return [Event("inserted", s.mover, sentence, cells=cells)]
    sentence = Phrase("The {colour} player is back on {cell}.", **facts)
    return [Event("returned", s.mover, sentence, cells=cells)]


def fall_events(before: Plain, cell: int, direction: int, after: Plain) -> list[Event]:
    """Rule 6: the tower that falls, what it throws back, and what it loses over the edge."""
    seat, height = before.mover, before.heights[cell]
    hit = FALL[cell, direction, min(height, SIZE) - 1]
    fallen = tuple(cell_of(number, after.heights[number] - 1) for number in members(hit))
    tipped = Phrase("The tower of {height} on {cell} is tipped.", height=height, cell=name_of(cell))
    found = [Event("tipped", seat, tipped, cells=(cell_of(cell), *fallen))]
    for owner in range(before.players):
        if owner != seat:
            found += loss_events(before, owner, before.own[owner] & hit, after)
    lost = height - 1 - ROOM[cell, direction]
    if lost > 0:
        cells = tuple(cell_of(cell, level) for level in range(height - lost, height))
        found.append(Event("dropped", seat, dropped(lost), cells=cells))
    return found


def dropped(cubes: int) -> Phrase:
    if cubes == 1:
        return Phrase("One cube drops off the edge, back into the supply.")
    return Phrase("{cubes} cubes drop off the edge, back into the supply.", cubes=cubes)


def loss_events(before: Plain, owner: int, hit: int, after: Plain) -> list[Event]:
    """R6: the stacks that a fall throws back to their owner; rule 8 if the owner has no other."""
    colour = colours(before)[owner]
    found = []
    for number in members(hit):
        height = before.heights[number]
        cells = tuple(cell_of(number, level) for level in range(height))
        found.append(Event("thrown", owner, thrown(height, number, colour), cells=cells))
    if found and not after.own[owner]:
        sentence = Phrase("The {colour} player has no cube left on the board.", colour=colour)
        found.append(Event("swept", owner, sentence))
    return found


def thrown(cubes: int, number: int, colour: str) -> Phrase:
    facts = {"cell": name_of(number), "colour": colour}
    if cubes == 1:
        return Phrase("One cube goes from {cell} back to the {colour} player.", **facts)
    return Phrase("{cubes} cubes go from {cell} back to the {colour} player.", cubes=cubes, **facts)


def end_events(after: Plain) -> list[Event]:
    """Rule 3. A draw is told by the outcome."""
    return [
        Event(
            "formed",
            won.seat,
            Phrase(
                "The {colour} player wins: {formation} in the goal.",
                colour=colours(after)[won.seat],
                formation=won.phrase.source,
            ),
            points=won.points,
            cells=won.cells,
        )
        for won in tally(after)
    ]


def draw_events(seat: int, after: Plain) -> list[Event]:
    """Rule 9: a draw comes near, by repetition or by the number of turns."""
    found = []
    left = TURNS - after.turn
    if after.repeats:
        sentence = Phrase("This position has occurred twice: the third time is a draw.")
        found.append(Event("repeated", seat, sentence))
    if left in TURNS_TOLD:
        found.append(Event("turns", seat, Phrase("{turns} turns left to the draw.", turns=left)))
    return found


def culprits(s: Plain, action: int, reason: int) -> tuple[list[Cell], dict[str, Any]]:
    if action < TIP:
        cell, target = divmod(action, CELLS)
    else:
        cell = target = (action - TIP) // 4 if action < INSERT else (action - INSERT) % CELLS
    guilty = members(guilty_cells(s, action, reason, cell, target))
    facts = {
        "cell": name_of(cell),
        "target": name_of(target),
        "holder": next((c for i, c in enumerate(colours(s)) if s.own[i] >> target & 1), ""),
        "guilty": both(map(name_of, guilty)),
        "height": s.heights[cell],
    }
    return [cell_of(number) for number in guilty], facts


def guilty_cells(s: Plain, action: int, reason: int, cell: int, target: int) -> int:
    own = s.own[s.mover]
    foreign = s.levels[ANY] & ~own
    guilty = 0
    if reason in (NONE, NO_TOWER):
        guilty = foreign & 1 << cell
    elif reason in (HELD, MIXED):
        guilty = 1 << target
    elif reason in (LONE, SINGLE):
        guilty = 1 << cell
    elif reason in (BROKEN, CHANGE):
        rest = staying(s, flood(1 << cell, own), cell)
        guilty = rest & ~flood(1 << target, rest | 1 << target)
    elif reason == BLOCKED:
        guilty = obstacles(s, cell, (action - TIP) % 4, foreign)
    elif reason == SHUT_IN:
        guilty = around(1 << cell) & foreign
    elif reason == FAR:
        guilty = START[s.seats[s.mover]]
    return guilty


def invariant(s: Plain) -> str | None:
    """What must hold in every position; a sentence about what does not, else None."""
    key = 0
    for seat in range(s.players):
        stacks = members(s.own[seat])
        if sum(s.heights[cell] for cell in stacks) + s.supply[seat] != CUBES:
            return "the cubes on the board and in the supply do not add up"
        key += sum(s.heights[cell] * NUMBER[seat, cell] for cell in stacks)
    if sum(count(own) for own in s.own) != count(s.levels[ANY]):
        return "two colours share a cell, or cubes have no owner"
    for level in range(1, CUBES + 1):
        if members(s.levels[level]) != [i for i in range(CELLS) if s.heights[i] >= level]:
            return f"the cells of height {level} are out of date"
    if s.key != key & KEY:
        return "the key does not belong to the position"
    if s.mover >= 0 and s.mover != s.turn % s.players:
        return "the turn order is broken"
    if s.mover >= 0 and not s.inserted and s.history[s.turn] != situation(s):
        return "the position is missing from the history"
    if s.mover >= 0 and not s.inserted and s.repeats != occurrences(s, situation(s)):
        return "the number of repetitions is wrong"
    return None


PROMPTS = {
    "relocate tip insert": "Move a cube, tip a tower, or put in a new cube.",
    "relocate tip": "Move a cube or tip a tower.",
    "relocate insert": "Move a cube or put in a new one.",
    "tip insert": "Tip a tower or put in a new cube.",
    "relocate": "Move one of your cubes.",
    "tip": "Tip a tower.",
    "insert": "Put in a new cube.",
    "inserted": "Now move a cube.",
    "enter": "Put a cube back on the board.",
    "pass": "There is nothing you can do: pass.",
}

REASONS = (
    Reason("same-cell", "R2", "A cube must go to another cell than the one it came from."),
    Reason("no-cube", "5", "You have no cube on {cell} to relocate."),
    Reason("held", "5", "You cannot go to {target}: the {holder} player is there."),
    Reason("lone", "5", "The cube on {cell} stands alone: it has no group to move in."),
    Reason("broken", "5", "From {target} the cube would not connect to its group on {guilty}."),
    Reason("other-group", "7", "On {target} the cube from {cell} would change to another group."),
    Reason("no-tower", "6", "You have no tower on {cell} to tip."),
    Reason("single", "6", "There is only one cube on {cell}: a tower has two or more."),
    Reason("blocked", "6", "Your tower is {height} high; it must be higher than {guilty} to fall."),
    Reason("relocation-due", "7", "You have inserted a cube: a relocation completes the turn."),
    Reason("mixed", "R1", "The {holder} player is on {target}: a stack has one colour only."),
    Reason("no-supply", "7", "All nine of your cubes are on the board: there is none to insert."),
    Reason("apart", "7", "On {target} a new cube would not be connected to your cubes."),
    Reason("shut-in", "R4", "You could relocate nothing after that: {guilty} shut {target} in."),
    Reason("start-first", "8", "Come back on a start cell: at least one of yours is empty."),
    Reason("far", "R7", "Your start cells are taken; come back nearer to them than {target}."),
    Reason("lost", "8", "You have no cube on the board: use this turn to put one back."),
    Reason("can-act", "R9", "You can only pass if there is nothing else you can do."),
)

ENDINGS = (
    Ending("formed", "a formation is complete"),
    Ending("repeated", "the same position for the third time: a draw"),
    Ending("long", "400 turns without a winner: a draw"),
)
