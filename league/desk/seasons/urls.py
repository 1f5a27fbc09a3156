"""The addresses of a season's table at the desk, below `<club>/seasons/`."""

from django.urls import path

from league.desk.jobs import rebuild
from league.desk.seasons import handicaps as seasons_handicaps
from league.desk.seasons import home
from league.desk.seasons import moves as seasons_moves
from league.desk.seasons import people as seasons_people
from league.desk.seasons import rules as seasons_rules

SEASON = "<slug:season>/"

urlpatterns = [
    path(SEASON, home.season, name="season"),
    path(f"{SEASON}anew/", rebuild.of_season, name="season_rebuild"),
    path(f"{SEASON}rules/", seasons_rules.rules, name="season_rules"),
    path(f"{SEASON}people/", seasons_people.people, name="season_people"),
    path(f"{SEASON}people/add/", seasons_people.add, name="season_add"),
    path(f"{SEASON}divisions/", seasons_people.divisions, name="season_divisions"),
    path(f"{SEASON}handicaps/", seasons_handicaps.handicaps, name="season_handicaps"),
    path(f"{SEASON}moves/", seasons_moves.moves, name="season_moves"),
    path(f"{SEASON}moves/decide/", seasons_moves.decide, name="season_decide"),
    path(f"{SEASON}moves/sign/", seasons_moves.sign, name="season_sign"),
    path(f"{SEASON}moves/unsign/", seasons_moves.unsign, name="season_unsign"),
    path(f"{SEASON}next/", seasons_moves.following, name="season_next"),
]
