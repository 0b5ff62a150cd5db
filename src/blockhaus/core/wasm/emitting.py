"""Loops as one module of LLVM code for wasm32, each with a door to call it through.

A door takes one number, the address of a row of 64-bit words: first there is room for the results,
then follow the arguments. A number is one word; results are always `i8`, `u8` or `f8`. An array is
the address of its first element and one word for each dimension; its elements lie one after the
other, the last dimension innermost. The door gives back 0, or another number if the loop gave up
for want of memory.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba.core import caching, types
from numba.core.compiler_lock import global_compiler_lock
from numba.np import arrayobj

from . import runtime
from .loops import Kind, Loop
from .target import LAYOUT, TRIPLE, compile_for_pages, target_machine

WORD = ir.IntType(64)
ADDRESS = ir.IntType(32)
BYTES = ir.IntType(8).as_pointer()
SPEED = 3
EXPORTED = ("reserve", "release")


def numba_type(word: str, dtypes: Mapping[str, np.dtype[Any]]) -> types.Type:
    """What a word of a signature is to Numba."""
    kind = Kind.read(word)
    dtype = dtypes.get(kind.element)
    element = numba.from_dtype(np.dtype(kind.element) if dtype is None else dtype)
    return types.Array(element, kind.dimensions, "C") if kind.dimensions else element


def emit(loops: Iterable[Loop], dtypes: Mapping[str, np.dtype[Any]]) -> bytes:
    """An object file with the doors of these loops."""
    context = compile_for_pages()
    machine = target_machine()
    whole = llvm.parse_assembly(str(_empty("loops")))
    doors = []
    for loop in loops:
        compiled = _compile(loop, {**dtypes, **loop.dtypes})
        whole.link_in(_door(context, loop.name, compiled))  # first: it asks for what follows
        whole.link_in(compiled.library._get_module_for_linking(), preserve=True)
        doors.append(loop.name)
    _keep_only(whole, doors)
    _optimise(whole, machine, speed=1, prune=True)  # while references are counted by calls
    whole.link_in(llvm.parse_assembly(runtime.REFERENCES))
    _keep_only(whole, doors)
    _optimise(whole, machine, SPEED)
    return bytes(machine.emit_object(whole))


def emit_runtime() -> bytes:
    """An object file with what loops call besides themselves."""
    context = compile_for_pages()
    machine = target_machine()
    whole = llvm.parse_assembly(runtime.MEMORY)
    whole.link_in(llvm.parse_assembly(runtime.BYTES))
    for name, (function, arguments) in runtime.FUNCTIONS.items():
        compiled = _result(numba.njit(error_model="numpy")(function), arguments)
        whole.link_in(_under_its_own_name(context, name, compiled))
        whole.link_in(compiled.library._get_module_for_linking(), preserve=True)
    _keep_only(whole, [*EXPORTED, *runtime.CALLED, *runtime.FUNCTIONS])
    _optimise(whole, machine, SPEED)
    return bytes(machine.emit_object(whole))


def _compile(loop: Loop, dtypes: Mapping[str, np.dtype[Any]]) -> Any:
    loop.function._cache = caching.NullCache()  # it has code of this machine
    compiled = _result(loop.function, [numba_type(word, dtypes) for word in loop.arguments])
    found = _words(compiled.signature.return_type)
    wanted = [numba_type(word, dtypes) for word in loop.results]
    if found != wanted:
        raise TypeError(f"{loop.name} gives {found}, not {wanted}")
    return compiled


def _result(dispatcher: Any, arguments: Iterable[types.Type]) -> Any:
    signature = tuple(arguments)
    with global_compiler_lock:
        dispatcher.compile(signature)
        found = dispatcher.overloads[signature]
        found.library._ensure_finalized()
    return found


def _words(result: types.Type) -> list[types.Type]:
    if isinstance(result, types.NoneType):
        return []
    parts = list(result) if isinstance(result, types.BaseTuple) else [result]
    return [types.unliteral(part) for part in parts]


def _empty(name: str) -> ir.Module:
    module = ir.Module(name)
    module.triple, module.data_layout = TRIPLE, LAYOUT
    return module


def _callee(context, module: ir.Module, compiled) -> ir.Function:
    kind = context.call_conv.get_function_type(compiled.fndesc.restype, compiled.fndesc.argtypes)
    return ir.Function(module, kind, compiled.fndesc.llvm_func_name)


def _door(context, name: str, compiled) -> Any:
    """The function that takes the words of a call apart."""
    module = _empty(f"door of {name}")
    callee = _callee(context, module, compiled)
    door = ir.Function(module, ir.FunctionType(ADDRESS, [BYTES]), name)
    builder = ir.IRBuilder(door.append_basic_block())
    words = _Words(builder, door.args[0])
    result = compiled.fndesc.restype
    places = [words.next() for _ in _words(result)]
    values = [_argument(context, builder, words, kind) for kind in compiled.fndesc.argtypes]
    status, given = context.call_conv.call_function(
        builder, callee, result, compiled.fndesc.argtypes, values
    )
    given = context.cast(builder, given, result, types.unliteral(result))
    for number, place in enumerate(places):
        part = given
        if isinstance(result, types.BaseTuple):
            part = builder.extract_value(given, number)
        builder.store(part, builder.bitcast(place, part.type.as_pointer()))
    builder.ret(status.code)
    return llvm.parse_assembly(str(module))


class _Words:
    """The words of a call, one after the other."""

    def __init__(self, builder: ir.IRBuilder, first: ir.Value) -> None:
        self.builder = builder
        self.first = first
        self.number = 0

    def next(self) -> ir.Value:
        place = self.builder.gep(self.first, [ADDRESS(8 * self.number)])
        self.number += 1
        return self.builder.bitcast(place, WORD.as_pointer())

    def load(self) -> ir.Value:
        return self.builder.load(self.next())


def _argument(context, builder, words: _Words, kind: types.Type) -> ir.Value:
    if not isinstance(kind, types.Array):
        place = builder.bitcast(words.next(), context.get_data_type(kind).as_pointer())
        return context.data_model_manager[kind].from_data(builder, builder.load(place))
    array = context.make_array(kind)(context, builder)
    address = builder.inttoptr(words.load(), context.get_data_type(kind.dtype).as_pointer())
    shape = [words.load() for _ in range(kind.ndim)]
    itemsize = context.get_constant(
        types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype))
    )
    strides = [itemsize]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    arrayobj.populate_array(array, address, shape, strides, itemsize, meminfo=None)
    return array._getvalue()


def _under_its_own_name(context, name: str, compiled) -> Any:
    """A function of numbers as C would call it."""
    module = _empty(name)
    callee = _callee(context, module, compiled)
    kinds = [context.get_value_type(kind) for kind in compiled.fndesc.argtypes]
    result = compiled.fndesc.restype
    function = ir.Function(module, ir.FunctionType(context.get_value_type(result), kinds), name)
    builder = ir.IRBuilder(function.append_basic_block())
    _, given = context.call_conv.call_function(
        builder, callee, result, compiled.fndesc.argtypes, function.args
    )
    builder.ret(given)
    return llvm.parse_assembly(str(module))


def _keep_only(module: Any, exported: Iterable[str]) -> None:
    """Let everything else be inlined and forgotten."""
    kept = set(exported)
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in kept:
            value.linkage = "internal"


def _optimise(module: Any, machine: Any, speed: int, prune: bool = False) -> None:
    options = llvm.create_pipeline_tuning_options(speed_level=speed)
    options.loop_vectorization = options.slp_vectorization = speed == SPEED
    passes = llvm.create_pass_builder(machine, options)
    manager = passes.getModulePassManager()
    if prune:
        manager.add_refprune_pass()
    manager.run(module, passes)
    module.verify()
