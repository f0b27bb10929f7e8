"""Published exact values of tiny games: rules.md 7.4 and the cases DOM-06, SIM-01, SIM-03 and SIM-05.

Figures are written as ``quantity: value`` pairs; `measured` says what each word means. All were worked out by programs
that share nothing with this project.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kernels.rules import Rules
from tests.reference.exact import Choice, Exact, exact, heaviest, uniform_moves, uniform_placements, uniform_tiles

ANY: dict[str, Any] = {"first_lead": "seat0", "lead_tile": "any"}
DOUBLES: dict[str, Any] = {"spinner": "all_doubles", "unlock": "suit"}
ONE_R2: dict[str, Any] = {"draw": "one", "reserve": 2}
UNTIL_R2: dict[str, Any] = {"draw": "until", "reserve": 2}
MARGIN: dict[str, Any] = {"blocked_score": "opp_minus_own"}


@dataclass(frozen=True, slots=True)
class Row:
    """A tiny game and what is known about it; `slow` rows take more than about two seconds."""

    name: str
    rules: Rules
    known: dict[str, Fraction]
    choices: tuple[Choice, ...] = (uniform_moves,)
    slow: bool = False

    def measure(self) -> dict[str, Fraction]:
        """Work out the known quantities."""
        return measured(exact(self.rules, *self.choices), self.known)


def measured(values: Exact, wanted: dict[str, Fraction]) -> dict[str, Fraction]:
    """Return the wanted quantities: dom, blk, win, sc, in (by seat), blocked, tie, plays, passes, draws."""
    lists = {"dom": values.domino, "blk": values.blocked_wins, "sc": values.score, "in": values.play_points}
    found = {}
    for word in wanted:
        if word[:-1] in lists:
            found[word] = lists[word[:-1]][int(word[-1])]
        elif word.startswith("win"):
            found[word] = values.wins(int(word[-1]))
        else:
            found[word] = getattr(values, word)
    return found


def game(size: str, **settings: Any) -> Rules:
    """Return the rules of a game such as ``D3 2x5``: a double-three set, two hands of five."""
    set_text, hands_text = size.split()
    players, hand_size = hands_text.split("x")
    return Rules(set_max=int(set_text[1:]), players=int(players), hand_size=int(hand_size), **settings)


def known(text: str) -> dict[str, Fraction]:
    """Read ``word value word value ...``."""
    words = text.split()
    return {word: Fraction(value) for word, value in zip(words[::2], words[1::2], strict=True)}


def _row(name: str, size: str, text: str, *choices: Choice, slow: bool = False, **settings: Any) -> Row:
    return Row(f"{name} {size}", game(size, **settings), known(text), choices or (uniform_moves,), slow)


RULE_BOOK = [
    _row(
        "Block any",
        "D2 2x3",
        "dom0 119/180 dom1 19/120 blocked 13/72 tie 0 sc0 1921/1080 sc1 667/1080 plays 569/120",
        **ANY,
    ),
    _row(
        "Block any",
        "D3 2x3",
        "dom0 31147/56700 dom1 24551/113400 blocked 5311/22680 tie 3499/453600 sc0 933131/340200 "
        "sc1 133523/113400 plays 102047/22680",
        **ANY,
    ),
    _row(
        "Block any",
        "D3 2x5",
        "dom0 107346787/489888000 dom1 343727/3265920 blocked 330982163/489888000 tie 2286239/108864000 "
        "sc0 111752687/36288000 sc1 5675759839/2939328000 plays 189635939/24494400",
        **ANY,
    ),
    _row(
        "Block any",
        "D3 3x3",
        "dom0 627037/1209600 dom1 2340829/10886400 dom2 1395613/10886400 blocked 60265/435456 "
        "tie 671551/130636800 sc0 283267757/65318400 sc1 246862627/130636800 plays 23329963/3628800",
        slow=True,
        **ANY,
    ),
    _row(
        "Block highest double",
        "D3 2x3",
        "dom0 662/1045 dom1 2353/12540 blocked 2243/12540 tie 59/9405 sc0 21265/10032 sc1 6122/9405 plays 2833/627",
    ),
    _row(
        "Draw until r0",
        "D2 2x2",
        "dom0 581/720 dom1 121/720 blocked 1/40 tie 0 sc0 91/45 sc1 17/45 plays 779/240",
        draw="until",
        **ANY,
    ),
    _row(
        "Draw until r2",
        "D3 2x3",
        "dom0 1120969/1814400 dom1 737453/3024000 blocked 313699/2268000 tie 259943/46656000 "
        "sc0 107299783/36288000 sc1 17224393/10886400 plays 33613/6300",
        slow=True,
        **UNTIL_R2,
        **ANY,
    ),
    _row(
        "Draw one r2",
        "D3 2x3",
        "dom0 223813/362880 dom1 63869/259200 blocked 62063/453600 tie 5921/870912 sc0 27398743/9331200 "
        "sc1 14939951/10886400 plays 2398133/453600",
        slow=True,
        **ONE_R2,
        **ANY,
    ),
    _row(
        "Doubles r0",
        "D2 2x2",
        "dom0 13/18 dom1 5/18 blocked 0 tie 0 sc0 56/45 sc1 8/15 plays 119/36",
        draw="one",
        **DOUBLES,
    ),
    _row(
        "Doubles r2",
        "D3 2x3",
        "dom0 290243/451440 dom1 161197/451440 blocked 0 tie 0 sc0 120407/47520 sc1 2221321/1805760 "
        "plays 832967/150480",
        **ONE_R2,
        **DOUBLES,
    ),
    _row(
        "Doubles r0",
        "D3 2x3",
        "dom0 2951/4560 dom1 1609/4560 blocked 0 tie 0 sc0 306985/120384 sc1 4414573/3611520 plays 14881/2640",
        draw="one",
        **DOUBLES,
    ),
    _row(
        "Doubles until r2",
        "D3 2x3",
        "dom0 19339/30096 dom1 10757/30096 blocked 0 tie 0 sc0 4769971/1805760 sc1 2354471/1805760 plays 845197/150480",
        **UNTIL_R2,
        **DOUBLES,
    ),
    _row(
        "Doubles no draw",
        "D3 2x3",
        "dom0 2689/6270 dom1 628/3135 blocked 155/418 tie 87/2090 sc0 5439/2090 sc1 951/836 plays 3251/836",
        **DOUBLES,
    ),
    _row(
        "Doubles no draw",
        "D3 3x3",
        "dom0 294029/403200 dom1 74659/403200 dom2 719/8400 blocked 0 tie 0 sc0 2135719/537600 "
        "sc1 141551/161280 plays 441349/67200",
        **DOUBLES,
    ),
    _row(
        "Doubles no draw",
        "D4 2x3",
        "dom0 31637/143850 dom1 196/2055 blocked 32831/47950 tie 1143/23975 sc0 394799/82200 sc1 95511/47950 "
        "plays 8885/2877",
        slow=True,
        **DOUBLES,
    ),
]


def _fives(size: str, multiple: int, text: str) -> Row:
    """Return a row of rules.md 7.4's in-play points: a line, no draw, the lead scores."""
    return _row(f"Points for {multiple}s", size, text, play_score="multiples", score_multiple=multiple, **ANY)


