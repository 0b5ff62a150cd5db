"""The same puzzles put to a solver of constraints, OR-Tools CP-SAT.

It is asked where the search of `shapes` would take too long: whether a puzzle is impossible, and
how many cubes puzzles of very many cubes need. It shares nothing with that search but where views
look, so that tests compare the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...author import Cell
from .arrangement import HIGHEST, TWIN, SoloError
from .cards import COLOURS, EACH, Place, Squares, turns
from .solving import Clock, Filled, OutOfTime
from .views import PLACES, VIEWS, project

ANY = range(len(PLACES) + 1)

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar


def constraint_solver() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "ortools":
            raise
        raise SoloError(
            "This puzzle needs OR-Tools, which is not installed: pip install 'blockhaus[solo]'."
        ) from None
    return cp_model


class Model:
    """A variable for each cell and colour, and for each card a choice of where it appears."""

    def __init__(self, cards: Sequence[Squares], building: Filled, twins: bool) -> None:
        self.solver = constraint_solver()
        self.model: CpModel = self.solver.CpModel()
        self.building = building
        self.twins = twins
        self.cubes = {
            (cell, hue): self._variable() for cell in PLACES for hue in range(len(COLOURS))
        }
        self.filled = {cell: self._variable() for cell in PLACES}
        self.shown: dict[tuple[int, Place, int], IntVar] = {}
        self._stack()
        self._supply()
        for card in cards:
            self._show(card)

    def _variable(self) -> IntVar:
        return self.model.new_bool_var("")

    def _stack(self) -> None:
        """Cubes stand on cubes, and those of the building stay where they are."""
        for cell in PLACES:
            x, y, z = cell
            colours = [self.cubes[cell, hue] for hue in range(len(COLOURS))]
            self.model.add(sum(colours) == self.filled[cell])
            if z:
                self.model.add_implication(self.filled[cell], self.filled[x, y, z - 1])
            if cell in self.building:
                self.model.add(colours[COLOURS.index(self.building[cell])] == 1)

    def _supply(self) -> None:
        for hue in range(len(COLOURS)):
            used = sum(self.cubes[cell, hue] for cell in PLACES)
            twin = self._twin(hue) if self.twins else 0
            self.model.add(used <= EACH + TWIN * twin)

    def _twin(self, hue: int) -> IntVar:
        """Whether two cubes of a colour are next to each other."""
        there = self._variable()
        pairs = []
        for x, y, z in PLACES:
            for other in ((x + 1, y, z), (x, y + 1, z), (x, y, z + 1)):
                if other in self.filled:
                    pairs.append(self._variable())
                    self.model.add_implication(pairs[-1], self.cubes[(x, y, z), hue])
                    self.model.add_implication(pairs[-1], self.cubes[other, hue])
        self.model.add_bool_or([*pairs, there.Not()])
        return there

    def _show(self, card: Squares) -> None:
        """Rule 5: the card is to be seen in one of the views, turned one way, at one place."""
        choices = []
        colours = [COLOURS.index(colour) for _, _, colour in card]
        for way in turns([(x, y) for x, y, _ in card]):
            width, height = (max(ends) for ends in zip(*way, strict=True))
            for view in range(len(VIEWS)):
                for right in range(4 - width):
                    for up in range(4 - height):
                        choices.append(self._variable())
                        for (x, y), hue in zip(way, colours, strict=True):
                            shown = self._shows(view, (x + right, y + up), hue)
                            self.model.add_implication(choices[-1], shown)
        self.model.add_bool_or(choices)

    def _shows(self, view: int, square: Place, hue: int) -> IntVar:
        """Whether a square of a picture has a colour: a cube of it with nothing in front."""
        key = view, square, hue
        if key not in self.shown:
            self.shown[key] = self._variable()
            nearest = []
            line = self.lines[view, square]
            for i, cell in enumerate(line):
                nearest.append(self._variable())
                self.model.add_implication(nearest[-1], self.cubes[cell, hue])
                for before in line[:i]:
                    self.model.add_implication(nearest[-1], self.filled[before].Not())
            self.model.add_bool_or([*nearest, self.shown[key].Not()])
        return self.shown[key]

    @cached_property
    def lines(self) -> dict[tuple[int, Place], list[Cell]]:
        """The cells behind a square of a view, the nearest first."""
        found: dict[tuple[int, Place], list[Cell]] = {}
        for view in range(len(VIEWS)):
            for cell in sorted(PLACES, key=lambda cell: project(view, cell)[2]):
                found.setdefault((view, project(view, cell)[:2]), []).append(cell)
        return found

    def solve(
        self, clock: Clock, threads: int | None, cubes: range = ANY, least: bool = False
    ) -> tuple[dict[Cell, str] | None, bool]:
        """An arrangement of so many cubes, or the least of them, and whether it is proven that."""
        used = sum(self.filled.values())
        self.model.add_linear_constraint(used, cubes.start, cubes.stop - 1)
        if least:
            self.model.minimize(used)
        solver = self.solver.CpSolver()
        solver.parameters.num_workers = threads or 0
        if clock.left is not None:
            solver.parameters.max_time_in_seconds = clock.left
        status = solver.solve(self.model)
        if status == self.solver.UNKNOWN:
            raise OutOfTime
        if status == self.solver.INFEASIBLE:
            return None, True
        filled = {
            cell: COLOURS[hue] for (cell, hue), cube in self.cubes.items() if solver.value(cube)
        }
        return filled, status == self.solver.OPTIMAL and least


def fits(card: Squares) -> bool:
    """Whether a card is small enough for a picture."""
    return all(max(ends) - min(ends) < HIGHEST for ends in list(zip(*card, strict=True))[:2])
