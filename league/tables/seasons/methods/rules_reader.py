"""Reads the rules of a season from JSON: typed once, each fault named by its place."""

from collections.abc import Mapping
from datetime import date
from itertools import pairwise
from typing import Any

from games.sentences import say
from league.foundation.doors.fields import checked, choice, count, list_of, object_of
from league.foundation.doors.reading import (
    Number,
    read_choice,
    read_flag,
    read_list,
    read_number,
    read_object,
    shown_input,
    within,
)
from league.foundation.doors.unanswerable import Unanswerable
from league.tables.seasons.methods.rules import (
    AVERAGE,
    BEST,
    MEAN,
    SUM,
    USUAL_SCORING,
    WHO,
    HandicapRules,
    Rules,
)
from league.tables.seasons.methods.scoring import (
    SCORINGS,
    Band,
    Percentage,
    PointsOfTheNight,
    RankPoints,
    Scoring,
    ThresholdPoints,
)
from league.tables.seasons.methods.tiebreaks import TIEBREAKS
from league.tables.standings.methods.exact import as_json

MOST_NIGHTS = 400
MOST_RANKS = 200
MOST_DEALS = 1_000
MOST_DECIMALS = 2


class BadSeasonRules(Unanswerable):
    """The rules of a season make no sense; `path` says where, `sentence` why."""


def read_rules(value: object) -> Rules:
    """Return the rules with what is left out at its usual value. Raises BadSeasonRules."""
    try:
        return _read_rules(value, "")
    except Unanswerable as fault:
        raise BadSeasonRules.because_of(fault) from fault


def _read_scoring(value: object, path: str) -> Scoring:
    if not value:
        return USUAL_SCORING
    given = read_object(value, path, allowed=("name", "table", "beyond", "bands", "of"))
    name = read_choice(given.get("name"), within(path, "name"), tuple(SCORINGS))
    if name == RankPoints.name:
        return _read_table(given, path)
    if name == ThresholdPoints.name:
        return _read_bands(given, path)
    return Percentage() if name == Percentage.name else PointsOfTheNight()


def _read_table(given: Mapping[str, Any], path: str) -> RankPoints:
    if given.get("table") is None:
        return RankPoints()
    at = within(path, "table")
    table = _read_points(given["table"], at)
    if not table:
        raise Unanswerable(
            "no_rank_points",
            say("give at least the points for first place"),
            path=at,
        )
    beyond = _points(given.get("beyond", 0), within(path, "beyond"))
    for rank, (upper, lower) in enumerate(zip(table, [*table[1:], beyond], strict=True), start=2):
        if lower > upper:
            raise Unanswerable(
                "rank_points_out_of_order",
                say(
                    "place %(rank)d cannot give more than the place before it: %(lower)s after "
                    "%(upper)s",
                    rank=rank,
                    lower=str(as_json(lower)),
                    upper=str(as_json(upper)),
                ),
                path=at,
            )
    return RankPoints(table=table, beyond=beyond)


def _read_bands(given: Mapping[str, Any], path: str) -> ThresholdPoints:
    of = read_choice(given.get("of", "percentage"), within(path, "of"), ("percentage", "points"))
    usual = [list(band) for band in ThresholdPoints().bands]
    at = within(path, "bands")
    bands = []
    for place, pair in read_list(given.get("bands") or usual, at, most=MOST_RANKS):
        numbers = _read_pair(pair, place)
        if len(numbers) != 2:
            raise Unanswerable(
                "bad_band",
                say("%(place)s must be a threshold and what it gives", place=place),
                path=place,
            )
        bands.append(Band(*numbers))
    bands.sort(reverse=True)
    for upper, lower in pairwise(bands):
        if lower.least == upper.least or lower.gives > upper.gives:
            raise Unanswerable(
                "bands_out_of_order",
                say(
                    "a higher threshold must give as much as a lower one or more, and each may "
                    "appear only once: check %(upper)s and %(lower)s",
                    upper=str(as_json(upper.least)),
                    lower=str(as_json(lower.least)),
                ),
                path=at,
            )
    return ThresholdPoints(bands=tuple(bands), of=of)


def _read_tiebreaks(value: object, path: str) -> tuple[str, ...]:
    names = _read_names(value, path)
    for name in names:
        if names.count(name) > 1:
            raise Unanswerable(
                "tiebreak_twice",
                say("the tie-break %(name)s appears twice; remove one", name=name),
                path=path,
            )
    return names


def _read_handicap(value: object, at: str) -> HandicapRules:
    rules = _read_handicap_rules(value, at)
    if not 0 < rules.factor <= 1:
        raise Unanswerable(
            "bad_factor",
            say("the factor of a handicap must be above 0 and at most 1: 0.5 evens out half"),
            path=within(at, "factor"),
        )
    if rules.least > rules.most:
        raise Unanswerable(
            "handicap_limits_crossed",
            say(
                "the smallest handicap, %(least)s, is above the largest, %(most)s",
                least=str(as_json(rules.least)),
                most=str(as_json(rules.most)),
            ),
            path=within(at, "least"),
        )
    return rules


def _read_dates(value: object, path: str) -> tuple[date, ...]:
    days = set()
    for place, text in read_list(value, path, most=MOST_NIGHTS):
        try:
            days.add(date.fromisoformat(text))
        except (TypeError, ValueError):
            raise Unanswerable(
                "bad_date",
                say(
                    "%(place)s must be a day such as 2026-10-01, not %(given)s",
                    place=place,
                    given=shown_input(text),
                ),
                path=place,
            ) from None
    return tuple(sorted(days))


def _read_reference(value: object, path: str) -> Number | str:
    return value if value in (BEST, MEAN) else _points(value, path)


_points = checked(
    read_number,
    lambda number: (number * 10**MOST_DECIMALS).denominator == 1,
    "too_many_decimals",
    say("%(place)s has more than %(most)d decimals: %(given)s", most=MOST_DECIMALS),
)
_read_points = list_of(_points, most=MOST_RANKS)
_read_pair = list_of(_points, most=2)
_read_names = list_of(choice(*TIEBREAKS), most=len(TIEBREAKS) + 1)
_read_handicap_rules = object_of(
    HandicapRules,
    {
        "reference": _read_reference,
        "factor": _points,
        "least": _points,
        "most": _points,
        "decimals": count(0, MOST_DECIMALS),
        "after_nights": count(1, MOST_NIGHTS),
        "deals": count(1, MOST_DEALS),
        "dates": _read_dates,
        "decides": read_flag,
    },
    not_null=("reference", "factor", "least", "most", "decimals", "after_nights", "decides"),
    listed=(
        *("factor", "reference", "least", "most", "decimals", "after_nights", "deals", "dates"),
        "decides",
    ),
)
_read_rules = object_of(
    Rules,
    {
        "who": choice(*WHO),
        "scoring": _read_scoring,
        "total": choice(SUM, AVERAGE),
        "best": count(1, MOST_NIGHTS),
        "drop": count(0, MOST_NIGHTS),
        "least_nights": count(1, MOST_NIGHTS),
        "guests_move_ranks": read_flag,
        "tiebreaks": _read_tiebreaks,
        "handicap": _read_handicap,
    },
    not_null=("who", "total", "drop", "least_nights", "guests_move_ranks", "tiebreaks"),
)
