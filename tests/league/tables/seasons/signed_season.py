"""A season of two divisions that can be signed, and the next one that is made from it."""

from datetime import timedelta

from league.foundation.journal.actor import Act
from league.tables.seasons import services as seasons
from league.tables.seasons.drafts import draft_of
from league.tables.seasons.services import DivisionSettings, Placing
from tests.league.factories import actor_of, make_user
from tests.league.tables.seasons.factories import FIRST, key_of, make_night, make_season
from tests.league.tables.standings.factories import NOW

NEXT = {
    "name": "Summer",
    "starts_on": FIRST + timedelta(weeks=30),
    "ends_on": FIRST + timedelta(weeks=50),
}
TWO = [DivisionSettings("First", 0, 1), DivisionSettings("Second", 1, 0)]


def by_a_director():
    return {"by": Act(actor_of(make_user("Dora Director")), NOW)}


def make_divided_season(by):
    """Ann, Bob, Cy in the first division, Di, Ed, Flo in the second; one night in that order."""
    season = make_season()
    make_night(season, {"Ann": 9, "Bob": 8, "Cy": 7, "Di": 6, "Ed": 5, "Flo": 4})
    seasons.set_divisions(season=season, divisions=TWO, **by)
    first, second = ("Ann", "Bob", "Cy"), ("Di", "Ed", "Flo")
    placings = {key_of(season, name): Placing(division=1) for name in first}
    placings |= {key_of(season, name): Placing(division=2) for name in second}
    seasons.place_competitors(season=season, placings=placings, **by)
    return season


def sign(season, by):
    return seasons.sign_moves(season=season, digest=draft_of(season).digest, **by)


def names_in(event):
    return {entry.members.get().player.name for entry in event.entries.all()}
