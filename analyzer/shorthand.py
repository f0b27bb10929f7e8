"""Short forms written out: ``players: 2`` is a list of one, ``hold: random`` a mapping, ``until: 1e6`` deals.

The containers made here are marked `single`, so that messages show the paths that were really written.
"""

from __future__ import annotations

import re

from analyzer.yaml_text import Map, Scalar, Seq, Value

__all__ = ["expand"]

_NUMBER = re.compile(r"[\d.+-]")  # how one begins
_LISTS = ("players", "measure", "seats", "split")


def expand(tree: Map) -> None:
    """Write out the short forms of an experiment, in place; doing it twice changes nothing."""
    for key in _LISTS:
        if key in tree:
            tree[key] = _as_list(tree[key])
    if isinstance(tree.get("game"), Scalar) and not tree["game"].empty:
        tree["game"] = _as_map(tree["game"], "preset")
    if "games" in tree:
        tree["games"] = _as_list(tree["games"])
    compare = tree.get("compare")
    for key in ("candidates", "all_pairs", "measure"):
        if isinstance(compare, Map) and key in compare:
            compare[key] = _as_list(compare[key])
    until = tree.get("until")
    if isinstance(until, Scalar) and until.text == "decided":
        tree["until"] = _as_map(Scalar("on", until.place, flag=True), "decided")
    elif isinstance(until, Scalar) and not until.empty and _NUMBER.match(until.text.strip()):
        tree["until"] = _as_map(until, "half_width" if until.text.rstrip().endswith("%") else "deals")
    vary = tree.get("vary")
    if isinstance(vary, Map):
        for key in vary:
            vary[key] = _as_list(vary[key])
    if isinstance(tree.get("variants"), Seq):
        tree["variants"] = _as_one_map(tree["variants"])
    for key, inner in (("sweep", "values"), ("luck", "noise")):
        if isinstance(tree.get(key), Map) and inner in tree[key]:
            tree[key][inner] = _as_list(tree[key][inner])
    luck = tree.get("luck")
    if isinstance(luck, Scalar) and luck.text in ("on", "yes", "true"):
        tree["luck"] = Map(luck.place, single=True)
    if "policies" in tree:
        tree["policies"] = _policies(tree["policies"])


def _as_list(value: Value) -> Value:
    return Seq(value.place, [value], single=True) if isinstance(value, Scalar) and not value.empty else value


def _as_map(value: Scalar, key: str) -> Map:
    result = Map(value.place, single=True)
    result.put(key, value, value.place)
    return result


def _as_one_map(value: Seq) -> Value:
    """Turn a list of mappings with one key each into one mapping; a list of anything else stays, to be refused."""
    result = Map(value.place)
    for item in value:
        if not isinstance(item, Map) or len(item) != 1 or set(item) & set(result):
            return value
        ((key, inner),) = item.items()
        result.put(key, inner, item.key_places[key])
    return result


def _policies(value: Value) -> Value:
    """Turn a list of names into a mapping, and every short form in it into a mapping."""
    if isinstance(value, Seq) and value and all(isinstance(item, Scalar) for item in value):
        named = Map(value.place)
        for item in value:
            named.put(item.text, item, item.place)
        value = named
    if isinstance(value, Map):
        for label, policy in value.items():
            if isinstance(policy, Scalar):
                is_file = ".py" in policy.text and not policy.empty
                value[label] = _as_map(policy, "file" if is_file else "policy")
            elif isinstance(policy, Map) and isinstance(policy.get("lead"), Scalar):
                policy["lead"] = _as_map(policy["lead"], "policy")
    return value
