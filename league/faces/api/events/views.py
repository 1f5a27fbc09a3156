"""Events with their rules: set up, changed as far as their state allows, moved on."""

import secrets
from functools import cached_property, partial
from typing import Any

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Club, HouseRules
from league.faces.api.access import club_at, count_listed_events, listed_events
from league.faces.api.events.serializers import (
    CopiedSerializer,
    CopyInput,
    EventChangeInput,
    EventDetailSerializer,
    EventInput,
    EventSerializer,
    MoveInput,
)
from league.faces.api.filters import EventFilter
from league.faces.api.resources import EventResource
from league.faces.api.schema import act
from league.play.events import services as events
from league.play.events.models import Event, Season
from league.play.events.rulesets import copied_from
from league.play.events.selectors import seasons_of
from league.play.events.states import MOVES
from league.tables.seasons import services as seasons

TAG = "events"


class EventViewSet(ListModelMixin, RetrieveModelMixin, EventResource):
    """The events that one may find in a list, newest first, of all clubs or of one."""

    tag, operations = TAG, "events"
    about_one = (
        "An event with its rules in words, where they differ from the preset, and its stages."
    )
    words = {"destroy": "discard"}
    serializer_class = EventDetailSerializer
    filterset_class = EventFilter
    lookup_url_kwarg = "event"
    write_permission = "events.change_event"
    permissions = {"create": "events.add_event", "destroy": "events.delete_event"}

    @cached_property
    def owner(self) -> Model:
        return self.club if self.action == "create" else self.event

    @cached_property
    def club(self) -> Club:
        return club_at(self.kwargs["club"]) if self.action == "create" else self.event.club

    def get_queryset(self) -> "QuerySet[Event]":
        return listed_events(self.request.user)

    def known_count(self) -> int | None:
        is_filtered = not set(EventFilter.base_filters).isdisjoint(self.request.query_params)
        return None if is_filtered else count_listed_events(self.request.user)

    def get_object(self) -> Event:
        return self.event

    def get_serializer_class(self) -> Any:
        return EventSerializer if self.action == "list" else EventDetailSerializer

    @act(
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
    def create(self, request: Request, **_address: Any) -> Response:
        """Set up an event as a draft; `move` opens it when everything is there."""
        data = self.read(EventInput)
        stage = data.pop("stage")
        event = seasons.create_event(
            club=self.club,
            division=data.pop("division", None),
            is_checked=True,
            **_with_rows(self.club, data),
            format=stage["format"],
            stage_options=stage.get("options"),
            rounds_planned=stage.get("rounds_planned"),
            by=self.by,
        )
        return self.answer(event, 201)

    @act(
        EventChangeInput,
        EventDetailSerializer,
        example={"deals_a_round": 6},
        versioned=True,
        rules=True,
    )
    def partial_update(self, request: Request, **_address: Any) -> Response:
        """Change what an event's state still allows; anything else is refused with the reason."""
        changes = _with_rows(self.club, self.read(EventChangeInput))
        changed = seasons.change_event(
            event=self.event,
            division=changes.pop("division", seasons.UNCHANGED),
            changes=changes,
            is_checked=True,
            by=self.by,
        )
        return self.answer(changed)

    @act(None, None, status=204, versioned=True)
    def destroy(self, request: Request, **_address: Any) -> Response:
        """Throw a draft away that nobody has entered."""
        events.discard_event(event=self.event, by=self.by)
        return Response(status=204)

    @act(
        CopyInput,
        CopiedSerializer,
        status=201,
        made_at="events/{id}",
        example={"name": "Autumn cup", "starts_on": "2026-09-12", "with_entries": True},
    )
    @action(detail=True, methods=["post"])
    def copy(self, request: Request, **_address: Any) -> Response:
        """Make the next event from this one: a draft with its rules, scoring, stages and reserves.

        Dates move with the first day. `left_out` names who could not be entered again.
        """
        copied = seasons.copy_event(
            event=self.event,
            **_with_rows(self.club, self.read(CopyInput)),
            draw_lot=partial(secrets.randbelow, 2**31),
            by=self.by,
        )
        shown = CopiedSerializer(copied.event, context={"left_out": copied.left_out})
        return Response(shown.data, status=201)

    @act(MoveInput, EventSerializer, example={"move": "start"})
    @action(detail=True, methods=["post"])
    def move(self, request: Request, **_address: Any) -> Response:
        """Take an event from state to state: open, start, finish, archive, and the ways back.

        Finishing with rounds that are not drawn or opened, or tables that are not confirmed, is
        refused with `event_unsettled`, and so is archiving an event of which no round was ever
        opened; both can be insisted on with `anyway`.
        """
        asked = self.read(MoveInput)
        move = asked["move"]
        if self.event.state == MOVES[move].after:
            # asked for twice it is done once
            return Response(EventSerializer(self.event).data)
        moved = events.move_event(event=self.event, name=move, anyway=asked["anyway"], by=self.by)
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
