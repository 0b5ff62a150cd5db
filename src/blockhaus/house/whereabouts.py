"""From where visitors last asked. Tokens cost nothing, so in the lines for thinking those who ask
from one address share one turn.
"""

from __future__ import annotations

from collections import OrderedDict

from .origins import is_loopback
from .rates import VISITORS_KEPT


class Whereabouts:
    """The addresses of visitors, in memory alone, and of so many of them."""

    def __init__(self) -> None:
        self._last: OrderedDict[str, str] = OrderedDict()

    def note(self, visitor: str, address: str) -> None:
        """Who asks from this machine counts for themselves."""
        self._last.pop(visitor, None)
        if is_loopback(address):
            return
        self._last[visitor] = address
        if len(self._last) > VISITORS_KEPT:
            self._last.popitem(last=False)

    def of(self, visitor: str) -> str:
        """With whom a visitor takes turns: the address, or where none is known the visitor."""
        return self._last.get(visitor, visitor)
