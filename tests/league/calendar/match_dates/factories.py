"""Makers of venues, homes and leagues whose rounds are drawn."""

from datetime import time
from typing import Any

from league.calendar.match_dates import services as match_dates
from league.calendar.match_dates.models import Venue
from league.calendar.match_dates.services import HomeTerms
from league.clubs.models import Club
from league.foundation.journal.actor import Act
from league.foundation.records import services as records
from league.play.events.models import Event, Stage
from tests.league.play.events.factories import DIRECTOR, NOW
from tests.league.play.rounds.factories import make_league


def make_venue(club: Club, name: str = "Sailors’ Hall", **fields: Any) -> Venue:
    venue = Venue(club=club, name=name, **fields)
    records.save(venue, by=Act(DIRECTOR, NOW))
    return venue


def make_drawn_league(entries: int = 4, **fields: Any) -> Stage:
    """Make a running league of pairs with all its rounds drawn and none open."""
    return make_league(entries, **fields)[0].stage


def give_homes(event: Event, venue: Venue, weekdays: tuple[int, ...] = (1,)) -> None:
    """Let all entries of an event play at home in one venue, on Tuesdays at seven."""
    terms = HomeTerms(venue=venue, weekdays=weekdays, begins_at=time(19))
    homes = dict.fromkeys(event.entries.order_by("number"), terms)
    match_dates.set_homes(event=event, homes=homes, by=Act(DIRECTOR, NOW))
