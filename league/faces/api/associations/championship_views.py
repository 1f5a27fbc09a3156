"""Championships of an association, and the entries that clubs send to them."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Club, Player
from league.faces.api.answers import FULL
from league.faces.api.associations.club_views import TAG, OfMember
from league.faces.api.associations.serializers import (
    ChampionshipFieldSerializer,
    ChampionshipSourcesInput,
    ClubEntryInput,
    ClubEntrySerializer,
    FillChampionshipInput,
    SourceEventSerializer,
    WithdrawClubInput,
)
from league.faces.api.events.serializers import EntrySerializer
from league.faces.api.resources import EventResource
from league.faces.api.schema import ACCOUNT, act
from league.office.associations import services as associations
from league.office.associations.championship_field import Source, possible_sources
from league.office.associations.models import Association
from league.office.associations.selectors import association_of, registrations_of
from league.play.events.models import Entry, Event
from league.play.events.selectors import entries_of
from league.play.events.services import withdraw_entry

# --- Filling a championship of an association from events of its clubs ---

SOURCES = {"sources": [{"event": 71, "places": 4}, {"event": 75, "places": 2}]}


class ChampionshipViewSet(ListModelMixin, EventResource):
    """The events whose first places may go through: public ones that are over, newest first."""

    tag, operations = TAG, "championship"
    words = {"list": "sources_list", "create": "fill"}
    serializer_class = SourceEventSerializer
    read_permission = write_permission = "associations.fill_championship"
    by_whom_reads = ACCOUNT

    @cached_property
    def association(self) -> Association:
        association = association_of(self.event.club)
        if association is None:
            raise Http404
        return association

    def get_queryset(self) -> "QuerySet[Event]":
        return possible_sources(self.association, self.event)

    @act(ChampionshipSourcesInput, ChampionshipFieldSerializer, example=SOURCES, once=False)
    def preview(self, request: Request, **_address: Any) -> Response:
        """Who would go through, best places first, and why others would not. Changes nothing."""
        possible = self.get_queryset()
        sources = _sources(possible, self.read(ChampionshipSourcesInput))
        field = associations.preview_championship(event=self.event, sources=sources)
        return Response(ChampionshipFieldSerializer(field).data)

    @act(
        FillChampionshipInput,
        ChampionshipFieldSerializer,
        example=SOURCES | {"expected_digest": "5f1c0a97be3d2846"},
    )
    def create(self, request: Request, **_address: Any) -> Response:
        """Enter those who go through, seeded by their places; filled again it is the same field."""
        possible, sent = self.get_queryset(), self.read(FillChampionshipInput)
        field = associations.fill_championship(
            event=self.event,
            sources=_sources(possible, sent),
            expected_digest=sent["expected_digest"],
            by=self.by,
        )
        return Response(ChampionshipFieldSerializer(field).data)


def _sources(possible: QuerySet[Event], sent: dict[str, Any]) -> list[Source]:
    """Return the events that were sent; one query. Raises ValidationError for others."""
    numbers = [one["event"] for one in sent["sources"]]
    known = {row.pk: row for row in possible.filter(pk__in=numbers)}
    missing = [number for number in numbers if number not in known]
    if missing:
        sentence = _("The event %(id)d cannot fill this one: choose from its list of sources.")
        raise ValidationError({"sources": sentence % {"id": missing[0]}}, code="unknown")
    return [Source(known[one["event"]], one["places"]) for one in sent["sources"]]


# --- Entries of a club in events of its association ---


class ClubEntryViewSet(ListModelMixin, OfMember):
    """A club's entries in an event of its association, for its directors."""

    operations = "club_entries"
    serializer_class = ClubEntrySerializer
    lookup_url_kwarg = "entry"
    read_permission = write_permission = "associations.change_club_entries"

    def get_queryset(self) -> "QuerySet[Entry]":
        return entries_of(self.event).filter(of_club__club=self.club)

    def context(self) -> dict[str, Any]:
        return FULL

    @act(
        ClubEntryInput,
        EntrySerializer,
        status=201,
        made_at="entries/{id}",
        example={"players": [311, 312], "name": "Harbour 1"},
    )
    def create(self, request: Request, **_address: Any) -> Response:
        """Enter registered players for their club; a full event has a waiting list."""
        event, sent = self.event, self.read(ClubEntryInput)
        entry = associations.enter_for_club(
            event=event,
            club=self.club,
            players=_registered(event, self.club, sent["players"]),
            name=sent["name"],
            by=self.by,
        )
        return self.answer(entry, 201)

    @act(
        WithdrawClubInput,
        EntrySerializer(many=True),
        example={"reason": "The club has too few players."},
    )
    def withdraw_all(self, request: Request, **_address: Any) -> Response:
        """Withdraw all entries of a club; what they played stays. Returns those withdrawn now."""
        event, reason = self.event, self.read(WithdrawClubInput)["reason"]
        gone = associations.withdraw_club(event=event, club=self.club, reason=reason, by=self.by)
        return Response(self.get_serializer(gone, many=True).data)

    @act(WithdrawClubInput, EntrySerializer, example={"reason": "Two are ill."})
    def withdraw(self, request: Request, **_address: Any) -> Response:
        """Withdraw one entry of a club; what it played stays."""
        row = self.get_object()
        reason = self.read(WithdrawClubInput)["reason"]
        return self.answer(withdraw_entry(entry=row, reason=reason, by=self.by))


def _registered(event: Event, club: Club, numbers: Sequence[int]) -> list[Player]:
    """Return players registered for a club by the association's numbers, in their order.

    Others are refused by number: the names of other clubs' players are not for all. Nobody is
    registered for an event without a season, which the service refuses. Raises ValidationError.
    """
    if event.season is None:
        return []
    rows = registrations_of(event.season).filter(club=club, player__in=numbers)
    found = {row.player_id: row.player for row in rows}
    missing = [pk for pk in numbers if pk not in found]
    if missing:
        sentence = _("Nobody with the number %(id)d is registered for %(club)s in %(season)s.")
        words = {"id": missing[0], "club": club.name, "season": event.season.name}
        raise ValidationError({"players": sentence % words}, code="unknown")
    return [found[pk] for pk in numbers]
