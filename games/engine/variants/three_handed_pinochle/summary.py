"""A deal as a scorer writes it down: bid and declarer, melds, how it ended, points in play."""

from collections.abc import Mapping
from typing import Any

from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.single_deck.summary import check_bid, check_redeal, ending_of
from games.engine.summary_fields import Summary
from games.engine.variants.three_handed_pinochle.options import Options
from games.engine.variants.three_handed_pinochle.score import (
    FinishedDeal,
    score_deal,
    score_redeal,
)
from games.engine.variants.three_handed_pinochle.summary_fields import FIELDS
from games.engine.variants.three_handed_pinochle.summary_melds import read_melds
from games.engine.variants.three_handed_pinochle.summary_play import (
    nothing_played,
    read_buried,
    read_play,
)


def score_summary(ruleset: Ruleset, dealer: int, data: Mapping[str, Any]) -> DealResult:
    """Return what the deal scored, or raise at the first thing that cannot have happened."""
    summary = Summary(FIELDS, ruleset, data)
    options: Options = ruleset.options
    outcome = summary.get("outcome") or "played"
    if outcome == "redeal":
        check_redeal(summary, dealer_forced=options.all_pass == "dealer_forced")
        return score_redeal(ruleset, dealer)
    declarer = summary.needed("declarer")
    bid = check_bid(summary.needed("bid"), lowest=options.min_bid, step=options.bid_increment)
    trump = summary.get("trump")
    melds = read_melds(summary, declarer, trump, options)
    ending = ending_of(
        outcome,
        bid,
        melds.points[declarer],
        no_play=options.unmakeable_bid == "no_play",
        throw_in=options.throw_in,
    )
    buried = read_buried(summary)
    if ending == "played":
        play = read_play(summary, declarer, melds, buried, options)
    else:
        play = nothing_played(summary)
    return score_deal(
        ruleset,
        dealer,
        FinishedDeal(
            declarer=declarer,
            bid=bid,
            ending=ending,
            melds=melds.points,
            dix_only=melds.dix_only,
            points=play.points,
            has_trick=play.has_trick,
            tricks=play.tricks,
            last_trick=play.last_trick,
            buried=buried,
            trump=trump,
        ),
    )
