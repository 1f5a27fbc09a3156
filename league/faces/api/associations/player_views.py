"""Players registered with an association, and transfers from one of its clubs to another."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Player
from league.faces.api.access import get_or_404
from league.faces.api.api_view import fetch_all
from league.faces.api.associations.club_views import TAG, OfMember, OfSeason
from league.faces.api.associations.serializers import (
    ConsentInput,
    OwnRegistrationSerializer,
    OwnTransferSerializer,
    RegisteredElsewhereSerializer,
    RegisterInput,
    RegistrationSerializer,
    TransferInput,
    TransferSerializer,
)
from league.faces.api.filters import RegistrationFilter
from league.faces.api.schema import act, writes
from league.office.associations import services as associations
from league.office.associations.models import Registration, Transfer
from league.office.associations.selectors import open_transfers, registrations_of

REGISTERS, DECIDES = "associations.register_players", "associations.decide_transfer"
TRANSFERS = Transfer.objects.select_related("season__club", "player", "from_club", "to_club")


class RegistrationViewSet(ListModelMixin, OfSeason):
    """Who is registered in a season, for directors of the association."""

    operations, words = "registrations", {"destroy": "end"}
    serializer_class = RegistrationSerializer
    filterset_class = RegistrationFilter
    read_permission = DECIDES

    def get_queryset(self) -> "QuerySet[Registration]":
        return registrations_of(self.season)

    def destroy(self, request: Request, registration: int) -> Response:
        """End a registration; for directors of the player's club and of the association."""
        rows = Registration.objects.select_related("season__club", "club")
        row = get_or_404(rows, pk=registration)
        if not self.may(DECIDES, row.season.club):
            self.need(REGISTERS, row.club)
        associations.end_registration(registration=row, by=self.by)
        return Response(status=204)


class ClubRegistrationViewSet(ListModelMixin, OfMember):
    """Who is registered for a club in a season of its association, for its directors."""

    operations = "club_registrations"
    serializer_class = OwnRegistrationSerializer
    read_permission = write_permission = REGISTERS

    def get_queryset(self) -> "QuerySet[Registration]":
        return registrations_of(self.season).filter(club=self.club)

    @writes(
        "registrations_add",
        TAG,
        RegisterInput,
        OwnRegistrationSerializer(many=True),
        example={"players": [17, 23]},
    )
    def create(self, request: Request, **_address: Any) -> Response:
        """Register players of a club for it: all of them, or nobody."""
        season, numbers = self.season, self.read(RegisterInput)["players"]
        rows = associations.register_players(
            season=season,
            club=self.club,
            players=fetch_all(Player, self.club.pk, numbers, "players"),
            by=self.by,
        )
        return Response(self.get_serializer(rows, many=True).data)


class RegisteredElsewhereViewSet(ListModelMixin, OfMember):
    """Who is registered for other clubs and may come to this one, by a transfer."""

    operations = "registered_elsewhere"
    serializer_class = RegisteredElsewhereSerializer
    read_permission = REGISTERS

    def get_queryset(self) -> "QuerySet[Registration]":
        return registrations_of(self.season).exclude(club=self.club)


class TransferViewSet(ListModelMixin, OfSeason):
    """The transfers that wait for the association's consent, for its directors."""

    operations, words = "transfers", {"decide": "answer"}
    serializer_class = TransferSerializer
    read_permission = DECIDES

    def get_queryset(self) -> "QuerySet[Transfer]":
        return open_transfers(self.season)

    @act(ConsentInput, TransferSerializer, example={"consent": True})
    def decide(self, request: Request, transfer: int) -> Response:
        """Consent to a transfer or refuse it, for the association."""
        row = get_or_404(TRANSFERS.all(), pk=transfer)
        self.need(DECIDES, row.season.club)
        agrees = self.read(ConsentInput)["consent"]
        return self.answer(associations.consent(transfer=row, agrees=agrees, by=self.by))

    @act(None, OwnTransferSerializer)
    def take_back(self, request: Request, transfer: int) -> Response:
        """Take a transfer back for the club that asked, before the association decides."""
        row = get_or_404(TRANSFERS.all(), pk=transfer)
        self.need(REGISTERS, row.to_club)
        done = associations.take_back(transfer=row, by=self.by)
        return Response(OwnTransferSerializer(done).data)


class ClubTransferViewSet(ListModelMixin, OfMember):
    """The transfers to a club that wait for the association's consent, for its directors."""

    operations = "club_transfers"
    serializer_class = OwnTransferSerializer
    read_permission = write_permission = REGISTERS

    def get_queryset(self) -> "QuerySet[Transfer]":
        return open_transfers(self.season).filter(to_club=self.club)

    @writes(
        "transfers_ask",
        TAG,
        TransferInput,
        OwnTransferSerializer,
        example={"player": 311, "home_player": 42},
    )
    def create(self, request: Request, **_address: Any) -> Response:
        """Take a player over from another club; done at once, or asked for, as the rules say."""
        season, sent = self.season, self.read(TransferInput)
        known = registrations_of(season).filter(player=sent["player"]).first()
        if known is None:
            # nobody else is named in a refusal: names of other clubs' players are not for all
            message = _("Nobody with this number is registered in %(season)s.")
            raise ValidationError({"player": message % {"season": season.name}}, code="unknown")
        (home,) = fetch_all(Player, self.club.pk, [sent["home_player"]], "home_player")
        row = associations.transfer_player(
            season=season,
            player=known.player,
            to_club=self.club,
            home_player=home,
            by=self.by,
        )
        return self.answer(row)
