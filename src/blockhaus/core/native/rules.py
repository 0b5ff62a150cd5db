"""The rules of `core.rules` for compiled code: chosen while compiling, by the record's type."""

from __future__ import annotations

from typing import Any

from numba.extending import overload, register_jitable

from .. import rules
from . import numbers as numbers  # what rules call besides each other
from .options import OPTIONS
from .records import layout_of

inlined = register_jitable(**OPTIONS, forceinline=True)
"""For what is called in every simulation: a call counts references to all its arrays."""


def _choose_by_type(name: str, call: rules.Function) -> None:
    @overload(call, strict=False, jit_options=OPTIONS)
    def choose(s: Any, *_arguments: Any) -> rules.Function | None:
        layout = layout_of(s)
        return None if layout is None else rules.implementation(name, layout)


for _name, _call in rules.generic.items():
    _choose_by_type(_name, _call)
rules.compile_helpers(register_jitable(**OPTIONS))
