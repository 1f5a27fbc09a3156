"""Championships of an association, and the entries that clubs send to them."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Club, Player
from league.faces.api.access import event_at, get_or_404
from league.faces.api.answers import FULL
from league.faces.api.api_view import ApiView
from league.faces.api.associations.club_views import AssociationView
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
from league.faces.api.schema import ACCOUNT, lists, writes
from league.office.associations import services as associations
from league.office.associations.championship_field import Source, possible_sources
from league.office.associations.models import Association
from league.office.associations.selectors import association_of, registrations_of
from league.play.events.models import Entry, Event
from league.play.events.selectors import entries_of
from league.play.events.services import withdraw_entry

# --- Filling a championship of an association from events of its clubs ---

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
            by=self.by,
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


# --- Entries of a club in events of its association ---

ENTERS = "associations.change_club_entries"


class EntriesOfClub(AssociationView):
    @lists("club_entries_list", TAG, ClubEntrySerializer, by=ACCOUNT)
    def get(self, request: Request, club: str, event: int) -> Response:
        """A club's entries in an event of its association, for its directors."""
        own, found = self.event_of_member(club, event, ENTERS)
        return self.listed(_entries(found, own), EntrySerializer, full=True)

    @writes(
        "club_entries_add",
        TAG,
        ClubEntryInput,
        EntrySerializer,
        status=201,
        made_at="entries/{id}",
        example={"players": [311, 312], "name": "Harbour 1"},
    )
    def post(self, request: Request, club: str, event: int) -> Response:
        """Enter registered players for their club; a full event has a waiting list."""
        own, found = self.event_of_member(club, event, ENTERS)
        sent = self.read(ClubEntryInput)
        entry = associations.enter_for_club(
            event=found,
            club=own,
            players=_registered(found, own, sent["players"]),
            name=sent["name"],
            by=self.by,
        )
        return Response(EntrySerializer(entry, context=FULL).data, status=201)


class WithdrawClub(AssociationView):
    @writes(
        "club_entries_withdraw_all",
        TAG,
        WithdrawClubInput,
        EntrySerializer(many=True),
        example={"reason": "The club has too few players."},
    )
    def post(self, request: Request, club: str, event: int) -> Response:
        """Withdraw all entries of a club; what they played stays. Returns those withdrawn now."""
        own, found = self.event_of_member(club, event, ENTERS)
        reason = self.read(WithdrawClubInput)["reason"]
        gone = associations.withdraw_club(event=found, club=own, reason=reason, by=self.by)
        return Response(EntrySerializer(gone, many=True, context=FULL).data)


class WithdrawClubEntry(AssociationView):
    @writes(
        "club_entries_withdraw",
        TAG,
        WithdrawClubInput,
        EntrySerializer,
        example={"reason": "Two are ill."},
    )
    def post(self, request: Request, club: str, event: int, entry: int) -> Response:
        """Withdraw one entry of a club; what it played stays."""
        own, found = self.event_of_member(club, event, ENTERS)
        row = get_or_404(_entries(found, own), pk=entry)
        reason = self.read(WithdrawClubInput)["reason"]
        gone = withdraw_entry(entry=row, reason=reason, by=self.by)
        return Response(EntrySerializer(gone, context=FULL).data)


def _entries(event: Event, club: Club) -> QuerySet[Entry]:
    return entries_of(event).filter(of_club__club=club)


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
