"""Dates and homes of a league's matches, and its calendar."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from league.calendar.calendars import services as calendars
from league.calendar.calendars.models import LeagueCalendar
from league.calendar.calendars.selectors import calendar_dates, rows_of
from league.calendar.match_dates import services as match_dates
from league.calendar.match_dates.models import DateState, EntryHome, MatchDate, Venue
from league.calendar.match_dates.selectors import venues_for
from league.calendar.match_dates.services import HomeInvalid, HomeTerms
from league.faces.api.access import get_or_404, round_at, sees_full_names
from league.faces.api.jobs.views import JobSerializer
from league.faces.api.match_dates.serializers import (
    CalendarSerializer,
    DateInput,
    DateSerializer,
    DemandsShape,
    HomesInput,
    HomesSerializer,
    VenueSerializer,
)
from league.faces.api.records import ClubViewSet
from league.faces.api.resources import EventResource, StageResource
from league.faces.api.schema import ACCOUNT, act
from league.play.events.models import Entry, Event
from league.play.rounds.models import Round, RoundState

# --- Venues of a club, homes of entries, and dates of matches ---

TAG = "calendar"
HOMES = {"homes": [{"entry": 7, "venue": 3, "weekdays": [1, 3], "begins_at": "19:00"}]}


class VenueViewSet(ClubViewSet):
    """Places where a club plays; those in use first."""

    queryset = Venue.objects.order_by("-is_in_use", "name")
    serializer_class = VenueSerializer
    tag, operations = TAG, "venues"
    example = {"name": "Sailors' Hall", "address": "3 Quay Street", "matches": 2}


class HomesViewSet(RetrieveModelMixin, EventResource):
    """Where and when the entries of an event play at home."""

    tag, operations = TAG, "homes"
    serializer_class = HomesSerializer
    read_permission, write_permission = "match_dates.view_drafts", "match_dates.change_dates"
    by_whom_reads = ACCOUNT

    def get_object(self) -> dict[str, Any]:
        return {"homes": EntryHome.objects.filter(entry__event=self.event).order_by("entry")}

    @act(HomesInput, HomesSerializer, example=HOMES)
    def update(self, request: Request, **_address: Any) -> Response:
        """Set the homes of the entries that are named; the others stay."""
        event, rows = self.event, self.read(HomesInput)["homes"]
        entries = _entries(event, [row["entry"] for row in rows])
        venues = {venue.pk: venue for venue in venues_for(event)}
        homes = {entry: _terms(row, venues) for entry, row in zip(entries, rows, strict=True)}
        match_dates.set_homes(event=event, homes=homes, by=self.by)
        return self.answer(self.get_object())


def _entries(event: Event, ids: Sequence[int]) -> list[Entry]:
    found = {entry.pk: entry for entry in event.entries.filter(pk__in=ids)}
    if missing := [pk for pk in ids if pk not in found]:
        raise HomeInvalid(
            _("The event has no entry with the number %(id)d.") % {"id": missing[0]},
            field="homes",
        )
    return [found[pk] for pk in ids]


def _terms(row: Mapping[str, Any], venues: Mapping[int, Venue]) -> HomeTerms | None:
    if row["venue"] is None:
        return None
    venue = venues.get(row["venue"])
    if venue is None or row["begins_at"] is None:
        raise HomeInvalid(
            _("Each home has a venue of the club or of the entry’s own club, and a time."),
            field="homes",
        )
    return HomeTerms(
        venue=venue,
        weekdays=tuple(row["weekdays"]),
        begins_at=row["begins_at"],
        blocked=tuple(str(day) for day in row["blocked"]),
    )


class DateViewSet(ListModelMixin, EventResource):
    """The published dates of the matches of an event, in order of time; postponed ones last."""

    tag, operations = TAG, "dates"
    serializer_class = DateSerializer

    def get_queryset(self) -> "QuerySet[MatchDate]":
        return calendar_dates(self.event)

    def with_related(self, rows: list[MatchDate]) -> Any:
        return rows_of(rows, public=not sees_full_names(self.request, self.event.club))

    @act(DateInput, DateSerializer, example={"begins_at": "2026-10-06T19:00:00Z", "venue": 3})
    def update(self, request: Request, round: int, number: int) -> Response:
        """Say when and where a match is played; it is a draft while its round is only drawn."""
        found = round_at(request, round)
        event = found.stage.event
        self.need("match_dates.change_dates", event)
        data = self.read(DateInput)
        if data["venue"] is not None:
            data["venue"] = get_or_404(venues_for(event), pk=data["venue"])
        date = match_dates.set_date(
            round=found,
            number=number,
            state=_state(found, number, is_postponed=data["begins_at"] is None),
            **data,
            by=self.by,
        )
        (row,) = rows_of([date])
        return self.answer(row)


def _state(round: Round, number: int, *, is_postponed: bool) -> DateState:
    if is_postponed:
        return DateState.POSTPONED
    seen = MatchDate.objects.filter(round=round, number=number).exclude(state=DateState.DRAFT)
    is_draft = round.state == RoundState.DRAWN and not seen.exists()
    return DateState.DRAFT if is_draft else DateState.RULED


# --- The calendar of a stage: its demands, made by a job, published ---

SEASON = {"starts_on": "2026-09-01", "ends_on": "2027-03-31", "rest_days": 4}


class CalendarViewSet(RetrieveModelMixin, StageResource):
    """What the calendar of a stage must keep and should; 404 before anybody has said it."""

    tag, operations = TAG, "calendar"
    serializer_class = CalendarSerializer
    read_permission, write_permission = "match_dates.view_drafts", "match_dates.change_dates"
    by_whom_reads = ACCOUNT

    def get_object(self) -> LeagueCalendar:
        return get_or_404(LeagueCalendar.objects.all(), stage=self.stage)

    @act(DemandsShape, CalendarSerializer, example=SEASON)
    def update(self, request: Request, **_address: Any) -> Response:
        """Say what the calendar of a stage must keep and should."""
        fields: dict[str, Any] = self.read(DemandsShape)
        fields["wishes"] = dict(fields["wishes"])
        return self.answer(calendars.save_demands(stage=self.stage, fields=fields, by=self.by))

    @act(None, JobSerializer, status=202)
    @action(detail=True, methods=["post"], serializer_class=JobSerializer)
    def make(self, request: Request, **_address: Any) -> Response:
        """Have the calendar made; the job says how far it is, and can be cancelled."""
        job = calendars.request_calendar(stage=self.stage, by=self.by)
        return self.answer(job, 202)

    @action(detail=True, methods=["post"], serializer_class=None)
    def publish(self, request: Request, **_address: Any) -> Response:
        """Show the drafted dates to everybody, and open the rounds that have dates."""
        match_dates.publish_dates(stage=self.stage, by=self.by)
        return Response(status=204)
