"""What a calendar breaks as it stands, and what a change by hand would break beside that."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from league.calendar.calendars.league_demands import dated_now, request_of
from league.calendar.calendars.league_matches import League, LeagueMatch
from league.calendar.calendars.models import LeagueCalendar
from league.calendar.fixtures import breaks
from league.calendar.fixtures.demands import format_day
from league.calendar.fixtures.fixtures_request import Dated, FixturesRequest
from league.calendar.match_dates.models import MatchDate
from league.foundation.date_formats.days_in_words import with_days_in_words

# true of every calendar that is not complete yet
OF_COMPLETE = frozenset({"meetings", "pair_balance", "team_balance"})


@dataclass(frozen=True, slots=True)
class Breaks:
    """Sentences of broken demands, wishes as the solver counts them (`wish`, `broken`, `text`).

    `marks` are the sentences that concern a match, by its round and number.
    """

    demands: list[str] = field(default_factory=list)
    wishes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    marks: dict[tuple[int, int], list[str]] = field(default_factory=dict)


def breaks_now(league: League, demands: LeagueCalendar) -> Breaks:
    """Return what the dates of a league break, drafts too."""
    asked = request_of(league, demands)
    matches = [match for match in league.matches if _is_checked(league, match)]
    dated = dated_now(league, matches)
    found = _broken(asked, dated, is_complete=len(dated) == len(league.matches))
    return Breaks(
        demands=[one["text"] for one in found["demands"]],
        wishes={one["wish"]: one for one in found["wishes"] if one["broken"]},
        marks=_marks(matches, dated, found["demands"]),
    )


def breaks_after(
    league: League, demands: LeagueCalendar, moved: LeagueMatch, begins_at: datetime, home_side: int
) -> Breaks:
    """Return what is broken after a match moves and was not before."""
    date = MatchDate(
        round=moved.round,
        number=moved.number,
        begins_at=begins_at,
        home_side=home_side,
        state=moved.date.state if moved.date else "draft",
    )
    changed = [replace(m, date=date) if m.key == moved.key else m for m in league.matches]
    after = breaks_now(replace(league, matches=changed), demands)
    before = breaks_now(league, demands)
    return Breaks(
        demands=[text for text in after.demands if text not in before.demands],
        wishes={
            name: one
            for name, one in after.wishes.items()
            if one["broken"] > before.wishes.get(name, {"broken": 0})["broken"]
        },
        marks=after.marks,
    )


def _is_checked(league: League, match: LeagueMatch) -> bool:
    has_homes = match.home in league.homes and match.away in league.homes
    return has_homes and league.day_of_match(match) is not None


def _broken(
    asked: FixturesRequest, dated: Sequence[Dated], *, is_complete: bool
) -> Mapping[str, Any]:
    found = breaks(asked, dated)
    demands = [one for one in found["demands"] if is_complete or one["code"] not in OF_COMPLETE]
    return {**found, "demands": _in_words(demands), "wishes": _in_words(found["wishes"])}


def _in_words(broken: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [{**one, "text": with_days_in_words(one["text"])} for one in broken]


def _marks(
    matches: Sequence[LeagueMatch], dated: Sequence[Dated], demands: Sequence[Mapping[str, Any]]
) -> dict[tuple[int, int], list[str]]:
    """Return the sentences that concern each match: on one of their days, of one of their teams."""
    marks: dict[tuple[int, int], list[str]] = defaultdict(list)
    where: dict[tuple[str, str], list[str]] = defaultdict(list)
    for demand in demands:
        for day in demand.get("dates", ()):
            for team in demand.get("teams", ()):
                where[day, team].append(demand["text"])
    for match, on in zip(matches, dated, strict=True):
        day = format_day(on.day)
        texts = [*where[day, on.home], *where[day, on.away]]
        if texts:
            marks[match.key] = list(dict.fromkeys(texts))
    return dict(marks)
