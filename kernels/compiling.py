"""The one decorator for inner compiled functions, so that flags are set in one place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba import njit

__all__ = ["JIT_OFF", "compiled", "inlined"]

JIT_OFF = bool(numba.config.DISABLE_JIT)
"""``NUMBA_DISABLE_JIT=1``: everything runs as plain Python, for coverage and debugging."""

_F = TypeVar("_F", bound=Callable[..., Any])


def compiled(function: _F) -> _F:
    """Compile a function on first use.

    Division follows numpy (no zero test per division). Only entry points are cached on disk: they hold the machine
    code of everything they call.
    """
    return cast("_F", njit(nogil=True, error_model="numpy")(function))


def inlined(function: _F) -> _F:
    """Compile a function into its callers: for small ones and those with one caller on the path of every turn.

    Numba's functions are visible symbols, which LLVM does not inline for having a single caller.
    """
    return cast("_F", njit(nogil=True, error_model="numpy", forceinline=True)(function))
