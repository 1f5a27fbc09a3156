"""Entries of an event, one or many at once, with seeds, reserves and substitutes."""

from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Player
from league.faces.api.access import entry_at
from league.faces.api.answers import FULL, EntryNameField, IdField, PlayerNameField
from league.faces.api.api_view import fetch_all
from league.faces.api.events.serializers import (
    AnswerInput,
    EntryChangeInput,
    EntryInput,
    EntrySerializer,
    SeedsInput,
)
from league.faces.api.filters import EntryFilter
from league.faces.api.inputs import ReasonInput
from league.faces.api.resources import EventResource
from league.faces.api.schema import act
from league.play.events import services as events
from league.play.events.models import Entry, EntryState, Event
from league.play.events.names import called_after
from league.play.events.selectors import asked_in, entries_of
from league.play.events.services import MOST_ENTRIES_AT_ONCE, NewEntry
from league.play.rounds.models import RoundState
from league.play.rounds.substitutions import substitutions_of

# --- Who takes part in an event: entered, accepted, changed, withdrawn, seeded ---

TAG = "entries"
SHOWN = (EntryState.ACCEPTED, EntryState.WITHDRAWN)


class EntriesInput(serializers.Serializer[Any]):
    entries = serializers.ListField(
        child=EntryInput(), min_length=1, max_length=MOST_ENTRIES_AT_ONCE
    )


class EntryViewSet(ListModelMixin, RetrieveModelMixin, EventResource):
    """Who takes part or has withdrawn; those who run the event also see who waits."""

    tag, operations = TAG, "entries"
    about_one = "An entry with its players."
    serializer_class = EntrySerializer
    filterset_class = EntryFilter
    lookup_url_kwarg = "entry"
    write_permission = "events.change_entries"
    permissions = {"sign_up": "events.sign_up_entry", "answer_partner": "events.sign_up_entry"}
    words = {"answer_partner": "answer"}

    @cached_property
    def event(self) -> Event:
        return self.entry.event if "entry" in self.kwargs else super().event

    @cached_property
    def entry(self) -> Entry:
        return entry_at(self.request, self.kwargs["entry"])

    @cached_property
    def runs(self) -> bool:
        return self.may("clubs.view_desk", self.club)

    def get_queryset(self) -> "QuerySet[Entry]":
        rows = entries_of(self.event)
        return rows if self.runs else rows.filter(state__in=SHOWN)

    def context(self) -> dict[str, Any]:
        tells = self.runs if self.action == "list" else self.full
        return {"full": self.full, "asked": asked_in(self.event) if tells else {}}

    @act(
        EntryInput,
        EntrySerializer,
        status=201,
        made_at="entries/{id}",
        example={"players": [17, 23], "name": "The Kings"},
    )
    def create(self, request: Request, **_address: Any) -> Response:
        """Enter players. A pair of one waits until it has a partner."""
        data = self.read(EntryInput)
        players = fetch_all(Player, self.club.pk, data["players"], "players")
        entry = events.add_entry(event=self.event, players=players, name=data["name"], by=self.by)
        return self.answer(entry, 201)

    @act(
        EntryChangeInput,
        EntrySerializer,
        example={"name": "The Queens"},
        versioned=True,
    )
    def partial_update(self, request: Request, **_address: Any) -> Response:
        """Change an entry's name or members; rounds already drawn keep the seats they gave out."""
        data = self.read(EntryChangeInput)
        if "players" in data:
            data["players"] = fetch_all(Player, self.club.pk, data["players"], "players")
        changed = events.change_entry(entry=self.entry, **data, by=self.by)
        return self.answer(changed)

    @act(None, None, status=204, versioned=True)
    def destroy(self, request: Request, **_address: Any) -> Response:
        """Remove an entry made by mistake; one that has a place in a round is withdrawn instead."""
        events.remove_entry(entry=self.entry, by=self.by)
        return Response(status=204)

    @act(ReasonInput, EntrySerializer, example={"reason": "One of them is ill."})
    @action(detail=True, methods=["post"], write_permission="")
    def withdraw(self, request: Request, **_address: Any) -> Response:
        """Take an entry out; what it played stays. A player may, until the event runs."""
        self.need("events.withdraw_entry", self.entry)
        reason = self.read(ReasonInput)["reason"]
        gone = events.withdraw_entry(entry=self.entry, by=self.by, reason=reason)
        return self.answer(gone)

    @action(detail=True, methods=["post"])
    def accept(self, request: Request, **_address: Any) -> Response:
        """Let an entry take part that applied or waits."""
        return self.answer(events.accept_entry(entry=self.entry, by=self.by))

    @action(detail=True, methods=["post"])
    def reinstate(self, request: Request, **_address: Any) -> Response:
        """Take a withdrawn entry back, with the members it had."""
        return self.answer(events.reinstate_entry(entry=self.entry, by=self.by))

    @act(EntryInput, EntrySerializer, status=201, as_read=False, example={"players": [17, 23]})
    def sign_up(self, request: Request, **_address: Any) -> Response:
        """Enter oneself, alone or with partners, who are asked. Without a free place one waits."""
        data = self.read(EntryInput)
        entry = events.sign_up(
            event=self.event,
            user=self.account,
            players=fetch_all(Player, self.club.pk, data["players"], "players"),
            name=data["name"],
            by=self.by,
        )
        return self.answer(entry, 201)

    @act(AnswerInput, EntrySerializer, example={"agrees": True})
    @action(detail=True, methods=["post"], url_path="answer", url_name="answer")
    def answer_partner(self, request: Request, **_address: Any) -> Response:
        """Answer for oneself who was asked into an entry at sign-up. When all agree it is in."""
        data = self.read(AnswerInput)
        answered = events.answer_partner(entry=self.entry, user=self.account, **data, by=self.by)
        return self.answer(answered)

    @act(SeedsInput, EntrySerializer(many=True), example={"entries": [12, 7, 31]})
    def seed(self, request: Request, **_address: Any) -> Response:
        """Seed entries 1, 2, 3 ... in this order; all others lose their seed."""
        order = self.read(SeedsInput)["entries"]
        events.set_seeds(event=self.event, order=order, by=self.by)
        seeded = entries_of(self.event).filter(seed__isnull=False).order_by("seed")
        return Response(EntrySerializer(seeded, many=True, context=FULL).data)

    @act(
        EntriesInput,
        EntrySerializer(many=True),
        status=201,
        example={"entries": [{"players": [17, 23]}, {"players": [8, 9], "name": "The Kings"}]},
    )
    def write(self, request: Request, **_address: Any) -> Response:
        """Add up to 500 entries at once, and answer with them in the same order.

        All are entered, or none: then `rows` has every reason with the `index` of its row.
        """
        rows = [NewEntry(**row) for row in self.read(EntriesInput)["entries"]]
        added = events.enter_many(event=self.event, rows=rows, by=self.by)
        fresh = entries_of(self.event).in_bulk([entry.pk for entry in added])
        entries = [fresh[entry.pk] for entry in added]
        return Response(EntrySerializer(entries, many=True, context=FULL).data, status=201)

    def answer(self, row: Entry, status: int = 200) -> Response:
        return super().answer(entries_of(row.event).get(pk=row.pk), status)


