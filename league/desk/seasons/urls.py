"""The addresses of seasons at the desk, below `<club>/`."""

from django.urls import path

from league.desk.seasons import handicaps, moves, people, views

SEASON = "seasons/<slug:season>/"

urlpatterns = [
    path("events/seasons/new/", views.season_new, name="season_new"),
    path(SEASON, views.season, name="season"),
    path(f"{SEASON}anew/", views.rebuild, name="season_rebuild"),
    path(f"{SEASON}rules/", views.rules, name="season_rules"),
    path(f"{SEASON}people/", people.people, name="season_people"),
    path(f"{SEASON}people/add/", people.add, name="season_add"),
    path(f"{SEASON}divisions/", people.divisions, name="season_divisions"),
    path(f"{SEASON}handicaps/", handicaps.handicaps, name="season_handicaps"),
    path(f"{SEASON}moves/", moves.moves, name="season_moves"),
    path(f"{SEASON}moves/decide/", moves.decide, name="season_decide"),
    path(f"{SEASON}moves/sign/", moves.sign, name="season_sign"),
    path(f"{SEASON}moves/unsign/", moves.unsign, name="season_unsign"),
    path(f"{SEASON}next/", moves.following, name="season_next"),
]
