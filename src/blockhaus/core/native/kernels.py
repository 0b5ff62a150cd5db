"""Compiling the loops of rooms, for `core.kernels`."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from .compiled import compiled


@cache
def compiled_kernel(loop: Callable[..., Any]) -> Callable[..., Any]:
    """The loop as machine code, working on the very arrays it is given."""
    run = compiled(loop)

    def call(*arguments: Any) -> Any:
        return run(*(np.frombuffer(a, np.int64) if isinstance(a, array) else a for a in arguments))

    return call
