"""The addresses of standings, adjustments and play-offs."""

from django.urls import path

from league.faces.api.standings import views

urlpatterns = [
    path("events/<int:event>/standings", views.EventStandings.as_view(), name="event_standings"),
    path("stages/<int:stage>/standings", views.StandingsView.as_view(), name="standings"),
    path("stages/<int:stage>/standings/<int:entry>", views.WhyView.as_view(), name="why"),
    path("stages/<int:stage>/outlook", views.OutlookView.as_view(), name="outlook"),
    path(
        "stages/<int:stage>/adjustments",
        views.AdjustmentViewSet.as_view({"get": "list", "post": "create"}),
        name="adjustments",
    ),
    path(
        "stages/<int:stage>/play-offs",
        views.PlayOffViewSet.as_view({"get": "list", "post": "create"}),
        name="play_offs",
    ),
    path(
        "play-offs/<int:play_off>/revoke",
        views.PlayOffViewSet.as_view({"post": "revoke"}),
        name="play_off_revoke",
    ),
    path(
        "adjustments/<int:adjustment>/revoke",
        views.AdjustmentViewSet.as_view({"post": "revoke"}),
        name="revoke",
    ),
]
