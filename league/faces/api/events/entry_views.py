"""Entries of an event, one or many at once, with seeds, reserves and substitutes."""

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Player, User
from league.faces.api.access import entry_at, event_at, sees_full_names
from league.faces.api.answers import FULL, EntryNameField, IdField, PlayerNameField
from league.faces.api.api_view import ApiView, fetch_all
from league.faces.api.events.serializers import (
    AnswerInput,
    EntryChangeInput,
    EntryInput,
    EntrySerializer,
    SeedsInput,
)
from league.faces.api.filters import EntryFilter, filtered
from league.faces.api.inputs import ReasonInput
from league.faces.api.schema import lists, reads, writes
from league.play.events import services as events
from league.play.events.models import Entry, EntryState
from league.play.events.names import called_after
from league.play.events.selectors import asked_in, entries_of
from league.play.events.services import MOST_ENTRIES_AT_ONCE, NewEntry
from league.play.rounds.models import RoundState
from league.play.rounds.substitutions import substitutions_of

# --- Who takes part in an event: entered, accepted, changed, withdrawn, seeded ---

TAG = "entries"
SHOWN = (EntryState.ACCEPTED, EntryState.WITHDRAWN)


class EntryList(ApiView):
    @lists("entries_list", TAG, EntrySerializer, filters=EntryFilter)
    def get(self, request: Request, event: int) -> Response:
        """Who takes part or has withdrawn; those who run the event also see who waits."""
        found = event_at(request, event)
        full = sees_full_names(request, found.club)
        entries = entries_of(found)
        asked: dict[int, list[Player]] = {}
        if self.may("clubs.view_desk", found.club):
            asked = asked_in(found)
        else:
            entries = entries.filter(state__in=SHOWN)
        return self.listed(
            filtered(request, entries, EntryFilter), EntrySerializer, full=full, asked=asked
        )

    @writes(
        "entries_add",
        TAG,
        EntryInput,
        EntrySerializer,
        status=201,
        made_at="entries/{id}",
        example={"players": [17, 23], "name": "The Kings"},
    )
    def post(self, request: Request, event: int) -> Response:
        """Enter players. A pair of one waits until it has a partner."""
        found = event_at(request, event)
        self.need("events.change_entries", found)
        data = self.read(EntryInput)
        players = fetch_all(Player, found.club_id, data["players"], "players")
        entry = events.add_entry(event=found, players=players, name=data["name"], by=self.by)
        return _answer(entry, full=True, status=201)


class EntryView(ApiView):
    @reads("entries_read", TAG, EntrySerializer)
    def get(self, request: Request, entry: int) -> Response:
        """An entry with its players."""
        found = entry_at(request, entry)
        runs = self.may("clubs.view_desk", found.event.club)
        if found.state not in SHOWN and not runs:
            raise Http404
        return _answer(found, full=sees_full_names(request, found.event.club))

    @writes(
        "entries_change",
        TAG,
        EntryChangeInput,
        EntrySerializer,
        example={"name": "The Queens"},
        versioned=True,
    )
    def patch(self, request: Request, entry: int) -> Response:
        """Change an entry's name or members; rounds already drawn keep the seats they gave out."""
        found = entry_at(request, entry)
        self.need("events.change_entries", found.event)
        data = self.read(EntryChangeInput)
        if "players" in data:
            data["players"] = fetch_all(Player, found.event.club_id, data["players"], "players")
        changed = events.change_entry(entry=found, **data, by=self.by)
        return _answer(changed, full=True)

    @writes("entries_remove", TAG, None, None, status=204, versioned=True)
    def delete(self, request: Request, entry: int) -> Response:
        """Remove an entry made by mistake; one that has a place in a round is withdrawn instead."""
        found = entry_at(request, entry)
        self.need("events.change_entries", found.event)
        events.remove_entry(entry=found, by=self.by)
        return Response(status=204)


class WithdrawEntry(ApiView):
    @writes(
        "entries_withdraw",
        TAG,
        ReasonInput,
        EntrySerializer,
        example={"reason": "One of them is ill."},
    )
    def post(self, request: Request, entry: int) -> Response:
        """Take an entry out; what it played stays. A player may, until the event runs."""
        found = entry_at(request, entry)
        self.need("events.withdraw_entry", found)
        reason = self.read(ReasonInput)["reason"]
        gone = events.withdraw_entry(entry=found, by=self.by, reason=reason)
        return _answer(gone, full=True)


class AcceptEntry(ApiView):
    @writes("entries_accept", TAG, None, EntrySerializer)
    def post(self, request: Request, entry: int) -> Response:
        """Let an entry take part that applied or waits."""
        found = entry_at(request, entry)
        self.need("events.change_entries", found.event)
        taken = events.accept_entry(entry=found, by=self.by)
        return _answer(taken, full=True)


class ReinstateEntry(ApiView):
    @writes("entries_reinstate", TAG, None, EntrySerializer)
    def post(self, request: Request, entry: int) -> Response:
        """Take a withdrawn entry back, with the members it had."""
        found = entry_at(request, entry)
        self.need("events.change_entries", found.event)
        back = events.reinstate_entry(entry=found, by=self.by)
        return _answer(back, full=True)


