"""The score: a made bid earns its side game points, a failed one the other side more."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.engine.result import DealResult, ScoreLine
from games.engine.ruleset import Ruleset
from games.engine.variants.fifty_six.deal import SIDES, ThrownIn
from games.engine.variants.fifty_six.options import Options
from games.sentences import SeatName, Sentence, say

MULTIPLIERS = {"none": 1, "double": 2, "redouble": 4}


class Stakes(NamedTuple):
    """From this bid on: what the bidding side scores, and what the others do when it fails."""

    lowest: int
    win: int
    lose: int


_LOW, _MIDDLE = Stakes(28, 1, 2), Stakes(40, 2, 3)
_TABLES: dict[tuple[str, str], tuple[Stakes, ...]] = {
    ("standard", ""): (_LOW, _MIDDLE, Stakes(48, 3, 4), Stakes(56, 4, 5)),
    ("nair", "high"): (_LOW, _MIDDLE, Stakes(48, 3, 4)),
    ("nair", "low"): (_LOW, _MIDDLE, Stakes(49, 3, 4)),
    ("56cards", ""): (_LOW, _MIDDLE, Stakes(56, 3, 4)),
}


@dataclass(slots=True, kw_only=True)
class PlayedDeal:
    """What the score of a deal depends on, from a record or a summary. Lists are by side.

    `side` is the bidding side; `declarer` is None when everybody passed, or when a scorer names
    the side only. `winners` (by trick) and `calls` are known from a record only.
    """

    side: int
    declarer: int | None
    bid: int
    trump: str
    multiplier: int
    points: Sequence[int]
    all_pass: bool = False
    tricks: Sequence[int] | None = None
    winners: Sequence[int] | None = None
    calls: Sequence[dict[str, Any]] | None = None


def stakes_table(options: Options) -> tuple[Stakes, ...]:
    """Return the table of game points, lowest bids first."""
    row_of_48 = options.bid_48 if options.game_points == "nair" else ""
    return _TABLES[options.game_points, row_of_48]


def stakes_of(bid: int, options: Options) -> Stakes:
    return next(row for row in reversed(stakes_table(options)) if bid >= row.lowest)


def score_deal(ruleset: Ruleset, dealer: int, deal: PlayedDeal) -> DealResult:
    """Return what a deal scores; exactly one side does."""
    stakes = stakes_of(deal.bid, ruleset.options)
    made = deal.points[deal.side] >= deal.bid
    worth = stakes.win if made else stakes.lose
    scorer = deal.side if made else 1 - deal.side
    line = ScoreLine(
        scorer, worth * deal.multiplier, "made" if made else "set", _why(deal, worth, made=made)
    )
    return DealResult(
        sides=SIDES,
        made=made,
        lines=(line,),
        detail={
            "redeal": False,
            "wins_game": None,
            "all_pass": deal.all_pass,
            "declarer": deal.declarer,
            "side": deal.side,
            "declarer_side": deal.side,
            "bid": deal.bid,
            "trump": deal.trump,
            "multiplier": deal.multiplier,
            "points": list(deal.points),
            "tricks": _listed(deal.tricks),
            "winners": _listed(deal.winners),
            "calls": _listed(deal.calls),
            "next_dealer": next_dealer(ruleset, dealer, redeal=False),
        },
        dealer=dealer,
    )


def redealt(ruleset: Ruleset, dealer: int, thrown_in: ThrownIn) -> DealResult:
    """Return the result of a deal that is thrown in."""
    return DealResult(
        sides=SIDES,
        made=None,
        lines=tuple(ScoreLine(side, 0, "redeal", _why_redealt(thrown_in)) for side in range(SIDES)),
        detail={
            "redeal": thrown_in.reason,
            "redeal_seat": thrown_in.seat,
            "wins_game": None,
            "declarer_side": None,
            "next_dealer": next_dealer(ruleset, dealer, redeal=True),
        },
        dealer=dealer,
    )


def next_dealer(ruleset: Ruleset, dealer: int, *, redeal: bool) -> int:
    """Return the seat that deals next: the next one, or the same after a deal thrown in."""
    return dealer if redeal else (dealer + 1) % ruleset.players


def _listed(values: Sequence[Any] | None) -> list[Any] | None:
    return None if values is None else list(values)


def _why(deal: PlayedDeal, worth: int, *, made: bool) -> Sentence:
    points = deal.points[deal.side]
    if deal.all_pass:
        if made:
            return say(
                "made: everybody passed, and the dealer's opponents took %(points)d points; "
                "they needed %(bid)d",
                points=points,
                bid=deal.bid,
            )
        return say(
            "set: everybody passed, and the dealer's opponents took only %(points)d of the "
            "%(bid)d points they needed",
            points=points,
            bid=deal.bid,
        )
    if deal.multiplier > 1:
        doubled = _DOUBLED[deal.multiplier]
        if made:
            return say(
                "made: %(points)d points taken, %(bid)d bid; %(worth)d times %(times)d, because "
                "the bid was %(doubled)s",
                points=points,
                bid=deal.bid,
                worth=worth,
                times=deal.multiplier,
                doubled=doubled,
            )
        return say(
            "set: only %(points)d points taken, %(bid)d bid; %(worth)d times %(times)d, because "
            "the bid was %(doubled)s",
            points=points,
            bid=deal.bid,
            worth=worth,
            times=deal.multiplier,
            doubled=doubled,
        )
    if made:
        return say("made: %(points)d points taken, %(bid)d bid", points=points, bid=deal.bid)
    return say("set: only %(points)d points taken, %(bid)d bid", points=points, bid=deal.bid)


_DOUBLED = {2: say("doubled"), 4: say("redoubled")}


def _why_redealt(thrown_in: ThrownIn) -> Sentence:
    if thrown_in.seat is None:
        if thrown_in.reason == "all_jacks":
            return say("thrown in: a hand held jacks only; the same dealer deals again")
        return say("thrown in: a hand had no card worth points; the same dealer deals again")
    seat = SeatName(thrown_in.seat)
    if thrown_in.reason == "all_jacks":
        return say("thrown in: %(seat)s held jacks only; the same dealer deals again", seat=seat)
    return say(
        "thrown in: %(seat)s had no card worth points; the same dealer deals again", seat=seat
    )
