"""Events with their rules: set up, changed as far as their state allows, moved on."""

import secrets
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Club, HouseRules
from league.faces.api.access import club_at, count_listed_events, event_at, listed_events
from league.faces.api.api_view import ApiView
from league.faces.api.events.serializers import (
    CopiedSerializer,
    CopyInput,
    EventChangeInput,
    EventDetailSerializer,
    EventInput,
    EventSerializer,
    MoveInput,
)
from league.faces.api.filters import EventFilter, filtered
from league.faces.api.schema import lists, reads, writes
from league.play.events import services as events
from league.play.events.models import Season
from league.play.events.rulesets import copied_from
from league.play.events.selectors import seasons_of
from league.play.events.states import MOVES
from league.tables.seasons import services as seasons

TAG = "events"


class EventList(ApiView):
    @lists("events_list", TAG, EventSerializer, filters=EventFilter)
    def get(self, request: Request) -> Response:
        """The events that one may find in a list, newest first, of all clubs or of one."""
        events = filtered(request, listed_events(request.user), EventFilter)
        is_filtered = not set(EventFilter.base_filters).isdisjoint(request.query_params)
        known = None if is_filtered else partial(count_listed_events, request.user)
        return self.listed(events, EventSerializer, known=known)


class NewEvent(ApiView):
    @writes(
        "events_add",
        TAG,
        EventInput,
        EventDetailSerializer,
        status=201,
        made_at="events/{id}",
        example={
            "name": "Friday Pitch",
            "starts_on": "2026-03-14",
            "variant": "pitch",
            "entry_kind": "individual",
            "least_seats": 3,
            "most_seats": 5,
            "deals_a_round": 5,
            "stage": {"format": "individual_tables", "rounds_planned": 6},
        },
        rules=True,
    )
    def post(self, request: Request, club: str) -> Response:
        """Set up an event as a draft; `move` opens it when everything is there."""
        found = club_at(club)
        self.need("events.add_event", found)
        data = self.read(EventInput)
        stage = data.pop("stage")
        event = seasons.create_event(
            club=found,
            division=data.pop("division", None),
            is_checked=True,
            **_with_rows(found, data),
            format=stage["format"],
            stage_options=stage.get("options"),
            rounds_planned=stage.get("rounds_planned"),
            by=self.by,
        )
        return Response(EventDetailSerializer(event).data, status=201)


class EventView(ApiView):
    @reads("events_read", TAG, EventDetailSerializer)
    def get(self, request: Request, event: int) -> Response:
        """An event with its rules in words, where they differ from the preset, and its stages."""
        return Response(EventDetailSerializer(event_at(request, event)).data)

    @writes(
        "events_change",
        TAG,
        EventChangeInput,
        EventDetailSerializer,
        example={"deals_a_round": 6},
        versioned=True,
        rules=True,
    )
    def patch(self, request: Request, event: int) -> Response:
        """Change what an event's state still allows; anything else is refused with the reason."""
        found = event_at(request, event)
        self.need("events.change_event", found)
        changes = _with_rows(found.club, self.read(EventChangeInput))
        changed = seasons.change_event(
            event=found,
            division=changes.pop("division", seasons.UNCHANGED),
            changes=changes,
            is_checked=True,
            by=self.by,
        )
        return Response(EventDetailSerializer(changed).data)

    @writes("events_discard", TAG, None, None, status=204, versioned=True)
    def delete(self, request: Request, event: int) -> Response:
        """Throw a draft away that nobody has entered."""
        found = event_at(request, event)
        self.need("events.delete_event", found)
        events.discard_event(event=found, by=self.by)
        return Response(status=204)


class EventCopy(ApiView):
    @writes(
        "events_copy",
        TAG,
        CopyInput,
        CopiedSerializer,
        status=201,
        made_at="events/{id}",
        example={"name": "Autumn cup", "starts_on": "2026-09-12", "with_entries": True},
    )
    def post(self, request: Request, event: int) -> Response:
        """Make the next event from this one: a draft with its rules, scoring, stages and reserves.

        Dates move with the first day. `left_out` names who could not be entered again.
        """
        found = event_at(request, event)
        self.need("events.change_event", found)
        copied = seasons.copy_event(
            event=found,
            **_with_rows(found.club, self.read(CopyInput)),
            draw_lot=partial(secrets.randbelow, 2**31),
            by=self.by,
        )
        shown = CopiedSerializer(copied.event, context={"left_out": copied.left_out})
        return Response(shown.data, status=201)


class EventMove(ApiView):
    @writes("events_move", TAG, MoveInput, EventSerializer, example={"move": "start"})
    def post(self, request: Request, event: int) -> Response:
        """Take an event from state to state: open, start, finish, archive, and the ways back.

        Finishing with rounds that are not drawn or opened, or tables that are not confirmed, is
        refused with `event_unsettled`, and so is archiving an event of which no round was ever
        opened; both can be insisted on with `anyway`.
        """
        found = event_at(request, event)
        self.need("events.change_event", found)
        asked = self.read(MoveInput)
        move = asked["move"]
        if found.state == MOVES[move].after:
            # asked for twice it is done once
            return Response(EventSerializer(found).data)
        moved = events.move_event(event=found, name=move, anyway=asked["anyway"], by=self.by)
        return Response(EventSerializer(moved).data)


def _with_rows(club: Club, data: dict[str, Any]) -> dict[str, Any]:
    """Return `data` with the season itself for its address, and house rules copied."""
    if data.get("season") is not None:
        data["season"] = _season_at(club, data["season"])
    if "house_rules" in data:
        data |= copied_from(_house_rules_at(club, data["house_rules"]))
    return data


def _season_at(club: Club, slug: str) -> Season:
    season = seasons_of(club).filter(slug=slug).first()
    if season is None:
        sentence = _("The club has no season “%(season)s”; see the list of its seasons.")
        raise ValidationError({"season": sentence % {"season": slug}}, code="unknown")
    return season


def _house_rules_at(club: Club, pk: int) -> HouseRules:
    rules = club.house_rules.filter(pk=pk).first()
    if rules is None:
        sentence = _(
            "The club has no house rules with the number %(number)d; see the list of house rules."
        )
        raise ValidationError({"house_rules": sentence % {"number": pk}}, code="unknown")
    return rules
