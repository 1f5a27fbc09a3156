"""The addresses of standings, below `clubs/<club>/`."""

from django.urls import path

from league.faces.public.standings.views import standings, standings_pdf

EVENT = "events/<slug:event>/"

urlpatterns = [
    path(f"{EVENT}standings/", standings, name="standings"),
    path(f"{EVENT}standings/pdf/", standings_pdf, name="standings_pdf"),
]
