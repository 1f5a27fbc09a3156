"""The rules of a season: how nights become a table. Reader, writer and schema come from them."""

from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Self, TypeAlias

from msgspec import Meta, Struct, field

from games.sentences import say
from league.foundation.doors.declared import NULL_IS_LEFT_OUT, read_by, reader_of, word, written
from league.foundation.doors.reading import InvalidRequest, Number, read_list, shown_input, within
from league.tables.seasons.methods.scoring import (
    USUAL_SCORING,
    Points,
    Scoring,
    read_points,
    read_scoring,
)
from league.tables.standings.methods.exact import round_for_json

PLAYER, PAIR, TEAM = "player", "pair", "team"
WHO = (PLAYER, PAIR, TEAM)
SUM, AVERAGE = "sum", "average"
BEST, MEAN = "best", "mean"
NIGHTS_WON, BEST_NIGHT, HEAD_TO_HEAD = "nights_won", "best_night", "head_to_head"
NIGHTS_PLAYED = "nights_played"
TIEBREAK_NAMES = (NIGHTS_WON, BEST_NIGHT, HEAD_TO_HEAD, NIGHTS_PLAYED)
MOST_NIGHTS = 400
MOST_DEALS = 1_000
MOST_DECIMALS = 2


class BadSeasonRules(InvalidRequest):
    """The rules of a season make no sense; `path` says where, `sentence` why."""


def _read_reference(value: object, path: str) -> Number | str:
    return value if value in (BEST, MEAN) else read_points(value, path)


def _read_dates(value: object, path: str) -> tuple[date, ...]:
    days = set()
    for place, text in read_list(value, path, most=MOST_NIGHTS):
        try:
            days.add(date.fromisoformat(text))
        except (TypeError, ValueError):
            raise InvalidRequest(
                "bad_date",
                say(
                    "%(place)s must be a day such as 2026-10-01, not %(given)s",
                    place=place,
                    given=shown_input(text),
                ),
                path=place,
            ) from None
    return tuple(sorted(days))


if TYPE_CHECKING:
    Reference: TypeAlias = Number | str
else:
    Reference = Annotated[
        Any,
        read_by(_read_reference, {"anyOf": [{"type": "number"}, {"enum": [BEST, MEAN]}]}),
    ]


class HandicapRules(Struct, frozen=True, kw_only=True):
    """h = factor * (reference - own average), not below `least` nor above `most`, rounded.

    `reference` is a number, or the "best" or the "mean" of all averages. An average is of the
    scores of the nights so far, from `after_nights` nights on. `dates`: recalculated on these days
    only, and none before the first; null: before each night. `deals` is how many deals a whole
    handicap is for; None: as many as anybody played that night. `decides`: the table with
    handicaps is the one that ranks.
    Source: the published list of a teams league, prorated by deals (H = sum of h * deals / deals).
    """

    # no default that JSON Schema could write: it writes no fractions
    factor: Points = field(default_factory=lambda: Fraction(1, 2))
    reference: Reference = MEAN
    least: Points = 0
    most: Points = 10
    decimals: Annotated[int, Meta(ge=0, le=MOST_DECIMALS)] = 1
    after_nights: Annotated[int, Meta(ge=1, le=MOST_NIGHTS)] = 1
    deals: Annotated[int, Meta(ge=1, le=MOST_DEALS)] | None = None
    dates: Annotated[tuple[date, ...], read_by(_read_dates)] | None = None
    decides: bool = True

    def checked(self, path: str) -> Self:
        if not 0 < self.factor <= 1:
            raise InvalidRequest(
                "bad_factor",
                say("the factor of a handicap must be above 0 and at most 1: 0.5 evens out half"),
                path=within(path, "factor"),
            )
        if self.least > self.most:
            raise InvalidRequest(
                "handicap_limits_crossed",
                say(
                    "the smallest handicap, %(least)s, is above the largest, %(most)s",
                    least=str(round_for_json(self.least)),
                    most=str(round_for_json(self.most)),
                ),
                path=within(path, "least"),
            )
        return self


class Rules(Struct, frozen=True, kw_only=True):
    """How the nights of a season become a table.

    `best` nights count (null: all); the worst `drop` do not, and with a sum a night missed is one
    of them. Below `least_nights` one is listed and not ranked. Guests are never ranked; with
    `guests_move_ranks` they take ranks from others within a night.
    """

    who: Annotated[str, word(*WHO)] = PLAYER
    scoring: Annotated[Scoring, read_by(read_scoring), NULL_IS_LEFT_OUT] = USUAL_SCORING
    total: Annotated[str, word(SUM, AVERAGE)] = SUM
    best: Annotated[int, Meta(ge=1, le=MOST_NIGHTS)] | None = None
    drop: Annotated[int, Meta(ge=0, le=MOST_NIGHTS)] = 0
    least_nights: Annotated[int, Meta(ge=1, le=MOST_NIGHTS)] = 1
    guests_move_ranks: bool = False
    tiebreaks: Annotated[
        tuple[Annotated[str, word(*TIEBREAK_NAMES)], ...],
        Meta(max_length=len(TIEBREAK_NAMES) + 1),
    ] = (NIGHTS_WON, BEST_NIGHT, HEAD_TO_HEAD)
    handicap: HandicapRules | None = None

    def checked(self, path: str) -> Self:
        twice = [name for name in self.tiebreaks if self.tiebreaks.count(name) > 1]
        if twice:
            raise InvalidRequest(
                "tiebreak_twice",
                say("the tie-break %(name)s appears twice; remove one", name=twice[0]),
                path=within(path, "tiebreaks"),
            )
        return self


_read_rules = reader_of(Rules)


def read_rules(value: object) -> Rules:
    """Return the rules with what is left out at its usual value. Raises BadSeasonRules."""
    try:
        rules: Rules = _read_rules(value, "")
    except InvalidRequest as fault:
        raise BadSeasonRules.because_of(fault) from fault
    return rules


def rules_as_json(rules: Rules) -> dict[str, Any]:
    """Return the rules with every value; numbers have two decimals at most, so none is rounded."""
    return written(rules, round_for_json)
