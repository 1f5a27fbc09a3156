"""Players registered with an association, and transfers from one of its clubs to another."""

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Player
from league.faces.api.access import get_or_404
from league.faces.api.api_view import fetch_all
from league.faces.api.associations.club_views import AssociationView
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
from league.faces.api.filters import RegistrationFilter, filtered
from league.faces.api.schema import ACCOUNT, lists, writes
from league.office.associations import services as associations
from league.office.associations.models import Registration, Transfer
from league.office.associations.selectors import open_transfers, registrations_of

TAG = "associations"
REGISTERS, DECIDES = "associations.register_players", "associations.decide_transfer"
TRANSFERS = Transfer.objects.select_related("season__club", "player", "from_club", "to_club")


class Registrations(AssociationView):
    @lists(
        "registrations_list",
        TAG,
        RegistrationSerializer,
        filters=RegistrationFilter,
        by=ACCOUNT,
    )
    def get(self, request: Request, season: int) -> Response:
        """Who is registered in a season, for directors of the association."""
        rows = registrations_of(self.season(season, DECIDES))
        rows = filtered(request, rows, RegistrationFilter)
        return self.listed(rows, RegistrationSerializer)


class OneRegistration(AssociationView):
    @writes("registrations_end", TAG, None, None, status=204)
    def delete(self, request: Request, registration: int) -> Response:
        """End a registration; for directors of the player's club and of the association."""
        rows = Registration.objects.select_related("season__club", "club")
        row = get_or_404(rows, pk=registration)
        if not self.may(DECIDES, row.season.club):
            self.need(REGISTERS, row.club)
        associations.end_registration(registration=row, by=self.by)
        return Response(status=204)


class RegistrationsOfClub(AssociationView):
    @lists("club_registrations_list", TAG, OwnRegistrationSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str, season: int) -> Response:
        """Who is registered for a club in a season of its association, for its directors."""
        own, found = self.season_of_member(club, season, REGISTERS)
        rows = registrations_of(found).filter(club=own)
        return self.listed(rows, OwnRegistrationSerializer)

    @writes(
        "registrations_add",
        TAG,
        RegisterInput,
        OwnRegistrationSerializer(many=True),
        example={"players": [17, 23]},
    )
    def post(self, request: Request, club: str, season: int) -> Response:
        """Register players of a club for it: all of them, or nobody."""
        own, found = self.season_of_member(club, season, REGISTERS)
        numbers = self.read(RegisterInput)["players"]
        rows = associations.register_players(
            season=found,
            club=own,
            players=fetch_all(Player, own.pk, numbers, "players"),
            by=self.by,
        )
        return Response(OwnRegistrationSerializer(rows, many=True).data)


class RegisteredElsewhere(AssociationView):
    @lists("registered_elsewhere_list", TAG, RegisteredElsewhereSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str, season: int) -> Response:
        """Who is registered for other clubs and may come to this one, by a transfer."""
        own, found = self.season_of_member(club, season, REGISTERS)
        rows = registrations_of(found).exclude(club=own)
        return self.listed(rows, RegisteredElsewhereSerializer)


class Transfers(AssociationView):
    @lists("transfers_list", TAG, TransferSerializer, by=ACCOUNT)
    def get(self, request: Request, season: int) -> Response:
        """The transfers that wait for the association's consent, for its directors."""
        rows = open_transfers(self.season(season, DECIDES))
        return self.listed(rows, TransferSerializer)


class TransfersToClub(AssociationView):
    @lists("club_transfers_list", TAG, OwnTransferSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str, season: int) -> Response:
        """The transfers to a club that wait for the association's consent, for its directors."""
        own, found = self.season_of_member(club, season, REGISTERS)
        rows = open_transfers(found).filter(to_club=own)
        return self.listed(rows, OwnTransferSerializer)

    @writes(
        "transfers_ask",
        TAG,
        TransferInput,
        OwnTransferSerializer,
        example={"player": 311, "home_player": 42},
    )
    def post(self, request: Request, club: str, season: int) -> Response:
        """Take a player over from another club; done at once, or asked for, as the rules say."""
        own, found = self.season_of_member(club, season, REGISTERS)
        sent = self.read(TransferInput)
        known = registrations_of(found).filter(player=sent["player"]).first()
        if known is None:
            # nobody else is named in a refusal: names of other clubs' players are not for all
            message = _("Nobody with this number is registered in %(season)s.")
            raise ValidationError({"player": message % {"season": found.name}}, code="unknown")
        (home,) = fetch_all(Player, own.pk, [sent["home_player"]], "home_player")
        row = associations.transfer_player(
            season=found,
            player=known.player,
            to_club=own,
            home_player=home,
            by=self.by,
        )
        return Response(OwnTransferSerializer(row).data)


class DecideTransfer(AssociationView):
    @writes("transfers_answer", TAG, ConsentInput, TransferSerializer, example={"consent": True})
    def post(self, request: Request, transfer: int) -> Response:
        """Consent to a transfer or refuse it, for the association."""
        row = get_or_404(TRANSFERS.all(), pk=transfer)
        self.need(DECIDES, row.season.club)
        agrees = self.read(ConsentInput)["consent"]
        done = associations.consent(transfer=row, agrees=agrees, by=self.by)
        return Response(TransferSerializer(done).data)


class TakeTransferBack(AssociationView):
    @writes("transfers_take_back", TAG, None, OwnTransferSerializer)
    def post(self, request: Request, transfer: int) -> Response:
        """Take a transfer back for the club that asked, before the association decides."""
        row = get_or_404(TRANSFERS.all(), pk=transfer)
        self.need(REGISTERS, row.to_club)
        done = associations.take_back(transfer=row, by=self.by)
        return Response(OwnTransferSerializer(done).data)
