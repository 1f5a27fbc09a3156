"""A deal as a scorer writes it down: bid and declarer, melds, how it ended, points in play."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.card_values import CardValues
from games.engine.record import missing_field, shortened
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.summaries import check_total, impossible
from games.engine.summary_fields import Summary, refuse_play
from games.engine.variants.double_deck_pinochle.auction import HIGHEST_BID
from games.engine.variants.double_deck_pinochle.deal import SEATS, SIDES, TRICKS, card_values
from games.engine.variants.double_deck_pinochle.meld import (
    LEAST_MELD,
    counted_meld,
    least_with_marriage,
    meld_table,
)
from games.engine.variants.double_deck_pinochle.options import (
    Options,
    is_on_ladder,
    next_on_ladder,
)
from games.engine.variants.double_deck_pinochle.reachable import (
    can_be_hand_meld,
    can_be_side_meld,
)
from games.engine.variants.double_deck_pinochle.score import FinishedDeal, score_deal
from games.engine.variants.double_deck_pinochle.summary_fields import FIELDS
from games.sentences import SeatName, SideName, say


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
    points = card_values(options).total
    within_reach = counted + points >= bid
    if outcome == "no_play" and within_reach:
        sentence = say(
            "meld %(meld)d and %(points)d points reach the bid of %(bid)d, "
            "so the deal had to be played",
            points=points,
            meld=counted,
            bid=bid,
        )
        impossible("outcome_mismatch", sentence, "outcome")
    if outcome != "no_play" and not within_reach:
        sentence = say(
            "meld %(meld)d and %(points)d points do not reach the bid of %(bid)d, "
            "so there was no play",
            points=points,
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


# The melds of a summary: which numbers can be melded, and what they must agree with.


class WrittenMelds(NamedTuple):
    """The raw melds as written down, and whether a hand of the side had aces around."""

    by_side: Sequence[int]
    by_seat: Sequence[int] | None
    aces_around: Sequence[bool]


def read_melds(
    summary: Summary, declarer: int, trump: str | None, options: Options
) -> WrittenMelds:
    """Return the melds. Raises for a number that no hand or side can meld."""
    by_seat = _check_seats(summary.get("seat_melds"), trump, options)
    from_seats = None if by_seat is None else _by_side(by_seat)
    by_side: Sequence[int]
    if from_seats is not None and not summary.has("melds"):
        by_side = from_seats
    else:
        by_side = summary.needed("melds")
    if from_seats is not None and by_side != from_seats:
        side = next(side for side in range(SIDES) if by_side[side] != from_seats[side])
        sentence = say(
            "the hands of %(side)s meld %(hands)d together, but %(melds)d is written for the side",
            side=SideName(side),
            hands=from_seats[side],
            melds=by_side[side],
        )
        impossible("meld_mismatch", sentence, "melds")
    for side, points in enumerate(by_side):
        if not can_be_side_meld(points, trump, options):
            sentence = say(
                "%(side)s cannot have melded %(points)d: no two hands meld that",
                side=SideName(side),
                points=points,
            )
            impossible("meld_unreachable", sentence, "melds")
    _check_meld_of_marriage(summary, declarer, by_side, by_seat, options)
    return WrittenMelds(by_side, by_seat, _read_aces(summary, by_side, options))


def _check_seats(
    melds: tuple[int, ...] | None, trump: str | None, options: Options
) -> tuple[int, ...] | None:
    for seat, points in enumerate(melds or ()):
        if not can_be_hand_meld(points, trump, options):
            sentence = say(
                "%(seat)s cannot have melded %(points)d: no hand melds that",
                seat=SeatName(seat),
                points=points,
            )
            impossible("meld_unreachable", sentence, "seat_melds")
    return melds


def _by_side(seats: Sequence[int]) -> tuple[int, ...]:
    return (seats[0] + seats[2], seats[1] + seats[3])


def _check_meld_of_marriage(
    summary: Summary,
    declarer: int,
    by_side: Sequence[int],
    by_seat: Sequence[int] | None,
    options: Options,
) -> None:
    if not summary.get("royal_marriage"):
        return
    melded = by_side[declarer % SIDES] if by_seat is None else by_seat[declarer]
    least = least_with_marriage(meld_table(options))
    if melded < least:
        sentence = say(
            "with a royal marriage the declarer melds %(least)d or more, not %(melded)d",
            least=least,
            melded=melded,
        )
        impossible("meld_mismatch", sentence, "melds")


def _read_aces(summary: Summary, by_side: Sequence[int], options: Options) -> Sequence[bool]:
    """Return which sides had aces around; asked where it decides what must be shown."""
    aces: Sequence[bool] | None = summary.get("aces_around")
    worth = meld_table(options).aces[1]
    if aces is None:
        if options.aces_must_show and any(worth <= points < LEAST_MELD for points in by_side):
            raise missing_field("aces_around", phase="summary")
        return (False, False)
    for side, has_aces in enumerate(aces):
        if has_aces and by_side[side] < worth:
            sentence = say(
                "with aces around %(side)s melds %(least)d or more, not %(melded)d",
                side=SideName(side),
                least=worth,
                melded=by_side[side],
            )
            impossible("meld_mismatch", sentence, "melds")
    return aces


# The play of a summary: points, last trick and tricks that can have been taken together.


def read_play(
    summary: Summary, outcome: str, options: Options
) -> tuple[Sequence[int], Sequence[int] | None]:
    """Return points and tricks by side; zeros and None where no card was played."""
    if outcome != "played":
        refuse_play(summary)
        return (0,) * SIDES, None
    points, values = summary.needed("points"), card_values(options)
    check_total(points, values.total, rule="points_total", name="points")
    _check_step(points, values)
    last = summary.needed("last_trick")
    if points[last] < values.last_trick:
        sentence = say(
            "%(side)s won the last trick and so has %(least)d points or more, not %(points)d",
            side=SideName(last),
            least=values.last_trick,
            points=points[last],
        )
        impossible("points_unreachable", sentence, "points")
    tricks = summary.get("tricks")
    if tricks is None:
        if options.all_tricks_wins:
            raise missing_field("tricks", phase="summary")
        return points, None
    return points, _check_tricks(tricks, points, last, values)


def _check_step(points: Sequence[int], values: CardValues) -> None:
    for side, taken in enumerate(points):
        if taken % values.step:
            sentence = say(
                "%(side)s has %(points)d points in play; they are a multiple of %(step)d",
                side=SideName(side),
                points=taken,
                step=values.step,
            )
            impossible("points_unreachable", sentence, "points")


def _check_tricks(
    tricks: Sequence[int], points: Sequence[int], last: int, values: CardValues
) -> Sequence[int]:
    check_total(tricks, TRICKS, rule="tricks_total", name="tricks")
    if not tricks[last]:
        sentence = say(
            "%(side)s won the last trick, so it has a trick at least", side=SideName(last)
        )
        impossible("tricks_unreachable", sentence, "tricks")
    for side, count in enumerate(tricks):
        bonus = values.last_trick if side == last else 0
        least = values.cheapest[SEATS * count] + bonus
        most = values.dearest[SEATS * count] + bonus
        if not least <= points[side] <= most:
            sentence = say(
                "%(side)s has %(points)d points; %(tricks)d tricks are worth %(least)d to %(most)d",
                side=SideName(side),
                points=points[side],
                tricks=count,
                least=least,
                most=most,
            )
            impossible("points_unreachable", sentence, "points")
    return tricks
