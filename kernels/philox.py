"""Random numbers as a pure function of what they are for: Philox2x64-10.

Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011. The key is the seed; the counter
is (deal, purpose and round and index). One policy's choices can therefore never shift another's luck, and nothing
depends on chunks, workers or order.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels.bits import mulhi
from kernels.compiling import inlined

__all__ = ["CHOICE", "LOT", "SHUFFLE", "below", "block", "stream"]

SHUFFLE = 1
LOT = 2
CHOICE = 16  # + seat

_MULTIPLIER = np.uint64(0xD2B74407B1CE6E93)
_WEYL = np.uint64(0x9E3779B97F4A7C15)


@inlined
def block(key: Any, counter0: Any, counter1: Any) -> Any:
    """Return the two 64-bit words of one Philox2x64-10 block.

    Parameters
    ----------
    key, counter0, counter1 : uint64

    Returns
    -------
    tuple of uint64
    """
    x0 = counter0
    x1 = counter1
    for _ in range(10):
        high = mulhi(_MULTIPLIER, x0)
        low = _MULTIPLIER * x0
        x0 = high ^ key ^ x1
        x1 = low
        key = key + _WEYL
    return x0, x1


@inlined
def stream(purpose: Any, round_number: Any, replicate: Any) -> Any:
    """Return the counter word of index 0 for a purpose, a round of a match and a replicate; add the block's index."""
    high = (np.uint64(purpose) << np.uint64(56)) | (np.uint64(round_number) << np.uint64(40))
    return high | (np.uint64(replicate) << np.uint64(24))


@inlined
def below(word: Any, bound: Any) -> Any:
    """Return a whole number in ``[0, bound)`` from a 64-bit word; its bias is below ``bound / 2**64``."""
    return np.int64(mulhi(word, np.uint64(bound)))
