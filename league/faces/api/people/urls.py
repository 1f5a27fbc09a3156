"""The addresses of the players of clubs."""

from league.faces.api.people.views import PlayerViewSet
from league.faces.api.resources import Router

players = Router()
players.register("clubs/<slug:club>/players", PlayerViewSet, "player")

urlpatterns = players.urls
