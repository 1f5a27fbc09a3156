"""Who can still win a season of many nights: pure functions from its table to places.

Each night still to come can bring anybody the most that a night gives, or nothing. What nights
that are not planned yet would bring is not foreseen.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from league.foundation.doors.reading import Number
from league.tables.outlook.methods.marks import Aim, Chance, ClinchStatus, chance_of, mark_of
from league.tables.outlook.methods.reach import Reach
from league.tables.seasons.methods import Row, Rules
from league.tables.seasons.methods.counting import Sheet, count
from league.tables.seasons.methods.scoring import Percentage, RankPoints, Scoring, ThresholdPoints
from league.tables.standings.methods.exact import Range

MOST_OF_A_PERCENTAGE = 100
# competitors times nights that are looked at while a page is made; above it nothing is said
MOST_SCORES = 40_000


class Nights(NamedTuple):
    """How many nights of the season are over, and how many are still to come.

    `played_on` are numbers of nights in the table whose results are not final: they count as still
    to come, and are among `to_come`.
    """

    over: int
    to_come: int
    played_on: Collection[int] = ()


class Ends(NamedTuple):
    """The totals a competitor can end with, and whether it will, or can, have a rank by then."""

    total: Range
    surely_ranked: bool
    perhaps_ranked: bool


def worth_of_a_night(scoring: Scoring) -> Range | None:
    """Return the least and the most that a night can bring; None where there is no limit."""
    if isinstance(scoring, Percentage):
        return Range(0, MOST_OF_A_PERCENTAGE)
    if isinstance(scoring, RankPoints):
        worths = [*scoring.table, scoring.beyond]
        return Range(min(worths), max(worths))
    if isinstance(scoring, ThresholdPoints):
        worths = [0, *(band.gives for band in scoring.bands)]
        return Range(min(worths), max(worths))
    return None


def ends_of(sheet: Sheet, rules: Rules, nights: Nights, *, stays: bool) -> Ends:
    """Return what a competitor can end with; who does not stay plays no more nights."""
    worth = worth_of_a_night(rules.scoring)
    assert worth is not None  # noqa: S101  asked before
    scores = {at: own for at, own in sheet.scores.items() if at not in nights.played_on}
    more = nights.to_come if stays else 0
    totals = [
        _total(sheet, scores, rules, nights, so_many, score)
        for so_many, score in ((0, 0), (more, worth.least), (more, worth.most))
    ]
    return Ends(
        total=Range(min(totals), max(totals)),
        surely_ranked=len(scores) >= max(1, rules.least_nights),
        perhaps_ranked=len(scores) + more >= max(1, rules.least_nights),
    )


def _total(
    sheet: Sheet,
    scores: dict[int, Number],
    rules: Rules,
    nights: Nights,
    more: int,
    score: Number,
) -> Number:
    """Return the total after all nights, with the same score in so many of those to come."""
    held = nights.over + nights.to_come
    first = max(scores, default=-1) + 1
    all_scores = scores | {first + number: score for number in range(more)}
    ended = replace(sheet, scores=all_scores)
    count(ended, rules, held)
    return ended.total


def race_of(
    rows: Sequence[Row], rules: Rules, nights: Nights, *, leaving: Collection[str] = ()
) -> dict[str, Reach]:
    """Return by key the places within their division that competitors can still reach.

    The best one is exact for the totals, for nobody else need come to the nights that are left;
    the worst is, where no more than one other can pass: else several may need the same nights. Who
    is level on the total counts as open. Newcomers can still enter a table without divisions.
    Nothing is said of those who cannot be ranked any more, or of a table that is too large.
    """
    if len(rows) * (nights.over + nights.to_come) > MOST_SCORES:
        return {}
    races: dict[str, Reach] = {}
    for division in {row.division for row in rows}:
        theirs = [row for row in rows if row.division == division]
        ends = {
            row.key: ends_of(row.sheet, rules, nights, stays=row.key not in leaving)
            for row in theirs
        }
        others = list(ends.values())
        if division is None:
            others.append(ends_of(_NEWCOMER, rules, nights, stays=True))
        races |= {key: _reach(own, others) for key, own in ends.items() if own.perhaps_ranked}
    return races


_NEWCOMER = Sheet(key="", nights={}, scores={})


def _reach(own: Ends, all_ends: Sequence[Ends]) -> Reach:
    ahead = sum(end.surely_ranked and end.total.least > own.total.most for end in all_ends)
    near = sum(
        end is not own and end.perhaps_ranked and end.total.most >= own.total.least
        for end in all_ends
    )
    return Reach(ahead + 1, near + 1, is_exact=near - ahead <= 1)


class Line(NamedTuple):
    """So many leave a division downwards at the end; so many at least, where few are left in it."""

    most: int
    least: int


def staying_up(
    rows: Sequence[Row], rules: Rules, nights: Nights, lines: Mapping[int, Line]
) -> dict[str, Chance]:
    """Return by key whether it is certain, open or impossible to stay up, by the division's line.

    `rows` are those who stay in the season, all of each division: whoever has not played enough by
    then stands below those who have. Each of the others is counted alone, who is level as open.
    """
    if len(rows) * (nights.over + nights.to_come) > MOST_SCORES:
        return {}
    chances: dict[str, Chance] = {}
    for number, line in lines.items():
        theirs = [row for row in rows if row.division == number]
        ends = {row.key: ends_of(row.sheet, rules, nights, stays=True) for row in theirs}
        chances |= {key: _staying(key, ends, line) for key in ends if line.most}
    return chances


def _staying(key: str, ends: Mapping[str, Ends], line: Line) -> Chance:
    own, others = ends[key], [one for other, one in ends.items() if other != key]
    if sum(_is_surely_ahead(own, one) for one in others) >= line.most:
        return Chance.CERTAIN
    perhaps_behind = sum(not _is_surely_ahead(one, own) for one in others)
    return Chance.GONE if perhaps_behind < line.least else Chance.OPEN


def _is_surely_ahead(one: Ends, other: Ends) -> bool:
    return one.surely_ranked and (not other.perhaps_ranked or one.total.least > other.total.most)


def mark_in_race(
    win: Reach | None, promotion: Reach | None, *, up: int, stays: Chance | None = None
) -> ClinchStatus | None:
    """Return what is certain: the win, going up, staying up, going down, or that no aim is left.

    `promotion` is the reach among those who stay; None: the competitor itself leaves. `win` is None
    for who cannot be ranked any more, and `stays` where nobody goes down.
    """
    if win is None:
        return ClinchStatus.RELEGATED if stays is Chance.GONE else None
    chances = {Aim.WIN: chance_of(win, 1)}
    if up and promotion is not None:
        chances[Aim.PROMOTION] = chance_of(promotion, up)
    if stays is not None:
        chances[Aim.SAFETY] = stays
    return mark_of(chances)
