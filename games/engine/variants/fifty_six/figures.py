"""Figures of Fifty-Six."""

from collections.abc import Iterator

from games.engine.figures import THROWN_IN, Achievement, DealFigures, ScoredDeal
from games.sentences import say

ACHIEVEMENTS = {
    "bid_of_56": say("A bid of 56, made"),
    "all_points": say("All 56 points"),
    "redoubled": say("A redoubled bid, made"),
}
MOST = 56
REDOUBLED = 4


def figures(deal: ScoredDeal) -> DealFigures:
    detail = deal.detail
    if detail["redeal"]:
        return THROWN_IN
    if detail["all_pass"]:
        # nobody bid: what the rules name in place of a bid says nothing of anybody's bidding
        return DealFigures(played=True, achievements=tuple(_achievements(deal)))
    side = detail["declarer_side"]
    return DealFigures(
        played=True,
        side=side,
        declarer=detail["declarer"],
        bid=detail["bid"],
        made=deal.made,
        taken=detail["points"][side],
        achievements=tuple(_achievements(deal)),
    )


def _achievements(deal: ScoredDeal) -> Iterator[Achievement]:
    detail = deal.detail
    side, declarer = detail["declarer_side"], detail["declarer"]
    if deal.made and detail["bid"] == MOST:
        yield Achievement("bid_of_56", side, declarer)
    if deal.made and detail["multiplier"] == REDOUBLED:
        yield Achievement("redoubled", side, declarer)
    for taker, points in enumerate(detail["points"]):
        if points == MOST:
            yield Achievement("all_points", taker)
