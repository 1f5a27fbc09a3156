"""Figures of Pitch."""

from collections.abc import Iterator

from games.engine.figures import THROWN_IN, Achievement, DealFigures, ScoredDeal
from games.sentences import say

ACHIEVEMENTS = {
    "smudge": say("Smudge: all four points"),
    "smudge_bid": say("A smudge, bid and made"),
}
MOST = 4
SMUDGE, WORTH_OF_SMUDGE = "smudge", 5


def figures(deal: ScoredDeal) -> DealFigures:
    detail = deal.detail
    if detail["redeal"] or detail["passed_out"]:
        return THROWN_IN
    side = detail["declarer_side"]
    is_smudge = detail["bid"] == SMUDGE
    return DealFigures(
        played=True,
        side=side,
        declarer=detail["declarer"],
        bid=WORTH_OF_SMUDGE if is_smudge else detail["bid"],
        made=deal.made,
        # the fifth point of a smudge is won by the four others
        taken=WORTH_OF_SMUDGE if is_smudge and deal.made else detail["points"][side],
        achievements=tuple(_achievements(deal)),
    )


def _achievements(deal: ScoredDeal) -> Iterator[Achievement]:
    detail = deal.detail
    alone = len(detail["points"]) == deal.ruleset.players
    for side, points in enumerate(detail["points"]):
        if points == MOST:
            yield Achievement("smudge", side, side if alone else None)
    if deal.made and detail["bid"] in (SMUDGE, MOST):
        yield Achievement("smudge_bid", detail["declarer_side"], detail["declarer"])
