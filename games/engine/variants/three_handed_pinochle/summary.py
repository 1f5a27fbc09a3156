"""A deal as a scorer writes it down: bid and declarer, melds, how it ended, points in play."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.card_values import CardValues
from games.engine.errors import MalformedRecord
from games.engine.record import missing_field
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.single_deck.attainable import hand_melds
from games.engine.single_deck.deck import DECK
from games.engine.single_deck.saved import points_of_tricks, possible_last_trick
from games.engine.single_deck.summary import check_bid, check_redeal, ending_of
from games.engine.single_deck.values import MeldValues, card_values, meld_values
from games.engine.summaries import check_total, impossible
from games.engine.summary_fields import Summary, refuse_play
from games.engine.variants.three_handed_pinochle.deal import HAND_SIZE, KITTY_SIZE, SEATS, TRICKS
from games.engine.variants.three_handed_pinochle.options import Options
from games.engine.variants.three_handed_pinochle.score import (
    FinishedDeal,
    score_deal,
    score_redeal,
)
from games.engine.variants.three_handed_pinochle.summary_fields import FIELDS, buried_sums
from games.sentences import SeatName, say

# The melds of a summary: which numbers can be melded, and which are nines of trumps only.


class WrittenMelds(NamedTuple):
    """By seat: the melds, and those marked as nines of trumps only, or None if none could be.

    `dix_only` says of a meld that only one nine is worth that it is of one, marked or not: forms
    send no mark as false.
    """

    points: Sequence[int]
    marked: Sequence[bool] | None
    dix_only: Sequence[bool]


def read_melds(
    summary: Summary, declarer: int, trump: str | None, options: Options
) -> WrittenMelds:
    """Return the melds. Raises for a number that no hand can meld."""
    points, values = summary.needed("melds"), meld_values(options)
    possible = [hand_melds(trump, values, HAND_SIZE)] * SEATS
    if options.meld_hand == "with_kitty":
        possible[declarer] = hand_melds(trump, values, HAND_SIZE + KITTY_SIZE)
    for seat, meld in enumerate(points):
        if meld not in possible[seat]:
            sentence = say(
                "%(seat)s cannot have melded %(points)d: no hand melds that",
                seat=SeatName(seat),
                points=meld,
            )
            impossible("meld_unreachable", sentence, "melds")
    marked = summary.get("dix_only")
    if marked is not None:
        _check_marked(points, marked, values)
    no_marks = (False,) * SEATS
    dix_only = [
        only or values.is_one_nine(meld)
        for meld, only in zip(points, marked or no_marks, strict=True)
    ]
    nines = sum(
        values.fewest_nines(meld, only=only) for meld, only in zip(points, dix_only, strict=True)
    )
    if nines > DECK.copies:
        sentence = say(
            "the pack has two nines of trumps; these melds would need %(nines)d", nines=nines
        )
        impossible("meld_mismatch", sentence, "melds" if marked is None else "dix_only")
    return WrittenMelds(points, marked, dix_only)


def _check_marked(points: Sequence[int], marked: Sequence[bool], values: MeldValues) -> None:
    for seat, meld in enumerate(points):
        if marked[seat] and not values.is_nines(meld):
            sentence = say(
                "%(seat)s melded %(points)d; nines of trumps alone are worth %(one)d or %(two)d",
                seat=SeatName(seat),
                points=meld,
                one=values.dix[1],
                two=values.dix[2],
            )
            impossible("meld_mismatch", sentence, "dix_only")


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
    melds = read_melds(summary, declarer, trump, options)
    ending = ending_of(
        outcome,
        bid,
        melds.points[declarer],
        card_values(options).total,
        no_play=options.unmakeable_bid == "no_play",
        throw_in=options.throw_in,
    )
    buried = read_buried(summary, card_values(options))
    if ending == "played":
        play = read_play(summary, declarer, melds, buried, options)
    else:
        play = nothing_played(summary)
    return score_deal(
        ruleset,
        dealer,
        FinishedDeal(
            declarer=declarer,
            bid=bid,
            ending=ending,
            melds=melds.points,
            dix_only=melds.dix_only,
            points=play.points,
            has_trick=play.has_trick,
            tricks=play.tricks,
            last_trick=play.last_trick,
            buried=buried,
            trump=trump,
        ),
    )


# The play of a summary: points, tricks, last trick and buried cards that go together.


class WrittenPlay(NamedTuple):
    """What was taken, by seat, in the words of `FinishedDeal`."""

    points: Sequence[int]
    has_trick: Sequence[bool]
    tricks: Sequence[int] | None
    last_trick: int | None


class PointRange(NamedTuple):
    """The fewest and the most points a player can have from tricks.

    They are the same unless nobody wrote down what the declarer buried.
    """

    least: int
    most: int


def read_buried(summary: Summary, values: CardValues) -> int | None:
    """Return the points of the buried cards, or None where they were not written down."""
    buried: int | None = summary.get("buried_points")
    sums = buried_sums(values)
    if buried is not None and buried not in sums:
        sentence = say(
            "three buried cards are worth one of %(sums)s points, not %(points)d",
            sums=", ".join(map(str, sums)),
            points=buried,
        )
        impossible("points_unreachable", sentence, "buried_points")
    return buried


def nothing_played(summary: Summary) -> WrittenPlay:
    """Return that nobody took anything, and refuse what only a deal that was played has."""
    refuse_play(summary)
    return WrittenPlay((0,) * SEATS, (False,) * SEATS, (0,) * SEATS, None)


def read_play(
    summary: Summary,
    declarer: int,
    melds: WrittenMelds,
    buried: int | None,
    options: Options,
) -> WrittenPlay:
    """Return points and tricks by seat. Raises IllegalAction for ones that no play can give."""
    values = card_values(options)
    points = list(_read_points(summary, buried, options, values))
    brought: Sequence[int] = [0]
    if options.buried_points == "declarer":
        brought = _may_be_buried(points, declarer, buried, values)
    ranges = [PointRange(taken, taken) for taken in points]
    ranges[declarer] = PointRange(points[declarer] - brought[-1], points[declarer] - brought[0])
    last = summary.get("last_trick")
    if last is not None:
        _check_last(ranges[last], last, values)
    tricks = _read_tricks(summary, ranges, declarer, last, values)
    _ask_for_tricks(ranges, tricks, last, options)
    if buried is None and not ranges[declarer].least and declarer != last:
        _ask_for_buried(options)
    _ask_for_nines(ranges, melds, options)
    if buried is not None:
        points[declarer] = ranges[declarer].most
    if tricks is None:
        has_trick = [taken.least > 0 or seat == last for seat, taken in enumerate(ranges)]
    else:
        has_trick = [count > 0 for count in tricks]
    return WrittenPlay(points, has_trick, tricks, last)


def _read_points(
    summary: Summary, buried: int | None, options: Options, values: CardValues
) -> Sequence[int]:
    points: Sequence[int] = summary.needed("points")
    for seat, taken in enumerate(points):
        if taken % values.step:
            sentence = say(
                "%(seat)s has %(points)d points in play; they are a multiple of %(step)d",
                seat=SeatName(seat),
                points=taken,
                step=values.step,
            )
            impossible("points_unreachable", sentence, "points")
    if options.buried_points == "declarer":
        check_total(points, values.total, rule="points_total", name="points")
        return points
    if buried is None:
        raise missing_field("buried_points", phase="summary")
    check_total(points, values.total - buried, rule="points_total", name="points")
    return points


def _may_be_buried(
    points: Sequence[int], declarer: int, buried: int | None, values: CardValues
) -> Sequence[int]:
    """Return what the declarer's buried counters can be worth, rising."""
    if buried is None:
        return [worth for worth in buried_sums(values) if worth <= points[declarer]]
    if points[declarer] < buried:
        sentence = say(
            "the declarer has %(points)d points, but buried cards worth %(buried)d",
            points=points[declarer],
            buried=buried,
        )
        impossible("points_unreachable", sentence, "points")
    return [buried]


