"""The addresses of players and partnerships, below `clubs/<club>/`."""

from django.urls import path

from league.faces.public.people.views import pair, player

urlpatterns = [
    path("players/<int:player_id>/", player, name="player"),
    path("pairs/<int:player_id>/<int:partner_id>/", pair, name="pair"),
]
