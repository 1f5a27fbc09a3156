"""The addresses of seasons, below `clubs/<club>/`."""

from django.urls import path

from league.faces.public.seasons.views import season, season_pdf, season_why

SEASON = "seasons/<slug:season>/"

urlpatterns = [
    path(SEASON, season, name="season"),
    path(f"{SEASON}why/<slug:key>/", season_why, name="season_why"),
    path(f"{SEASON}pdf/", season_pdf, name="season_pdf"),
]
