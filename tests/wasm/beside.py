"""The same loop, natively and as WebAssembly, on the same arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from blockhaus.core.wasm.memory import Array, Module


class Beside:
    """Calls loops on both sides, and compares what they give and every byte they leave.

    An array that was given once stays where it is, so that big ones are copied but once.
    """

    def __init__(self, module: Module) -> None:
        self.module = module
        self._copies: dict[int, tuple[np.ndarray[Any, Any], Array]] = {}
        self._own: list[Array] = []

    def close(self) -> None:
        for copy in self._own:
            copy.release()

    def call(self, loop: Any, *arguments: Any) -> Any:
        name = loop.py_func.__name__
        kinds = self.module.functions[name].arguments.values()
        taken = [
            self._copy(kind, argument) if isinstance(argument, np.ndarray) else argument
            for kind, argument in zip(kinds, arguments, strict=True)
        ]
        native = loop(*arguments)
        given = self.module.call(name, *taken)
        assert given == native, name
        for parameter, argument, copy in zip(
            self.module.functions[name].arguments, arguments, taken, strict=True
        ):
            if isinstance(argument, np.ndarray):
                assert copy.read() == argument.tobytes(), f"{name} left another {parameter}"
        return native

    def _copy(self, kind: str, argument: np.ndarray[Any, Any]) -> Array:
        known = self._copies.get(id(argument))
        if known is None:
            element = kind.partition("[")[0]
            copy = self._sharing(argument, element)
            if copy is None:
                copy = Array(self.module, element, argument.shape)
                self._own.append(copy)
            known = self._copies[id(argument)] = argument, copy
        known[1].write(argument.tobytes())
        return known[1]

    def _sharing(self, argument: np.ndarray[Any, Any], element: str) -> Array | None:
        """The same memory seen as something else, such as records as words."""
        for other, copy in self._copies.values():
            if other.ctypes.data == argument.ctypes.data and other.nbytes == argument.nbytes:
                return copy.seen_as(element, argument.shape)
        return None
