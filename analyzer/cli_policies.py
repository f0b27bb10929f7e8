"""``dominolab policies``: the ways to play, and how to write one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from analyzer.cli_out import console, print_json, say, wrapped
from analyzer.faults import suggest
from kernels.policies import BUILTIN, FEATURES, PREFERENCES

__all__ = ["describe", "example_file", "policies"]

_OWN = """\
In a configuration, under policies:
  hold:    {prefer: [non-doubles, heaviest]}                 # first word first; what is equal is decided at random
  careful: {weights: {doubles: -1, pips: 0.1}, noise: 5%}     # highest weighted sum; 5 % of moves at random
  sloppy:  {policy: heaviest, noise: 0.1}                     # a built-in policy with noise
  mine:    my_policy.py:choose                                # your own function
  tuned:   {file: my_policy.py:choose, params: [1.5, 20]}     # the same, with numbers handed to it"""


def example_file() -> str:
    """Return a complete policy file to start from."""
    return Path(__file__).with_name("example_policy.txt").read_text(encoding="utf-8")


def describe() -> dict[str, Any]:
    """Return all words about policies as plain data."""
    return {
        "policies": {name: policy.describe() for name, policy in BUILTIN.items()},
        "preferences": {word: meaning for word, (_, _, meaning) in PREFERENCES.items()},
        "features": dict(FEATURES),
        "example": example_file(),
    }


def policies(name: str | None, as_json: bool) -> int:
    """List the policies, or explain a word; returns the exit status."""
    everything = describe()
    if name is not None:
        return _one(name, everything, as_json)
    if as_json:
        print_json(everything)
        return 0
    screen = console()
    titles = {
        "policies": "Built-in policies",
        "preferences": "Words for prefer: [...]",
        "features": "Features for weights: {...}",
    }
    for part, title in titles.items():
        screen.print(title, style="bold")
        for word, meaning in everything[part].items():
            wrapped(screen, f"{word}: {meaning}", 2, 4)
        screen.print()
    screen.print("Your own", style="bold")
    screen.print(_OWN, soft_wrap=True)
    screen.print("\nmy_policy.py, complete", style="bold")
    screen.print(example_file(), soft_wrap=True)
    return 0


def _one(name: str, everything: dict[str, Any], as_json: bool) -> int:
    """Explain one word wherever it is known."""
    found = {part: words[name] for part, words in everything.items() if part != "example" and name in words}
    if not found:
        known = [*BUILTIN, *PREFERENCES, *FEATURES]
        say(f"{name} is no policy, preference or feature; policies are {', '.join(BUILTIN)}{suggest(name, known)}")
        return 2
    if as_json:
        print_json({"name": name, **found})
        return 0
    kinds = {"policies": "policy", "preferences": "word for prefer", "features": "feature for weights"}
    for part, meaning in found.items():
        wrapped(console(), f"{name} ({kinds[part]}): {meaning}")
    return 0
