"""A spread of games that between them use every part of the kernel."""

from kernels.rules import Rules

FREE = {"first_lead": "seat0", "lead_tile": "any"}
SPREAD = {
    "doubles": Rules(hand_size=8, spinner="all_doubles", unlock="suit", draw="one", reserve=2),
    "partners": Rules(players=4, teams="2v2"),
    "free draw": Rules(players=3, hand_size=5, draw="until", voluntary_draw=True, must_play_drawn=False),
    "all fives": Rules(play_score="multiples", spinner="first_double", draw="until", **FREE),
    "fives and threes": Rules(play_score="fives_threes", spinner="first_tile", flank="after_ends", **FREE),
    "wild fives": Rules(spinner="all_doubles", wild_blank="both", play_score="multiples", draw="until", players=3),
    "double-nine": Rules(set_max=9, players=4, hand_size=10, **FREE),
    "strict doubles": Rules(unlock="suit", unlock_scope="double_sides_only", draw="one", spinner="all_doubles"),
}
