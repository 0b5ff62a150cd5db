"""Puzzles for one, solved and checked, in words."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

from ..core.errors import BlockhausError
from ..core.rooms import open_rooms
from .screen import Screen, plural


def room_for_one() -> ModuleType:
    """What the first game that is played alone, too, knows of it."""
    for room in open_rooms():
        if room.solo:
            return room.solo
    raise BlockhausError("No game here is played alone.")


def show_solution(
    screen: Screen, cards: Sequence[str], building: str, twins: bool, seconds: float | None
) -> None:
    solo = room_for_one()
    found = solo.solve(
        [solo.read_card(card) for card in cards],
        building=solo.read_stacks(building),
        twins=twins,
        seconds=seconds,
    )
    if found is None:
        screen.say("No building fulfils them all at once.")
        return
    fewer = "fewer are not enough" if found.proven else "perhaps fewer are enough"
    screen.say(f"{plural(found.cubes, 'cube')}; {fewer}.")
    for cell, stack in found.stacks.items():
        screen.say(f"  {cell}: {', '.join(stack)}")


def show_check(screen: Screen, cards: Sequence[str], building: str, twins: bool) -> None:
    solo = room_for_one()
    views = solo.check(
        [solo.read_card(card) for card in cards], solo.read_stacks(building), twins=twins
    )
    for card, sides in zip(cards, views, strict=True):
        screen.say(f"{card}: {'seen from ' + ', '.join(sides) if sides else 'not fulfilled'}")
