"""What a night is worth in the season's table: the four ways among which a club chooses."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, Self, TypeAlias, get_args

import msgspec
from msgspec import Meta, Struct

from games.sentences import Sentence, say
from league.foundation.doors.declared import NULL_IS_LEFT_OUT, one_of, read_by, word
from league.foundation.doors.reading import (
    InvalidRequest,
    Number,
    checked,
    list_of,
    read_list,
    read_number,
    whole,
    within,
)
from league.tables.standings.methods.exact import format_number, round_for_json

MOST_PERCENT = 100
MOST_RANKS = 200
DECIMALS = 2

read_points = checked(
    read_number,
    lambda number: (number * 10**DECIMALS).denominator == 1,
    "too_many_decimals",
    say("%(place)s has more than %(most)d decimals: %(given)s", most=DECIMALS),
)
if TYPE_CHECKING:
    Points: TypeAlias = Number
else:
    Points = Annotated[Any, read_by(read_points, {"type": "number"})]


class Position(NamedTuple):
    """Where an entry came in a night: how many were ahead of it, level with it and behind it.

    Only entries that take up ranks are counted (guests may not), and never the entry itself.
    `is_counted` says whether it takes up a rank too. `points` are those of the night's standings.
    """

    ahead: int
    level: int
    behind: int
    points: Number
    is_counted: bool = True

    @property
    def rank(self) -> int:
        return self.ahead + 1

    @property
    def others(self) -> int:
        return self.ahead + self.level + self.behind

    @property
    def percentage(self) -> Number:
        """Percent of the others it is ahead of, those level counting half; 50 where it was alone.

        Like matchpoints over a whole night: an exact number from 0 to 100 for every format.
        """
        if not self.others:
            return MOST_PERCENT // 2
        left = Fraction(2 * self.behind + self.level, 2 * self.others)
        return whole(left * MOST_PERCENT)


class PointsOfTheNight(Struct, frozen=True, kw_only=True, tag_field="name", tag="points"):
    """The points that the event's own standings show."""

    name: ClassVar[str] = "points"
    label: ClassVar[Sentence] = say("Points of the night")
    help: ClassVar[Sentence] = say(
        "The points in the standings of the night: fair where all nights are scored the same way."
    )

    def score(self, position: Position) -> Number:
        return position.points

    def why(self, position: Position) -> Sentence:
        return points_in_words(position)


class Percentage(Struct, frozen=True, kw_only=True, tag_field="name", tag="percentage"):
    """The percentage of the others that an entry is ahead of, from 0 to 100."""

    name: ClassVar[str] = "percentage"
    label: ClassVar[Sentence] = say("Percentage")
    help: ClassVar[Sentence] = say(
        "How many of the others one left behind in the night, those level by half."
    )

    def score(self, position: Position) -> Number:
        return position.percentage

    def why(self, position: Position) -> Sentence:
        return percentage_in_words(position)


class RankPoints(Struct, frozen=True, kw_only=True, tag_field="name", tag="rank_points"):
    """A table of points by rank; level entries share the points of their ranks equally."""

    table: Annotated[tuple[Points, ...], Meta(max_length=MOST_RANKS), NULL_IS_LEFT_OUT] = (
        *(12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1),
    )
    beyond: Points = 0
    name: ClassVar[str] = "rank_points"
    label: ClassVar[Sentence] = say("Points by place")
    help: ClassVar[Sentence] = say("The winner of a night gets the most; ties share the points.")

    def checked(self, path: str) -> Self:
        at = within(path, "table")
        if not self.table:
            raise InvalidRequest(
                "no_rank_points", say("give at least the points for first place"), path=at
            )
        for rank, (upper, lower) in enumerate(pairwise([*self.table, self.beyond]), start=2):
            if lower > upper:
                raise InvalidRequest(
                    "rank_points_out_of_order",
                    say(
                        "place %(rank)d cannot give more than the place before it: %(lower)s after "
                        "%(upper)s",
                        rank=rank,
                        lower=str(round_for_json(lower)),
                        upper=str(round_for_json(upper)),
                    ),
                    path=at,
                )
        return self

    def score(self, position: Position) -> Number:
        ranks = self._shared(position)
        if len(ranks) == 1:
            return self._at(position.rank)
        return whole(Fraction(self._together(ranks)) / len(ranks))

    def why(self, position: Position) -> Sentence:
        ranks, points = self._shared(position), format_number(self.score(position))
        if len(ranks) == 1:
            return say("place %(rank)d gives %(points)s", rank=position.rank, points=points)
        return say(
            "places %(first)d to %(last)d are shared by %(count)d and give %(total)s together, "
            "%(points)s each",
            first=ranks[0],
            last=ranks[-1],
            count=len(ranks),
            total=format_number(self._together(ranks)),
            points=points,
        )

    def _shared(self, position: Position) -> range:
        """Return the ranks that level entries share; one that takes up no rank has just its own."""
        level = position.level if position.is_counted else 0
        return range(position.rank, position.rank + level + 1)

    def _together(self, ranks: range) -> Number:
        return sum(self._at(rank) for rank in ranks)

    def _at(self, rank: int) -> Number:
        return self.table[rank - 1] if rank <= len(self.table) else self.beyond


