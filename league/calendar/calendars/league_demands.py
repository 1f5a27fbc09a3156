"""The demands of a league as the solver reads them, and its answer as dates of matches."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from msgspec.structs import replace

from league.calendar.calendars.league_matches import League, LeagueMatch, iso_days
from league.calendar.calendars.models import LeagueCalendar
from league.calendar.fixtures.fixtures_request import (
    DEFAULT_WISHES,
    Dated,
    Day,
    FixturesRequest,
    Room,
    Team,
)
from league.calendar.match_dates.models import EntryHome, Venue
from league.calendar.match_dates.selectors import taken_evenings
from league.foundation.lists import noted

WISHES = tuple(DEFAULT_WISHES)


class DatedMatch(NamedTuple):
    """A match of the league with its new day and the side that is at home."""

    match: LeagueMatch
    day: Day
    home_side: int


def request_of(league: League, demands: LeagueCalendar) -> FixturesRequest:
    """Return what this league must keep and should, with nothing fixed."""
    rooms, clubs = _room_names(league), _clubs(league)
    return FixturesRequest(
        teams={
            name: _team(league, pk, name, rooms, clubs)
            for pk, name in league.names.items()
            if pk in league.homes
        },
        rooms=_rooms(league, rooms),
        start=demands.starts_on.toordinal(),
        end=demands.ends_on.toordinal(),
        meetings=max(1, league.meetings),
        blocked=iso_days(demands.blocked),
        rest_days=demands.rest_days,
        return_days=demands.return_days if league.meetings == 2 else None,
        same_club_first=demands.same_club_first,
        wishes={**DEFAULT_WISHES, **demands.wishes},
        seconds=demands.seconds,
        seed=demands.seed,
        fixed_stand=True,
    )


def request_from(league: League, demands: LeagueCalendar, *, today: date) -> FixturesRequest:
    """Return the request for a calendar: settled matches are fixed, new ones come after today."""
    asked = request_of(league, demands)
    fixed = dated_now(league, [match for match in league.matches if _settled(match, demands)])
    past = frozenset(range(asked.start, min(today.toordinal(), asked.end) + 1))
    return replace(asked, fixed=tuple(fixed), blocked=asked.blocked | past)


def _settled(match: LeagueMatch, demands: LeagueCalendar) -> bool:
    return match.is_settled(keeps_published=demands.keeps_published)


def dated_now(league: League, matches: Sequence[LeagueMatch]) -> list[Dated]:
    """Return those of the matches that have a day, as the solver reads them."""
    days = [(match, league.day_of_match(match)) for match in matches]
    return [
        Dated(league.names[match.home], league.names[match.away], day)
        for match, day in days
        if day is not None
    ]


def _clubs(league: League) -> dict[int, str]:
    """Return the club of each entry; nothing where all are of one, for then no wish concerns them.

    It is the club that an entry plays for, else the one whose venue is its home.
    """
    clubs = {
        pk: entry.of_club.club_id if hasattr(entry, "of_club") else league.homes[pk].venue.club_id
        for pk, entry in league.entries.items()
        if pk in league.homes
    }
    return {pk: str(club) for pk, club in clubs.items()} if len({*clubs.values()}) > 1 else {}


def _team(
    league: League, pk: int, name: str, rooms: Mapping[int, str], clubs: Mapping[int, str]
) -> Team:
    home = league.homes[pk]
    return Team(
        id=name,
        room=rooms[home.venue_id],
        evenings=frozenset(home.weekdays),
        club=clubs.get(pk, ""),
        blocked=iso_days(home.blocked),
    )


def _room_names(league: League) -> dict[int, str]:
    """Return what the venues are called; two of one name are distinguished by their clubs."""
    venues = _venues(league)
    often = Counter(venue.name for venue in venues.values())
    return {
        pk: venue.name if often[venue.name] == 1 else noted(venue.name, venue.club.name)
        for pk, venue in venues.items()
    }


def _venues(league: League) -> dict[int, Venue]:
    return {home.venue_id: home.venue for home in league.homes.values()}


def _rooms(league: League, names: Mapping[int, str]) -> dict[str, Room]:
    taken: dict[int, Counter[Day]] = defaultdict(Counter)
    for evening in taken_evenings(list(names), league.stage):
        if evening.begins_at is not None and evening.venue_id is not None:
            taken[evening.venue_id][league.day_of(evening.begins_at)] += 1
    return {name: _room(name, _venues(league)[pk], taken[pk]) for pk, name in names.items()}


def _room(name: str, venue: Venue, taken: Mapping[Day, int]) -> Room:
    full = frozenset(day for day, count in taken.items() if count >= venue.matches)
    return Room(
        id=name,
        matches=venue.matches,
        closed=iso_days(venue.closed_on) | full,
        taken={day: count for day, count in taken.items() if day not in full},
    )


def dates_from(
    league: League, demands: LeagueCalendar, answer: Mapping[str, Any]
) -> list[DatedMatch]:
    """Return the new dates: the matches of two entries get their days in the order of rounds."""
    ids = {name: pk for pk, name in league.names.items()}
    open_days: dict[frozenset[int], list[tuple[Day, int]]] = defaultdict(list)
    fixed = Counter(dated_now(league, [one for one in league.matches if _settled(one, demands)]))
    for row in answer["matches"]:
        dated = Dated(row["home"], row["away"], date.fromisoformat(row["date"]).toordinal())
        if fixed[dated]:
            fixed[dated] -= 1
            continue
        home, away = ids[dated.home], ids[dated.away]
        open_days[frozenset((home, away))].append((dated.day, home))
    for days in open_days.values():
        days.sort(reverse=True)
    return [
        _dated(match, *open_days[match.pair].pop())
        for match in league.matches
        if not _settled(match, demands)
    ]


def _dated(match: LeagueMatch, day: Day, home: int) -> DatedMatch:
    return DatedMatch(match, day, match.entries.index(home))


def begins_at(league: League, dated: DatedMatch) -> datetime:
    """Return the moment at which a match begins: the time of the home team, in the club's zone."""
    return moment_of(league, dated.day, home_of(league, dated).begins_at)


def moment_of(league: League, day: Day, at: time) -> datetime:
    return datetime.combine(date.fromordinal(day), at, tzinfo=league.zone)


def home_of(league: League, dated: DatedMatch) -> EntryHome:
    return league.homes[dated.match.entries[dated.home_side]]


def default_season(today: date) -> tuple[date, date]:
    """Return the first and last day that a form offers: half a year from next week on."""
    first = today + timedelta(days=7)
    return first, first + timedelta(days=182)
