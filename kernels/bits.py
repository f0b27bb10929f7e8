"""Bit tricks on 64-bit masks as single machine instructions, with plain-Python stand-ins when the JIT is off.

Everything stays ``uint64`` with ``np.uint64`` constants: numba turns ``uint64 + int64`` into a float.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import njit, types
from numba.extending import intrinsic

from kernels.compiling import JIT_OFF

__all__ = ["highest_bit", "lowest_bit", "mulhi", "nth_bit", "nth_mask", "popcount"]

# One pdep finds the n-th set bit; it is an x86 BMI2 instruction, absent elsewhere and slow before Zen 3.
_HAS_PDEP = bool(binding.get_host_cpu_features().get("bmi2")) and binding.get_host_cpu_name() not in (
    "znver1",
    "znver2",
)

if JIT_OFF:

    def popcount(mask: Any) -> int:
        """Count the set bits of a mask."""
        return int(mask).bit_count()

    def lowest_bit(mask: Any) -> int:
        """Return the position of the lowest set bit; the mask must not be 0."""
        return (int(mask) & -int(mask)).bit_length() - 1

    def highest_bit(mask: Any) -> int:
        """Return the position of the highest set bit; the mask must not be 0."""
        return int(mask).bit_length() - 1

    def nth_mask(mask: Any, n: Any) -> Any:
        """Return set bit number `n` of a mask, counted from the lowest, as a mask; there must be more than `n`."""
        mask = int(mask)
        for _ in range(int(n)):
            mask &= mask - 1
        return np.uint64(mask & -mask)

    def nth_bit(mask: Any, n: Any) -> int:
        """Return the position of set bit number `n`, counted from the lowest; the mask must have more than `n`."""
        return lowest_bit(nth_mask(mask, n))

    def mulhi(a: Any, b: Any) -> Any:
        """Return the high 64 bits of the 128-bit product of two unsigned 64-bit numbers."""
        return np.uint64((int(a) * int(b)) >> 64)

else:
    _I64 = ir.IntType(64)
    _I128 = ir.IntType(128)

    @intrinsic
    def popcount(typingctx: Any, mask: Any) -> Any:
        """Count the set bits of a mask (llvm.ctpop)."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.uint64), codegen

    @intrinsic
    def lowest_bit(typingctx: Any, mask: Any) -> Any:
        """Return the position of the lowest set bit (llvm.cttz); the mask must not be 0."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), codegen

    @intrinsic
    def highest_bit(typingctx: Any, mask: Any) -> Any:
        """Return the position of the highest set bit (63 - llvm.ctlz); the mask must not be 0."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.sub(ir.Constant(_I64, 63), builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1)))

        return types.int64(types.uint64), codegen

    @intrinsic
    def mulhi(typingctx: Any, a: Any, b: Any) -> Any:
        """Return the high 64 bits of the 128-bit product of two unsigned 64-bit numbers."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            wide = builder.mul(builder.zext(args[0], _I128), builder.zext(args[1], _I128))
            return builder.trunc(builder.lshr(wide, ir.Constant(_I128, 64)), _I64)

        return types.uint64(types.uint64, types.uint64), codegen

    if _HAS_PDEP:

        @intrinsic
        def _pdep(typingctx: Any, source: Any, mask: Any) -> Any:
            """Spread the low bits of `source` over the set bits of `mask`."""

            def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                kind = ir.FunctionType(_I64, [_I64, _I64])
                return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind), args)

            return types.uint64(types.uint64, types.uint64), codegen

        @njit(nogil=True, forceinline=True)
        def nth_mask(mask: Any, n: Any) -> Any:
            """Return set bit number `n` of a mask, counted from the lowest, as a mask; there must be more than `n`."""
            return _pdep(np.uint64(1) << np.uint64(n), mask)

    else:

        @njit(nogil=True, forceinline=True)
        def nth_mask(mask: Any, n: Any) -> Any:
            """Return set bit number `n` of a mask, counted from the lowest, as a mask; there must be more than `n`."""
            for _ in range(np.int64(n)):
                mask &= mask - np.uint64(1)
            return mask & (~mask + np.uint64(1))

    @njit(nogil=True, forceinline=True)
    def nth_bit(mask: Any, n: Any) -> Any:
        """Return the position of set bit number `n`, counted from the lowest; the mask must have more than `n`."""
        return lowest_bit(nth_mask(mask, n))
