"""The score of a match: how points count towards the target, and when it is met."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels import rules as settings
from kernels.compiling import compiled

__all__ = ["EXACT", "add_score", "target_met"]

EXACT = settings.code("compare", "exact")
_ABOVE = settings.code("compare", "above")
_IMMEDIATE = settings.code("check", "immediate")


@compiled
def target_met(rules: Any, score: Any) -> Any:
    """Say whether a score meets the target."""
    if rules.compare == EXACT:
        return score == rules.target
    return score > rules.target if rules.compare == _ABOVE else score >= rules.target


@compiled
def add_score(view: Any, rules: Any, side: Any, points: Any) -> Any:
    """Add points to a side's match score, if they count; say whether that ends the match at once."""
    score = view.scores[side] + points
    entered = view.scores[side] > 0 or points >= rules.entry_points
    if entered and (rules.compare != EXACT or score <= rules.target):
        view.scores[side] = score
    return rules.check == _IMMEDIATE and target_met(rules, np.int64(view.scores[side]))
