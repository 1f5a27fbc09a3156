"""The addresses of seasons at the desk, below `<club>/`."""

from django.urls import path

from league.faces.desk.seasons import competitor_pages, move_pages, views
from league.faces.desk.seasons.handicap_pages import HandicapPages

SEASON = "seasons/<slug:season>/"

urlpatterns = [
    path("events/seasons/new/", views.season_new, name="season_new"),
    path(SEASON, views.season, name="season"),
    path(f"{SEASON}rebuild/", views.rebuild, name="season_rebuild"),
    path(f"{SEASON}rules/", views.rules, name="season_rules"),
    path(f"{SEASON}people/", competitor_pages.people, name="season_people"),
    path(f"{SEASON}people/undo/", competitor_pages.people_undo, name="season_people_undo"),
    path(f"{SEASON}people/add/", competitor_pages.add, name="season_add"),
    path(f"{SEASON}divisions/", competitor_pages.divisions, name="season_divisions"),
    path(f"{SEASON}divisions/undo/", competitor_pages.divisions_undo, name="season_divisions_undo"),
    *HandicapPages.urls(f"{SEASON}handicaps/"),
    path(f"{SEASON}moves/", move_pages.moves, name="season_moves"),
    path(f"{SEASON}moves/decide/", move_pages.decide, name="season_decide"),
    path(f"{SEASON}moves/sign/", move_pages.sign, name="season_sign"),
    path(f"{SEASON}moves/unsign/", move_pages.unsign, name="season_unsign"),
    path(f"{SEASON}next/", move_pages.following, name="season_next"),
]
