"""Making a tree of its own of the part of a tree that lies below a move."""

# mypy: disable-error-code="no-untyped-def, assignment"
from __future__ import annotations

import numpy as np

from ...core.native.compiled import compiled
from ..shapes import MERITS


@compiled
def rebase(entries, acts, does, merits, to_entries, to_acts, to_does, to_merits, root, used):
    """Copy the part of a tree below a node, so that it becomes a tree of its own."""
    first, children, filled = np.int64(root), 1, 0
    parent = 0
    while True:
        for i in range(children):
            to_entries[filled + i] = entries[first + i]
            to_acts[filled + i] = acts[first + i]
            to_does[filled + i] = does[first + i]
            for merit in range(MERITS):
                to_merits[merit, filled + i] = merits[merit, first + i]
        if filled:
            to_entries[parent].first = filled
            parent += 1
        filled += children
        if parent == filled:
            break
        first, children = np.int64(to_entries[parent].first), np.int64(to_entries[parent].children)
    used[0] = filled
