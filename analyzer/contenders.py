"""The search for the best policy: those that turn out worse are dropped, the rest of the budget goes to the others.

Successive elimination (O. Maron and A. W. Moore, "Hoeffding races", NIPS 6 (1993); E. Even-Dar, S. Mannor and
Y. Mansour, "Action elimination", JMLR 7 (2006)), here on the paired differences of all policies: one is dropped as soon
as the confidence sequence of its difference from another says that it is worse. All sequences hold at once, at all
looks, at the level of the run, so with that certainty the best policy is never dropped, however often one looks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from analyzer.arms import Arm, Contrast, Plan

__all__ = ["Contenders", "Dropped"]


@dataclass(frozen=True)
class Dropped:
    """A policy that is out: the one that is better, and after how many deals that was seen."""

    better: str
    deals: int


@dataclass
class Contenders:
    """Which policies are still in, game by game.

    Attributes
    ----------
    left : dict
        Position of the game to the policies that are still in.
    dropped : dict
        ``(position of the game, policy)`` to when and why it was dropped.
    """

    left: dict[int, list[str]] = field(default_factory=dict)
    dropped: dict[tuple[int, str], Dropped] = field(default_factory=dict)

    @classmethod
    def of(cls, labels: Iterable[str], variants: int) -> Contenders:
        """Start with all policies in every game."""
        return cls({variant: list(labels) for variant in range(variants)})

    def look(self, beats: Iterable[tuple[int, str, str]], deals: int) -> None:
        """Drop policies.

        Parameters
        ----------
        beats : iterable of tuple
            ``(game, better, worse)`` of every pair that is decided.
        deals : int
            Deals so far.
        """
        before = {variant: tuple(left) for variant, left in self.left.items()}
        for variant, better, worse in beats:
            if better in before[variant] and worse in self.left[variant]:
                self.left[variant].remove(worse)
                self.dropped[variant, worse] = Dropped(better, deals)

    @property
    def settled(self) -> bool:
        """Whether one policy is left in every game."""
        return all(len(left) == 1 for left in self.left.values())

    def out(self, item: Arm | Contrast) -> str:
        """Return the policy because of which an item is not played any more, empty if it is."""
        names = (item.label,) if isinstance(item, Arm) else (item.policy, item.baseline)
        if not (item.against if isinstance(item, Arm) else item.baseline):
            return ""  # seats of their own, rule changes
        return next((name for name in names if (item.variant, name) in self.dropped), "")

    def skip(self, plan: Plan) -> frozenset[int]:
        """Return the positions of the items that need not be played any more."""
        return frozenset(index for index, item in enumerate(plan.items) if self.out(item))
