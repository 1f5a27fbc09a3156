"""Matches with captains who have accounts, their dates, and what captains do with them."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

from league.calendar.captains import services as captains
from league.calendar.captains.matches import Match, match_at, rules_of
from league.calendar.captains.models import MatchRules
from league.calendar.match_dates.models import DateState, EntryHome, MatchDate, Venue
from league.clubs.models import Club as Club
from league.clubs.models import Player, User
from league.foundation.journal.actor import Act, Actor
from league.foundation.records import services as records
from league.play.events.models import Entry, Event
from league.play.rounds.models import Round
from tests.kept_rows import kept_rows
from tests.league.factories import actor_of, make_user
from tests.league.play.events.factories import DIRECTOR
from tests.league.play.results.factories import NOW
from tests.league.play.rounds.factories import draw, open_round
from tests.league.play.rounds.teams import make_teams

PLAYS_AT = datetime(2026, 3, 20, 19, 0, tzinfo=UTC)  # thirteen days after NOW
A_DAY = timedelta(days=1)


@kept_rows
def make_match(*, teams: int = 2, dated: bool = True, **fields: Any) -> Match:
    """Make the first match of an open round of teams of four, at one table, on PLAYS_AT.

    Two members of each team sit at the table.
    """
    fields = {"stage_options": {}, "method": {"name": "match_points"}, "members": 6} | fields
    event = make_teams(teams, **fields)
    round = open_round(draw(event)[0])
    match = match_of(round)
    if dated:
        make_date(match)
    return match


def match_of(round: Round, number: int = 1) -> Match:
    return match_at(Round.objects.select_related("stage__event__club").get(pk=round.pk), number)


def again(match: Match) -> Match:
    """Read the match as it is now."""
    return match_of(match.round, match.number)


def make_date(match: Match, begins_at: datetime = PLAYS_AT, **fields: Any) -> MatchDate:
    values = {"state": DateState.PUBLISHED, "begins_at": begins_at, "home_side": 0} | fields
    return MatchDate.objects.create(round=match.round, number=match.number, **values)


def set_rules(match: Match, **changes: Any) -> MatchRules:
    rules = rules_of(match.round.stage)
    for name, value in changes.items():
        setattr(rules, name, value)
    records.save(rules, by=Act(DIRECTOR, NOW))
    return rules


def make_home(match: Match, side: int = 0, *, blocked: Any = (), **venue: Any) -> Venue:
    """Give the entry of a side its home in a hall with room for one match."""
    hall = Venue.objects.create(
        club=match.round.stage.event.club, name=f"Hall {side}", **({"matches": 1} | venue)
    )
    days = [day.date().isoformat() for day in blocked]
    EntryHome.objects.create(
        entry=match.entries[side], venue=hall, weekdays=[4], begins_at=time(19), blocked=days
    )
    return hall


def people_of(entry: Entry) -> list[Player]:
    members = entry.members.filter(left_at__isnull=True).order_by("position")
    return [member.player for member in members.select_related("player")]


def captain_of_side(match: Match, side: int) -> User:
    """Return the account of the first member of a side, linked on the first call."""
    first = people_of(match.entries[side])[0]
    if first.user is None:
        email = f"captain{first.pk}@example.org"
        first.user = make_user(f"Captain {first.name}", email=email)
        first.save()
    return first.user


def acting(match: Match, side: int) -> Actor:
    return actor_of(captain_of_side(match, side))


def line_up(match: Match, side: int, *which: int, at: datetime = NOW, **more: Any) -> Any:
    """Make a line-up of the members at these positions of a side."""
    people = people_of(match.entries[side])
    players = [people[one] for one in which]
    return captains.set_line_up(
        match=match, side=side, players=players, by=Act(acting(match, side), at), **more
    )


def propose(match: Match, side: int, *dates: datetime, at: datetime = NOW) -> Any:
    return captains.propose_dates(
        match=match, side=side, dates=dates, by=Act(acting(match, side), at)
    )


def seated(match: Match, side: int) -> list[str]:
    """Return who sits for a side, in turn order."""
    from league.calendar.captains.line_up_facts import seats_for

    return [seat.player.name if seat.player else "" for seat in seats_for(again(match), side)]


def names_of(match: Match, side: int, *which: int) -> list[str]:
    people = people_of(match.entries[side])
    return [people[one].name for one in which]


__all__ = ["NOW", "PLAYS_AT", "Event"]
