"""Which tables leave the memory, and what is done where one of them is broken."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .storage import Unreachable

if TYPE_CHECKING:
    from .live_table import LiveTable

logger = logging.getLogger(__name__)
MOST_NOTED = 1000  # broken tables that are told of in the log


class Broken:
    """Tables that fail where the house looks over all of them: the others are seen to all the
    same, and each is told of once.
    """

    def __init__(self) -> None:
        self.noted: set[str] = set()

    @contextmanager
    def passed_over(self, table_id: str) -> Iterator[None]:
        """Do something with a table, whatever is wrong with it."""
        try:
            yield
        except Unreachable:  # which is no fault of the table
            raise
        except Exception:
            if table_id not in self.noted and len(self.noted) < MOST_NOTED:
                self.noted.add(table_id)
                logger.exception("table %s is broken", table_id)


Costs = dict["LiveTable", int]  # bytes


def costs_of(tables: Iterable[LiveTable], broken: Broken) -> Costs:
    found = {}
    for live in tables:
        with broken.passed_over(live.table.id):
            found[live] = live.cost
    return found


def by_host(costs: Costs) -> list[Costs]:
    found: dict[str, Costs] = {}
    for live, cost in costs.items():
        found.setdefault(live.table.founding.host, {})[live] = cost
    return list(found.values())


def beyond(costs: Costs, most: int, before: float, broken: Broken) -> list[LiveTable]:
    """Tables without which the others take no more than so many bytes: those that nobody has
    looked at for longest first, none of them later than some time, and none that is needed.
    """
    taken = sum(costs.values())
    found: list[LiveTable] = []
    for live in sorted(costs, key=lambda live: live.touched) if taken > most else ():
        if taken <= most:
            break
        with broken.passed_over(live.table.id):
            if live.touched < before and not live.is_needed:
                taken -= costs[live]
                found.append(live)
    return found
