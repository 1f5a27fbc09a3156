"""Dates and homes of a league's matches, and its calendar."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from league.calendar.calendars import services as calendars
from league.calendar.calendars.models import LeagueCalendar
from league.calendar.calendars.selectors import calendar_dates, rows_of
from league.calendar.match_dates import services as match_dates
from league.calendar.match_dates.models import DateState, EntryHome, MatchDate, Venue
from league.calendar.match_dates.selectors import venues_for
from league.calendar.match_dates.services import HomeInvalid, HomeTerms
from league.faces.api.access import event_at, get_or_404, round_at, sees_full_names, stage_at
from league.faces.api.api_view import ApiView
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
from league.faces.api.schema import ACCOUNT, lists, reads, writes
from league.play.events.models import Entry, Event, Stage
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
    read_permission = "match_dates.view_venues"
    write_permission = "match_dates.change_venues"


class HomeList(ApiView):
    @reads("homes_read", TAG, HomesSerializer, by=ACCOUNT)
    def get(self, request: Request, event: int) -> Response:
        """Where and when the entries of an event play at home."""
        found = event_at(request, event)
        self.need("match_dates.view_drafts", found)
        return Response(_homes(found))

    @writes("homes_set", TAG, HomesInput, HomesSerializer, example=HOMES)
    def put(self, request: Request, event: int) -> Response:
        """Set the homes of the entries that are named; the others stay."""
        found = event_at(request, event)
        self.need("match_dates.change_dates", found)
        rows = self.read(HomesInput)["homes"]
        entries = _entries(found, [row["entry"] for row in rows])
        venues = {venue.pk: venue for venue in venues_for(found)}
        homes = {entry: _terms(row, venues) for entry, row in zip(entries, rows, strict=True)}
        match_dates.set_homes(event=found, homes=homes, by=self.by)
        return Response(_homes(found))


def _entries(event: Event, ids: Sequence[int]) -> list[Entry]:
    found = {entry.pk: entry for entry in event.entries.filter(pk__in=ids)}
    if missing := [pk for pk in ids if pk not in found]:
        raise HomeInvalid(
            _("The event has no entry with the number %(id)d.") % {"id": missing[0]},
            field="homes",
        )
    return [found[pk] for pk in ids]


def _homes(event: Event) -> Any:
    rows = EntryHome.objects.filter(entry__event=event).order_by("entry")
    return HomesSerializer({"homes": rows}).data


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


class DateList(ApiView):
    @lists("dates_list", TAG, DateSerializer)
    def get(self, request: Request, event: int) -> Response:
        """The published dates of the matches of an event, in order of time; postponed ones last."""
        found = event_at(request, event)
        read = partial(rows_of, public=not sees_full_names(request, found.club))
        return self.listed(calendar_dates(found), DateSerializer, read=read)


class DateView(ApiView):
    @writes(
        "dates_set",
        TAG,
        DateInput,
        DateSerializer,
        example={"begins_at": "2026-10-06T19:00:00Z", "venue": 3},
    )
    def put(self, request: Request, round: int, number: int) -> Response:
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
        return Response(DateSerializer(row).data)


def _state(round: Round, number: int, *, is_postponed: bool) -> DateState:
    if is_postponed:
        return DateState.POSTPONED
    seen = MatchDate.objects.filter(round=round, number=number).exclude(state=DateState.DRAFT)
    is_draft = round.state == RoundState.DRAWN and not seen.exists()
    return DateState.DRAFT if is_draft else DateState.RULED


# --- The calendar of a stage: its demands, made by a job, published ---

SEASON = {"starts_on": "2026-09-01", "ends_on": "2027-03-31", "rest_days": 4}


class CalendarBase(ApiView):
    def stage(self, request: Request, pk: int, permission: str) -> Stage:
        found = stage_at(request, pk)
        self.need(permission, found)
        return found


class CalendarView(CalendarBase):
    @reads("calendar_read", TAG, CalendarSerializer, by=ACCOUNT, missing=True)
    def get(self, request: Request, stage: int) -> Response:
        """What the calendar of a stage must keep and should; 404 before anybody has said it."""
        found = self.stage(request, stage, "match_dates.view_drafts")
        row = get_or_404(LeagueCalendar.objects.all(), stage=found)
        return Response(CalendarSerializer(row).data)

    @writes("calendar_set", TAG, DemandsShape, CalendarSerializer, example=SEASON)
    def put(self, request: Request, stage: int) -> Response:
        """Say what the calendar of a stage must keep and should."""
        found = self.stage(request, stage, "match_dates.change_dates")
        fields: dict[str, Any] = self.read(DemandsShape)
        fields["wishes"] = dict(fields["wishes"])
        saved = calendars.save_demands(stage=found, fields=fields, by=self.by)
        return Response(CalendarSerializer(saved).data)


class MakeCalendar(CalendarBase):
    @writes("calendar_make", TAG, None, JobSerializer, status=202)
    def post(self, request: Request, stage: int) -> Response:
        """Have the calendar made; the job says how far it is, and can be cancelled."""
        found = self.stage(request, stage, "match_dates.change_dates")
        job = calendars.request_calendar(stage=found, by=self.by)
        return Response(JobSerializer(job).data, status=202)


class PublishCalendar(CalendarBase):
    @writes("calendar_publish", TAG, None, None, status=204)
    def post(self, request: Request, stage: int) -> Response:
        """Show the drafted dates to everybody, and open the rounds that have dates."""
        found = self.stage(request, stage, "match_dates.change_dates")
        match_dates.publish_dates(stage=found, by=self.by)
        return Response(status=204)
