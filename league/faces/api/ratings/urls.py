"""The addresses of ratings and statistics."""

from django.urls import path

from league.faces.api.ratings.views import (
    HistoryViewSet,
    PartnershipViewSet,
    RatingViewSet,
    StatisticsViewSet,
)

CLUB = "clubs/<slug:club>"
PLAYER = f"{CLUB}/players/<int:player>"

urlpatterns = [
    path(
        f"{PLAYER}/statistics",
        StatisticsViewSet.as_view({"get": "retrieve"}),
        name="player_statistics",
    ),
    path(
        f"{PLAYER}/ratings/<slug:family>",
        HistoryViewSet.as_view({"get": "list"}),
        name="rating_history",
    ),
    path(
        f"{CLUB}/ratings/<slug:family>",
        RatingViewSet.as_view({"get": "list"}),
        name="ratings",
    ),
    path(
        f"{CLUB}/partnerships/<slug:family>",
        PartnershipViewSet.as_view({"get": "list"}),
        name="partnerships",
    ),
]
