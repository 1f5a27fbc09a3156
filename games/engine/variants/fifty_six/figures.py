"""Figures of Fifty-Six."""

from collections.abc import Iterator

from games.engine.figures import THROWN_IN, DealFigures, Feat, ScoredDeal
from games.sentences import say

FEATS = {
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
        return DealFigures(played=True, feats=tuple(_feats(deal)))
    side = detail["declarer_side"]
    return DealFigures(
        played=True,
        side=side,
        declarer=detail["declarer"],
        bid=detail["bid"],
        made=deal.made,
        taken=detail["points"][side],
        feats=tuple(_feats(deal)),
    )


def _feats(deal: ScoredDeal) -> Iterator[Feat]:
    detail = deal.detail
    side, declarer = detail["declarer_side"], detail["declarer"]
    if deal.made and detail["bid"] == MOST:
        yield Feat("bid_of_56", side, declarer)
    if deal.made and detail["multiplier"] == REDOUBLED:
        yield Feat("redoubled", side, declarer)
    for taker, points in enumerate(detail["points"]):
        if points == MOST:
            yield Feat("all_points", taker)
