"""Filling a championship of an association from events of its clubs."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import event_at
from league.faces.api.api_view import ApiView
from league.faces.api.associations.championship_shapes import (
    ChampionshipFieldSerializer,
    ChampionshipSourcesInput,
    FillChampionshipInput,
    SourceEventSerializer,
)
from league.faces.api.schema import ACCOUNT, lists, writes
from league.office.associations import services as associations
from league.office.associations.championship_field import Source, possible_sources
from league.office.associations.models import Association
from league.office.associations.selectors import association_of
from league.play.events.models import Event

TAG = "associations"
FILLS = "associations.fill_championship"
SOURCES = {"sources": [{"event": 71, "places": 4}, {"event": 75, "places": 2}]}


class ChampionshipView(ApiView):
    """Of an event of an association, for its directors."""

    def championship(self, request: Request, pk: int) -> tuple[Event, Association]:
        event = event_at(request, pk)
        self.need(FILLS, event)
        association = association_of(event.club)
        if association is None:
            raise Http404
        return event, association


class ChampionshipSources(ChampionshipView):
    @lists("championship_sources_list", TAG, SourceEventSerializer, by=ACCOUNT)
    def get(self, request: Request, event: int) -> Response:
        """The events whose first places may go through: public ones that are over, newest first."""
        found, association = self.championship(request, event)
        rows = possible_sources(association, found)
        return self.listed(rows, SourceEventSerializer)


class ChampionshipPreview(ChampionshipView):
    @writes(
        "championship_preview",
        TAG,
        ChampionshipSourcesInput,
        ChampionshipFieldSerializer,
        example=SOURCES,
        once=False,
    )
    def post(self, request: Request, event: int) -> Response:
        """Who would go through, best places first, and why others would not. Changes nothing."""
        found, association = self.championship(request, event)
        sources = _sources(association, found, self.read(ChampionshipSourcesInput))
        field = associations.preview_championship(event=found, sources=sources)
        return Response(ChampionshipFieldSerializer(field).data)


class ChampionshipFilling(ChampionshipView):
    @writes(
        "championship_fill",
        TAG,
        FillChampionshipInput,
        ChampionshipFieldSerializer,
        example=SOURCES | {"expected_digest": "5f1c0a97be3d2846"},
    )
    def post(self, request: Request, event: int) -> Response:
        """Enter those who go through, seeded by their places; filled again it is the same field."""
        found, association = self.championship(request, event)
        sent = self.read(FillChampionshipInput)
        field = associations.fill_championship(
            event=found,
            sources=_sources(association, found, sent),
            expected_digest=sent["expected_digest"],
            actor=self.actor,
            at=self.at,
        )
        return Response(ChampionshipFieldSerializer(field).data)


def _sources(association: Association, event: Event, sent: dict[str, Any]) -> list[Source]:
    """Return the events that were sent; one query. Raises ValidationError for others."""
    numbers = [one["event"] for one in sent["sources"]]
    known = {row.pk: row for row in possible_sources(association, event).filter(pk__in=numbers)}
    missing = [number for number in numbers if number not in known]
    if missing:
        sentence = _("The event %(id)d cannot fill this one: choose from its list of sources.")
        raise ValidationError({"sources": sentence % {"id": missing[0]}}, code="unknown")
    return [Source(known[one["event"]], one["places"]) for one in sent["sources"]]
