"""What compiled code calls besides itself: memory, counting references to it, a few functions.

The memory of a module begins with its stack and its constants. What follows is cut into blocks, of
four sizes between each two powers of two; a block that is given back waits in the list of its size.
Before every block 16 bytes tell its size. The host takes its arrays from the same memory, by the
exports `reserve` and `release`.

References are counted, because loops that run for a long time call rules that need a few numbers to
work with. There is one thread, so nothing has to be atomic.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import numpy as np
from numba.core import types

from ..exponents import exp, log
from .target import LAYOUT, TRIPLE

HEADER = f"""
target datalayout = "{LAYOUT}"
target triple = "{TRIPLE}"
"""

MEMORY = f"""{HEADER}
@waiting = internal global [128 x i32] zeroinitializer
@top = internal global i32 0
@__heap_base = external global i8

declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)

; The address of so many bytes, a multiple of 16; 0 if there is no room for them.
define i32 @reserve(i32 %bytes) {{
  %huge = icmp ugt i32 %bytes, 2080374784
  br i1 %huge, label %full, label %sized
sized:
  %least = call i32 @llvm.umax.i32(i32 %bytes, i32 64)
  %last = sub i32 %least, 1
  %zeros = call i32 @llvm.ctlz.i32(i32 %last, i1 true)
  %power = sub i32 31, %zeros
  %shift = sub i32 %power, 2
  %quarter = lshr i32 %last, %shift
  %quarters = add i32 %quarter, 1
  %size = shl i32 %quarters, %shift
  %fourfold = shl i32 %shift, 2
  %kind = add i32 %fourfold, %quarter
  %list = getelementptr i32, ptr @waiting, i32 %kind
  %first = load i32, ptr %list
  %none = icmp eq i32 %first, 0
  br i1 %none, label %fresh, label %again
again:
  %again.block = inttoptr i32 %first to ptr
  %next = load i32, ptr %again.block
  store i32 %next, ptr %list
  ret i32 %first
fresh:
  %known = load i32, ptr @top
  %begun = icmp ne i32 %known, 0
  %base = ptrtoint ptr @__heap_base to i32
  %base.up = add i32 %base, 15
  %base.even = and i32 %base.up, -16
  %begin = select i1 %begun, i32 %known, i32 %base.even
  %address = add i32 %begin, 16
  %end = add i32 %address, %size
  %wrapped = icmp ult i32 %end, %address
  br i1 %wrapped, label %full, label %grow
grow:
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %end.up = add i32 %end, 65535
  %needed = lshr i32 %end.up, 16
  %enough = icmp ule i32 %needed, %pages
  br i1 %enough, label %there, label %more
more:
  %missing = sub i32 %needed, %pages
  %got = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %missing)
  %refused = icmp eq i32 %got, -1
  br i1 %refused, label %full, label %there
there:
  store i32 %end, ptr @top
  %head = inttoptr i32 %begin to ptr
  store i32 %kind, ptr %head
  ret i32 %address
full:
  ret i32 0
}}

; Give back what was reserved.
define void @release(i32 %address) {{
  %begin = sub i32 %address, 16
  %head = inttoptr i32 %begin to ptr
  %kind = load i32, ptr %head
  %list = getelementptr i32, ptr @waiting, i32 %kind
  %next = load i32, ptr %list
  %block = inttoptr i32 %address to ptr
  store i32 %next, ptr %block
  store i32 %address, ptr %list
  ret void
}}
"""

# LLVM sees these functions in loops over bytes and calls them instead. Their own loops load bytes
# one by one (volatile), or LLVM would see the same in them.
BYTES = f"""{HEADER}
define i32 @strlen(ptr %bytes) {{
  br label %look
look:
  %i = phi i32 [ 0, %0 ], [ %next, %look ]
  %place = getelementptr i8, ptr %bytes, i32 %i
  %byte = load volatile i8, ptr %place
  %end = icmp eq i8 %byte, 0
  %next = add i32 %i, 1
  br i1 %end, label %done, label %look
done:
  ret i32 %i
}}

