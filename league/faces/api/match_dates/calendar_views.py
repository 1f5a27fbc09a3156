"""The calendar of a stage: its demands, made by a job, published."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from league.calendar.calendars import services as calendars
from league.calendar.calendars.models import LeagueCalendar
from league.calendar.match_dates import services as match_dates
from league.faces.api.access import get_or_404, stage_at
from league.faces.api.api_view import ApiView
from league.faces.api.jobs.views import JobSerializer
from league.faces.api.match_dates.serializers import (
    CalendarSerializer,
    DemandsShape,
)
from league.faces.api.match_dates.views import TAG
from league.faces.api.schema import ACCOUNT, reads, writes
from league.play.events.models import Stage

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
        saved = calendars.save_demands(stage=found, fields=fields, actor=self.actor, at=self.at)
        return Response(CalendarSerializer(saved).data)


class MakeCalendar(CalendarBase):
    @writes("calendar_make", TAG, None, JobSerializer, status=202)
    def post(self, request: Request, stage: int) -> Response:
        """Have the calendar made; the job says how far it is, and can be cancelled."""
        found = self.stage(request, stage, "match_dates.change_dates")
        job = calendars.request_calendar(stage=found, actor=self.actor, at=self.at)
        return Response(JobSerializer(job).data, status=202)


class PublishCalendar(CalendarBase):
    @writes("calendar_publish", TAG, None, None, status=204)
    def post(self, request: Request, stage: int) -> Response:
        """Show the drafted dates to everybody, and open the rounds that have dates."""
        found = self.stage(request, stage, "match_dates.change_dates")
        match_dates.publish_dates(stage=found, actor=self.actor, at=self.at)
        return Response(status=204)
