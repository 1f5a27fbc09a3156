"""Events with their rules and stages, their moves from state to state, their entries."""

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.access import entry_at, event_at, listed_events, sees_full_names
from league.api.filters import EntryFilter, EventFilter, filtered
from league.api.schema import lists, reads, writes
from league.api.serializers.events import (
    EntryInput,
    EntrySerializer,
    EventDetailSerializer,
    EventSerializer,
    MoveInput,
    ReasonInput,
    StageSerializer,
    entry_as_json,
)
from league.api.views.plain import ApiView, fetch_all
from league.clubs.models import Player
from league.events import services as events
from league.events.models import Entry, EntryState
from league.events.selectors import entries_of
from league.events.states import MOVES

TAG = "events"
ENTRIES = "entries"
SHOWN = (EntryState.ACCEPTED, EntryState.WITHDRAWN)


class EventList(ApiView):
    @lists("events_list", TAG, EventSerializer, filters=EventFilter)
    def get(self, request: Request) -> Response:
        """The events that one may find in a list, newest first, of all clubs or of one."""
        found = filtered(request, listed_events(request.user), EventFilter)
        return self.listed(found, lambda rows: EventSerializer(rows, many=True).data)


class EventView(ApiView):
    @reads("events_read", TAG, EventDetailSerializer)
    def get(self, request: Request, event: int) -> Response:
        """An event with its rules in words, where they differ from the preset, and its stages."""
        return Response(EventDetailSerializer(event_at(request, event)).data)


class EventMove(ApiView):
    @writes("events_move", TAG, MoveInput, EventSerializer, example={"move": "start"})
    def post(self, request: Request, event: int) -> Response:
        """Take an event from state to state: open, start, finish, archive, and the ways back."""
        found = event_at(request, event)
        self.need("events.change_event", found)
        move = self.read(MoveInput)["move"]
        if found.state == MOVES[move].after:
            # asked for twice it is done once
            return Response(EventSerializer(found).data)
        moved = events.move_event(event=found, name=move, actor=self.actor, at=self.at)
        return Response(EventSerializer(moved).data)


class StageList(ApiView):
    @lists("stages_list", TAG, StageSerializer)
    def get(self, request: Request, event: int) -> Response:
        """The stages of an event in their order."""
        stages = event_at(request, event).stages.order_by("number")
        return self.listed(stages, lambda rows: StageSerializer(rows, many=True).data)


class EntryList(ApiView):
    @lists("entries_list", ENTRIES, EntrySerializer, filters=EntryFilter)
    def get(self, request: Request, event: int) -> Response:
        """Who takes part or has withdrawn; those who run the event also see who waits."""
        found = event_at(request, event)
        full = sees_full_names(request, found.club)
        entries = entries_of(found)
        if not self.may("clubs.view_desk", found.club):
            entries = entries.filter(state__in=SHOWN)
        return self.listed(
            filtered(request, entries, EntryFilter),
            lambda rows: [entry_as_json(one, full=full) for one in rows],
        )

    @writes(
        "entries_add",
        ENTRIES,
        EntryInput,
        EntrySerializer,
        status=201,
        example={"players": [17, 23], "name": "The Kings"},
    )
    def post(self, request: Request, event: int) -> Response:
        """Enter players. A pair of one waits until it has a partner."""
        found = event_at(request, event)
        self.need("events.change_entries", found)
        told = self.read(EntryInput)
        players = fetch_all(Player, found.club_id, told["players"], "players")
        entry = events.add_entry(
            event=found, players=players, name=told["name"], actor=self.actor, at=self.at
        )
        return _answer(entry, full=True, status=201)


class EntryView(ApiView):
    @reads("entries_read", ENTRIES, EntrySerializer)
    def get(self, request: Request, entry: int) -> Response:
        """An entry with its players."""
        found = entry_at(request, entry)
        runs = self.may("clubs.view_desk", found.event.club)
        if found.state not in SHOWN and not runs:
            raise Http404
        return _answer(found, full=sees_full_names(request, found.event.club))


class WithdrawEntry(ApiView):
    @writes(
        "entries_withdraw",
        ENTRIES,
        ReasonInput,
        EntrySerializer,
        example={"reason": "One of them is ill."},
    )
    def post(self, request: Request, entry: int) -> Response:
        """Take an entry out; what it played stays. A player may, until the event runs."""
        found = entry_at(request, entry)
        self.need("events.withdraw_entry", found)
        reason = self.read(ReasonInput)["reason"]
        gone = events.withdraw_entry(entry=found, actor=self.actor, at=self.at, reason=reason)
        return _answer(gone, full=True)


class AcceptEntry(ApiView):
    @writes("entries_accept", ENTRIES, None, EntrySerializer)
    def post(self, request: Request, entry: int) -> Response:
        """Let an entry take part that applied or waits."""
        found = entry_at(request, entry)
        self.need("events.change_entries", found.event)
        taken = events.accept_entry(entry=found, actor=self.actor, at=self.at)
        return _answer(taken, full=True)


class ReinstateEntry(ApiView):
    @writes("entries_reinstate", ENTRIES, None, EntrySerializer)
    def post(self, request: Request, entry: int) -> Response:
        """Take a withdrawn entry back, with the members it had."""
        found = entry_at(request, entry)
        self.need("events.change_entries", found.event)
        back = events.reinstate_entry(entry=found, actor=self.actor, at=self.at)
        return _answer(back, full=True)


def _answer(entry: Entry, *, full: bool, status: int = 200) -> Response:
    fresh = entries_of(entry.event).get(pk=entry.pk)
    return Response(entry_as_json(fresh, full=full), status=status)
