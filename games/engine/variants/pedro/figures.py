"""Figures of Pedro."""

from collections.abc import Iterator

from games.engine.figures import Achievement, DealFigures, ScoredDeal
from games.sentences import say

ACHIEVEMENTS = {
    "bid_of_14": say("A bid of 14, made"),
    "all_points": say("All 14 points"),
}
MOST = 14


def figures(deal: ScoredDeal) -> DealFigures:
    detail = deal.detail
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
    if deal.made and detail["bid"] >= MOST:
        yield Achievement("bid_of_14", detail["declarer_side"], detail["declarer"])
    for side, points in enumerate(detail["points"]):
        if points == MOST:
            yield Achievement("all_points", side)
