"""A deal as a scorer writes it down: declarer, bid, and the points or who has which point card."""

from collections.abc import Mapping
from typing import Any

from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.summaries import check_total, impossible, read_side
from games.engine.summary_fields import Summary
from games.engine.unfinished import calls_missing
from games.engine.variants.pedro.auction import HIGHEST_BID, make_calls, opening
from games.engine.variants.pedro.deal import SEATS, SIDES
from games.engine.variants.pedro.options import Options
from games.engine.variants.pedro.score import FinishedDeal, points_of, score_deal
from games.engine.variants.pedro.summary_fields import FIELDS
from games.engine.variants.pedro.trumps import POINTS, WORTH
from games.sentences import Sentence, SideName, say


def score_summary(ruleset: Ruleset, dealer: int, data: Mapping[str, Any]) -> DealResult:
    """Return what the deal scored, or raise at the first thing that cannot have happened."""
    summary = Summary(FIELDS, ruleset, data)
    declarer = summary.needed("declarer")
    bid = _read_bid(ruleset.options, summary)
    cards = _read_cards(summary)
    points = _read_points(summary, cards)
    _check_auction(ruleset, dealer, summary.get("auction"), (declarer, bid))
    deal = FinishedDeal(
        declarer=declarer,
        bid=bid,
        points=points,
        trump=summary.get("trump"),
        cards=cards,
    )
    return score_deal(ruleset, dealer, deal)


def _read_bid(options: Options, summary: Summary) -> int:
    bid: int = summary.needed("bid")
    if bid < options.min_bid:
        sentence = say(
            "a bid of %(bid)d is too low; the lowest bid is %(low)d", bid=bid, low=options.min_bid
        )
        impossible("bid_below_minimum", sentence, "bid")
    if bid > HIGHEST_BID:
        sentence = say(
            "a bid of %(bid)d is too high; the highest bid is %(highest)d",
            bid=bid,
            highest=HIGHEST_BID,
        )
        impossible("bid_too_high", sentence, "bid")
    return bid


def _read_cards(summary: Summary) -> dict[str, int] | None:
    """Return the side that has each point card; None where only points are written down."""
    if not summary.has("cards"):
        return None
    return {
        name: read_side(side, SIDES, name=field)
        for name, field, side in summary.parts("cards", _no_point_card)
    }


def _no_point_card(name: str) -> Sentence:
    return say(
        'there is no point card "%(name)s"; the names are %(names)s',
        name=name,
        names=", ".join(WORTH),
    )


def _read_points(summary: Summary, cards: Mapping[str, int] | None) -> list[int]:
    """Return the points of each side, which must agree with the cards where both are written."""
    counted = None if cards is None else points_of(cards)
    if counted is not None and not summary.has("points"):
        return counted
    points = list(summary.needed("points"))
    check_total(points, POINTS, rule="points_total", name="points")
    if counted is not None and counted != points:
        sentence = say(
            "the cards of %(side)s count %(counted)d, but %(points)d points are written for it",
            side=SideName(0),
            counted=counted[0],
            points=points[0],
        )
        impossible("points_unreachable", sentence, "points")
    return points


def _check_auction(ruleset: Ruleset, dealer: int, calls: Any, agreed: tuple[int, int]) -> None:
    """Refuse calls that are not legal, or arrive at another declarer and bid than agreed."""
    if calls is None:
        return
    state = opening(ruleset, dealer)
    make_calls(state, calls)
    if state.phase == "auction":
        raise calls_missing(len(state.calls), SEATS, phase="summary")
    if (state.declarer, state.bid) != agreed:
        sentence = say("the calls lead to another declarer or bid than the one written down")
        impossible("auction_mismatch", sentence, "auction")
