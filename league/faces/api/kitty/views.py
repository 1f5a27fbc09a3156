"""The kitty of a club: how it stands, what is charged, what is booked, prizes."""

from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Club, Player, User
from league.clubs.selectors import player_of_user
from league.faces.api.api_view import fetch_all
from league.faces.api.kitty.serializers import (
    AwardPrizesInput,
    BalanceSerializer,
    EventAmountsShape,
    HouseAmountsSerializer,
    KittyInput,
    KittySerializer,
    OwnLineSerializer,
    PrizesSerializer,
    TransactionInput,
    TransactionSerializer,
)
from league.faces.api.records import RecordViewSet
from league.faces.api.resources import ClubResource, EventResource
from league.faces.api.schema import ACCOUNT, act
from league.foundation.records import services as records
from league.office.kitty import services as kitties
from league.office.kitty.bookings_shown import with_bookers
from league.office.kitty.models import (
    EventAmounts,
    HouseAmounts,
    Kitty,
    Transaction,
    TransactionKind,
)
from league.office.kitty.selectors import (
    Overview,
    amounts_of,
    kitty_of,
    lines_of,
    overview_of,
    transactions_of,
)
from league.office.kitty.services.booking import Occasion
from league.office.kitty.services.prizes import prizes_of
from league.play.events.models import Event

TAG = "kitty"


def kitty_in(club: Club) -> Kitty:
    """Return the kitty of a club. Raises Http404 where the club keeps none."""
    kitty = kitty_of(club)
    if kitty is None:
        raise Http404
    return kitty


class OfKitty(ClubResource):
    tag = TAG
    read_permission = "kitty.view_kitty"
    by_whom_reads = ACCOUNT

    @cached_property
    def kitty(self) -> Kitty:
        return kitty_in(self.club)


class KittyViewSet(RetrieveModelMixin, OfKitty):
    """How the kitty of a club stands."""

    operations, words = "kitty", {"update": "switch"}
    serializer_class = KittySerializer
    write_permission = "kitty.change_settings"

    def get_object(self) -> Overview:
        return overview_of(self.kitty)

    @act(KittyInput, KittySerializer, example={"on": True, "currency": "USD"})
    def update(self, request: Request, **_address: Any) -> Response:
        """Switch the kitty of a club on or off."""
        data = self.read(KittyInput)
        kitty = Kitty.objects.filter(club=self.club).first() or Kitty(club=self.club)
        kitty.is_on, kitty.currency = data["on"], data["currency"]
        records.save(kitty, by=self.by)
        if kitty.pk is None:
            raise Http404  # there is none yet that could be switched off
        return self.answer(overview_of(kitty))


class HouseAmountsViewSet(OfKitty, RecordViewSet):
    """What the club has charged for evenings and sets, newest first."""

    queryset = HouseAmounts.objects.order_by("-from_day")
    serializer_class = HouseAmountsSerializer
    operations, words, input_name = "kitty_amounts", {"create": "set"}, "HouseAmountsInput"
    example = {"from_day": "2026-09-03", "evening_fee": 300, "set_amount": 25}
    write_permission = "kitty.change_kitty"
    one_is_read = False

    def get_queryset(self) -> "QuerySet[HouseAmounts]":
        return super().get_queryset().filter(kitty=self.kitty)


class BalanceViewSet(ListModelMixin, OfKitty):
    """Who owes the club something or is owed something, the largest debts first."""

    operations, words = "kitty", {"list": "balances"}
    serializer_class = BalanceSerializer

    def get_queryset(self) -> Any:
        return overview_of(self.kitty).players


class OwnLineViewSet(ListModelMixin, OfKitty):
    """What was booked on the account of one's own player, newest first."""

    operations, words = "kitty", {"list": "own"}
    serializer_class = OwnLineSerializer
    read_permission = "kitty.view_own_in_club"

    def get_queryset(self) -> Any:
        kitty, user = self.kitty, self.request.user
        player = player_of_user(user, kitty.club) if isinstance(user, User) else None
        return [] if player is None else lines_of(kitty, player)


