"""Work that takes long: how far it is, and cancelling it."""

from typing import Any

from django.http import Http404, HttpResponse
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Club
from league.faces.api.access import club_at, get_or_404
from league.faces.api.api_view import ApiView
from league.faces.api.schema import ACCOUNT, lists, reads, reads_file, writes
from league.foundation.jobs import services as jobs
from league.foundation.jobs.kinds import kind_named
from league.foundation.jobs.models import Job
from league.foundation.jobs.selectors import file_of, under_way

TAG = "jobs"


class JobSerializer(serializers.ModelSerializer[Job]):
    """Of the step under way `done` of `total` are made; `sentence` says how it ended."""

    class Meta:
        model = Job
        fields = [
            *("id", "kind", "state", "asked_at", "began_at", "ended_at"),
            *("step", "done", "total", "sentence"),
        ]
        read_only_fields = fields


class JobBase(ApiView):
    def job(self, club: Club, pk: int) -> Job:
        """Return a job of the club that this account may see: who may ask for it may."""
        found = get_or_404(Job.objects.all(), pk=pk, club_id=club.pk)
        self.need(kind_named(found.kind).permission, club)
        return found


class JobList(JobBase):
    @lists("jobs_list", TAG, JobSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str) -> Response:
        """The jobs of a club that wait or run, in the order in which they were asked for."""
        found = club_at(club)
        self.need("clubs.view_desk", found)
        rows = [
            job for job in under_way(found.pk) if self.may(kind_named(job.kind).permission, found)
        ]
        return self.listed(rows, JobSerializer)


class JobView(JobBase):
    @reads("jobs_read", TAG, JobSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str, job: int) -> Response:
        """How far a job is, and in the end what came of it."""
        return Response(JobSerializer(self.job(self._club(club), job)).data)

    def _club(self, slug: str) -> Club:
        found = club_at(slug)
        self.need("clubs.view_desk", found)
        return found


class PdfFileRenderer(BaseRenderer):
    """Lets a program ask for the file by the Accept header; the view answers with it."""

    media_type = "application/pdf"
    format = "pdf"
    charset = None
    render_style = "binary"

    def render(self, data: Any, *_about: Any) -> Any:
        return data


class JobFileView(JobBase):
    @reads_file("jobs_file", TAG, PdfFileRenderer, by=ACCOUNT)
    def get(self, request: Request, club: str, job: int) -> HttpResponse:
        """The document that a job made, for the account that requested it, while it is kept."""
        found = club_at(club)
        self.need("clubs.view_desk", found)
        made = file_of(self.job(found, job), request.user.pk, at=self.at)
        if made is None:
            raise Http404
        answer = HttpResponse(bytes(made.content), content_type=PdfFileRenderer.media_type)
        answer["Content-Disposition"] = f'attachment; filename="{made.name}"'
        answer["Cache-Control"] = "no-store"
        return answer


class CancelJob(JobBase):
    @writes("jobs_cancel", TAG, None, JobSerializer)
    def post(self, request: Request, club: str, job: int) -> Response:
        """Say that the work is not wanted any more; what is over stays as it is."""
        found = club_at(club)
        self.need("clubs.view_desk", found)
        return Response(JobSerializer(jobs.cancel(job=self.job(found, job), at=self.at)).data)