def _check_last(taken: PointRange, last: int, values: CardValues) -> None:
    if taken.most < values.last_trick:
        sentence = say(
            "%(seat)s won the last trick and so has %(least)d points or more from tricks, "
            "not %(points)d",
            seat=SeatName(last),
            least=values.last_trick,
            points=taken.most,
        )
        impossible("points_unreachable", sentence, "points")


def _read_tricks(
    summary: Summary,
    ranges: Sequence[PointRange],
    declarer: int,
    last: int | None,
    values: CardValues,
) -> Sequence[int] | None:
    """Return the tricks, or None where they were not written down."""
    tricks: Sequence[int] | None = summary.get("tricks")
    if tricks is None:
        return None
    check_total(tricks, TRICKS, rule="tricks_total", name="tricks")
    taken = [reach.most for reach in ranges]
    possible: set[int] = set()
    for points in range(ranges[declarer].least, ranges[declarer].most + 1, values.step):
        taken[declarer] = points
        possible.update(possible_last_trick(taken, tricks, SEATS, values))
    if last in possible or (last is None and possible):
        return tricks
    _refuse_last(tricks, last)
    _refuse_points(ranges, tricks, last, values)
    sentence = say("whoever won the last trick, these points do not go with these tricks")
    impossible("points_unreachable", sentence, "points")


