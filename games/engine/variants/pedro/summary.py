"""A deal as a scorer writes it down: declarer, bid, and the points or who has which point card."""

from collections.abc import Mapping
from typing import Any

from games.engine.errors import MalformedRecord
from games.engine.record import as_object, missing_field, read_list, read_seat, shortened
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.sentences import SideName, say
from games.engine.summaries import (
    check_fields,
    check_total,
    impossible,
    needed,
    read_number,
    read_numbers,
    read_side,
    read_suit,
)
from games.engine.unfinished import calls_missing
from games.engine.variants.pedro.auction import HIGHEST_BID, make_calls, opening
from games.engine.variants.pedro.deal import SEATS, SIDES
from games.engine.variants.pedro.options import Options
from games.engine.variants.pedro.score import FinishedDeal, points_of, score_deal
from games.engine.variants.pedro.trumps import POINTS, WORTH

FIELDS = frozenset({"declarer", "bid", "points", "cards", "trump", "auction"})


def score_summary(ruleset: Ruleset, dealer: int, summary: Mapping[str, Any]) -> DealResult:
    """Return what the deal scored, or raise at the first thing that cannot have happened."""
    check_fields(summary, FIELDS)
    declarer = read_seat(needed(summary, "declarer"), SEATS, name="declarer")
    bid = _read_bid(ruleset.options, needed(summary, "bid"))
    cards = _read_cards(summary.get("cards"))
    points = _read_points(summary.get("points"), cards)
    trump = summary.get("trump")
    _check_auction(ruleset, dealer, summary.get("auction"), (declarer, bid))
    deal = FinishedDeal(
        declarer=declarer,
        bid=bid,
        points=points,
        trump=None if trump is None else read_suit(trump),
        cards=cards,
    )
    return score_deal(ruleset, dealer, deal)


def _read_bid(options: Options, value: object) -> int:
    bid = read_number(value, name="bid")
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


def _read_cards(value: object) -> dict[str, int] | None:
    """Return the side that has each point card; None where only points are written down."""
    if value is None:
        return None
    written = as_object(value, name="cards")
    for name in written:
        if name not in WORTH:
            sentence = say(
                'there is no point card "%(name)s"; the names are %(names)s',
                name=shortened(name),
                names=", ".join(WORTH),
            )
            raise MalformedRecord("unknown_field", sentence, phase="summary", field="cards")
    cards = {}
    for name in WORTH:
        field = f"cards.{name}"
        if name not in written:
            raise missing_field(field, phase="summary")
        cards[name] = read_side(written[name], SIDES, name=field)
    return cards


def _read_points(value: object, cards: Mapping[str, int] | None) -> list[int]:
    """Return the points of each side, which must agree with the cards where both are written."""
    counted = None if cards is None else points_of(cards)
    if value is None:
        if counted is None:
            raise missing_field("points", phase="summary")
        return counted
    points = list(read_numbers(value, SIDES, name="points"))
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


def _check_auction(ruleset: Ruleset, dealer: int, calls: object, agreed: tuple[int, int]) -> None:
    """Refuse calls that are not legal, or arrive at another declarer and bid than agreed."""
    if calls is None:
        return
    state = opening(ruleset, dealer)
    make_calls(state, read_list({"auction": calls}, "auction"))
    if state.phase == "auction":
        raise calls_missing(len(state.calls), SEATS, phase="summary")
    if (state.declarer, state.bid) != agreed:
        sentence = say("the calls lead to another declarer or bid than the one written down")
        impossible("auction_mismatch", sentence, "auction")
