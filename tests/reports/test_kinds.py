"""Answers and plans of the kinds that look at many things at once: matrices, sweeps, pairs, splits, luck."""

import math

import pytest

import reports
from reports import matrix, pairs, sentences, splits, sweeps, vocabulary
from reports.facts import read_manifest
from reports.plots import plots_of
from reports.rows import LUCK, PAIR, SPLIT, SWEEP, Row, read_rows, with_role
from reports.tables import tables_of
from tests.reports import samples, samples_many

FACTS = read_manifest(samples_many.facts())


def answers(name, **changes):
    return reports.answer(getattr(samples_many, name)(), samples_many.facts(**changes))


def plots(name):
    return plots_of(read_rows(getattr(samples_many, name)()), FACTS)[0]


# --- rows ------------------------------------------------------------------------------------------------------------


def test_missing_columns_are_empty_and_shares_are_shown_in_percent():
    (row,) = read_rows(samples.table([samples.row(unit="share")]))
    assert (row.split, row.question, row.unit) == ("", "", "probability")
    assert math.isnan(row.parameter)


def test_roles():
    assert Row(kind="comparison", parameter=1.0).role == SWEEP
    assert Row(kind="luck", parameter=1.0).role == LUCK
    assert Row(kind="comparison", parameter=1.0, split="seat: 0").role == SPLIT
    assert not Row(kind="luck").difference


# --- tips by games ---------------------------------------------------------------------------------------------------


def test_the_tip_that_turns_round_leads_the_answer():
    first, second, third, *rest = answers("tips")
    assert first == (
        "One tip, opposite answers: holding doubles back helps in Doubles (+9.0 percentage points, 95 % interval 8.8 "
        "to 9.3) and Straight Dominoes (+1.3, 1.1 to 1.5), hurts in three of six games, most in Draw (−14.2, −14.4 to "
        "−14.0), least in Muggins (−2.2, −2.4 to −2.0) and is undecided in Double Six Dominoes. By rounds won, "
        "compared with playing at random, with two players, opponents playing at random, 400,000 deals each."
    )
    assert second == (
        "Of 33 comparisons (six tips, six games), by rounds won: 22 better, four worse, three practically the same and "
        "four undecided."
    )
    assert "makes practically no difference in Doubles, Straight Dominoes and Double Six Dominoes" in third
    assert any(text.startswith("Taking the most points now helps in all three games, most in") for text in rest)


def test_a_matrix_has_a_line_a_tip_and_none_where_a_tip_does_not_apply():
    (plan,) = plots("tips")
    plot = plan.plot
    assert [label.main for label in plot.columns][:3] == ["Doubles", "Draw", "Block"]
    assert [line.label.main for line in plot.lines][-1] == "Taking the most points now"
    greedy = next(line for line in plot.lines if line.label.detail == "greedy")
    assert [cell is None for cell in greedy.cells] == [True, True, True, False, False, False]
    hold = plot.lines[0].cells
    assert [(cell.shown, cell.half, cell.verdict.key, cell.shade) for cell in hold[:2]] == [
        ("+9.0", "±0.2", "better", 3),
        ("−14.2", "±0.2", "worse", 4),
    ]
    assert (hold[4].mark, hold[4].shade) == ("○", 0)
    assert plot.steps == ("under 1", "1 to 3", "3 to 10", "over 10 percentage points")
    assert "the tip less the baseline “neutral”" in plan.caption
    assert plan.caption.endswith("A dash: not played.")


@pytest.mark.parametrize(
    ("largest", "steps"),
    [(0.284, (1, 3, 10)), (0.1, (0.3, 1, 3)), (0.012, (0.1, 0.3, 1)), (0.0, (0.1, 0.3, 1))],
)
def test_steps_of_the_tint_are_round_and_below_the_largest(largest, steps):
    rows = read_rows(samples.table([samples.row(estimate=largest, half=0.0001)]))
    assert matrix.steps_of(rows) == pytest.approx(steps if largest else (0.03, 0.1, 0.3), abs=1e-12)


def test_few_comparisons_are_no_matrix():
    rows = read_rows(samples.ten())
    assert matrix.is_matrix(rows)
    assert not matrix.is_matrix([row for row in rows if row.game == "block"])
    assert not matrix.is_matrix(rows[:2] + rows[5:7])


