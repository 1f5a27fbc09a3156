"""The score: meld and points in play of the declarer's side against the bid."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.single_deck.game import next_dealer
from games.engine.single_deck.saved import is_saved
from games.engine.single_deck.score import (
    Ending,
    SideTaken,
    deal_lines,
    redeal_lines,
    result_of,
)
from games.engine.single_deck.values import card_values
from games.engine.variants.partnership_pinochle.deal import SEATS, SIDES
from games.engine.variants.partnership_pinochle.options import Options


@dataclass(slots=True, kw_only=True)
class FinishedDeal:
    """What the score of a deal depends on, from a record or a summary. Lists are by side.

    `points` are those of the tricks, the last one's included, and zeros where nothing was played.
    `has_trick` says who won one, which is known even where `tricks` is None.
    """

    declarer: int
    bid: int
    ending: Ending
    melds: Sequence[int]
    dix_only: Sequence[bool]
    points: Sequence[int]
    has_trick: Sequence[bool]
    tricks: Sequence[int] | None = None
    last_trick: int | None = None
    seat_melds: Sequence[int] | None = None
    named_melds: Sequence[Mapping[str, int]] | None = None
    trump: str | None = None
    helpers: Sequence[int] = ()  # seats that passed with help, in the order of their calls


def score_deal(ruleset: Ruleset, dealer: int, deal: FinishedDeal) -> DealResult:
    """Return what a deal that had a declarer scores for both sides."""
    options: Options = ruleset.options
    declaring = deal.declarer % SIDES
    sides = [_taken(deal, side, options) for side in range(SIDES)]
    result = result_of(deal.ending, deal.bid, sides[declaring])
    played = deal.ending == "played"
    return DealResult(
        sides=SIDES,
        made=result == "made",
        lines=deal_lines(
            result,
            deal.bid,
            declaring,
            sides,
            options.set_penalty,
            options.save_meld,
            card_values(options).total,
        ),
        detail={
            "result": result,
            "redeal": False,
            "declarer": deal.declarer,
            "declarer_side": declaring,
            "bid": deal.bid,
            "trump": deal.trump,
            "help": list(deal.helpers),
            "named_melds": None if deal.named_melds is None else list(deal.named_melds),
            "seat_melds": None if deal.seat_melds is None else list(deal.seat_melds),
            "melds": list(deal.melds),
            "melds_counted": [side.meld if side.saved or not played else 0 for side in sides],
            "points": list(deal.points),
            "tricks": None if deal.tricks is None else list(deal.tricks),
            "last_trick": deal.last_trick,
            "wins_game": None,
            "next_dealer": _next_dealer(ruleset, dealer, redeal=False),
        },
        dealer=dealer,
    )


def score_redeal(ruleset: Ruleset, dealer: int, helpers: Sequence[int] = ()) -> DealResult:
    """Return a deal in which everybody passed: nothing is scored."""
    return DealResult(
        sides=SIDES,
        made=None,
        lines=redeal_lines(SIDES),
        detail={
            "result": "redeal",
            "redeal": True,
            "declarer": None,
            "declarer_side": None,
            "help": list(helpers),
            "wins_game": None,
            "next_dealer": _next_dealer(ruleset, dealer, redeal=True),
        },
        dealer=dealer,
    )


def _taken(deal: FinishedDeal, side: int, options: Options) -> SideTaken:
    points = deal.points[side]
    saved = is_saved(
        options.save_meld,
        tricks=int(deal.has_trick[side]),
        points=points,
        dix_only=deal.dix_only[side],
    )
    return SideTaken(deal.melds[side], points, saved)


def _next_dealer(ruleset: Ruleset, dealer: int, *, redeal: bool) -> int:
    return next_dealer(dealer, SEATS, ruleset.options.redeal_dealer, redeal=redeal)
