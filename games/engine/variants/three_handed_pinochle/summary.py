"""A deal as a scorer writes it down: bid and declarer, melds, how it ended, points in play."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.errors import MalformedRecord
from games.engine.record import missing_field
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.single_deck.attainable import hand_melds
from games.engine.single_deck.deck import COUNTER, DECK, LAST_TRICK, POINTS
from games.engine.single_deck.meld import DIX, MARRIAGE, RUN
from games.engine.single_deck.saved import points_of_tricks, possible_last_trick
from games.engine.single_deck.summary import check_bid, check_redeal, ending_of
from games.engine.summaries import check_total, impossible
from games.engine.summary_fields import Summary, refuse_play
from games.engine.variants.three_handed_pinochle.deal import HAND_SIZE, KITTY_SIZE, SEATS, TRICKS
from games.engine.variants.three_handed_pinochle.options import Options
from games.engine.variants.three_handed_pinochle.score import (
    FinishedDeal,
    score_deal,
    score_redeal,
)
from games.engine.variants.three_handed_pinochle.summary_fields import FIELDS
from games.sentences import SeatName, say

# The melds of a summary: which numbers can be melded, and which are nines of trumps only.

ONE_NINE, TWO_NINES = DIX[1:]


class WrittenMelds(NamedTuple):
    """By seat: the melds, and those marked as nines of trumps only, or None if none could be.

    `dix_only` says of a meld of 10 that it is of one nine, marked or not: forms send no mark as
    false.
    """

    points: Sequence[int]
    marked: Sequence[bool] | None
    dix_only: Sequence[bool]


def read_melds(
    summary: Summary, declarer: int, trump: str | None, options: Options
) -> WrittenMelds:
    """Return the melds. Raises for a number that no hand can meld."""
    points = summary.needed("melds")
    possible = [hand_melds(trump, options.run_extras, HAND_SIZE)] * SEATS
    if options.meld_hand == "with_kitty":
        possible[declarer] = hand_melds(trump, options.run_extras, HAND_SIZE + KITTY_SIZE)
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
        _check_marked(points, marked)
    no_marks = (False,) * SEATS
    dix_only = [
        only or meld == ONE_NINE for meld, only in zip(points, marked or no_marks, strict=True)
    ]
    nines = sum(map(_nines, points, dix_only))
    if nines > DECK.copies:
        sentence = say(
            "the pack has two nines of trumps; these melds would need %(nines)d", nines=nines
        )
        impossible("meld_mismatch", sentence, "melds" if marked is None else "dix_only")
    return WrittenMelds(points, marked, dix_only)


def _check_marked(points: Sequence[int], marked: Sequence[bool]) -> None:
    for seat, meld in enumerate(points):
        if marked[seat] and meld not in (ONE_NINE, TWO_NINES):
            sentence = say(
                "%(seat)s melded %(points)d; nines of trumps alone are worth 10 or 20",
                seat=SeatName(seat),
                points=meld,
            )
            impossible("meld_mismatch", sentence, "dix_only")


def _nines(meld: int, only: bool) -> int:
    """Return how many nines of trumps a meld has at least: below a run all else is in twenties."""
    if only:
        return DIX.index(meld)
    return int(meld < RUN[1] and meld % MARRIAGE > 0)


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
        no_play=options.unmakeable_bid == "no_play",
        throw_in=options.throw_in,
    )
    buried = read_buried(summary)
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

MOST_BURIED = KITTY_SIZE * COUNTER


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


def read_buried(summary: Summary) -> int | None:
    """Return the points of the buried cards, or None where they were not written down."""
    buried: int | None = summary.get("buried_points")
    if buried is not None and buried not in range(0, MOST_BURIED + 1, COUNTER):
        sentence = say(
            "three buried cards are worth 0, 10, 20 or 30 points, not %(points)d", points=buried
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
    points = list(_read_points(summary, buried, options))
    brought = [0] if options.buried_points == "nobody" else _may_be_buried(points, declarer, buried)
    ranges = [PointRange(taken, taken) for taken in points]
    ranges[declarer] = PointRange(points[declarer] - brought[-1], points[declarer] - brought[0])
    last = summary.get("last_trick")
    if last is not None:
        _check_last(ranges[last], last)
    tricks = _read_tricks(summary, ranges, declarer, last)
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


def _read_points(summary: Summary, buried: int | None, options: Options) -> Sequence[int]:
    points: Sequence[int] = summary.needed("points")
    for seat, taken in enumerate(points):
        if taken % COUNTER:
            sentence = say(
                "%(seat)s has %(points)d points in play; they are a multiple of 10",
                seat=SeatName(seat),
                points=taken,
            )
            impossible("points_unreachable", sentence, "points")
    if options.buried_points == "declarer":
        check_total(points, POINTS, rule="points_total", name="points")
        return points
    if buried is None:
        raise missing_field("buried_points", phase="summary")
    check_total(points, POINTS - buried, rule="points_total", name="points")
    return points


def _may_be_buried(points: Sequence[int], declarer: int, buried: int | None) -> Sequence[int]:
    """Return what the declarer's buried counters can be worth, rising."""
    if buried is None:
        return range(0, min(MOST_BURIED, points[declarer]) + 1, COUNTER)
    if points[declarer] < buried:
        sentence = say(
            "the declarer has %(points)d points, but buried cards worth %(buried)d",
            points=points[declarer],
            buried=buried,
        )
        impossible("points_unreachable", sentence, "points")
    return [buried]


