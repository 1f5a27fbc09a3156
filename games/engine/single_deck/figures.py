"""Figures of the games with one pinochle pack: with partners, for three and for two."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from games.engine.figures import THROWN_IN, Achievement, DealFigures, ScoredDeal
from games.sentences import say

ACHIEVEMENTS = {
    "double_run": say("Double run"),
    "thousand_aces": say("1000 aces"),
    "double_kings": say("800 kings"),
    "double_queens": say("600 queens"),
    "double_jacks": say("400 jacks"),
    "double_pinochle": say("Double pinochle"),
    "all_tricks": say("All the tricks"),
}
# what a named meld is worth when a hand holds it twice
DOUBLES = {
    ("run", 1500): "double_run",
    ("aces", 1000): "thousand_aces",
    ("kings", 800): "double_kings",
    ("queens", 600): "double_queens",
    ("jacks", 400): "double_jacks",
    ("pinochle", 300): "double_pinochle",
}
# in the game for two, melds are laid one after the other and named as people say them
LAID = {"double pinochle": "double_pinochle"}
TRICKS = {2: 24, 3: 15, 4: 12}


def figures(deal: ScoredDeal) -> DealFigures:
    detail = deal.detail
    if detail["redeal"]:
        return THROWN_IN
    side = detail["declarer_side"]
    sides = len(detail["melds"])
    alone = sides == deal.ruleset.players
    return DealFigures(
        played=True,
        side=side,
        declarer=detail.get("declarer"),
        bid=detail.get("bid"),
        made=deal.made,
        taken=_taken(detail, side),
        seat_melds=detail["melds"] if alone else detail.get("seat_melds"),
        side_melds=detail["melds"],
        achievements=tuple(_achievements(detail, sides, deal.ruleset.players)),
    )


def _taken(detail: Mapping[str, Any], side: int | None) -> int | None:
    if side is None or detail["result"] not in ("made", "set"):
        return None
    return int(detail["melds_counted"][side] + detail["points"][side])


def _achievements(detail: Mapping[str, Any], sides: int, players: int) -> Iterator[Achievement]:
    for seat, melds in enumerate(detail.get("named_melds") or ()):
        for meld in melds.items():
            if meld in DOUBLES:
                yield Achievement(DOUBLES[meld], seat % sides, seat)
    yield from _laid(detail.get("meld_log") or ())
    for side, tricks in enumerate(detail["tricks"] or ()):
        if tricks == TRICKS[players]:
            yield Achievement("all_tricks", side, side if sides == players else None)


def _laid(log: Iterable[Sequence[Any]]) -> Iterator[Achievement]:
    runs: Counter[int] = Counter()
    for _trick, seat, name, *_rest in log:
        runs[seat] += name == "run"
        if name in LAID:
            yield Achievement(LAID[name], seat, seat)
        elif name == "run" and runs[seat] == 2:
            yield Achievement("double_run", seat, seat)
