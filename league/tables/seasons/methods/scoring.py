"""What a night is worth in the season's table: the four ways among which a club chooses."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple, TypeAlias

from games.sentences import Sentence, say
from league.foundation.doors.reading import Number, whole
from league.tables.standings.methods.exact import as_text

MOST_PERCENT = 100


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsOfTheNight:
    """The points that the event's own standings show."""

    name: ClassVar[str] = "points"

    def score(self, position: Position) -> Number:
        return position.points

    def why(self, position: Position) -> Sentence:
        return points_in_words(position)


@dataclass(frozen=True, slots=True, kw_only=True)
class Percentage:
    """The percentage of the others that an entry is ahead of, from 0 to 100."""

    name: ClassVar[str] = "percentage"

    def score(self, position: Position) -> Number:
        return position.percentage

    def why(self, position: Position) -> Sentence:
        return percentage_in_words(position)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankPoints:
    """A table of points by rank; level entries share the points of their ranks equally."""

    table: tuple[Number, ...] = (12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
    beyond: Number = 0
    name: ClassVar[str] = "rank_points"

    def score(self, position: Position) -> Number:
        ranks = self._shared(position)
        if len(ranks) == 1:
            return self._at(position.rank)
        return whole(Fraction(self._together(ranks)) / len(ranks))

    def why(self, position: Position) -> Sentence:
        ranks, points = self._shared(position), as_text(self.score(position))
        if len(ranks) == 1:
            return say("place %(rank)d gives %(points)s", rank=position.rank, points=points)
        return say(
            "places %(first)d to %(last)d are shared by %(count)d and give %(total)s together, "
            "%(points)s each",
            first=ranks[0],
            last=ranks[-1],
            count=len(ranks),
            total=as_text(self._together(ranks)),
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdPoints:
    """Season points for reaching a threshold, such as 3 for 60 per cent; below all bands none.

    `of` is what is compared with the bands, "percentage" or "points"; bands stand highest first.
    """

    bands: tuple[Band, ...] = (Band(60, 3), Band(50, 2), Band(40, 1))
    of: str = "percentage"
    name: ClassVar[str] = "thresholds"

    def score(self, position: Position) -> Number:
        band = self._reached(position)
        return band.gives if band else 0

    def why(self, position: Position) -> Sentence:
        is_share = self.of == "percentage"
        position_in_words = percentage_in_words(position) if is_share else points_in_words(position)
        band = self._reached(position)
        if band is None:
            return say(
                "%(reached)s: below %(least)s gives nothing",
                reached=position_in_words,
                least=as_text(self.bands[-1].least),
            )
        return say(
            "%(reached)s: %(least)s or more gives %(points)s",
            reached=position_in_words,
            least=as_text(band.least),
            points=as_text(band.gives),
        )

    def _reached(self, position: Position) -> Band | None:
        reached = position.percentage if self.of == "percentage" else position.points
        return next((band for band in self.bands if reached >= band.least), None)


Scoring: TypeAlias = PointsOfTheNight | Percentage | RankPoints | ThresholdPoints


class Kind(NamedTuple):
    """The label and the explanation of a way to count a night, for people."""

    label: Sentence
    help: Sentence


SCORINGS: dict[str, Kind] = {
    RankPoints.name: Kind(
        say("Points by place"),
        say("The winner of a night gets the most; ties share the points."),
    ),
    Percentage.name: Kind(
        say("Percentage"),
        say("How many of the others one left behind in the night, those level by half."),
    ),
    ThresholdPoints.name: Kind(
        say("Threshold points"),
        say("Whoever reaches a threshold in a night gets its points."),
    ),
    PointsOfTheNight.name: Kind(
        say("Points of the night"),
        say(
            "The points in the standings of the night. Choose this if all nights are scored "
            "the same way."
        ),
    ),
}


def points_in_words(position: Position) -> Sentence:
    return say("%(points)s points in the standings", points=as_text(position.points))


def percentage_in_words(position: Position) -> Sentence:
    if not position.others:
        return say("50 per cent: nobody else to compare with")
    share = as_text(position.percentage)
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
