"""Compiling games to WebAssembly."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.wasm.building import Plan, carry_out_all
from .progress import progress
from .screen import Screen


def compile_modules(screen: Screen, plans: Sequence[Plan], again: bool) -> None:
    """Make modules, and tell how large they are."""
    width = max(len(plan.game) for plan in plans)
    wanted = [plan for plan in plans if again or not plan.is_carried_out]
    with progress(screen, len(wanted)) as bar:
        for _ in carry_out_all(wanted):
            bar.advance(bar.task_ids[0])
    for plan in plans:
        told = "" if plan in wanted else "  (up to date)"
        screen.say(f"{plan.game:{width}}  {plan.module.stat().st_size / 1000:6.1f} kB{told}")
