"""The addresses of standings, below `clubs/<club>/`."""

from django.urls import path

from league.public.standings.views import standings

EVENT = "events/<slug:event>/"

urlpatterns = [
    path(f"{EVENT}standings/", standings, name="standings"),
]
