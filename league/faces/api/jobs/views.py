"""Work that takes long: how far it is, and cancelling it."""

from typing import Any

from django.http import Http404, HttpResponse
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Scope
from league.faces.api.access import get_or_404
from league.faces.api.resources import ClubResource
from league.faces.api.schema import ACCOUNT, reads_file
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


class PdfFileRenderer(BaseRenderer):
    """Lets a program ask for the file by the Accept header; the view answers with it."""

    media_type = "application/pdf"
    format = "pdf"
    charset = None
    render_style = "binary"

    def render(self, data: Any, *_about: Any) -> Any:
        return data


class JobViewSet(ListModelMixin, RetrieveModelMixin, ClubResource):
    """The jobs of a club that wait or run, in the order in which they were asked for."""

    tag, operations = TAG, "jobs"
    about_one = "How far a job is, and in the end what came of it."
    serializer_class = JobSerializer
    lookup_url_kwarg = "job"
    read_permission = write_permission = "clubs.view_desk"
    by_whom_reads = ACCOUNT

    def get_queryset(self) -> Any:
        jobs_now = under_way(self.club.pk)
        return [job for job in jobs_now if self.may(kind_named(job.kind).permission, self.club)]

    def get_object(self) -> Job:
        """Return a job of the club that this account may see: who may ask for it may."""
        found = get_or_404(Job.objects.all(), pk=self.kwargs["job"], club_id=self.club.pk)
        self.need(kind_named(found.kind).permission, self.club)
        return found

    @reads_file("jobs_file", TAG, PdfFileRenderer, by=ACCOUNT)
    @action(detail=True, token_scopes={"GET": Scope.SCORE})
    def file(self, request: Request, **_address: Any) -> HttpResponse:
        """The document that a job made, for the account that requested it, while it is kept."""
        made = file_of(self.get_object(), request.user.pk, at=self.at)
        if made is None:
            raise Http404
        answer = HttpResponse(bytes(made.content), content_type=PdfFileRenderer.media_type)
        answer["Content-Disposition"] = f'attachment; filename="{made.name}"'
        answer["Cache-Control"] = "no-store"
        return answer

    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, **_address: Any) -> Response:
        """Say that the work is not wanted any more; what is over stays as it is."""
        return self.answer(jobs.cancel(job=self.get_object(), at=self.at))
