"""The addresses of matches and their captains."""

from django.urls import path

from league.faces.api.captains import views

MATCH = "rounds/<int:round>/matches/<int:number>"
SIDE = f"{MATCH}/entries/<int:entry>"

urlpatterns = [
    path("me/led-matches", views.LedMatches.as_view(), name="led_matches"),
    path("events/<int:event>/open-matches", views.OpenMatches.as_view(), name="open_matches"),
    path("entries/<int:entry>/captain", views.CaptainView.as_view(), name="captain"),
    path(
        "stages/<int:stage>/match-rules",
        views.MatchRulesViewSet.as_view({"get": "retrieve", "patch": "partial_update"}),
        name="match_rules",
    ),
    path(MATCH, views.OneMatch.as_view(), name="match"),
    path(f"{MATCH}/ruling", views.RuleDate.as_view(), name="match_ruling"),
    path(f"{MATCH}/walkover", views.DecideWalkover.as_view(), name="match_walkover"),
    path(f"{SIDE}/line-up", views.LineUpView.as_view(), name="line_up"),
    path(f"{SIDE}/dates", views.ProposeDates.as_view(), name="propose_dates"),
    path(
        f"{SIDE}/dates/<int:proposal>/accept",
        views.AcceptDate.as_view(),
        name="accept_date",
    ),
    path(f"{SIDE}/dates/decline", views.DeclineDates.as_view(), name="decline_dates"),
    path(f"{SIDE}/dates/take-back", views.TakeDatesBack.as_view(), name="take_dates_back"),
    path(f"{SIDE}/result", views.EnterResult.as_view(), name="match_result"),
    path(f"{SIDE}/confirm", views.ConfirmResult.as_view(), name="match_confirm"),
]
