"""Reads the rules of a season from JSON: typed once, each fault named by its place."""

from collections.abc import Mapping
from datetime import date
from itertools import pairwise
from typing import Any

from games.sentences import say
from league.doors.reading import (
    Number,
    read_choice,
    read_count,
    read_flag,
    read_list,
    read_number,
    read_object,
    shown_input,
    within,
)
from league.doors.unanswerable import Unanswerable
from league.seasons.methods.rules import AVERAGE, BEST, MEAN, SUM, WHO, HandicapRules, Rules
from league.seasons.methods.scoring import (
    SCORINGS,
    Band,
    Percentage,
    PointsOfTheNight,
    RankPoints,
    Scoring,
    ThresholdPoints,
)
from league.seasons.methods.tiebreaks import TIEBREAKS
from league.standings.methods.exact import as_json

MOST_NIGHTS = 400
MOST_RANKS = 200
MOST_DEALS = 1_000
MOST_DECIMALS = 2


class BadSeasonRules(Unanswerable):
    """The rules of a season make no sense; `path` says where, `sentence` why."""


KEYS = (
    *("who", "scoring", "total", "best", "drop", "least_nights", "guests_move_ranks"),
    *("tiebreaks", "handicap"),
)
HANDICAP_KEYS = (
    *("factor", "reference", "least", "most", "decimals", "after_nights", "deals", "dates"),
    "decides",
)


def read_rules(value: object) -> Rules:
    """Return the rules with what is left out at its usual value. Raises BadSeasonRules."""
    try:
        return _read_rules(value)
    except BadSeasonRules:
        raise
    except Unanswerable as fault:
        raise BadSeasonRules.because_of(fault) from fault


def _read_rules(value: object) -> Rules:
    given = read_object(value, "", allowed=KEYS)
    usual = Rules()
    best, handicap = given.get("best"), given.get("handicap")
    return Rules(
        who=read_choice(given.get("who", usual.who), "who", WHO),
        scoring=_read_scoring(given["scoring"]) if given.get("scoring") else usual.scoring,
        total=read_choice(given.get("total", usual.total), "total", (SUM, AVERAGE)),
        best=None if best is None else read_count(best, "best", least=1, most=MOST_NIGHTS),
        drop=read_count(given.get("drop", usual.drop), "drop", least=0, most=MOST_NIGHTS),
        least_nights=read_count(
            given.get("least_nights", usual.least_nights),
            "least_nights",
            least=1,
            most=MOST_NIGHTS,
        ),
        guests_move_ranks=read_flag(given.get("guests_move_ranks", False), "guests_move_ranks"),
        tiebreaks=_read_tiebreaks(given.get("tiebreaks", usual.tiebreaks)),
        handicap=None if handicap is None else _read_handicap(handicap),
    )


def _read_scoring(value: object) -> Scoring:
    given = read_object(value, "scoring", allowed=("name", "table", "beyond", "bands", "of"))
    name = read_choice(given.get("name"), "scoring.name", tuple(SCORINGS))
    if name == RankPoints.name:
        return _read_table(given)
    if name == ThresholdPoints.name:
        return _read_bands(given)
    return Percentage() if name == Percentage.name else PointsOfTheNight()


def _read_table(given: Mapping[str, Any]) -> RankPoints:
    if given.get("table") is None:
        return RankPoints()
    places = read_list(given["table"], "scoring.table", most=MOST_RANKS)
    table = tuple(_points(points, place) for place, points in places)
    if not table:
        raise BadSeasonRules(
            "no_rank_points",
            say("give at least the points for first place"),
            path="scoring.table",
        )
    beyond = _points(given.get("beyond", 0), "scoring.beyond")
    for rank, (upper, lower) in enumerate(zip(table, [*table[1:], beyond], strict=True), start=2):
        if lower > upper:
            raise BadSeasonRules(
                "rank_points_out_of_order",
                say(
                    "place %(rank)d cannot give more than the place before it: %(lower)s after "
                    "%(upper)s",
                    rank=rank,
                    lower=str(as_json(lower)),
                    upper=str(as_json(upper)),
                ),
                path="scoring.table",
            )
    if not table:
        raise BadSeasonRules(
            "no_rank_points",
            say("give at least the points for first place"),
            path="scoring.table",
        )
    return RankPoints(table=table, beyond=beyond)


