"""The addresses of the players of clubs."""

from django.urls import path

from league.api.people import forgetting_views, views

urlpatterns = [
    path("clubs/<slug:club>/players", views.PlayerList.as_view(), name="players"),
    path("clubs/<slug:club>/players/<int:player>", views.PlayerView.as_view(), name="player"),
    path(
        "clubs/<slug:club>/players/<int:player>/forget",
        forgetting_views.ForgetPlayer.as_view(),
        name="player_forget",
    ),
]
