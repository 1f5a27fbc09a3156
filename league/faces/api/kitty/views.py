"""The kitty of a club: how it stands, what is charged, what is booked, prizes."""

from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Club, Player, User
from league.clubs.selectors import player_of_user
from league.faces.api.access import club_at, event_at, get_or_404
from league.faces.api.api_view import ApiView, fetch_all
from league.faces.api.kitty.serializers import (
    AwardPrizesInput,
    BalanceSerializer,
    EventAmountsShape,
    HouseAmountsInput,
    HouseAmountsSerializer,
    KittyInput,
    KittySerializer,
    OwnLineSerializer,
    PrizesSerializer,
    TransactionInput,
    TransactionSerializer,
)
from league.faces.api.schema import ACCOUNT, lists, reads, writes
from league.office.kitty import services as kitties
from league.office.kitty.bookings_shown import with_bookers
from league.office.kitty.models import EventAmounts, Kitty, Transaction, TransactionKind
from league.office.kitty.selectors import kitty_of, lines_of, overview_of, transactions_of
from league.office.kitty.services.booking import Occasion
from league.office.kitty.services.kitty_settings import EventTerms
from league.office.kitty.services.prizes import prizes_of
from league.play.events.models import Event

TAG = "kitty"


class KittyBase(ApiView):
    def kitty_at(self, slug: str, permission: str) -> Kitty:
        """Return the kitty of a club; where the club keeps none, nothing is there."""
        club = club_at(slug)
        self.need(permission, club)
        return self.kitty_in(club)

    def kitty_in(self, club: Club) -> Kitty:
        kitty = kitty_of(club)
        if kitty is None:
            raise Http404
        return kitty

    def event_with_kitty(self, request: Request, pk: int) -> tuple[Event, Kitty]:
        event = event_at(request, pk)
        self.need("kitty.change_kitty", event.club)
        return event, self.kitty_in(event.club)


class KittyView(KittyBase):
    @reads("kitty_read", TAG, KittySerializer, by=ACCOUNT)
    def get(self, request: Request, club: str) -> Response:
        """How the kitty of a club stands."""
        kitty = self.kitty_at(club, "kitty.view_kitty")
        return Response(KittySerializer(overview_of(kitty)).data)

    @writes(
        "kitty_switch", TAG, KittyInput, KittySerializer, example={"on": True, "currency": "USD"}
    )
    def put(self, request: Request, club: str) -> Response:
        """Switch the kitty of a club on or off."""
        found = club_at(club)
        self.need("kitty.change_settings", found)
        data = self.read(KittyInput)
        kitty = kitties.switch(
            club=found,
            is_on=data["on"],
            currency=data["currency"],
            by=self.by,
        )
        return Response(KittySerializer(overview_of(kitty)).data)


class HouseAmountsList(KittyBase):
    @lists("kitty_amounts_list", TAG, HouseAmountsSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str) -> Response:
        """What the club has charged for evenings and sets, newest first."""
        kitty = self.kitty_at(club, "kitty.view_kitty")
        rows = kitty.house_amounts.order_by("-from_day")
        return self.listed(rows, HouseAmountsSerializer)

    @writes(
        "kitty_amounts_set",
        TAG,
        HouseAmountsInput,
        HouseAmountsSerializer,
        status=201,
        example={"from_day": "2026-09-03", "evening_fee": 300, "set_amount": 25},
    )
    def post(self, request: Request, club: str) -> Response:
        """Say what is charged for evenings and events that begin on that day or later."""
        kitty = self.kitty_at(club, "kitty.change_kitty")
        data = self.read(HouseAmountsInput)
        amounts = kitties.set_house_amounts(club=kitty.club, **data, by=self.by)
        return Response(HouseAmountsSerializer(amounts).data, status=201)


class BalanceList(KittyBase):
    @lists("kitty_balances", TAG, BalanceSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str) -> Response:
        """Who owes the club something or is owed something, the largest debts first."""
        overview = overview_of(self.kitty_at(club, "kitty.view_kitty"))
        return self.listed(overview.players, BalanceSerializer)


class OwnLines(KittyBase):
    @lists("kitty_own", TAG, OwnLineSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str) -> Response:
        """What was booked on the account of one's own player, newest first."""
        kitty = self.kitty_at(club, "kitty.view_own_in_club")
        user = request.user
        player = player_of_user(user, kitty.club) if isinstance(user, User) else None
        rows: Any = [] if player is None else lines_of(kitty, player)
        return self.listed(rows, OwnLineSerializer)