define i32 @memcmp(ptr %one, ptr %other, i32 %size) {{
  br label %check
check:
  %i = phi i32 [ 0, %0 ], [ %next, %look ]
  %more = icmp ult i32 %i, %size
  br i1 %more, label %look, label %equal
look:
  %place = getelementptr i8, ptr %one, i32 %i
  %byte = load volatile i8, ptr %place
  %other.place = getelementptr i8, ptr %other, i32 %i
  %other.byte = load volatile i8, ptr %other.place
  %next = add i32 %i, 1
  %same = icmp eq i8 %byte, %other.byte
  br i1 %same, label %check, label %unlike
unlike:
  %wide = zext i8 %byte to i32
  %other.wide = zext i8 %other.byte to i32
  %difference = sub i32 %wide, %other.wide
  ret i32 %difference
equal:
  ret i32 0
}}

define i32 @bcmp(ptr %one, ptr %other, i32 %size) {{
  %found = call i32 @memcmp(ptr %one, ptr %other, i32 %size)
  ret i32 %found
}}
"""

CALLED = ("strlen", "memcmp", "bcmp")

# An array of Numba's begins with the number of those who refer to it, three pointers, the last of
# them to its data, and its size.
REFERENCES = f"""{HEADER}
%array = type {{ i64, ptr, ptr, ptr, i64 }}

declare i32 @reserve(i32)
declare void @release(i32)

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %alignment) {{
  %huge = icmp ugt i64 %size, 2000000000
  br i1 %huge, label %full, label %ask
ask:
  %size.short = trunc i64 %size to i32
  %more = add i32 %alignment, 32
  %bytes = add i32 %size.short, %more
  %address = call i32 @reserve(i32 %bytes)
  %refused = icmp eq i32 %address, 0
  br i1 %refused, label %full, label %there
there:
  %array = inttoptr i32 %address to ptr
  store i64 1, ptr %array
  %behind = add i32 %address, 31
  %behind.up = add i32 %behind, %alignment
  %mask = sub i32 0, %alignment
  %even = and i32 %behind.up, %mask
  %data = inttoptr i32 %even to ptr
  %place = getelementptr %array, ptr %array, i32 0, i32 3
  store ptr %data, ptr %place
  ret ptr %array
full:
  ret ptr null
}}

define ptr @NRT_MemInfo_data_fast(ptr %array) {{
  %place = getelementptr %array, ptr %array, i32 0, i32 3
  %data = load ptr, ptr %place
  ret ptr %data
}}

define void @NRT_incref(ptr %array) {{
  %foreign = icmp eq ptr %array, null
  br i1 %foreign, label %done, label %count
count:
  %before = load i64, ptr %array
  %after = add i64 %before, 1
  store i64 %after, ptr %array
  ret void
done:
  ret void
}}

define void @NRT_decref(ptr %array) {{
  %foreign = icmp eq ptr %array, null
  br i1 %foreign, label %done, label %count
count:
  %before = load i64, ptr %array
  %after = sub i64 %before, 1
  store i64 %after, ptr %array
  %last = icmp eq i64 %after, 0
  br i1 %last, label %free, label %done
free:
  %address = ptrtoint ptr %array to i32
  call void @release(i32 %address)
  ret void
done:
  ret void
}}
"""


def reshape(dimensions, lengths, steps, wanted, new_lengths, new_steps, size, fortran):
    """The steps of an array in a new shape, where its elements lie one after the other."""
    step = size
    for i in range(dimensions - 1, -1, -1):
        if fortran or (lengths[i] != 1 and steps[i] != step):
            return np.int32(0)
        step *= lengths[i]
    step = size
    for i in range(wanted - 1, -1, -1):
        new_steps[i] = step
        step *= new_lengths[i]
    return np.int32(1)


_WHOLE, _ROW = types.int64, types.CPointer(types.int64)
FUNCTIONS = {
    "exp": (exp, (types.float64,)),
    "log": (log, (types.float64,)),
    "numba_attempt_nocopy_reshape": (
        reshape,
        (_WHOLE, _ROW, _ROW, _WHOLE, _ROW, _ROW, _WHOLE, types.int32),
    ),
}