def _check_last(taken: PointRange, last: int) -> None:
    if taken.most < LAST_TRICK:
        sentence = say(
            "%(seat)s won the last trick and so has 10 points or more from tricks, not %(points)d",
            seat=SeatName(last),
            points=taken.most,
        )
        impossible("points_unreachable", sentence, "points")


def _read_tricks(
    summary: Summary, ranges: Sequence[PointRange], declarer: int, last: int | None
) -> Sequence[int] | None:
    """Return the tricks, or None where they were not written down."""
    tricks: Sequence[int] | None = summary.get("tricks")
    if tricks is None:
        return None
    check_total(tricks, TRICKS, rule="tricks_total", name="tricks")
    taken = [reach.most for reach in ranges]
    possible: set[int] = set()
    for points in range(ranges[declarer].least, ranges[declarer].most + 1, COUNTER):
        taken[declarer] = points
        possible.update(possible_last_trick(taken, tricks, SEATS))
    if last in possible or (last is None and possible):
        return tricks
    _refuse_last(tricks, last)
    _refuse_points(ranges, tricks, last)
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


def _refuse_points(ranges: Sequence[PointRange], tricks: Sequence[int], last: int | None) -> None:
    """Refuse points that so many tricks cannot hold; an unknown last trick may be anybody's."""
    for seat, count in enumerate(tricks):
        must_have_last = seat == last or (last is None and count == TRICKS)
        may_have_last = must_have_last or (last is None and count > 0)
        least = points_of_tricks(count, SEATS, won_last=must_have_last).least
        most = points_of_tricks(count, SEATS, won_last=may_have_last).most
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
    """Refuse a meld of 20 of which it is not said whether it is two nines, where that decides.

    A meld of nines of trumps alone counts even without a trick; every other one needs a point.
    """
    if options.save_meld != "point":
        return
    for seat, taken in enumerate(ranges):
        meld = melds.points[seat]
        if taken.most:
            continue
        if melds.marked is None and meld == TWO_NINES:
            sentence = say(
                "%(seat)s melded 20 and took no point: say whether it was two nines of trumps, "
                "which need none",
                seat=SeatName(seat),
            )
            raise MalformedRecord("missing_field", sentence, phase="summary", field="dix_only")
        if melds.marked is not None and meld == ONE_NINE and not melds.marked[seat]:
            sentence = say(
                "%(seat)s melded 10, which can only be a nine of trumps", seat=SeatName(seat)
            )
            impossible("meld_mismatch", sentence, "dix_only")
