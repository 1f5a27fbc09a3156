"""A deal as a scorer writes it down: bid and declarer, melds, how it ended, points in play."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.record import missing_field, shortened
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.summaries import impossible
from games.engine.summary_fields import Summary
from games.engine.variants.double_deck_pinochle.auction import (
    HIGHEST_BID,
    is_on_ladder,
    next_on_ladder,
)
from games.engine.variants.double_deck_pinochle.deal import POINTS, SIDES
from games.engine.variants.double_deck_pinochle.meld import counted_meld
from games.engine.variants.double_deck_pinochle.options import Options
from games.engine.variants.double_deck_pinochle.score import FinishedDeal, score_deal
from games.engine.variants.double_deck_pinochle.summary_fields import FIELDS
from games.engine.variants.double_deck_pinochle.summary_melds import read_melds
from games.engine.variants.double_deck_pinochle.summary_play import read_play
from games.sentences import SideName, say


def score_summary(ruleset: Ruleset, dealer: int, data: Mapping[str, Any]) -> DealResult:
    """Return what the deal scored, or raise at the first thing that cannot have happened."""
    summary = Summary(FIELDS, ruleset, data)
    options: Options = ruleset.options
    declarer = summary.needed("declarer")
    bid = _check_bid(summary.needed("bid"), options)
    has_bid = _read_side_bid(summary, dealer, declarer, bid, options)
    trump = summary.get("trump")
    melds = read_melds(summary, declarer, trump, options)
    outcome = summary.needed("outcome")
    counted = counted_meld(melds.by_side[declarer % SIDES], True, options)
    _check_outcome(outcome, summary, counted, bid, options)
    points, tricks = read_play(summary, outcome, options)
    return score_deal(
        ruleset,
        dealer,
        FinishedDeal(
            declarer=declarer,
            bid=bid,
            outcome=outcome,
            melds=melds.by_side,
            has_bid=has_bid,
            aces_around=melds.aces_around,
            points=points,
            tricks=tricks,
            seat_melds=melds.by_seat,
            trump=trump,
        ),
    )


def _check_bid(bid: int, options: Options) -> int:
    if bid < options.opening_min:
        sentence = say(
            "the bid is %(bid)d; the lowest bid is %(low)d", bid=bid, low=options.opening_min
        )
        impossible("bid_below_minimum", sentence, "bid")
    if bid > HIGHEST_BID:
        sentence = say(
            "the bid is %(bid)s; the highest that can be written is %(high)d",
            bid=shortened(bid),
            high=HIGHEST_BID,
        )
        impossible("bid_too_high", sentence, "bid")
    if not is_on_ladder(bid, options):
        sentence = say(
            "%(bid)d is not a step of the bidding; the next one is %(next)d",
            bid=bid,
            next=next_on_ladder(bid, options),
        )
        impossible("bid_off_ladder", sentence, "bid")
    return bid


def _read_side_bid(
    summary: Summary, dealer: int, declarer: int, bid: int, options: Options
) -> Sequence[bool]:
    """Return whether each side bid, checked against who declares and whether all others passed."""
    declaring = declarer % SIDES
    all_passed = summary.get("all_passed")
    if all_passed and (declarer != dealer or bid != options.opening_min):
        sentence = say(
            "when the three others pass, the dealer must bid %(low)d and declares",
            low=options.opening_min,
        )
        impossible("dealer_must_bid", sentence, "all_passed")
    has_bid: Sequence[bool] | None = summary.get("side_bid")
    if has_bid is None:
        if options.must_bid_for_meld:
            raise missing_field("side_bid", phase="summary")
        return [True, True]
    if not has_bid[declaring]:
        sentence = say("%(side)s declares, so one of its players has bid", side=SideName(declaring))
        impossible("side_bid_mismatch", sentence, "side_bid")
    if all_passed and has_bid[1 - declaring]:
        sentence = say("all others passed, so %(side)s has not bid", side=SideName(1 - declaring))
        impossible("side_bid_mismatch", sentence, "side_bid")
    return has_bid


def _check_outcome(
    outcome: str, summary: Summary, counted: int, bid: int, options: Options
) -> None:
    """Refuse an ending that bid, melds and ruleset do not allow; checked in the order of play."""
    _check_marriage(outcome, summary.get("royal_marriage"), options)
    if outcome == "no_marriage":
        return
    within_reach = counted + POINTS >= bid
    if outcome == "no_play" and within_reach:
        sentence = say(
            "meld %(meld)d and 50 points reach the bid of %(bid)d, so the deal had to be played",
            meld=counted,
            bid=bid,
        )
        impossible("outcome_mismatch", sentence, "outcome")
    if outcome != "no_play" and not within_reach:
        sentence = say(
            "meld %(meld)d and 50 points do not reach the bid of %(bid)d, so there was no play",
            meld=counted,
            bid=bid,
        )
        impossible("outcome_mismatch", sentence, "outcome")
    if outcome == "thrown_in" and not options.throw_in:
        sentence = say("a deal cannot be thrown in in this game")
        impossible("throw_in_not_allowed", sentence, "outcome")


def _check_marriage(outcome: str, held: bool | None, options: Options) -> None:
    if options.royal_marriage_required and held is None:
        raise missing_field("royal_marriage", phase="summary")
    ends_deal = options.royal_marriage_required and not held
    if ends_deal and outcome != "no_marriage":
        sentence = say("without a royal marriage the deal ends before the play")
        impossible("outcome_mismatch", sentence, "outcome")
    if outcome == "no_marriage" and not ends_deal:
        sentence = (
            say("the declarer had a royal marriage, so the deal went on")
            if options.royal_marriage_required
            else say("a royal marriage is not asked for in this game, so the deal went on")
        )
        impossible("outcome_mismatch", sentence, "outcome")
