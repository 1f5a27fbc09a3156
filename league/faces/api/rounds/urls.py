"""The addresses of rounds: drawn, changed, seated."""

from django.urls import path

from league.faces.api.resources import RowRouter
from league.faces.api.rounds import views
from league.faces.api.rounds.views import ByeRequestViewSet, ClockViewSet, DrawViewSet

ROUND, STAGE = "rounds/<int:round>", "stages/<int:stage>"

rows = RowRouter()
rows.register("rounds", views.RoundViewSet, "round")

urlpatterns = [
    path("events/<int:event>/rounds", views.RoundsOfEvent.as_view({"get": "list"}), name="rounds"),
    path(
        f"{STAGE}/draw",
        DrawViewSet.as_view({"get": "retrieve", "post": "draw"}),
        name="draw_rounds",
    ),
    path(
        f"{STAGE}/bye-requests",
        ByeRequestViewSet.as_view({"get": "list", "post": "create"}),
        name="bye_requests",
    ),
    path(
        "bye-requests/<int:bye>/take-back",
        ByeRequestViewSet.as_view({"post": "take_back"}),
        name="bye_take_back",
    ),
    path(
        f"{ROUND}/clock",
        ClockViewSet.as_view({"get": "retrieve", "post": "run_clock"}),
        name="clock",
    ),
    path(f"{ROUND}/tables", views.TablesOfRound.as_view(), name="tables"),
    path("tables/<int:table>/seats/<int:seat>", views.SeatView.as_view(), name="seat"),
    *rows.urls,
]
