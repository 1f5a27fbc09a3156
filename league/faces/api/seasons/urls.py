"""The addresses of seasons."""

from django.urls import path

from league.faces.api.resources import RowRouter
from league.faces.api.seasons.views import (
    HandicapViewSet,
    SeasonsOfClub,
    SeasonTableViewSet,
    SeasonViewSet,
)

SEASON = "seasons/<int:season>"

rows = RowRouter()
rows.register("seasons", SeasonViewSet, "season")

urlpatterns = [
    path(
        "clubs/<slug:club>/seasons",
        SeasonsOfClub.as_view({"get": "list", "post": "create"}),
        name="seasons",
    ),
    path(f"{SEASON}/table", SeasonTableViewSet.as_view({"get": "retrieve"}), name="season_table"),
    path(
        f"{SEASON}/table/<slug:key>",
        SeasonTableViewSet.as_view({"get": "why"}),
        name="season_why",
    ),
    path(f"{SEASON}/places", SeasonTableViewSet.as_view({"post": "places"}), name="season_places"),
    path(
        f"{SEASON}/handicaps",
        HandicapViewSet.as_view({"get": "retrieve", "post": "set_handicap"}),
        name="season_handicaps",
    ),
    *rows.urls,
]
