"""Match points: so many for a match won, drawn and lost, with bonuses as the club says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import Annotated, Any, ClassVar, NamedTuple

from msgspec import Struct

from games.sentences import Sentence, say
from league.foundation.doors.declared import (
    Exact,
    as_schema,
    described_as,
    fields_of,
    keys_of,
    read_by,
)
from league.foundation.doors.reading import (
    InvalidRequest,
    Number,
    checked,
    read_fields,
    read_number,
    read_object,
    whole,
    within,
)
from league.tables.standings.methods.duels import Duels
from league.tables.standings.methods.exact import Range, format_number
from league.tables.standings.methods.matches.awards import DRAWN, LOST, OWN_AVERAGE, WON, Award
from league.tables.standings.methods.matches.bonus import Bonus, View, read_bonuses
from league.tables.standings.methods.matches.match_method import (
    PLACE,
    AskedMethod,
    AskedMethodWithoutDraw,
    Column,
    MatchMethod,
    read_own,
    read_shared,
    three_worths,
)


class Skunk(NamedTuple):
    """A win so high that it counts as more: by a margin, or with the loser below so many points."""

    win: Number
    loss: Number
    margin: Number | None = None
    below: Number | None = None

    def is_one(self, margin: Number, points_of_loser: Number) -> bool:
        return (self.margin is not None and margin >= self.margin) or (
            self.below is not None and points_of_loser < self.below
        )

    @property
    def sentence(self) -> Sentence:
        """The condition and the points, in words."""
        worth = {"win": format_number(self.win), "loss": format_number(self.loss)}
        if self.below is None:
            return say(
                "a win by %(margin)s or more is worth %(win)s, and losing so %(loss)s",
                margin=format_number(self.margin or 0),
                **worth,
            )
        if self.margin is None:
            return say(
                "a win over a side with less than %(below)s points is worth %(win)s, "
                "and losing so %(loss)s",
                below=format_number(self.below),
                **worth,
            )
        return say(
            "a win by %(margin)s or more, or over a side with less than %(below)s points, is "
            "worth %(win)s, and losing so %(loss)s",
            margin=format_number(self.margin),
            below=format_number(self.below),
            **worth,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPoints(MatchMethod):
    """So many points for a win, a draw and a loss; two sides a table.

    Where the match is a `skunk` its worth replaces that of the win and the loss; every bonus that
    applies is added. A bye is worth a win, half a win, a draw or a loss (without bonuses), a
    number, the entry's own average, or the average of those who won, or drew, in its round.
    """

    win: Number = 2
    draw: Number = 1
    loss: Number = 0
    bonuses: tuple[Bonus, ...] = ()
    skunk: Skunk | None = None
    name: ClassVar[str] = "match_points"

    @property
    def worths(self) -> Mapping[str, Number]:
        return three_worths(self.win, self.draw, self.loss)

    @property
    def bounds(self) -> Range:
        worths = [self.win, self.draw, self.loss]
        if self.skunk:
            worths += [self.skunk.win, self.skunk.loss]
        amounts = [bonus.amount for bonus in self.bonuses]
        return Range(
            min(worths) + sum([amount for amount in amounts if amount < 0]),
            max(worths) + sum([amount for amount in amounts if amount > 0]),
        )

    def of_duels(self, duels: Duels, outcomes: Sequence[int]) -> tuple[Column, Column]:
        if not self.bonuses and self.skunk is None:
            worth = {WON: self.win, DRAWN: self.draw, LOST: self.loss}
            turned = {outcome: worth[-outcome] for outcome in worth}
            return [worth[outcome] for outcome in outcomes], [
                turned[outcome] for outcome in outcomes
            ]
        # leagues repeat their scores, and a bonus takes a while to work out
        value = lru_cache(maxsize=None)(self._value)
        lines = list(zip(outcomes, duels.home_points, duels.away_points, strict=True))
        return (
            [value(outcome, home, away) for outcome, home, away in lines],
            [value(-outcome, away, home) for outcome, home, away in lines],
        )

    def of_table(self, points: Column, outcomes: Sequence[int]) -> Column:
        one, other = points
        first, second = outcomes
        return [self._value(first, one, other), self._value(second, other, one)]

    def _value(self, outcome: int, own: Number, other: Number) -> Number:
        value = self.win if outcome == WON else self.draw if outcome == DRAWN else self.loss
        margin = max(own - other, other - own)
        if self.skunk and outcome != DRAWN:
            loser = other if outcome == WON else own
            if self.skunk.is_one(margin, loser):
                value = self.skunk.win if outcome == WON else self.skunk.loss
        view = View(outcome, margin, own, other)
        return value + sum([bonus.amount for bonus in self.bonuses if bonus.is_earned(view)])


class AskedSkunk(Struct, kw_only=True):
    """A win so high that it counts as more: give the margin, the points of the loser, or both."""

    null_is_left_out: ClassVar[bool] = True

    win: Exact
    loss: Exact | None = None
    margin: Exact | None = None
    below: Exact | None = None


BONUS = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}


class AskedMatchPoints(AskedMethod, kw_only=True, tag_field="name", tag=MatchPoints.name):
    """So many points for each match won, drawn and lost.

    A bonus is a text such as “+1 if margin >= 300”.
    """

    win: Exact = 2
    draw: Exact = 1
    loss: Exact = 0
    bonus: Annotated[Any, read_by(read_bonuses, BONUS)] = None
    skunk: Annotated[Any, as_schema(described_as("AskedSkunk"))] = None


OWN = fields_of(AskedMatchPoints)
WORTHS = {name: OWN[name] for name in ("win", "draw", "loss")}


def read_match_points(value: Mapping[str, Any]) -> MatchPoints:
    shared = read_shared(value, AskedMatchPoints)
    worth = {**MatchPoints().worths, **read_fields(value, PLACE, WORTHS)}
    if not worth["win"] >= worth["draw"] >= worth["loss"] or worth["win"] == worth["loss"]:
        raise InvalidRequest(
            "worth_out_of_order",
            say(
                "a win must be worth more than a loss, and a draw no more than a win and no less "
                "than a loss"
            ),
            path=PLACE,
        )
    skunk = partial(_read_skunk, worth=worth)
    own = read_fields(value, PLACE, {"bonus": OWN["bonus"], "skunk": skunk})
    return MatchPoints(**worth, bonuses=own.get("bonus", ()), skunk=own.get("skunk"), **shared)


_SKUNK = keys_of(AskedSkunk)


def _read_skunk(value: object, path: str, worth: Mapping[str, Number]) -> Skunk:
    fields = read_object(value, path, allowed=_SKUNK.names, required=_SKUNK.needed)
    numbers = read_fields(fields, path, fields_of(AskedSkunk))
    if "margin" not in numbers and "below" not in numbers:
        raise InvalidRequest(
            "skunk_without_limit",
            say(
                "method.skunk says when a win counts as more: give the margin of the win, the "
                "points below which the loser stays, or both"
            ),
            path=path,
        )
    if numbers.get("margin", 1) <= 0:
        raise InvalidRequest(
            "skunk_margin_not_positive",
            say("method.skunk.margin must be more than 0; every win has a margin"),
            path=within(path, "margin"),
        )
    loss = numbers.setdefault("loss", worth["loss"])
    if numbers["win"] < worth["win"] or loss > worth["loss"]:
        raise InvalidRequest(
            "skunk_out_of_order",
            say("a skunk must be worth no less than a win, and being skunked no more than a loss"),
            path=path,
        )
    return Skunk(**numbers)


# --- Percentages: the average over the matches of an entry's part of all points at the table ---


@dataclass(frozen=True, slots=True, kw_only=True)
class Percentage(MatchMethod):
    """An entry's percentages of its matches, every match weighing the same.

    A match gives the side's points as a percentage of `top`, the most there were to make, or,
    without one, of the points made at the table, where minus points count as none. What is
    carried over weighs as much as the matches it is said to stand for.
    """

    bye: Award = OWN_AVERAGE
    forfeit_win: Award = 60
    top: Number | None = None
    name: ClassVar[str] = "percentage"
    two_sided: ClassVar[bool] = False
    is_average: ClassVar[bool] = True

    @property
    def worths(self) -> Mapping[str, Number]:
        return three_worths(100, 50, 0)

    def of_duels(self, duels: Duels, outcomes: Sequence[int]) -> tuple[Column, Column]:
        home, away = duels.home_points, duels.away_points
        return (
            [self._share(own, own, other) for own, other in zip(home, away, strict=True)],
            [self._share(own, other, own) for other, own in zip(home, away, strict=True)],
        )

    def of_table(self, points: Column, outcomes: Sequence[int]) -> Column:
        return [self._share(own, *points) for own in points]

    def _share(self, own: Number, *points: Number) -> Number:
        if self.top is not None:
            return whole(Fraction(100 * own) / self.top)
        return _share_of_table(own, points)


@lru_cache(maxsize=65536)
def _share_of_table(own: Number, points: tuple[Number, ...]) -> Number:
    total = sum([max(side, 0) for side in points])
    if not total:
        return whole(Fraction(100, len(points)))
    return whole(Fraction(100 * max(own, 0)) / total)


_read_top = checked(
    read_number,
    lambda top: top > 0,
    "top_not_positive",
    say("method.top is the most points of a match and must be more than 0, not %(given)s"),
)


class AskedPercentage(AskedMethod, kw_only=True, tag_field="name", tag=Percentage.name):
    """The share of the points that an entry got, on average over its matches."""

    top: Annotated[Any, read_by(_read_top, {"type": "number", "exclusiveMinimum": 0})] = None


def read_percentage(value: Mapping[str, Any]) -> Percentage:
    return Percentage(**read_shared(value, AskedPercentage), **read_own(value, AskedPercentage))


# --- Total points: everybody's points of all matches ---


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalPoints(MatchMethod):
    """Everybody's points of all matches, whatever the number of sides at a table.

    A bye is worth `bye` points, the entry's own average, the average of the round's winners (a
    "win"), or half of that ("half").
    """

    bye: Award = 0
    forfeit_win: Award = OWN_AVERAGE
    name: ClassVar[str] = "total_points"
    two_sided: ClassVar[bool] = False
    adds_points: ClassVar[bool] = True


class AskedTotalPoints(
    AskedMethodWithoutDraw, kw_only=True, tag_field="name", tag=TotalPoints.name
):
    """Everybody's points of all matches, added up."""


def read_total_points(value: Mapping[str, Any]) -> TotalPoints:
    return TotalPoints(**read_shared(value, AskedTotalPoints))
