"""The addresses of pictures for links."""

from django.urls import path

from league.faces.public.previews.views import (
    club_picture,
    deal_picture,
    event_picture,
    player_picture,
    round_picture,
    season_picture,
    standings_picture,
)

CLUB = "clubs/<slug:club>/"
EVENT = f"{CLUB}events/<slug:event>/"

urlpatterns = [
    path(f"{CLUB}picture.png", club_picture, name="club_picture"),
    path(f"{CLUB}seasons/<slug:season>/picture.png", season_picture, name="season_picture"),
    path(f"{CLUB}players/<int:player_id>/picture.png", player_picture, name="player_picture"),
    path(f"{EVENT}picture.png", event_picture, name="event_picture"),
    path(f"{EVENT}standings/picture.png", standings_picture, name="standings_picture"),
    path(
        f"{EVENT}rounds/<int:stage_number>/<int:number>/picture.png",
        round_picture,
        name="round_picture",
    ),
    path("deals/<int:submission_id>/picture.png", deal_picture, name="deal_picture"),
]