IN_PLAY = [
    _fives("D2 2x3", 2, "in0 5 in1 751/180"),
    _fives("D2 2x3", 3, "in0 377/144 in1 29/18"),
    _fives("D3 2x3", 3, "in0 193421/64800 in1 513473/226800"),
    _fives("D3 2x3", 5, "in0 235943/136080 in1 73747/45360"),
]

PLACES = uniform_placements
CASES = [
    _row("DOM-06 placements", "D2 2x3", "win0 541/720 win1 179/720 tie 0", PLACES, **ANY),
    _row("DOM-06 tiles", "D2 2x3", "win0 23/30 win1 7/30 tie 0", uniform_tiles, **ANY),
    _row("SIM-01", "D1 2x1", "dom0 1 sc0 1 sc1 0", PLACES, **ANY, **MARGIN),
    _row(
        "SIM-01",
        "D2 2x2",
        "blk0 7/180 blk1 1/90 dom0 3/4 dom1 1/5 sc0 109/60 sc1 5/12",
        PLACES,
        **ANY,
        **MARGIN,
    ),
    _row(
        "SIM-01",
        "D2 2x3",
        "blk0 13/144 blk1 13/144 dom0 119/180 dom1 19/120 sc0 232/135 sc1 301/540",
        PLACES,
        **ANY,
        **MARGIN,
    ),
    _row(
        "SIM-01",
        "D3 2x3",
        "blk0 28951/226800 blk1 44819/453600 tie 3499/453600 dom0 31147/56700 dom1 24551/113400 "
        "sc0 3323729/1360800 sc1 1328429/1360800",
        PLACES,
        **ANY,
        **MARGIN,
    ),
    _row("SIM-03 heavy first", "D2 2x2", "win0 139/180 tie 0", heaviest, PLACES, **ANY),
    _row("SIM-03 heavy second", "D2 2x2", "win1 19/90 tie 0", PLACES, heaviest, **ANY),
    _row("SIM-03 heavy first", "D2 2x3", "win0 569/720", heaviest, PLACES, **ANY),
    _row("SIM-03 heavy second", "D2 2x3", "win1 2/9", PLACES, heaviest, **ANY),
    _row("SIM-03 heavy first", "D3 2x3", "win0 157/224", heaviest, PLACES, **ANY),
    _row("SIM-03 heavy second", "D3 2x3", "win1 20/63", PLACES, heaviest, **ANY),
    _row("SIM-05", "D2 2x2", "plays 14/5 passes 2/5 blocked 1/20", PLACES, **ANY),
    _row("SIM-05", "D2 2x3", "plays 569/120 passes 43/72 blocked 13/72", PLACES, **ANY),
    _row("SIM-05", "D3 2x3", "plays 102047/22680 passes 35797/37800 blocked 5311/22680", PLACES, **ANY),
    _row("SIM-05 draw", "D2 2x2", "plays 779/240 passes 1/18 draws 109/240 blocked 1/40", PLACES, draw="until", **ANY),
    _row("SIM-05", "D2 3x2", "plays 58/15 passes 73/180 blocked 0", PLACES, **ANY),
]

ROWS = RULE_BOOK + IN_PLAY + CASES


def print_table() -> None:
    """Work out every row and print it beside what is known."""
    for row in ROWS:
        start = time.perf_counter()
        found = row.measure()
        seconds = time.perf_counter() - start
        wrong = [f"{word}: {row.known[word]} published" for word in found if found[word] != row.known[word]]
        figures = "  ".join(f"{word} {value}" for word, value in found.items())
        print(f"{row.name:32} {'agrees' if not wrong else 'DIFFERS'}  {seconds:5.1f} s  {figures}  {' '.join(wrong)}")