def test_what_finds_no_room_is_told():
    rows = [samples_many.compared(f"p{tip}", 0.01, game=f"g{game}") for game in range(13) for tip in range(15)]
    (plan,), _ = plots_of(read_rows(samples_many.table(rows)), FACTS)
    assert len(plan.plot.columns) == 12
    assert "15 differences found no room" in plan.caption
    turned = [row for row in rows if row["policy"] in ("p0", "p1")]
    (plan,), _ = plots_of(read_rows(samples_many.table(turned)), FACTS)
    assert ([label.main for label in plan.plot.columns], len(plan.plot.lines)) == (["p0", "p1"], 13)


# --- dose and response -----------------------------------------------------------------------------------------------


def test_a_sweep_is_told_by_its_ends_and_by_where_it_is_better():
    assert answers("sweep")[0] == (
        "In Doubles with two players, “hold” with a weight on doubles from −3 to 3 (13 values), compared with playing "
        "at random, by rounds won: the largest estimate is +9.7 percentage points at −2.5 (95 % simultaneous interval "
        "9.0 to 10.3; 400,000 deals, opponents playing at random), the smallest −9.7 percentage points at 2.5 (95 % "
        "simultaneous interval −10.3 to −9.0). Better from −3 to −0.5, practically the same at 0 and worse from 0.5 to "
        "3."
    )


def test_a_sweep_that_establishes_nothing_says_so():
    rows = [samples_many.compared(f"a[noise={x}]", 0.001 * x, 0.01, parameter=x, game="draw") for x in (0.0, 0.5, 1.0)]
    (sentence,) = reports.answer(samples_many.table(rows), samples_many.facts())
    assert "“a” with a noise from 0 to 1" in sentence
    assert "no difference is established; the largest is 0 percentage points at 1 (95 % interval −1 to 1;" in sentence


def test_curves_mark_the_baseline_and_the_verdicts():
    (plan,) = plots("sweep")
    doubles, draw = plan.plot.curves
    assert (doubles.title, doubles.baseline, plan.plot.zero) == ("Doubles", 0.0, "baseline: neutral")
    assert [point.colour for point in draw.points[5:8]] == ["worse", "same", "better"]
    assert [point.shown for point in draw.points if point.shown] == ["−12.1", "+12.1"]
    assert "hold together for the whole curve" in plan.caption


@pytest.mark.parametrize(
    ("candidate", "baseline", "where"),
    [
        ({"weights": {"doubles": 2, "pips": 1}}, {"weights": {"doubles": -1, "pips": 1}}, -1.0),
        ({"weights": {"doubles": 2, "pips": 1}}, {"weights": {"doubles": -1}}, None),
        ({"weights": {"doubles": 2}}, {"weights": {"doubles": 9}}, None),
        ({"weights": {"doubles": 2}}, "random", None),
    ],
)
def test_the_baseline_lies_where_its_own_weights_say(candidate, baseline, where):
    rows = [samples_many.compared(f"a[doubles={x}]", 0.01, baseline="b", parameter=x) for x in (-3.0, 3.0)]
    config = {"policies": {"a[doubles=-3.0]": candidate, "b": baseline}}
    facts = read_manifest(samples.manifest(config=config))
    plot = sweeps.curve_plot(read_rows(samples_many.table(rows)), facts, "k")
    assert plot.curves[0].baseline == where


def test_labels_of_sweeps_are_read_and_odd_ones_kept():
    assert sweeps.swept_of(Row(policy="a[b][next-lacks=-0.5]")) == ("a[b]", "next-lacks")
    assert sweeps.swept_of(Row(policy="戦略")) == ("戦略", "parameter")


# --- every pair ------------------------------------------------------------------------------------------------------


def test_the_best_is_named_only_where_it_is_established():
    assert answers("pairs") == [
        "In Draw with two players, playing the best accompanied tile is the best of five policies (opponents playing "
        "at random) by rounds won: better than each of the others; the closest is playing the heaviest tile, 2.1 "
        "percentage points behind (95 % simultaneous interval 1.9 to 2.3; 400,000 deals). All ten pairs are told apart."
    ]
    (sentence,) = reports.answer(samples_many.pairs(established=False), samples_many.facts())
    assert "none of five policies (opponents playing at random) by rounds won is established as the best" in sentence
    assert "playing the best accompanied tile and playing the heaviest tile are beaten by none" in sentence
    assert "95 % simultaneous interval −0.1 to 0.4" in sentence
    assert sentence.endswith("Nine of 10 pairs are told apart.")


