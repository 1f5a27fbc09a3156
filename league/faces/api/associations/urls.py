"""The addresses of associations, for them and for their clubs."""

from typing import Any

from django.urls import path

from league.faces.api.associations.championship_views import ChampionshipViewSet, ClubEntryViewSet
from league.faces.api.associations.club_views import (
    AssociatedClubViewSet,
    AssociationViewSet,
    OwnAssociationViewSet,
)
from league.faces.api.associations.player_views import (
    ClubRegistrationViewSet,
    ClubTransferViewSet,
    RegisteredElsewhereViewSet,
    RegistrationViewSet,
    TransferViewSet,
)
from league.faces.api.resources import OneRouter, Router

CLUB = "clubs/<slug:club>"
SEASON = "seasons/<int:season>"
TRANSFER = "transfers/<int:transfer>"
CLUB_SEASON = f"{CLUB}/{SEASON}"
CLUB_EVENT = f"{CLUB}/events/<int:event>"
CHAMPIONSHIP = "events/<int:event>/championship"
LIST: dict[str, Any] = {"get": "list"}
LIST_AND_ADD: dict[str, Any] = {"get": "list", "post": "create"}

many, one = Router(), OneRouter()
one.register(f"{CLUB}/association", AssociationViewSet, "association")
many.register(f"{CLUB}/associations", OwnAssociationViewSet, "association")
many.register("associations/<slug:association>/clubs", AssociatedClubViewSet, "associated_club")

urlpatterns = [
    *one.urls,
    *many.urls,
    path(f"{SEASON}/registrations", RegistrationViewSet.as_view(LIST), name="registrations"),
    path(
        "registrations/<int:registration>",
        RegistrationViewSet.as_view({"delete": "destroy"}),
        name="registration",
    ),
    path(
        f"{CLUB_SEASON}/registrations",
        ClubRegistrationViewSet.as_view(LIST_AND_ADD),
        name="club_registrations",
    ),
    path(
        f"{CLUB_SEASON}/registered-elsewhere",
        RegisteredElsewhereViewSet.as_view(LIST),
        name="registered_elsewhere",
    ),
    path(f"{SEASON}/transfers", TransferViewSet.as_view(LIST), name="transfers"),
    path(
        f"{CLUB_SEASON}/transfers",
        ClubTransferViewSet.as_view(LIST_AND_ADD),
        name="club_transfers",
    ),
    path(f"{TRANSFER}/answer", TransferViewSet.as_view({"post": "decide"}), name="transfer_answer"),
    path(
        f"{TRANSFER}/take-back",
        TransferViewSet.as_view({"post": "take_back"}),
        name="transfer_take_back",
    ),
    path(f"{CLUB_EVENT}/entries", ClubEntryViewSet.as_view(LIST_AND_ADD), name="club_entries"),
    path(
        f"{CLUB_EVENT}/withdraw",
        ClubEntryViewSet.as_view({"post": "withdraw_all"}),
        name="club_withdraw",
    ),
    path(
        f"{CLUB_EVENT}/entries/<int:entry>/withdraw",
        ClubEntryViewSet.as_view({"post": "withdraw"}),
        name="club_entry_withdraw",
    ),
    path(CHAMPIONSHIP, ChampionshipViewSet.as_view({"post": "create"}), name="championship"),
    path(
        f"{CHAMPIONSHIP}/preview",
        ChampionshipViewSet.as_view({"post": "preview"}),
        name="championship_preview",
    ),
    path(f"{CHAMPIONSHIP}/sources", ChampionshipViewSet.as_view(LIST), name="championship_sources"),
]
