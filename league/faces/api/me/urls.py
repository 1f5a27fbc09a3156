"""The addresses of what concerns the account's own players."""

from django.urls import path

from league.faces.api.me.views import AvailabilityViewSet, MatchViewSet

urlpatterns = [
    path("me/matches", MatchViewSet.as_view({"get": "list"}), name="my_matches"),
    path(
        "me/availability",
        AvailabilityViewSet.as_view({"get": "list", "put": "update"}),
        name="my_availability",
    ),
]
