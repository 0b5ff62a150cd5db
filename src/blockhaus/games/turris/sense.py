"""What searches of TURRIS are told besides its rules."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from .rules import rule


@rule
def quiet(s, action):
    """A decision places one block at most, and whoever has one left can place it (`end_turn`)."""
    return s.supply[0] + s.supply[1] > 2
