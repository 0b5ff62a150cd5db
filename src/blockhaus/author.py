"""Everything that the author of a game imports: `from blockhaus.author import ...`.

A game is a room: a package named by an entry point of the group `blockhaus.games`, with its box,
rules and scene, and its words and data beside them. docs/add-a-game.md builds one.
"""

from __future__ import annotations

from .core.bits import count, lowest
from .core.chance import below, fair
from .core.errors import BlockhausError, NotationError, OptionError
from .core.grid import LETTERS, Cell, Grid, column
from .core.layout import Layout, Plain, record_type
from .core.lookup import lookup, whole, zeros
from .core.rules import helper, rules
from .core.scene import (
    Barred,
    Block,
    Card,
    Event,
    Extent,
    Fact,
    Picture,
    Piece,
    Region,
    Seat,
    Side,
    Square,
    Supply,
    Table,
    Tally,
    remembered,
)
from .core.spec import Choice, Ending, Flag, Number, Options, Reason, Spec, Words
from .core.words import Phrase, both, either

__all__ = [
    "LETTERS",
    "Barred",
    "Block",
    "BlockhausError",
    "Card",
    "Cell",
    "Choice",
    "Ending",
    "Event",
    "Extent",
    "Fact",
    "Flag",
    "Grid",
    "Layout",
    "NotationError",
    "Number",
    "OptionError",
    "Options",
    "Phrase",
    "Picture",
    "Piece",
    "Plain",
    "Reason",
    "Region",
    "Seat",
    "Side",
    "Spec",
    "Square",
    "Supply",
    "Table",
    "Tally",
    "Words",
    "below",
    "both",
    "column",
    "count",
    "either",
    "fair",
    "helper",
    "lookup",
    "lowest",
    "record_type",
    "remembered",
    "rules",
    "whole",
    "zeros",
]
