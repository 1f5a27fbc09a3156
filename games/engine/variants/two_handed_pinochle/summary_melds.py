"""The melds of a summary: what two players can have melded with one pack and so many tricks."""

from collections.abc import Sequence
from itertools import accumulate
from operator import attrgetter

from games.engine.kept import kept
from games.engine.summaries import impossible
from games.engine.variants.two_handed_pinochle.deal import STOCK_TRICKS
from games.engine.variants.two_handed_pinochle.options import Options
from games.engine.variants.two_handed_pinochle.score import FinishedDeal
from games.sentences import SideName, say

TWICE = ("run", "aces", "kings", "queens", "jacks", "royal_marriage")  # of each two copies
MARRIAGES = 6  # of the three other suits
_worths_of = attrgetter("dix", "pinochle", "double_pinochle", "marriage", *TWICE)


def most_melded(options: Options, tricks: int) -> int:
    """Return the most that can be melded by winning so many tricks, both nines included."""
    most = _most(options)
    return most[min(tricks, STOCK_TRICKS)] if options.melds_per_trick == "one" else most[-1]


@kept
def _most(options: Options) -> tuple[int, ...]:
    """Return by number of melds the most that so many are worth, both nines included.

    The pack holds two copies of each. Of the pinochles either two of separate copies count, or
    one before the double: two would leave no copy for it.
    """
    dix, pinochle, double_pinochle, marriage, *twice = _worths_of(options)
    others = [*twice, *twice, *[marriage] * MARRIAGES]
    either = (
        list(accumulate(sorted([*others, *pinochles], reverse=True), initial=2 * dix))
        for pinochles in ((pinochle, pinochle), (pinochle, double_pinochle))
    )
    return tuple(map(max, *either))


def check_melds(deal: FinishedDeal, dealer: int, options: Options) -> None:
    """Refuse melds that cannot be, in themselves or with the tricks written down."""
    for side, points in enumerate(deal.melds):
        if points % 10:
            sentence = say(
                "%(side)s cannot have melded %(points)d: melds are multiples of 10",
                side=SideName(side),
                points=points,
            )
            impossible("meld_unreachable", sentence, "melds")
    most = most_melded(options, STOCK_TRICKS)
    if sum(deal.melds) > most:
        sentence = say(
            "the melds add up to %(sum)d; both players together can meld at most %(most)d",
            sum=sum(deal.melds),
            most=most,
        )
        impossible("meld_unreachable", sentence, "melds")
    scores_dix = options.turned_dix == "dealer"
    if deal.turned_dix and scores_dix and deal.melds[dealer] < options.dix:
        sentence = say(
            "a nine was turned up, so the meld of %(side)s, who dealt, includes its %(dix)d",
            side=SideName(dealer),
            dix=options.dix,
        )
        impossible("meld_mismatch", sentence, "melds")
    if deal.tricks is not None:
        _check_with_tricks(deal, deal.tricks, dealer, options)


def _check_with_tricks(
    deal: FinishedDeal, tricks: Sequence[int], dealer: int, options: Options
) -> None:
    for side, points in enumerate(deal.melds):
        count = tricks[side]
        if count:
            most = most_melded(options, count)
        else:
            may_score_dix = options.turned_dix == "dealer" and deal.turned_dix is not False
            most = options.dix if side == dealer and may_score_dix else 0
        if points <= most:
            continue
        if not count:
            sentence = say(
                "%(side)s took no trick and cannot have melded %(points)d: "
                "only the winner of a trick melds",
                side=SideName(side),
                points=points,
            )
            impossible("meld_mismatch", sentence, "melds")
        sentence = say(
            "%(side)s cannot have melded %(points)d: after %(tricks)d tricks %(most)d is the most",
            side=SideName(side),
            points=points,
            tricks=count,
            most=most,
        )
        impossible("meld_unreachable", sentence, "melds")