class Band(NamedTuple):
    """Whoever has `least` or more gets `gives`."""

    least: Number
    gives: Number


USUAL_BANDS = (Band(60, 3), Band(50, 2), Band(40, 1))
PERCENTAGE, POINTS = "percentage", "points"
_read_pair = list_of(read_points, most=2)


def _read_bands(value: Any, path: str) -> tuple[Band, ...]:
    bands = []
    for place, pair in read_list(value or [[*band] for band in USUAL_BANDS], path, most=MOST_RANKS):
        numbers = _read_pair(pair, place)
        if len(numbers) != 2:
            raise InvalidRequest(
                "bad_band",
                say("%(place)s must be a threshold and what it gives", place=place),
                path=place,
            )
        bands.append(Band(*numbers))
    return tuple(bands)


PAIR = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
BANDS = {"type": "array", "items": PAIR, "maxItems": MOST_RANKS}
if TYPE_CHECKING:
    Bands: TypeAlias = tuple[Band, ...]
else:
    Bands = Annotated[Any, read_by(_read_bands, BANDS), NULL_IS_LEFT_OUT]


class ThresholdPoints(Struct, frozen=True, kw_only=True, tag_field="name", tag="thresholds"):
    """Season points for reaching a threshold, such as 3 for 60 per cent; below all bands none.

    `of` is what is compared with the bands, "percentage" or "points"; bands stand highest first.
    """

    of: Annotated[str, word(PERCENTAGE, POINTS)] = PERCENTAGE
    bands: Bands = USUAL_BANDS
    name: ClassVar[str] = "thresholds"
    label: ClassVar[Sentence] = say("Threshold points")
    help: ClassVar[Sentence] = say("Whoever reaches a threshold in a night gets its points.")

    def checked(self, path: str) -> Self:
        bands = sorted(self.bands, reverse=True)
        for upper, lower in pairwise(bands):
            if lower.least == upper.least or lower.gives > upper.gives:
                raise InvalidRequest(
                    "bands_out_of_order",
                    say(
                        "a higher threshold must give as much as a lower one or more, and each may "
                        "appear only once: check %(upper)s and %(lower)s",
                        upper=str(round_for_json(upper.least)),
                        lower=str(round_for_json(lower.least)),
                    ),
                    path=within(path, "bands"),
                )
        return msgspec.structs.replace(self, bands=tuple(bands))

    def score(self, position: Position) -> Number:
        band = self._reached(position)
        return band.gives if band else 0

    def why(self, position: Position) -> Sentence:
        is_share = self.of == PERCENTAGE
        position_in_words = percentage_in_words(position) if is_share else points_in_words(position)
        band = self._reached(position)
        if band is None:
            return say(
                "%(reached)s: below %(least)s gives nothing",
                reached=position_in_words,
                least=format_number(self.bands[-1].least),
            )
        return say(
            "%(reached)s: %(least)s or more gives %(points)s",
            reached=position_in_words,
            least=format_number(band.least),
            points=format_number(band.gives),
        )

    def _reached(self, position: Position) -> Band | None:
        reached = position.percentage if self.of == PERCENTAGE else position.points
        return next((band for band in self.bands if reached >= band.least), None)


Scoring: TypeAlias = RankPoints | Percentage | ThresholdPoints | PointsOfTheNight
USUAL_SCORING = RankPoints()
_read_one = one_of(*get_args(Scoring))


def read_scoring(value: object, path: str) -> Scoring:
    """Return a way to count a night; an empty object stands for the usual one."""
    scoring: Scoring = _read_one(value, path) if value else USUAL_SCORING
    return scoring


SCORINGS = {shape.name: shape for shape in get_args(Scoring)}


def points_in_words(position: Position) -> Sentence:
    return say("%(points)s points in the standings", points=format_number(position.points))


def percentage_in_words(position: Position) -> Sentence:
    if not position.others:
        return say("50 per cent: nobody else to compare with")
    share = format_number(position.percentage)
    if not position.level:
        return say(
            "%(percentage)s per cent: ahead of %(behind)d of %(others)d others",
            percentage=share,
            behind=position.behind,
            others=position.others,
        )
    return say(
        "%(percentage)s per cent: ahead of %(behind)d and level with %(level)d of %(others)d "
        "others",
        percentage=share,
        behind=position.behind,
        level=position.level,
        others=position.others,
    )


def position_among(
    ranks: Sequence[int], rank: int, points: Number, *, is_counted: bool
) -> Position:
    """Return the position of a rank among the sorted ranks of those who take up ranks.

    If the entry `is_counted`, its own rank is one of `ranks`.
    """
    ahead, until = bisect_left(ranks, rank), bisect_right(ranks, rank)
    level = until - ahead - int(is_counted)
    return Position(ahead, level, len(ranks) - until, points, is_counted)
