"""The addresses of calendars and news feeds, below `clubs/<club>/`."""

from django.urls import path

from league.faces.public.feeds.views import (
    club_calendar,
    club_feed,
    player_calendar,
    season_calendar,
)

SEASON = "seasons/<slug:season>/"

urlpatterns = [
    path("calendar.ics", club_calendar, name="club_calendar"),
    path("feed.atom", club_feed, name="club_feed"),
    path(f"{SEASON}calendar.ics", season_calendar, name="season_calendar"),
    path("players/<int:player_id>/calendar.ics", player_calendar, name="player_calendar"),
]
