"""Associations with clubs, seasons and registered players."""

from datetime import UTC, date, datetime
from typing import Any

from league.clubs.models import Club
from league.foundation.journal.actor import Act, Actor
from league.office.associations import services as associations
from league.office.associations.championship_field import Source
from league.office.associations.models import Association, Registration
from league.play.events.models import Event, Season
from tests.league.factories import make_club, make_player
from tests.league.play.events.factories import PITCH, make_event
from tests.league.tables.seasons.factories import make_night, make_season

NOW = datetime(2026, 3, 10, 19, 0, tzinfo=UTC)
SECRETARY = Actor(name="Sue Secretary", via="desk")


def make_association(name: str = "County League", **rules: Any) -> Association:
    association = associations.found_association(club=make_club(name), by=Act(SECRETARY, NOW))
    return associations.change_rules(association=association, by=Act(SECRETARY, NOW), **rules)


def join(association: Association, name: str | Club) -> Club:
    club = make_club(name) if isinstance(name, str) else name
    associations.invite_club(association=association, club=club, by=Act(SECRETARY, NOW))
    associations.ask_to_join(association=association, club=club, by=Act(SECRETARY, NOW))
    return club


def season_of(association: Association, **fields: Any) -> Season:
    return make_season(association.club, **({"ends_on": date(2026, 12, 31)} | fields))


def register(season: Season, club: Club, name: str) -> Registration:
    player = club.players.filter(name=name).first() or make_player(club, name)
    return associations.register_player(
        season=season, club=club, player=player, by=Act(SECRETARY, NOW)
    )


def make_league(season: Season, name: str = "Division 1", **fields: Any) -> Event:
    return make_event(season.club, name, season=season, **fields)


class Championship:
    """Two clubs, each with a finished night; all who played are registered but Dan."""

    def __init__(self, **fields):
        self.association = make_association()
        self.season = season_of(self.association)
        self.harbour = join(self.association, "Harbour Street")
        self.mill = join(self.association, "Mill Lane")
        self.of_harbour = make_night(make_season(self.harbour), {"Ann": 9, "Bob": 7, "Cy": 5})
        self.of_mill = make_night(make_season(self.mill), {"Dan": 9, "Eve": 8, "Flo": 8})
        for club, names in [(self.harbour, "Ann Bob Cy"), (self.mill, "Eve Flo")]:
            for name in names.split():
                register(self.season, club, name)
        self.event = make_league(self.season, "Final", **(PITCH | fields))

    def sources(self, harbour=2, mill=2):
        return [Source(self.of_harbour, harbour), Source(self.of_mill, mill)]

    def preview(self, **places):
        return associations.preview_championship(event=self.event, sources=self.sources(**places))

    def fill(self, **more):
        wanted = {"sources": self.sources()} | more
        return associations.fill_championship(event=self.event, **wanted, by=Act(SECRETARY, NOW))

    @property
    def seeds(self):
        rows = self.event.entries.order_by("seed", "number")
        return {row.members.get().player.name: row.seed for row in rows}