def test_pairs_are_a_triangle_with_the_first_ahead():
    (plan,) = plots("pairs")
    assert [line.label.main for line in plan.plot.lines] == ["strong", "heavy", "variety", "neutral"]
    assert [label.main for label in plan.plot.columns] == ["heavy", "variety", "neutral", "hold"]
    assert [sum(cell is not None for cell in line.cells) for line in plan.plot.lines] == [4, 3, 2, 1]
    assert all(cell.verdict.key == "better" for cell in plan.plot.cells)


def test_a_pair_reads_the_same_both_ways():
    row = read_rows(samples_many.pairs())[0]
    standing = pairs.standing_of([row])
    turned = standing.difference(row.baseline, row.policy)
    assert (turned.estimate, turned.low, turned.verdict) == (-row.estimate, -row.high, "worse")
    assert (standing.best, standing.contenders) == ("strong", ("strong",))


def test_two_policies_are_a_pair_of_dots():
    first = samples_many.pairs().iloc[:1]
    (sentence,) = reports.answer(first, samples_many.facts())
    assert "playing the best accompanied tile against playing the heaviest tile by rounds won: better" in sentence
    (plan,), _ = plots_of(read_rows(first), FACTS)
    assert [dot.label for dot in plan.plot.dots] == ["strong vs heavy"]


# --- differences of differences --------------------------------------------------------------------------------------


def test_a_difference_of_differences_is_told_by_what_the_habit_does():
    told = [text for text in answers("interactions") if " difference" in text or " more in " in text]
    assert told[0].endswith("Of 6 such differences, by rounds won: five established and one undecided.")
    assert told[1] == (
        "Holding doubles back hurts in Draw and helps in Doubles, a difference of 23.2 percentage points, by rounds "
        "won (95 % interval −23.5 to −22.9; 400,000 deals, opponents playing at random): −14.2 in Draw, +9.0 in "
        "Doubles."
    )


@pytest.mark.parametrize(
    ("here", "there", "words"),
    [
        (0.09, 0.03, "helps by 6.0 percentage points more in Draw than in Doubles"),
        (0.03, 0.09, "helps by 6.0 percentage points less in Draw than in Doubles"),
        (-0.09, -0.03, "hurts by 6.0 percentage points more in Draw than in Doubles"),
        (0.09, -0.001, "The effect of holding doubles back is 9.1 percentage points higher in Draw than in Doubles"),
        (0.03, 0.0301, "Whether holding doubles back does more in Draw than in Doubles is undecided, by rounds won"),
    ],
)
def test_words_of_a_difference_of_differences(here, there, words):
    verdict = "undecided" if abs(here - there) < 0.003 else "larger" if here > there else "smaller"
    cells = {"kind": "interaction", "reference": "doubles", "value": here, "baseline_value": there, "verdict": verdict}
    rows = [
        samples_many.compared("hold", there),
        samples_many.compared("hold", here, game="draw"),
        samples_many.compared("hold", here - there, 0.003, game="draw", **cells),
    ]
    assert words in " ".join(reports.answer(samples_many.table(rows), samples_many.facts()))


# --- splits ----------------------------------------------------------------------------------------------------------


def test_a_split_is_told_where_its_groups_are_established_to_differ():
    _, sentence = answers("parts")  # by the opener they are not
    assert sentence == (
        "In Doubles with two players, what holding doubles back does for rounds won, compared with playing at random, "
        "depends on the doubles dealt: from +0.1 percentage points with 0 doubles dealt (95 % interval −0.3 to 0.5; "
        "41,000 deals) to +21 percentage points with 5 doubles dealt (95 % interval 20 to 22; 5,300 deals). Too few "
        "deals to say with 6 doubles dealt."
    )


def test_groups_with_too_few_deals_are_said_to_be_so_and_not_drawn():
    plan = plots("parts")[1]
    labels = [(dot.label, dot.detail, dot.section) for dot in plan.plot.dots]
    assert labels[:2] == [("all deals", "400,000 deals", ""), ("0", "41,000 deals", "by doubles dealt")]
    few = plan.plot.dots[7]
    assert (few.interval, few.shown, few.detail, few.drawn) == ("too few deals", "", "12 deals", False)
    table = tables_of(read_rows(samples_many.parts()), FACTS)[1]
    assert [cell.text for cell in table.groups[0].rows[6].cells[:3]] == ["–", "too few deals", ""]


