"""The addresses of pictures for links, below `clubs/<club>/`."""

from django.urls import path

from league.public.previews.views import club_picture, event_picture, season_picture

EVENT = "events/<slug:event>/"
SEASON = "seasons/<slug:season>/"

urlpatterns = [
    path("picture.png", club_picture, name="club_picture"),
    path(f"{SEASON}picture.png", season_picture, name="season_picture"),
    path(f"{EVENT}picture.png", event_picture, name="event_picture"),
]