# --- Substitutes of an event: who stood in, and the list of reserves ---

EVENTS_TAG = "events"


class StaysField(IdField):
    """The id of a player, of a double that of the player who stays."""

    def to_representation(self, value: Player) -> int:  # type: ignore[override]
        return super().to_representation(called_after(value))


class StaysNameField(PlayerNameField):
    def to_representation(self, value: Player) -> str:  # type: ignore[override]
        return super().to_representation(called_after(value))


class SubstitutionSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(source="round_id")
    table = serializers.IntegerField(source="table_id")
    seat = serializers.IntegerField(source="number")
    entry = serializers.IntegerField(source="placement.entry_id")
    entry_name = EntryNameField(source="placement.entry")
    player = StaysField()
    name = StaysNameField(source="player")
    stands_in_for = StaysField(allow_null=True)
    stands_in_for_name = StaysNameField(source="stands_in_for", allow_null=True)


class ReservesInput(serializers.Serializer[Any]):
    """The reserves of an event, in the place of whoever was on the list."""

    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1), max_length=500, allow_empty=True
    )


class ReserveSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField(source="pk")
    name = PlayerNameField(source="*")


class SubstitutionViewSet(ListModelMixin, EventResource):
    """Who stood in for whom, in the order of the rounds; rounds to come for the desk only."""

    tag, operations = EVENTS_TAG, "substitutions"
    serializer_class = SubstitutionSerializer

    def get_queryset(self) -> Any:
        seats = substitutions_of(self.event)
        if self.may("clubs.view_desk", self.club):
            return seats
        return seats.exclude(round__state=RoundState.DRAWN)

    def context(self) -> dict[str, Any]:
        return {"full": self.full}


class ReserveViewSet(ListModelMixin, EventResource):
    """Who may stand in where the event says "only the reserves"."""

    tag, operations = EVENTS_TAG, "reserves"
    serializer_class = ReserveSerializer
    write_permission = "events.change_event"

    def get_queryset(self) -> "QuerySet[Player]":
        players = Player.objects.filter(pk__in=self.event.reserves.values("player"))
        return players.order_by("sort_key", "pk")

    def context(self) -> dict[str, Any]:
        return {"full": self.full}

    @act(ReservesInput, ReserveSerializer(many=True), example={"players": [17, 23]})
    def update(self, request: Request, **_address: Any) -> Response:
        """Make these players the reserves of the event, whoever was before."""
        wanted = self.read(ReservesInput)["players"]
        players = fetch_all(Player, self.club.pk, wanted, "players")
        listed = events.set_reserves(event=self.event, players=players, by=self.by)
        return Response(ReserveSerializer(listed, many=True, context=FULL).data)
