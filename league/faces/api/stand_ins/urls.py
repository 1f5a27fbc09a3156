"""The addresses of requests to stand in."""

from django.urls import path

from league.faces.api.resources import OneRouter
from league.faces.api.stand_ins.views import OwnRequestViewSet, SeatRequestViewSet

SEAT = "tables/<int:table>/seats/<int:seat>"

requests = OneRouter()
requests.register(f"{SEAT}/stand-in-request", SeatRequestViewSet, "stand_in_request")

urlpatterns = [
    *requests.urls,
    path(
        "stand-in-requests",
        OwnRequestViewSet.as_view({"get": "list"}),
        name="stand_in_requests",
    ),
    path(
        "stand-in-requests/<int:stand_in>/answer",
        OwnRequestViewSet.as_view({"post": "answer_request"}),
        name="stand_in_answer",
    ),
]