def _refuse_last(tricks: Sequence[int], last: int | None) -> None:
    """Refuse a winner of the last trick who has no trick, or is not the one who has them all."""
    if last is not None and not tricks[last]:
        sentence = say(
            "%(seat)s won the last trick, so it has a trick at least", seat=SeatName(last)
        )
        impossible("tricks_unreachable", sentence, "tricks")
    if last is not None and TRICKS in tricks and tricks[last] != TRICKS:
        sentence = say(
            "%(seat)s took all tricks, so the last one too", seat=SeatName(tricks.index(TRICKS))
        )
        impossible("tricks_unreachable", sentence, "last_trick")


def _refuse_points(
    ranges: Sequence[PointRange], tricks: Sequence[int], last: int | None, values: CardValues
) -> None:
    """Refuse points that so many tricks cannot hold; an unknown last trick may be anybody's."""
    for seat, count in enumerate(tricks):
        must_have_last = seat == last or (last is None and count == TRICKS)
        may_have_last = must_have_last or (last is None and count > 0)
        least = points_of_tricks(count, SEATS, values, won_last=must_have_last).least
        most = points_of_tricks(count, SEATS, values, won_last=may_have_last).most
        if ranges[seat].most < least or ranges[seat].least > most:
            sentence = say(
                "%(seat)s has %(points)d points from tricks; "
                "%(tricks)d tricks are worth %(least)d to %(most)d",
                seat=SeatName(seat),
                points=ranges[seat].least if ranges[seat].least > most else ranges[seat].most,
                tricks=count,
                least=least,
                most=most,
            )
            impossible("points_unreachable", sentence, "points")


def _ask_for_tricks(
    ranges: Sequence[PointRange], tricks: Sequence[int] | None, last: int | None, options: Options
) -> None:
    """Refuse a summary without tricks where they decide whether a player's meld counts."""
    if options.save_meld != "trick" or tricks is not None:
        return
    for seat, taken in enumerate(ranges):
        if not taken.least and seat != last:
            sentence = say("tricks are needed: %(seat)s may have won no trick", seat=SeatName(seat))
            raise MalformedRecord("missing_field", sentence, phase="summary", field="tricks")


def _ask_for_buried(options: Options) -> None:
    """Refuse a summary without buried points where the declarer's meld depends on them."""
    if options.save_meld == "point":
        sentence = say("the points of the buried cards are needed: tricks may have brought nothing")
        raise MalformedRecord("missing_field", sentence, phase="summary", field="buried_points")


def _ask_for_nines(ranges: Sequence[PointRange], melds: WrittenMelds, options: Options) -> None:
    """Refuse a meld of which it is not said whether it is of nines alone, where that decides.

    A meld of nines of trumps alone counts even without a trick; every other one needs a point.
    """
    if options.save_meld != "point":
        return
    values = meld_values(options)
    for seat, taken in enumerate(ranges):
        meld = melds.points[seat]
        is_one_nine = values.is_one_nine(meld)
        if taken.most:
            continue
        if melds.marked is None and values.is_nines(meld) and not is_one_nine:
            sentence = say(
                "%(seat)s melded %(points)d and took no point: say whether it was nines of "
                "trumps alone, which need none",
                seat=SeatName(seat),
                points=meld,
            )
            raise MalformedRecord("missing_field", sentence, phase="summary", field="dix_only")
        if melds.marked is not None and is_one_nine and not melds.marked[seat]:
            sentence = say(
                "%(seat)s melded %(points)d, which can only be a nine of trumps",
                seat=SeatName(seat),
                points=meld,
            )
            impossible("meld_mismatch", sentence, "dix_only")
