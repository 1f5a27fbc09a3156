"""The score: the declarer's meld and points against the bid, each opponent alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

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
from games.engine.variants.three_handed_pinochle.deal import SEATS
from games.engine.variants.three_handed_pinochle.options import Options


@dataclass(slots=True, kw_only=True)
class FinishedDeal:
    """What the score of a deal depends on, from a record or a summary. Lists are by seat.

    `points` are those of the tricks, the last one's included, and zeros where nothing was played.
    `tricks`, `last_trick` and `buried` are None where a scorer did not write them down; buried
    counters that are the declarer's then stand among the declarer's points. `has_trick` says who
    won one, which is known even where their number is not.
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
    buried: int | None = None
    named_melds: Sequence[Mapping[str, int]] | None = None  # points by the name of the meld
    trump: str | None = None
    announced: Mapping[str, int] = field(default_factory=dict)


def score_deal(ruleset: Ruleset, dealer: int, deal: FinishedDeal) -> DealResult:
    """Return what a deal that had a declarer scores for the three players."""
    options: Options = ruleset.options
    sides = [_taken(deal, seat, options) for seat in range(SEATS)]
    result = result_of(deal.ending, deal.bid, sides[deal.declarer])
    played = deal.ending == "played"
    return DealResult(
        sides=SEATS,
        made=result == "made",
        lines=deal_lines(
            result,
            deal.bid,
            deal.declarer,
            sides,
            options.set_penalty,
            options.save_meld,
            card_values(options).total,
        ),
        detail={
            "result": result,
            "redeal": False,
            "declarer": deal.declarer,
            "declarer_side": deal.declarer,
            "bid": deal.bid,
            "trump": deal.trump,
            "named_melds": None if deal.named_melds is None else list(deal.named_melds),
            "melds": list(deal.melds),
            "melds_counted": [side.meld if side.saved or not played else 0 for side in sides],
            "points": [side.points + side.buried for side in sides],
            "tricks": None if deal.tricks is None else list(deal.tricks),
            "last_trick": deal.last_trick,
            "buried_points": deal.buried,
            **deal.announced,
            "wins_game": None,
            "next_dealer": _next_dealer(ruleset, dealer, redeal=False),
        },
        dealer=dealer,
    )


def _taken(deal: FinishedDeal, seat: int, options: Options) -> SideTaken:
    points = deal.points[seat]
    saved = is_saved(
        options.save_meld,
        tricks=int(deal.has_trick[seat]),
        points=points,
        dix_only=deal.dix_only[seat],
    )
    gets_buried = (
        seat == deal.declarer and deal.ending == "played" and options.buried_points == "declarer"
    )
    return SideTaken(deal.melds[seat], points, saved, deal.buried or 0 if gets_buried else 0)


def score_redeal(ruleset: Ruleset, dealer: int) -> DealResult:
    """Return a deal in which everybody passed: nothing is scored."""
    return DealResult(
        sides=SEATS,
        made=None,
        lines=redeal_lines(SEATS),
        detail={
            "result": "redeal",
            "redeal": True,
            "declarer": None,
            "declarer_side": None,
            "wins_game": None,
            "next_dealer": _next_dealer(ruleset, dealer, redeal=True),
        },
        dealer=dealer,
    )


def _next_dealer(ruleset: Ruleset, dealer: int, *, redeal: bool) -> int:
    return next_dealer(dealer, SEATS, ruleset.options.redeal_dealer, redeal=redeal)
