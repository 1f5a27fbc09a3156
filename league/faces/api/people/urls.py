"""The addresses of the players of clubs."""

from django.urls import path

from league.faces.api.people import (
    forgetting_views,
    link_views,
    merge_views,
    player_rows_views,
    views,
)

PLAYERS = "clubs/<slug:club>/players"
PLAYER = f"{PLAYERS}/<int:player>"

urlpatterns = [
    path(PLAYERS, views.PlayerList.as_view(), name="players"),
    path(f"{PLAYERS}/bulk", player_rows_views.WritePlayers.as_view(), name="players_write"),
    path(f"{PLAYERS}/import", player_rows_views.ImportPlayers.as_view(), name="players_import"),
    path(PLAYER, views.PlayerView.as_view(), name="player"),
    path(f"{PLAYER}/merge", merge_views.MergePlayers.as_view(), name="merge"),
    path(f"{PLAYER}/unmerge", merge_views.UnmergePlayers.as_view(), name="unmerge"),
    path(f"{PLAYER}/account", link_views.PlayerAccount.as_view(), name="player_account"),
    path(f"{PLAYER}/apart", link_views.KeptApart.as_view(), name="apart"),
    path(f"{PLAYER}/may-meet", link_views.MayMeet.as_view(), name="may_meet"),
    path(f"{PLAYER}/forget", forgetting_views.ForgetPlayer.as_view(), name="player_forget"),
]
