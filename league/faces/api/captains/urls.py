"""The addresses of matches and their captains."""

from django.urls import path

from league.faces.api.captains import views
from league.faces.api.resources import OneRouter, Router

MATCHES = "rounds/<int:round>/matches"
SIDE = f"{MATCHES}/<int:number>/entries/<int:entry>"

many, one = Router(), OneRouter()
many.register(MATCHES, views.MatchViewSet, "match")
one.register("entries/<int:entry>/captain", views.CaptainViewSet, "captain")
one.register(f"{SIDE}/line-up", views.LineUpViewSet, "line_up")

dates, results = views.MatchDatesViewSet.as_view, views.MatchResultViewSet.as_view

urlpatterns = [
    *many.urls,
    *one.urls,
    path("me/led-matches", views.LedMatchViewSet.as_view({"get": "list"}), name="led_matches"),
    path(
        "events/<int:event>/open-matches",
        views.OpenMatchViewSet.as_view({"get": "list"}),
        name="open_matches",
    ),
    path(
        "stages/<int:stage>/match-rules",
        views.MatchRulesViewSet.as_view({"get": "retrieve", "patch": "partial_update"}),
        name="match_rules",
    ),
    path(f"{SIDE}/dates", dates({"post": "create"}), name="propose_dates"),
    path(f"{SIDE}/dates/<int:proposal>/accept", dates({"post": "accept"}), name="accept_date"),
    path(f"{SIDE}/dates/decline", dates({"post": "decline"}), name="decline_dates"),
    path(f"{SIDE}/dates/take-back", dates({"post": "take_back"}), name="take_dates_back"),
    path(f"{SIDE}/result", results({"post": "create"}), name="match_result"),
    path(f"{SIDE}/confirm", results({"post": "confirm"}), name="match_confirm"),
]
