"""A deal as a scorer writes it down: melds, points in tricks, and if known tricks and trump."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from games.engine.card_values import CardValues
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.single_deck.deck import DECK
from games.engine.summaries import check_total, impossible
from games.engine.summary_fields import Summary
from games.engine.variants.two_handed_pinochle.deal import SEATS, TRICKS, points_of
from games.engine.variants.two_handed_pinochle.options import Options
from games.engine.variants.two_handed_pinochle.score import FinishedDeal, score_deal
from games.engine.variants.two_handed_pinochle.summary_fields import FIELDS
from games.engine.variants.two_handed_pinochle.summary_melds import check_melds
from games.sentences import SideName, say


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


# Checks of tricks and points: every sum that so many cards of the pack can be worth.


@lru_cache(maxsize=256)
def card_sums(values: CardValues) -> tuple[int, ...]:
    """Return by number of cards everything that so many can be worth together.

    What they can be worth is an integer with a bit for each sum.
    """
    sums = [1, *[0] * DECK.size]
    for value in values.by_code * DECK.copies:
        for cards in range(DECK.size, 0, -1):
            sums[cards] |= sums[cards - 1] << value
    return tuple(sums)


def can_be_worth(values: CardValues, tricks: int, points: int) -> bool:
    """Say whether the cards of so many tricks can be worth just this."""
    return points >= 0 and card_sums(values)[SEATS * tricks] >> points & 1 == 1


def card_bounds(values: CardValues, tricks: int) -> tuple[int, int]:
    """Return the fewest and the most that the cards of so many tricks can be worth."""
    sums = card_sums(values)[SEATS * tricks]
    return (sums & -sums).bit_length() - 1, sums.bit_length() - 1


def check_tricks_and_points(deal: FinishedDeal, options: Options) -> None:
    """Refuse tricks and points that cannot have been taken in one deal."""
    values = points_of(options)
    check_total(deal.points, values.total, rule="points_total", name="points")
    last = deal.last_trick
    if last is not None and deal.points[last] < values.last_trick:
        sentence = say(
            "%(side)s won the last trick and so has %(least)d points or more, not %(points)d",
            side=SideName(last),
            least=values.last_trick,
            points=deal.points[last],
        )
        impossible("points_unreachable", sentence, "points")
    if deal.tricks is not None:
        check_total(deal.tricks, TRICKS, rule="tricks_total", name="tricks")
        if last is not None and not deal.tricks[last]:
            sentence = say(
                "%(side)s won the last trick, so it has a trick at least", side=SideName(last)
            )
            impossible("tricks_unreachable", sentence, "tricks")
        _check_range(deal, values)
    # what one player took leaves the rest for the other, so one of them is enough
    if not _can_have(deal, deal.points[0], values):
        sentence = say(
            "no cards of this pack are worth %(first)d and %(second)d in tricks",
            first=deal.points[0],
            second=deal.points[1],
        )
        impossible("points_unreachable", sentence, "points")


def _can_have(deal: FinishedDeal, points: int, values: CardValues) -> bool:
    """Say whether the first player can have these points, with any number of tricks possible."""
    for count in range(TRICKS + 1) if deal.tricks is None else deal.tricks[:1]:
        taken = (count, TRICKS - count)
        for last in range(SEATS) if deal.last_trick is None else (deal.last_trick,):
            bonus = 0 if last else values.last_trick
            if taken[last] and can_be_worth(values, count, points - bonus):
                return True
    return False


def _check_range(deal: FinishedDeal, values: CardValues) -> None:
    """Name the player who has more or fewer points than the tricks written down can hold."""
    for side, count in enumerate(deal.tricks or ()):
        fewest, highest = card_bounds(values, count)
        is_last, may_be_last = deal.last_trick == side, deal.last_trick in (side, None) and count
        least = fewest + (values.last_trick if is_last or count == TRICKS else 0)
        most = highest + (values.last_trick if may_be_last else 0)
        if not least <= deal.points[side] <= most:
            sentence = say(
                "%(side)s has %(points)d points; %(tricks)d tricks are worth %(least)d to %(most)d",
                side=SideName(side),
                points=deal.points[side],
                tricks=count,
                least=least,
                most=most,
            )
            impossible("points_unreachable", sentence, "points")
