"""The random numbers of PROTOCOL.md in plain Python integers.

Philox2x64-10 after Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011), with the
word streams, whole-number draws and the shuffle that both engines agree on. Everything is a function of
(seed, deal, purpose, round, replicate, index), so nothing here has to be kept in step with the other engine.
"""

from __future__ import annotations

MASK32 = (1 << 32) - 1
MASK64 = (1 << 64) - 1
MULTIPLIER = 0xD2B74407B1CE6E93
WEYL = 0x9E3779B97F4A7C15
ROUNDS = 10

SHUFFLE = 1
LOT = 2
CHOICES = 16  # plus the seat

WORDS_PER_ATTEMPT = 64
BATCH_LIMIT = 1 << 32


def philox(counter0: int, counter1: int, key: int) -> tuple[int, int]:
    """Return the two output words of Philox2x64-10 for a counter of two words and a key."""
    for _ in range(ROUNDS):
        product = MULTIPLIER * counter0
        counter0 = (product >> 64) ^ key ^ counter1
        counter1 = product & MASK64
        key = (key + WEYL) & MASK64
    return counter0, counter1


class Words:
    """The stream of 64-bit words of one (seed, deal, purpose, round, replicate).

    Parameters
    ----------
    seed, deal : int
        Unsigned 64-bit numbers: the key, and word 0 of the counter.
    purpose : int
        `SHUFFLE`, `LOT` or `CHOICES` + seat.
    round_ : int
        Round of a match, 0 outside matches.
    replicate : int
        Tells apart the choices made in the same deals; 0 for shuffles and lots.
    """

    __slots__ = ("_block", "_deal", "_head", "_index", "_next", "_seed")

    def __init__(self, seed: int, deal: int, purpose: int, round_: int = 0, replicate: int = 0) -> None:
        self._seed = seed
        self._deal = deal
        self._head = purpose << 56 | round_ << 40 | replicate << 24
        self._index = -1
        self._block = (0, 0)
        self._next = 0

    def at(self, n: int) -> int:
        """Return word number `n`: word n % 2 of block n // 2."""
        if n >> 1 != self._index:
            self._index = n >> 1
            self._block = philox(self._deal, self._head | self._index, self._seed)
        return self._block[n & 1]

    def take(self) -> int:
        """Return the next word, starting at number 0 or where `seek` went."""
        self._next += 1
        return self.at(self._next - 1)

    def seek(self, n: int) -> None:
        """Make word number `n` the next one that `take` returns."""
        self._next = n


def below(word: int, n: int) -> int:
    """Return a whole number in [0, n): the high 64 bits of ``word * n``."""
    return word * n >> 64


def below32(low: int, n: int) -> int:
    """Return a whole number in [0, n) from 32 bits: ``low * n >> 32``."""
    return low * n >> 32


def shuffle(words: Words, tiles: int, attempt: int = 0) -> list[int]:
    """Return tile ids 0 ... tiles - 1 in the order of PROTOCOL.md's shuffle: each place gets one of those left.

    One word serves several draws as long as the product of their sizes stays within 2**32
    (Brackett-Rozinsky and Lemire 2024); words are numbered from ``64 * attempt``.
    """
    left = list(range(tiles))
    order = []
    words.seek(WORDS_PER_ATTEMPT * attempt)
    word, product = 0, BATCH_LIMIT + 1  # no word yet
    for size in range(tiles, 0, -1):
        product *= size
        if product > BATCH_LIMIT:
            word, product = words.take(), size
        order.append(left.pop(word * size >> 64))
        word = word * size & MASK64
    return order
