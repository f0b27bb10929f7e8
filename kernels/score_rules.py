"""The settings of a game that say what it is worth: points in play and at the end of a round, and the match.

They are the second half of `kernels.rules.Rules`; each field has a sentence for a player (`kernels.setting_kinds`).

The meaning of each setting follows the project's rule book (A1 ... C13 are its points); sources are named in the
game files.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernels.setting_kinds import count, counts, flag, words

__all__ = ["ScoreRules"]


@dataclass(frozen=True, kw_only=True)
class ScoreRules:
    """What is scored, when, and what wins a match."""

    # --- points during play ------------------------------------------------------------------------------------
    play_score: str = words(
        "none",
        {
            "none": "Nothing is scored during play.",
            "multiples": "Open ends that total a multiple of `score_multiple` score the total.",
            "fives_threes": "Open ends score one point for every five and one for every three that divide the total.",
            "fives_threes_pips": "Open ends that five or three divides score the total, twice if both do.",
            "bergen": "Two equal ends score 2, or 3 if one of them is the double.",
        },
        "points for the open ends",
        off="none",
    )
    score_multiple: int = count(5, 2, 30, "the number whose multiples score")
    score_divisor: int = count(1, 1, 30, "points are the total divided by this")
    opener_scores: bool = flag(True, "The lead can score.", "The lead never scores.", "whether the led tile scores")
    spinner_count: str = words(
        "drop_after_2",
        {
            "drop_after_2": "A spinner stops counting when two of its sides are covered.",
            "until_covered": "A spinner goes on counting its exposed halves until all are covered.",
        },
        "how long a spinner counts in the open ends",
    )

    lead_pass_double_points: int = count(
        0, 0, 1000, "points for the leader's side if the next seat cannot play at its first turn on a led double"
    )
    lead_pass_tile_points: int = count(
        0, 0, 1000, "points for the leader's side if the next seat cannot play at its first turn on a led non-double"
    )
    all_pass_points: int = count(
        0, 0, 1000, "points for a side whose seat plays, sees everybody else pass and plays again"
    )

    # --- the end of a round ------------------------------------------------------------------------------------
    domino_score: str = words(
        "opp_pips",
        {
            "opp_pips": "Going out scores the pips in all opponents' hands.",
            "all_other_pips": "Going out scores the pips in all other hands, the partner's too.",
            "opp_minus_partner": "Going out scores the pips in the opponents' hands less the partner's.",
            "per_tile": "Going out scores `tile_points` for every tile in the opponents' hands.",
            "fixed": "Going out scores `fixed_points`.",
            "by_last_tile": "Going out scores by the last tile: the numbers of `last_tile_points`.",
            "none": "Going out scores nothing by itself.",
        },
        "points for going out",
        off="none",
    )
    blocked_winner: str = words(
        "team_pips",
        {
            "team_pips": "The lowest pip total wins a blocked round, partners' hands added together.",
            "single_hand": "The lowest single hand wins a blocked round for its side.",
            "tile_count": "The fewest tiles win a blocked round.",
            "blocker_vs_next": "A blocked round is decided between the last player to play and the next one: "
            "fewer pips win.",
        },
        "who wins a blocked round",
    )
    blocked_score: str = words(
        "opp",
        {
            "opp": "A blocked round scores the opponents' pips.",
            "opp_minus_own": "A blocked round scores the opponents' pips less the winner's own.",
            "difference": "A blocked round scores, for every opposing side, its pips less the winner's own.",
            "all": "A blocked round scores the pips in all hands.",
            "per_tile": "A blocked round scores `tile_points` for every tile in the opponents' hands.",
            "per_tile_difference": "A blocked round scores `tile_points` for every tile an opponent holds more.",
            "fixed": "A blocked round scores `fixed_points`.",
            "none": "A blocked round scores nothing.",
        },
        "points for a blocked round",
        off="none",
    )
    tile_points: int = count(5, 1, 100, "points per tile where tiles are counted")
    fixed_points: int = count(1, 1, 1000, "points where the end of a round scores a fixed number")
    last_tile_points: tuple[int, ...] = counts(
        (1, 2, 3, 4),
        4,
        0,
        1000,
        "points by the last tile: any tile, a double, one that fits every open end, a double that does",
    )
    round_to: int = count(1, 1, 30, "pips at the end of a round are rounded to the nearest multiple of this")
    round_mode: str = words(
        "sum",
        {"sum": "Pips are added first and rounded once.", "each_hand": "Each hand is rounded before adding."},
        "what is rounded",
    )
    end_divisor: int = count(1, 1, 30, "pips at the end of a round are divided by this, after rounding")
    tie: str = words(
        "none",
        {
            "none": "A tied blocked round scores nothing.",
            "split": "Tied sides share the points of the other hands (whole points, the remainder is dropped).",
            "opener": "A tie goes to the opener, or the tied side that plays next after the opener.",
            "blocker": "A tie goes to the last player to play, or the tied side that plays next after that player.",
            "blocker_loses": "A tie goes to the tied side that plays next after the last player to play.",
            "lightest_tile": "A tie goes to the side with the lightest single tile; if equal, nobody scores.",
        },
        "a tie for the lowest in a blocked round",
        off="none",
    )

    # --- extra points ------------------------------------------------------------------------------------------
    capicu_points: int = count(
        0, 0, 1000, "extra points for going out with a tile, not a double, that fits every open end"
    )
    chuchazo_points: int = count(0, 0, 1000, "extra points for going out with 0-0")
    lock_points: int = count(0, 0, 1000, "extra points for winning a blocked round")
    early_round_points: tuple[int, ...] = counts(
        (), 8, 0, 1000, "extra points for winning the first round of a match, the second and so on"
    )

    # --- the match ---------------------------------------------------------------------------------------------
    match_by: str = words(
        "points",
        {
            "points": "A match is played for points.",
            "wins": "A match is played for rounds won.",
            "consecutive_wins": "A match is played for rounds won in a row: a win sets every other side back to 0.",
        },
        "what counts towards the target",
    )
    target: int = count(100, 1, 1_000_000, "points, or rounds won, that win the match")
    compare: str = words(
        "at_least",
        {
            "at_least": "Reaching the target wins.",
            "above": "The target must be exceeded.",
            "exact": "The target must be hit exactly: points that would go past it do not count.",
        },
        "how the target is met",
    )
    check: str = words(
        "end_of_round",
        {
            "end_of_round": "The target is tested when a round has ended.",
            "immediate": "The match ends the moment the target is met, even during a round.",
        },
        "when the target is tested",
    )
    entry_points: int = count(
        0, 0, 1000, "points that a side without any must score at once for them to count in the match"
    )
    shutout_below: int = count(
        0, 0, 1000, "the match is a tie unless every other side has fewer than this at its end; 0 asks for nothing"
    )
