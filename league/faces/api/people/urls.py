"""The addresses of the players of clubs."""

from django.urls import path

from league.faces.api.people import views

PLAYERS = "clubs/<slug:club>/players"
PLAYER = f"{PLAYERS}/<int:player>"

urlpatterns = [
    path(PLAYERS, views.PlayerList.as_view(), name="players"),
    path(f"{PLAYERS}/bulk", views.WritePlayers.as_view(), name="players_write"),
    path(f"{PLAYERS}/import", views.ImportPlayers.as_view(), name="players_import"),
    path(PLAYER, views.PlayerView.as_view(), name="player"),
    path(f"{PLAYER}/merge", views.MergePlayers.as_view(), name="merge"),
    path(f"{PLAYER}/unmerge", views.UnmergePlayers.as_view(), name="unmerge"),
    path(f"{PLAYER}/account", views.PlayerAccount.as_view(), name="player_account"),
    path(f"{PLAYER}/apart", views.KeptApart.as_view(), name="apart"),
    path(f"{PLAYER}/may-meet", views.MayMeet.as_view(), name="may_meet"),
    path(f"{PLAYER}/forget", views.ForgetPlayer.as_view(), name="player_forget"),
]
