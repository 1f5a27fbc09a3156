"""Archives of clubs: made, uploaded, downloaded and read, for owners."""

from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any

from django.db.models import QuerySet
from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Club
from league.clubs.models import Scope as TokenScope
from league.faces.api.access import get_or_404
from league.faces.api.archives.serializers import (
    ArchiveInput,
    ArchiveJobSerializer,
    ArchiveReadInput,
    ArchiveSerializer,
)
from league.faces.api.resources import WRITING, ClubResource
from league.faces.api.schema import ACCOUNT, act, reads_file
from league.foundation.jobs import services as jobs
from league.foundation.jobs.models import Job
from league.office.archives.models import ArchiveFile, Direction
from league.office.archives.scope import Scope
from league.office.archives.services.archive_jobs import (
    KINDS,
    content_of,
    files_of,
    keep_file,
    request_archive,
    request_preview,
    request_reading,
)
from league.play.events.models import Event, Season

TAG = "archives"
ZIP = "application/zip"


class ZipParser(BaseParser):
    """Hands the content on as it comes; it is read in pieces, and only so far as it may be."""

    media_type = ZIP

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return {"file": stream}


class ZipRenderer(BaseRenderer):
    """Lets a program ask for the file by the Accept header; the view answers with the file."""

    media_type = ZIP
    format = "zip"
    charset = None
    render_style = "binary"

    def render(self, data: Any, *_about: Any) -> Any:
        return data


class OfArchives(ClubResource):
    """For owners alone: whoever reads an archive takes along all that a club has."""

    tag = TAG
    read_permission = write_permission = "archives.change_archives"
    by_whom_reads = ACCOUNT
    token_scopes = dict.fromkeys(("GET", *WRITING), TokenScope.DIRECT)


class ArchiveViewSet(ListModelMixin, RetrieveModelMixin, OfArchives):
    """The archives that are kept of a club, newest first; for its owners."""

    operations = "archives"
    about_one = "One archive that is kept."
    words = {"create": "make", "destroy": "delete"}
    serializer_class = ArchiveSerializer
    lookup_url_kwarg = "archive"

    def get_queryset(self) -> "QuerySet[ArchiveFile]":
        return files_of(self.club, at=self.at)

    @act(
        ArchiveInput,
        ArchiveJobSerializer,
        status=202,
        example={"season": "autumn-2026", "with_addresses": False},
    )
    def create(self, request: Request, **_address: Any) -> Response:
        """Make an archive of a club, of one season or of one event, in the background."""
        data = self.read(ArchiveInput)
        scope = Scope(
            club=self.club,
            season=_part(Season, self.club, data.get("season")),
            event=_part(Event, self.club, data.get("event")),
        )
        job = request_archive(scope, with_addresses=data["with_addresses"], by=self.by)
        return Response(ArchiveJobSerializer(job).data, status=202)

    @act(
        {ZIP: OpenApiTypes.BINARY},
        ArchiveSerializer,
        status=201,
        made_at="clubs/{club}/archives/{id}",
        once=False,
    )
    @action(detail=False, methods=["post"], parser_classes=[ZipParser])
    def upload(self, request: Request, **_address: Any) -> Response:
        """Upload an archive to look at what reading it would do; it is kept for a week."""
        content: Any = request.data
        kept = keep_file(
            content.get("file") or BytesIO(),  # nothing was sent
            club=self.club,
            direction=Direction.UPLOADED,
            name="upload.zip",
            by=self.by,
        )
        return self.answer(kept, 201)

    def destroy(self, request: Request, **_address: Any) -> Response:
        """Delete an archive that is kept."""
        self.get_object().delete()
        return Response(status=204)

    @reads_file("archives_file", TAG, ZipRenderer, by=ACCOUNT)
    @action(detail=True)
    def file(self, request: Request, **_address: Any) -> HttpResponseBase:
        """The file of an archive, as `docs/archive.md` describes it."""
        kept = self.get_object()
        answer = StreamingHttpResponse(content_of(kept), content_type=ZIP)
        answer["Content-Length"] = str(kept.size)
        answer["Content-Disposition"] = content_disposition_header(True, kept.name) or "attachment"
        answer["Cache-Control"] = "no-store"
        return answer

    @act(ArchiveReadInput, ArchiveJobSerializer, status=202, example={"dry_run": True})
    @action(detail=True, methods=["post"], url_path="read", url_name="read")
    def read_back(self, request: Request, **_address: Any) -> Response:
        """Read an archive into its club or as a new one; with `dry_run` say what would happen."""
        kept = self.get_object()
        data = self.read(ArchiveReadInput)
        if data["dry_run"]:
            job = request_preview(kept=kept, by=self.by)
        else:
            job = request_reading(kept=kept, as_new=data.get("as_new", ""), by=self.by)
        return Response(ArchiveJobSerializer(job).data, status=202)


def _part(model: Any, club: Club, slug: str | None) -> Any:
    return get_or_404(model.objects.filter(club=club), slug=slug) if slug else None


class ArchiveJobViewSet(RetrieveModelMixin, OfArchives):
    """How far a job is that makes or reads an archive."""

    operations, words = "archive_jobs", {"destroy": "cancel"}
    serializer_class = ArchiveJobSerializer
    lookup_url_kwarg = "job"

    def get_queryset(self) -> "QuerySet[Job]":
        return Job.objects.filter(club_id=self.club.pk, kind__in=[kind.name for kind in KINDS])

    @act(None, ArchiveJobSerializer)
    def destroy(self, request: Request, **_address: Any) -> Response:
        """Cancel a job: what it was at is taken back."""
        return self.answer(jobs.cancel(job=self.get_object(), at=self.at))