@pytest.mark.parametrize(
    ("split", "words"),
    [
        ("doubles dealt: 1", "with 1 double dealt"),
        ("pips dealt to all: 29-35", "with 29–35 pips dealt to all"),
        ("opener: candidate", "when the candidate leads"),
        ("seat: 0", "in seat 0"),
        ("seats: 0 and 2", "in seats 0 and 2"),
        ("lead: 6-6", "with 6-6 led"),
        ("moon: full", "with moon full"),
        ("odd", "with part odd"),
    ],
)
def test_groups_in_words(split, words):
    assert splits._group_words(Row(split=split)) == words


# --- luck ------------------------------------------------------------------------------------------------------------


def test_luck_is_told_at_the_least_and_at_the_most_noise():
    assert answers("luck")[1] == (
        "In Draw with two players, every seat playing the heaviest tile, the deal fixes 71 % of the variance of who "
        "wins a round among players without noise (95 % interval 70 to 72) and 44 % among players who move at random "
        "(43 to 45); 20,000 deals, each played 4 times."
    )


def test_luck_is_a_curve_over_noise_or_dots_without():
    (plan,) = plots("luck")
    assert [point.x for point in plan.plot.curves[0].points] == [0, 10, 30, 100]
    one = samples_many.luck().iloc[::4]
    (plan,), _ = plots_of(read_rows(one), FACTS)
    assert ([dot.label for dot in plan.plot.dots], plan.plot.span) == (["Doubles", "Draw"], (0.0, 100.0))


# --- intervals -------------------------------------------------------------------------------------------------------


def test_after_an_early_stop_the_interval_is_a_confidence_sequence():
    first, _, last = answers("decided", stopped="every comparison decided after 20,000 deals")
    assert "(95 % confidence sequence 2.2 to 4.0; 20,000 deals, opponents playing at random)" in first
    assert "95 % confidence sequences, which hold however often one looks and whenever one stops" in last
    assert last.endswith("Why it ended: every comparison decided after 20,000 deals.")


def test_tables_of_the_kinds_name_interval_and_factor():
    heads = {}
    for name in samples_many.KINDS:
        for table in tables_of(read_rows(getattr(samples_many, name)()), FACTS):
            heads[table.key] = [head.text for head in table.heads]
    assert heads["table-sweep"][:4] == ["Value", "Difference", "95 % simultaneous interval", "Verdict"]
    assert heads["table-interaction"][4:6] == ["Effect here", "Effect there"]
    assert heads["table-luck"] == ["Played", "Value", "95 % interval", "Deals", "Rounds"]
    assert all("VRF" in columns for key, columns in heads.items() if key != "table-luck")
    assert with_role(read_rows(samples_many.pairs()), PAIR)


# --- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("doubles", ("Doubles", "")),
        ("draw (reserve: 0)", ("Draw (no tiles kept back)", "")),
        ("block, 4 players", ("Block", "with four players")),
        (
            "draw (draw: one, unlock: suit), 2 players",
            ("Draw (drawing one tile, numbers locked until their double lies)", "with two players"),
        ),
        ("戦略", ("戦略", "")),
    ],
)
def test_labels_of_variants_in_words(label, words):
    assert sentences.variant_words(label, FACTS) == words


def test_opponents_with_a_name_only_are_quoted():
    rows = [samples_many.compared("hold", 0.03, against="never")]
    assert "400,000 deals, opponents: “never”" in reports.answer(samples_many.table(rows), samples_many.facts())[0]


def test_weights_that_leave_all_to_chance_play_at_random():
    policies = {"any move": {"weights": {"pips": 0}}, "hold": {"weights": {"doubles": 0}}, "hold[doubles=1]": "x"}
    assert vocabulary.policy_phrase("any move", policies) == "playing at random"


def test_what_guides_say_is_on_the_page():
    question = {"name": "doubles", "question": "?", "guides": "Nearly all say <early>."}
    page = reports.build(samples_many.tips(), samples_many.facts(description="", question=question))
    assert "What guides say: Nearly all say &lt;early&gt;." in page