class TransactionList(KittyBase):
    @lists("kitty_transactions", TAG, TransactionSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str) -> Response:
        """Everything that was booked, newest first."""
        rows = transactions_of(self.kitty_at(club, "kitty.view_kitty"))
        return self.listed(rows, TransactionSerializer, read=with_bookers)

    @writes(
        "kitty_book",
        TAG,
        TransactionInput,
        TransactionSerializer,
        status=201,
        example={"kind": "payment", "amount": 500, "player": 12},
    )
    def post(self, request: Request, club: str) -> Response:
        """Book a payment, money paid out, a charge, a waiver, an expense or other income.

        Scorers book payments; directors the rest.
        """
        kitty = self.kitty_at(club, "kitty.take_cash")
        data = self.read(TransactionInput)
        kind = TransactionKind(data.pop("kind"))
        if kind != TransactionKind.PAYMENT:
            self.need("kitty.change_kitty", kitty.club)
        booked = kitties.book(
            club=kitty.club,
            kind=kind,
            **_named(kitty.club, data),
            by=self.by,
        )
        (shown,) = with_bookers(transactions_of(kitty).filter(pk=booked.pk))
        return Response(TransactionSerializer(shown).data, status=201)


def _named(club: Club, data: dict[str, Any]) -> dict[str, Any]:
    """Return what was sent with the player and the event that its numbers name."""
    player, event = data.pop("player"), data.pop("event")
    if player is not None:
        data["player"] = fetch_all(Player, club.pk, [player], "player")[0]
    if event is not None:
        data["occasion"] = Occasion(event=fetch_all(Event, club.pk, [event], "event")[0])
    return data


class ReverseTransaction(KittyBase):
    @writes("kitty_reverse", TAG, None, TransactionSerializer, status=201)
    def post(self, request: Request, club: str, number: int) -> Response:
        """Book the opposite of a transaction; scorers of payments alone."""
        kitty = self.kitty_at(club, "kitty.take_cash")
        booked = get_or_404(Transaction.objects.filter(kitty=kitty), number=number)
        if booked.kind != TransactionKind.PAYMENT:
            self.need("kitty.change_kitty", kitty.club)
        made = kitties.reverse(club=kitty.club, booked=booked, by=self.by)
        (shown,) = with_bookers(transactions_of(kitty).filter(pk=made.pk))
        return Response(TransactionSerializer(shown).data, status=201)


class EventAmountsView(KittyBase):
    @reads("event_kitty_read", TAG, EventAmountsShape, by=ACCOUNT)
    def get(self, request: Request, event: int) -> Response:
        """What an event costs, and what goes into its pot."""
        found, _kitty = self.event_with_kitty(request, event)
        amounts = EventAmounts.objects.filter(event=found).first() or EventAmounts(event=found)
        return Response(EventAmountsShape(amounts).data)

    @writes(
        "event_kitty_set",
        TAG,
        EventAmountsShape,
        EventAmountsShape,
        example={"fee": 500, "pot_percent": 100, "prize_shares": [50, 30, 20]},
    )
    def put(self, request: Request, event: int) -> Response:
        """Say what an event costs, and what goes into its pot and to which places."""
        found, _kitty = self.event_with_kitty(request, event)
        asked = self.read(EventAmountsShape)
        amounts = kitties.set_event_amounts(
            event=found,
            is_evening=asked.pop("is_evening"),
            terms=EventTerms(**asked),
            by=self.by,
        )
        amounts.event.refresh_from_db(fields=["is_evening"])
        return Response(EventAmountsShape(amounts).data)


class PrizesView(KittyBase):
    @reads("event_prizes_read", TAG, PrizesSerializer, by=ACCOUNT, refused=True)
    def get(self, request: Request, event: int) -> Response:
        """The prizes of an event as its results are now."""
        found, kitty = self.event_with_kitty(request, event)
        return Response(PrizesSerializer(prizes_of(kitty, found)).data)

    @writes(
        "event_prizes_award",
        TAG,
        AwardPrizesInput,
        PrizesSerializer,
        example={"seen": "0b5a9e4d1f2c3a47"},
    )
    def post(self, request: Request, event: int) -> Response:
        """Credit the prizes to the players; awarded again after a correction, they are rebooked."""
        found, kitty = self.event_with_kitty(request, event)
        seen = self.read(AwardPrizesInput)["seen"]
        kitties.award_prizes(event=found, seen=seen, by=self.by)
        return Response(PrizesSerializer(prizes_of(kitty, found)).data)
