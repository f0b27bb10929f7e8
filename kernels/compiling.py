"""The one decorator for inner compiled functions, so that flags are set in one place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit

__all__ = ["compiled"]

_F = TypeVar("_F", bound=Callable[..., Any])


def compiled(function: _F) -> _F:
    """Compile a function on first use.

    Division follows numpy (no zero test per division). Only entry points are cached on disk: they hold the machine
    code of everything they call.
    """
    return njit(nogil=True, error_model="numpy")(function)  # type: ignore[no-any-return]
