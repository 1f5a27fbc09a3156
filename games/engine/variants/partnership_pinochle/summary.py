"""A deal as a scorer writes it down: bid and declarer, melds, how it ended, points in play."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.card_values import CardValues
from games.engine.errors import MalformedRecord
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.single_deck.attainable import can_be_hand_meld, can_be_side_meld
from games.engine.single_deck.saved import points_of_tricks, possible_last_trick
from games.engine.single_deck.summary import check_bid, check_redeal, ending_of
from games.engine.single_deck.values import MeldValues, card_values, meld_values
from games.engine.summaries import check_total, impossible
from games.engine.summary_fields import Summary, refuse_play
from games.engine.variants.partnership_pinochle.deal import HAND_SIZE, SEATS, SIDES, TRICKS, by_side
from games.engine.variants.partnership_pinochle.options import Options
from games.engine.variants.partnership_pinochle.score import (
    FinishedDeal,
    score_deal,
    score_redeal,
)
from games.engine.variants.partnership_pinochle.summary_fields import FIELDS
from games.sentences import SeatName, SideName, say


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
    melds = read_melds(summary, trump, options)
    ending = ending_of(
        outcome,
        bid,
        melds.by_side[declarer % SIDES],
        card_values(options).total,
        no_play=options.unmakeable_bid == "no_play",
        throw_in=options.throw_in,
    )
    played = ending == "played"
    play = read_play(summary, options) if played else nothing_played(summary)
    return score_deal(
        ruleset,
        dealer,
        FinishedDeal(
            declarer=declarer,
            bid=bid,
            ending=ending,
            melds=melds.by_side,
            dix_only=read_dix_only(
                summary, melds.by_side, play.points if played else None, options
            ),
            points=play.points,
            has_trick=play.has_trick,
            tricks=play.tricks,
            last_trick=play.last_trick,
            seat_melds=melds.by_seat,
            trump=trump,
        ),
    )


# The melds of a summary: which numbers can be melded by a hand, and by two.


class WrittenMelds(NamedTuple):
    """The melds as written down; those of the hands only where the scorer did."""

    by_side: Sequence[int]
    by_seat: Sequence[int] | None


def read_melds(summary: Summary, trump: str | None, options: Options) -> WrittenMelds:
    """Return the melds. Raises for a number that no hand or side can meld."""
    values = meld_values(options)
    seats = _check_seats(summary.get("seat_melds"), trump, values)
    if seats is not None and not summary.has("melds"):
        sides = by_side(seats)
    else:
        sides = list(summary.needed("melds"))
    for side, points in enumerate(sides):
        if not can_be_side_meld(points, trump, values, HAND_SIZE):
            sentence = say(
                "%(side)s cannot have melded %(points)d: no two hands meld that",
                side=SideName(side),
                points=points,
            )
            impossible("meld_unreachable", sentence, "melds")
    if seats is not None:
        _check_agree(sides, by_side(seats))
    return WrittenMelds(sides, seats)


def _check_seats(
    melds: Sequence[int] | None, trump: str | None, values: MeldValues
) -> Sequence[int] | None:
    for seat, points in enumerate(melds or ()):
        if not can_be_hand_meld(points, trump, values, HAND_SIZE):
            sentence = say(
                "%(seat)s cannot have melded %(points)d: no hand melds that",
                seat=SeatName(seat),
                points=points,
            )
            impossible("meld_unreachable", sentence, "seat_melds")
    return melds


def _check_agree(sides: Sequence[int], from_seats: Sequence[int]) -> None:
    for side in range(SIDES):
        if sides[side] != from_seats[side]:
            sentence = say(
                "the hands of %(side)s meld %(hands)d together, "
                "but %(melds)d is written for the side",
                side=SideName(side),
                hands=from_seats[side],
                melds=sides[side],
            )
            impossible("meld_mismatch", sentence, "melds")


# Melds of nines of trumps and of nothing else, which need no point to be saved.


def read_dix_only(
    summary: Summary,
    melds: Sequence[int],
    points: Sequence[int] | None,
    options: Options,
) -> Sequence[bool]:
    """Return for each side whether its meld is of nines only.

    `points` are those taken in play, None where nothing was played. A meld that only one nine is
    worth needs no mark. Whoever leaves it unmarked is corrected only where it decides: forms send
    what nobody marked as false.
    """
    written, values = summary.get("dix_only"), meld_values(options)
    decides = [
        options.save_meld == "point" and points is not None and not points[side]
        for side in range(SIDES)
    ]
    if written is None:
        _ask_where_it_decides(melds, decides, values)
        marked: Sequence[bool] = (False,) * SIDES
    else:
        marked = written
        _check_marked(melds, marked, decides, values)
    nines = sum(
        values.fewest_nines(meld, only=only) for meld, only in zip(melds, marked, strict=True)
    )
    if nines > 2:
        sentence = say(
            "the pack has two nines of trumps; these melds would need %(nines)d", nines=nines
        )
        impossible("meld_mismatch", sentence, "dix_only")
    return [only or values.is_one_nine(meld) for meld, only in zip(melds, marked, strict=True)]


def _ask_where_it_decides(
    melds: Sequence[int], decides: Sequence[bool], values: MeldValues
) -> None:
    for side, meld in enumerate(melds):
        if decides[side] and values.is_nines(meld) and not values.is_one_nine(meld):
            sentence = say(
                "%(side)s melded %(points)d and took no point: say whether it was nines of "
                "trumps alone, which need none",
                side=SideName(side),
                points=meld,
            )
            raise MalformedRecord("missing_field", sentence, phase="summary", field="dix_only")


def _check_marked(
    melds: Sequence[int], marked: Sequence[bool], decides: Sequence[bool], values: MeldValues
) -> None:
    for side, meld in enumerate(melds):
        if marked[side] and not values.is_nines(meld):
            sentence = say(
                "%(side)s melded %(points)d; nines of trumps alone are worth %(one)d or %(two)d",
                side=SideName(side),
                points=meld,
                one=values.dix[1],
                two=values.dix[2],
            )
            impossible("meld_mismatch", sentence, "dix_only")
        if decides[side] and values.is_one_nine(meld) and not marked[side]:
            sentence = say(
                "%(side)s melded %(points)d, which can only be a nine of trumps",
                side=SideName(side),
                points=meld,
            )
            impossible("meld_mismatch", sentence, "dix_only")


# The play of a summary: points, last trick and tricks that can have been taken together.


class WrittenPlay(NamedTuple):
    """What was taken, by side, in the words of `FinishedDeal`."""

    points: Sequence[int]
    has_trick: Sequence[bool]
    tricks: Sequence[int] | None
    last_trick: int | None


def nothing_played(summary: Summary) -> WrittenPlay:
    """Return that nobody took anything, and refuse what only a deal that was played has."""
    refuse_play(summary)
    return WrittenPlay((0,) * SIDES, (False,) * SIDES, (0,) * SIDES, None)


def read_play(summary: Summary, options: Options) -> WrittenPlay:
    """Return points and tricks by side. Raises IllegalAction for ones that no play can give."""
    points, values = summary.needed("points"), card_values(options)
    check_total(points, values.total, rule="points_total", name="points")
    for side, taken in enumerate(points):
        if taken % values.step:
            sentence = say(
                "%(side)s has %(points)d points in play; they are a multiple of %(step)d",
                side=SideName(side),
                points=taken,
                step=values.step,
            )
            impossible("points_unreachable", sentence, "points")
    last = _check_last(summary.get("last_trick"), points, values)
    tricks = _check_tricks(summary.get("tricks"), points, last, values)
    if tricks is not None:
        return WrittenPlay(points, [count > 0 for count in tricks], tricks, last)
    if options.save_meld == "trick" and 0 in points:
        sentence = say(
            "tricks are needed: %(side)s has no points and may have won no trick",
            side=SideName(points.index(0)),
        )
        raise MalformedRecord("missing_field", sentence, phase="summary", field="tricks")
    return WrittenPlay(points, [taken > 0 for taken in points], None, last)


def _check_last(last: int | None, points: Sequence[int], values: CardValues) -> int | None:
    if last is not None and points[last] < values.last_trick:
        sentence = say(
            "%(side)s won the last trick and so has %(least)d points or more, not %(points)d",
            side=SideName(last),
            least=values.last_trick,
            points=points[last],
        )
        impossible("points_unreachable", sentence, "points")
    return last


def _check_tricks(
    tricks: Sequence[int] | None, points: Sequence[int], last: int | None, values: CardValues
) -> Sequence[int] | None:
    if tricks is None:
        return None
    check_total(tricks, TRICKS, rule="tricks_total", name="tricks")
    if last is not None and not tricks[last]:
        sentence = say(
            "%(side)s won the last trick, so it has a trick at least", side=SideName(last)
        )
        impossible("tricks_unreachable", sentence, "tricks")
    possible = possible_last_trick(points, tricks, SEATS, values)
    if not possible or (last is not None and last not in possible):
        _refuse(points, tricks, last, values)
    return tricks


def _refuse(
    points: Sequence[int], tricks: Sequence[int], last: int | None, values: CardValues
) -> None:
    """Say which side's points its tricks cannot hold; an unknown last trick may be anybody's."""
    for side, count in enumerate(tricks):
        must_have_last = side == last or count == TRICKS
        may_have_last = must_have_last or (last is None and count > 0)
        least = points_of_tricks(count, SEATS, values, won_last=must_have_last).least
        most = points_of_tricks(count, SEATS, values, won_last=may_have_last).most
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
    sentence = say("whoever won the last trick, these points do not go with these tricks")
    impossible("points_unreachable", sentence, "points")
