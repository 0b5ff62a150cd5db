"""Everything that the author of a game imports: `from blockhaus.author import ...`.

A game is a room: a package named by an entry point of the group `blockhaus.games`, with its box,
rules and scene, and its words and data beside them. docs/add-a-game.md builds one.
"""

from __future__ import annotations

from .core.bits import count, lowest
from .core.chance import below, fair
from .core.errors import BlockhausError, IllegalMove, NotationError, OptionError, Refusal
from .core.exponents import exp, log
from .core.grid import LETTERS, Cell, Grid, column
from .core.kernels import fastest, kernel
from .core.layout import Layout, Plain, record_type
from .core.lookup import lookup, whole, zeros
from .core.rules import helper, rules
from .core.scene import (
    Barred,
    Block,
    Board,
    Card,
    Change,
    Event,
    Extent,
    Fact,
    Lack,
    Offer,
    Picture,
    Piece,
    Region,
    Scene,
    Seat,
    Side,
    Square,
    Supply,
    Table,
    Tally,
    change_between,
    remembered,
)
from .core.spec import Choice, Ending, Flag, Number, Options, Reason, Spec, Words
from .core.symmetry import Symmetry, square_symmetries
from .core.words import Phrase, both, either
from .core.workshop import Answer, Building, Look, Task, Tool, WorkshopError

__all__ = [
    "LETTERS",
    "Answer",
    "Barred",
    "Block",
    "BlockhausError",
    "Board",
    "Building",
    "Card",
    "Cell",
    "Change",
    "Choice",
    "Ending",
    "Event",
    "Extent",
    "Fact",
    "Flag",
    "Grid",
    "IllegalMove",
    "Lack",
    "Layout",
    "Look",
    "NotationError",
    "Number",
    "Offer",
    "OptionError",
    "Options",
    "Phrase",
    "Picture",
    "Piece",
    "Plain",
    "Reason",
    "Refusal",
    "Region",
    "Scene",
    "Seat",
    "Side",
    "Spec",
    "Square",
    "Supply",
    "Symmetry",
    "Table",
    "Tally",
    "Task",
    "Tool",
    "Words",
    "WorkshopError",
    "below",
    "both",
    "change_between",
    "column",
    "count",
    "either",
    "exp",
    "fair",
    "fastest",
    "helper",
    "kernel",
    "log",
    "lookup",
    "lowest",
    "record_type",
    "remembered",
    "rules",
    "square_symmetries",
    "whole",
    "zeros",
]
