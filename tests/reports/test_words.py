import math

import pytest

import reports
from tests.reports import samples


def test_a_comparison_is_answered_with_interval_level_deals_and_opponents():
    first, second = reports.answer(samples.comparisons(), samples.manifest())
    assert first == (
        "In Doubles with two players, holding doubles back wins 3.1 percentage points more rounds than playing at "
        "random (95 % interval 3.0 to 3.2; 400,000 deals, opponents playing at random) and scores 0.52 points more a "
        "round (0.50 to 0.54). Better on both measures."
    )
    assert second == (
        "Playing doubles first wins 4.6 percentage points fewer rounds than playing at random (95 % interval −4.7 to "
        "−4.5; 400,000 deals, opponents playing at random). Worse. By points per round undecided, difference 0.01 "
        "points (95 % interval −0.01 to 0.03)."
    )


def test_wins_and_points_that_disagree_are_both_said():
    rows = [samples.row(), samples.row(measure="points", estimate=-0.5, half=0.1, verdict="worse")]
    (sentence,) = reports.answer(samples.table(rows), samples.manifest())
    assert "more rounds" in sentence
    assert (
        "but scores 0.5 points fewer a round (−0.6 to −0.4). Better by rounds won, worse by points per round."
        in sentence
    )


def test_nothing_is_claimed_where_nothing_is_established():
    rows = [samples.row(policy="careful", estimate=0.001, half=0.002, verdict="undecided")]
    assert reports.answer(samples.table(rows), samples.manifest()) == [
        "In Doubles with two players, “careful” compared with playing at random: by rounds won undecided, difference "
        "0.1 percentage points (95 % interval −0.1 to 0.3; 400,000 deals, opponents playing at random)."
    ]


def test_practically_the_same_and_too_few_deals():
    same = samples.row(estimate=0.0001, half=0.0004, verdict="practically the same")
    few = samples.row(measure="points", estimate=math.nan, half=math.nan, verdict="undecided", deals=1)
    (sentence,) = reports.answer(samples.table([same, few]), samples.manifest())
    assert "by rounds won practically the same, difference 0.01 percentage points" in sentence
    assert "By points per round undecided, too few deals for an interval (1 deal)." in sentence


@pytest.mark.parametrize(("estimate", "claimed"), [(0.03, True), (0.0001, False)])
def test_without_a_verdict_the_interval_decides(estimate, claimed):
    (sentence,) = reports.answer(samples.table([samples.row(estimate=estimate, verdict="")]), samples.manifest())
    assert ("more rounds" in sentence) == claimed
    assert ("undecided" in sentence) != claimed


def test_arms_are_listed_by_players_with_an_equal_share():
    first, second, third = reports.answer(samples.arms(), samples.manifest())
    assert first == (
        "In Doubles, every seat playing at random, the opener wins 56.8 % of rounds with two players (95 % interval "
        "56.7 to 56.9; an equal share is 50 %), 48.1 % with three players (48.0 to 48.2; an equal share is 33.3 %) and "
        "61.2 % with four players (61.1 to 61.3; an equal share is 25 %), over 400,000 deals each."
    )
    assert second.startswith("1.52 % of rounds end blocked with two players (95 % interval 1.49 to 1.54)")
    assert third.startswith("3.81 tiles are drawn in a round with two players")


def test_partners_have_no_equal_share_of_their_own():
    assert "equal share" not in " ".join(reports.answer(samples.arms().assign(house_rules="teams: 2v2"), {}))


def test_many_arms_are_told_by_their_extremes():
    rows = [samples.row("arm", game=f"g{i}", measure="opener_wins", estimate=0.4 + i / 100) for i in range(8)]
    (sentence,) = reports.answer(samples.table(rows), {})
    assert "the lowest of 8 arms: the opener wins" in sentence
    assert "40.0 % of rounds in g0" in sentence
    assert "the highest: 47.0 % in g7" in sentence


def test_changes_of_rules_are_summed_up_and_the_largest_quoted():
    sentences = reports.answer(samples.rule_changes(), samples.manifest())
    assert sentences[0] == (
        "Of 8 changes of rules, by rounds won by the opener: three higher, two lower and three undecided. "
        "The largest are:"
    )
    assert sentences[1] == (
        "In Doubles with two players, drawing until a tile fits compared with the game's own rules: the opener wins "
        "4.1 percentage points more rounds, 54.1 % instead of 50.0 % (95 % interval 3.9 to 4.3; 200,000 deals)."
    )
    assert len(sentences) == 5


def test_a_few_changes_of_rules_are_told_with_their_measures():
    sentences = reports.answer(samples.rule_changes()[:2], samples.manifest())
    assert sentences == [
        "In Doubles with two players, drawing until a tile fits compared with the game's own rules: the opener wins "
        "4.1 percentage points more rounds, 54.1 % instead of 50.0 % (95 % interval 3.9 to 4.3; 200,000 deals); 1.64 "
        "tiles more are drawn in a round, 5.44 instead of 3.80 (1.61 to 1.67)."
    ]


def test_a_first_measure_over_several_games_is_told_game_by_game():
    two_games = [
        row | {"game": game} for game in ("doubles", "block") for row in samples.arms().iloc[::3].to_dict("records")
    ]
    first, second = reports.answer(samples.table(two_games), samples.manifest(games=samples.GAMES_TWO))
    assert first.startswith("In Doubles, every seat playing at random, the opener wins 56.8 % of rounds with two")
    assert second.startswith("In Block, ")


def test_tips_by_games_are_told_tip_by_tip():
    sentences = reports.answer(samples.ten(), samples.manifest(games=samples.GAMES_TWO))
    assert sentences[0].startswith("One tip, opposite answers: holding doubles back helps in Doubles (+9.0 percentage")
    assert sentences[1].startswith("Of 10 comparisons (five tips, two games), by rounds won: four better, four worse")
    assert [text[:8] for text in sentences[2:]] == ["Playing ", "“careful", "Keeping ", "Playing "]


def test_an_interrupted_run_says_so_first():
    partial = samples.manifest(partial=True, deals=120, config={"until": {"deals": 1_000}})
    assert reports.answer(samples.comparisons(), partial)[0] == "Partial result: 120 of 1,000 deals were played."
    partial = samples.manifest(partial=True, deals=1, config={})
    first = reports.answer(samples.comparisons(), partial)[0]
    assert first == "Partial result: the run was interrupted after 1 deal."


def test_an_empty_table_and_an_empty_manifest():
    assert reports.answer(samples.table([]), {}) == ["Nothing was measured."]
    assert "“hold” wins" in reports.answer(samples.comparisons(), {})[0]


def test_a_measure_without_words_is_reported_by_its_name():
    rows = [samples.row(measure="zeal{x}", unit="points"), samples.row("arm", measure="zeal{x}", unit="points")]
    assert "zeal(x) is 0.031 points higher than" in reports.answer(samples.table(rows[:1]), {})[0]
    assert "zeal(x) is 0.031 points" in reports.answer(samples.table(rows[1:]), {})[0]


def test_labels_are_kept_letter_by_letter():
    sentences = " ".join(
        text
        for label in samples.odd_labels()
        for text in reports.answer(samples.table([samples.row(policy=label, baseline="NA")]), {})
    )
    assert all(f"“{label}”" in sentences for label in samples.odd_labels())
