"""The random numbers against published vectors, and the shuffle against its definition."""

from collections import Counter

import pytest

from tests.reference import philox

# Known-answer vectors of the Random123 distribution for philox2x64-10: counter, key, output.
VECTORS = [
    ((0, 0), 0, (0xCA00A0459843D731, 0x66C24222C9A845B5)),
    ((philox.MASK64, philox.MASK64), philox.MASK64, (0x65B021D60CD8310F, 0x4D02F3222F86DF20)),
    (
        (0x243F6A8885A308D3, 0x13198A2E03707344),
        0xA4093822299F31D0,
        (0x0A5E742C2997341C, 0xB0F883D38000DE5D),
    ),
]


@pytest.mark.exact
@pytest.mark.parametrize(("counter", "key", "expected"), VECTORS)
def test_known_answers(counter, key, expected):
    assert philox.philox(*counter, key) == expected


@pytest.mark.exact
def test_words_are_named_by_deal_purpose_round_and_index():
    words = philox.Words(seed=11, deal=22, purpose=17, round_=3)
    block = philox.philox(22, 17 << 56 | 3 << 40 | 2, 11)
    assert (words.at(4), words.at(5)) == block
    words.seek(4)
    assert (words.take(), words.take()) == block
    again = philox.Words(seed=11, deal=22, purpose=17, round_=3, replicate=65_535)
    assert again.at(4) == philox.philox(22, 17 << 56 | 3 << 40 | 65_535 << 24 | 2, 11)[0]


@pytest.mark.exact
def test_below_takes_the_high_bits():
    assert philox.below(philox.MASK64, 7) == 6
    assert philox.below(0, 7) == 0
    assert philox.below(1 << 63, 7) == 3
    assert philox.below32(philox.MASK32, 5) == 4


def _shuffled(words, tiles, attempt):
    """The shuffle written once more, from the sentence in PROTOCOL.md, with the batches named by hand."""
    left, order = list(range(tiles)), []
    number = 64 * attempt
    size = tiles
    while size > 0:
        batch, product = [], 1
        while size > 0 and product * size <= 2**32:
            batch.append(size)
            product *= size
            size -= 1
        value = words.at(number)
        number += 1
        for bound in batch:
            j, value = divmod(value * bound, 2**64)
            order.append(left[j])
            left.remove(left[j])
    return order


@pytest.mark.exact
@pytest.mark.parametrize("tiles", [3, 6, 28, 55])
@pytest.mark.parametrize("attempt", [0, 1, 4095])
def test_shuffle_draws_from_the_tiles_left_in_batches(tiles, attempt):
    for deal in range(20):
        order = philox.shuffle(philox.Words(5, deal, philox.SHUFFLE), tiles, attempt)
        assert sorted(order) == list(range(tiles))
        assert order == _shuffled(philox.Words(5, deal, philox.SHUFFLE), tiles, attempt)


@pytest.mark.statistical
def test_every_order_of_three_tiles_is_equally_likely():
    counts = Counter(tuple(philox.shuffle(philox.Words(1, deal, philox.SHUFFLE), 3)) for deal in range(6000))
    assert len(counts) == 6
    # chi-square with 5 degrees of freedom: 20.5 has probability 0.001
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5