class SignUp(ApiView):
    @writes(
        "entries_sign_up",
        TAG,
        EntryInput,
        EntrySerializer,
        status=201,
        example={"players": [17, 23]},
    )
    def post(self, request: Request, event: int) -> Response:
        """Enter oneself, alone or with partners, who are asked. Without a free place one waits."""
        found = event_at(request, event)
        self.need("events.sign_up_entry", found)
        user = request.user
        assert isinstance(user, User), "checked by `need`"  # noqa: S101
        data = self.read(EntryInput)
        entry = events.sign_up(
            event=found,
            user=user,
            players=fetch_all(Player, found.club_id, data["players"], "players"),
            name=data["name"],
            by=self.by,
        )
        return _answer(entry, full=True, status=201)


class AnswerPartner(ApiView):
    @writes("entries_answer", TAG, AnswerInput, EntrySerializer, example={"agrees": True})
    def post(self, request: Request, entry: int) -> Response:
        """Answer for oneself who was asked into an entry at sign-up. When all agree it is in."""
        found = entry_at(request, entry)
        self.need("events.sign_up_entry", found.event)
        user = request.user
        assert isinstance(user, User), "checked by `need`"  # noqa: S101
        answered = events.answer_partner(
            entry=found, user=user, **self.read(AnswerInput), by=self.by
        )
        return _answer(answered, full=True)


class Seeds(ApiView):
    @writes(
        "entries_seed",
        TAG,
        SeedsInput,
        EntrySerializer(many=True),
        example={"entries": [12, 7, 31]},
    )
    def put(self, request: Request, event: int) -> Response:
        """Seed entries 1, 2, 3 ... in this order; all others lose their seed."""
        found = event_at(request, event)
        self.need("events.change_entries", found)
        order = self.read(SeedsInput)["entries"]
        events.set_seeds(event=found, order=order, by=self.by)
        seeded = entries_of(found).filter(seed__isnull=False).order_by("seed")
        return Response(EntrySerializer(seeded, many=True, context=FULL).data)


def _answer(entry: Entry, *, full: bool, status: int = 200) -> Response:
    fresh = entries_of(entry.event).get(pk=entry.pk)
    context = {"full": full, "asked": asked_in(entry.event) if full else {}}
    return Response(EntrySerializer(fresh, context=context).data, status=status)


# --- Many entries of an event at once ---


class EntriesInput(serializers.Serializer[Any]):
    entries = serializers.ListField(
        child=EntryInput(), min_length=1, max_length=MOST_ENTRIES_AT_ONCE
    )


class AddEntries(ApiView):
    @writes(
        "entries_write",
        TAG,
        EntriesInput,
        EntrySerializer(many=True),
        status=201,
        example={"entries": [{"players": [17, 23]}, {"players": [8, 9], "name": "The Kings"}]},
    )
    def post(self, request: Request, event: int) -> Response:
        """Add up to 500 entries at once, and answer with them in the same order.

        All are entered, or none: then `rows` has every reason with the `index` of its row.
        """
        found = event_at(request, event)
        self.need("events.change_entries", found)
        rows = [NewEntry(**row) for row in self.read(EntriesInput)["entries"]]
        added = events.enter_many(event=found, rows=rows, by=self.by)
        fresh = entries_of(found).in_bulk([entry.pk for entry in added])
        entries = [fresh[entry.pk] for entry in added]
        return Response(EntrySerializer(entries, many=True, context=FULL).data, status=201)


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


class SubstitutionList(ApiView):
    @lists("substitutions_list", EVENTS_TAG, SubstitutionSerializer)
    def get(self, request: Request, event: int) -> Response:
        """Who stood in for whom, in the order of the rounds; rounds to come for the desk only."""
        found = event_at(request, event)
        full = sees_full_names(request, found.club)
        seats = substitutions_of(found)
        if not self.may("clubs.view_desk", found.club):
            seats = seats.exclude(round__state=RoundState.DRAWN)
        return self.listed(seats, SubstitutionSerializer, full=full)


class Reserves(ApiView):
    @lists("reserves_list", EVENTS_TAG, ReserveSerializer)
    def get(self, request: Request, event: int) -> Response:
        """Who may stand in where the event says "only the reserves"."""
        found = event_at(request, event)
        full = sees_full_names(request, found.club)
        players = Player.objects.filter(pk__in=found.reserves.values("player"))
        return self.listed(players.order_by("sort_key", "pk"), ReserveSerializer, full=full)

    @writes(
        "reserves_set",
        EVENTS_TAG,
        ReservesInput,
        ReserveSerializer(many=True),
        example={"players": [17, 23]},
    )
    def put(self, request: Request, event: int) -> Response:
        """Make these players the reserves of the event, whoever was before."""
        found = event_at(request, event)
        self.need("events.change_event", found)
        players = fetch_all(Player, found.club_id, self.read(ReservesInput)["players"], "players")
        listed = events.set_reserves(event=found, players=players, by=self.by)
        return Response(ReserveSerializer(listed, many=True, context=FULL).data)