def _read_bands(given: Mapping[str, Any]) -> ThresholdPoints:
    of = read_choice(given.get("of", "percentage"), "scoring.of", ("percentage", "points"))
    usual = [list(band) for band in ThresholdPoints().bands]
    bands = []
    for place, pair in read_list(given.get("bands") or usual, "scoring.bands", most=MOST_RANKS):
        numbers = [_points(one, where) for where, one in read_list(pair, place, most=2)]
        if len(numbers) != 2:
            raise BadSeasonRules(
                "bad_band",
                say("%(place)s must be a threshold and what it gives", place=place),
                path=place,
            )
        bands.append(Band(*numbers))
    bands.sort(reverse=True)
    for upper, lower in pairwise(bands):
        if lower.least == upper.least or lower.gives > upper.gives:
            raise BadSeasonRules(
                "bands_out_of_order",
                say(
                    "a higher threshold must give as much as a lower one or more, and each may "
                    "appear only once: check %(upper)s and %(lower)s",
                    upper=str(as_json(upper.least)),
                    lower=str(as_json(lower.least)),
                ),
                path="scoring.bands",
            )
    return ThresholdPoints(bands=tuple(bands), of=of)


def _read_tiebreaks(value: object) -> tuple[str, ...]:
    names = [
        read_choice(name, place, tuple(TIEBREAKS))
        for place, name in read_list(value, "tiebreaks", most=len(TIEBREAKS) + 1)
    ]
    for name in names:
        if names.count(name) > 1:
            raise BadSeasonRules(
                "tiebreak_twice",
                say("the tie-break %(name)s appears twice; remove one", name=name),
                path="tiebreaks",
            )
    return tuple(names)


def _read_handicap(value: object) -> HandicapRules:
    given = read_object(value, "handicap", allowed=HANDICAP_KEYS)
    usual, at = HandicapRules(), "handicap"
    reference = given.get("reference", usual.reference)
    if reference not in (BEST, MEAN):
        reference = _points(reference, within(at, "reference"))
    deals = given.get("deals")
    rules = HandicapRules(
        factor=_points(given.get("factor", usual.factor), within(at, "factor")),
        reference=reference,
        least=_points(given.get("least", usual.least), within(at, "least")),
        most=_points(given.get("most", usual.most), within(at, "most")),
        decimals=read_count(
            given.get("decimals", usual.decimals),
            within(at, "decimals"),
            least=0,
            most=MOST_DECIMALS,
        ),
        after_nights=read_count(
            given.get("after_nights", usual.after_nights),
            within(at, "after_nights"),
            least=1,
            most=MOST_NIGHTS,
        ),
        deals=None
        if deals is None
        else read_count(deals, within(at, "deals"), least=1, most=MOST_DEALS),
        dates=_read_dates(given.get("dates")),
        decides=read_flag(given.get("decides", usual.decides), within(at, "decides")),
    )
    if not 0 < rules.factor <= 1:
        raise BadSeasonRules(
            "bad_factor",
            say("the factor of a handicap must be above 0 and at most 1: 0.5 evens out half"),
            path=within(at, "factor"),
        )
    if rules.least > rules.most:
        raise BadSeasonRules(
            "handicap_limits_crossed",
            say(
                "the smallest handicap, %(least)s, is above the largest, %(most)s",
                least=str(as_json(rules.least)),
                most=str(as_json(rules.most)),
            ),
            path=within(at, "least"),
        )
    return rules


def _read_dates(value: object) -> tuple[date, ...] | None:
    if value is None:
        return None
    days = set()
    for place, text in read_list(value, "handicap.dates", most=MOST_NIGHTS):
        try:
            days.add(date.fromisoformat(text))
        except (TypeError, ValueError):
            raise BadSeasonRules(
                "bad_date",
                say(
                    "%(place)s must be a day such as 2026-10-01, not %(given)s",
                    place=place,
                    given=shown_input(text),
                ),
                path=place,
            ) from None
    return tuple(sorted(days))


def _points(value: object, path: str) -> Number:
    number = read_number(value, path)
    if (number * 10**MOST_DECIMALS).denominator != 1:
        raise BadSeasonRules(
            "too_many_decimals",
            say(
                "%(place)s has more than %(most)d decimals: %(given)s",
                place=path,
                most=MOST_DECIMALS,
                given=shown_input(value),
            ),
            path=path,
        )
    return number
