"""A deal as a scorer writes it down: melds, points taken in tricks, and what tells more of them."""

from collections.abc import Mapping
from typing import Any

from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.summary_fields import Summary
from games.engine.variants.two_handed_pinochle.score import FinishedDeal, score_deal
from games.engine.variants.two_handed_pinochle.summary_fields import FIELDS
from games.engine.variants.two_handed_pinochle.summary_melds import check_melds
from games.engine.variants.two_handed_pinochle.summary_tricks import check_tricks_and_points


def score_summary(ruleset: Ruleset, dealer: int, data: Mapping[str, Any]) -> DealResult:
    """Return what the deal scored, or raise at the first thing that cannot have happened."""
    summary = Summary(FIELDS, ruleset, data)
    deal = FinishedDeal(
        melds=summary.needed("melds"),
        points=summary.needed("points"),
        tricks=summary.get("tricks"),
        last_trick=summary.get("last_trick"),
        trump=summary.get("trump"),
        turned_dix=summary.get("turned_dix"),
    )
    check_tricks_and_points(deal, ruleset.options)
    check_melds(deal, dealer, ruleset.options)
    return score_deal(ruleset, dealer, deal)