class TransactionViewSet(ListModelMixin, OfKitty):
    """Everything that was booked, newest first."""

    operations = "kitty"
    words = {"list": "transactions", "create": "book"}
    serializer_class = TransactionSerializer
    write_permission = "kitty.take_cash"
    lookup_field = lookup_url_kwarg = "number"

    def get_queryset(self) -> "QuerySet[Transaction]":
        return transactions_of(self.kitty)

    def with_related(self, rows: list[Transaction]) -> list[Transaction]:
        return with_bookers(rows)

    @act(
        TransactionInput,
        TransactionSerializer,
        status=201,
        example={"kind": "payment", "amount": 500, "player": 12},
    )
    def create(self, request: Request, **_address: Any) -> Response:
        """Book a payment, money paid out, a charge, a waiver, an expense or other income.

        Scorers book payments; directors the rest.
        """
        kitty, data = self.kitty, self.read(TransactionInput)
        kind = TransactionKind(data.pop("kind"))
        self._need_for(kind)
        booked = kitties.book(
            club=kitty.club,
            kind=kind,
            **_named(kitty.club, data),
            by=self.by,
        )
        return self._shown(booked)

    @act(None, TransactionSerializer, status=201)
    @action(detail=True, methods=["post"])
    def reverse(self, request: Request, **_address: Any) -> Response:
        """Book the opposite of a transaction; scorers of payments alone."""
        booked = self.get_object()
        self._need_for(booked.kind)
        made = kitties.reverse(club=self.club, booked=booked, by=self.by)
        return self._shown(made)

    def _need_for(self, kind: str) -> None:
        if kind != TransactionKind.PAYMENT:
            self.need("kitty.change_kitty", self.club)

    def _shown(self, booked: Transaction) -> Response:
        (shown,) = with_bookers(self.get_queryset().filter(pk=booked.pk))
        return self.answer(shown, 201)


def _named(club: Club, data: dict[str, Any]) -> dict[str, Any]:
    """Return what was sent with the player and the event that its numbers name."""
    player, event = data.pop("player"), data.pop("event")
    if player is not None:
        data["player"] = fetch_all(Player, club.pk, [player], "player")[0]
    if event is not None:
        data["occasion"] = Occasion(event=fetch_all(Event, club.pk, [event], "event")[0])
    return data


class OfEventKitty(EventResource):
    tag = TAG
    read_permission = write_permission = "kitty.change_kitty"
    by_whom_reads = ACCOUNT

    @cached_property
    def owner(self) -> Club:
        return self.event.club


class EventAmountsViewSet(OfEventKitty, RecordViewSet):
    """What an event costs, and what goes into its pot and to which places."""

    queryset = EventAmounts.objects.all()
    operations = "event_kitty"
    serializer_class = EventAmountsShape
    example = {"fee": 500, "pot_percent": 100, "prize_shares": [50, 30, 20]}

    def row(self) -> EventAmounts:
        kitty_in(self.owner)
        return amounts_of(self.event)


class PrizesViewSet(OfEventKitty):
    operations, words = "event_prizes", {"create": "award"}
    serializer_class = PrizesSerializer
    refused = True

    def retrieve(self, request: Request, **_address: Any) -> Response:
        """The prizes of an event as its results are now."""
        return self.answer(prizes_of(kitty_in(self.owner), self.event))

    @act(AwardPrizesInput, PrizesSerializer, example={"seen": "0b5a9e4d1f2c3a47"})
    def create(self, request: Request, **_address: Any) -> Response:
        """Credit the prizes to the players; awarded again after a correction, they are rebooked."""
        kitty, seen = kitty_in(self.owner), self.read(AwardPrizesInput)["seen"]
        kitties.award_prizes(event=self.event, seen=seen, by=self.by)
        return self.answer(prizes_of(kitty, self.event))
