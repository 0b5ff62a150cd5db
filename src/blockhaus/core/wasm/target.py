"""Numba for another machine: wasm32.

Pointers have four bytes there, but Numba's whole numbers keep their 64 bits, so that everything
counts as it does natively. A process that has called `compile_for_pages` compiles nothing else.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, misc"
from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
from numba.core import callconv, codegen, cpu
from numba.core.registry import cpu_target

TRIPLE = "wasm32-unknown-unknown"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES = "+simd128,+sign-ext,+nontrapping-fptoint,+mutable-globals,+bulk-memory"


class _Library(codegen.AOTCodeLibrary):
    """Code that waits for its callers: the whole is optimised at once, where it is linked."""

    def _optimize_functions(self, ll_module) -> None:
        ll_module.data_layout = LAYOUT

    def _optimize_final_module(self) -> None:
        pass


class _Codegen(codegen.CPUCodegen):
    """Emits code for wasm32, and runs none."""

    _library_class = _Library

    def _init(self, llvm_module) -> None:
        self._tm = target_machine()
        self._tm_features = FEATURES
        self._data_layout = LAYOUT
        self._target_data = llvm.create_target_data(LAYOUT)

    def _create_empty_module(self, name):
        module = super()._create_empty_module(name)
        module.triple = TRIPLE
        return module

    def _add_module(self, module) -> None:
        pass


class _Context(cpu.CPUContext):
    """Lowers as for this machine, but for what Python, its exceptions and its runtime need."""

    allow_dynamic_globals = False

    def init(self) -> None:
        self.is32bit = False
        self._internal_codegen = _Codegen("blockhaus.wasm")

    def post_lowering(self, mod, library) -> None:
        pass  # what counts references is linked in at the end

    def create_cpython_wrapper(self, *_arguments: Any, **_options: Any) -> None:
        pass

    def get_executable(self, *_arguments: Any):
        return [].clear  # something built in, of its own for each function; nobody calls it

    @property
    def call_conv(self):
        return callconv.CPUCallConv(self)


def target_machine() -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(
        cpu="generic", features=FEATURES, opt=3, reloc="static", codemodel="default"
    )


def compile_for_pages() -> _Context:
    """From now on this process compiles for wasm32."""
    known = vars(cpu_target).get("_toplevel_target_context")
    if isinstance(known, _Context):
        return known
    if known is not None:
        raise RuntimeError("this process has compiled for its own machine")
    context = vars(cpu_target)["_toplevel_target_context"] = _Context(
        cpu_target.typing_context, "cpu"
    )
    return context
