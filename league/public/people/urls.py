"""The addresses of players, below `clubs/<club>/`."""

from django.urls import path

from league.public.people.views import player

urlpatterns = [
    path("players/<int:player_id>/", player, name="player"),
]
