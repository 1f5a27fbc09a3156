"""Archives of clubs: made, uploaded, downloaded and read, for owners."""

from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any

from django.http import Http404, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Club
from league.faces.api.access import club_at, get_or_404
from league.faces.api.api_view import ApiView
from league.faces.api.archives.serializers import (
    ArchiveInput,
    ArchiveJobSerializer,
    ArchiveReadInput,
    ArchiveSerializer,
)
from league.faces.api.schema import ACCOUNT, lists, reads, reads_file, writes
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
OWNERS = "archives.change_archives"
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


class ArchiveList(ApiView):
    @lists("archives_list", TAG, ArchiveSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str) -> Response:
        """The archives that are kept of a club, newest first; for its owners."""
        found = self._club(club)
        rows = files_of(found, at=self.at)
        return self.listed(rows, ArchiveSerializer)

    @writes(
        "archives_make",
        TAG,
        ArchiveInput,
        ArchiveJobSerializer,
        status=202,
        example={"season": "autumn-2026", "with_addresses": False},
    )
    def post(self, request: Request, club: str) -> Response:
        """Make an archive of a club, of one season or of one event, in the background."""
        found = self._club(club)
        data = self.read(ArchiveInput)
        scope = Scope(
            club=found,
            season=_part(Season, found, data.get("season")),
            event=_part(Event, found, data.get("event")),
        )
        job = request_archive(scope, with_addresses=data["with_addresses"], by=self.by)
        return Response(ArchiveJobSerializer(job).data, status=202)

    def _club(self, club: str) -> Club:
        found = club_at(club)
        self.need(OWNERS, found)
        return found


def _part(model: Any, club: Club, slug: str | None) -> Any:
    return get_or_404(model.objects.filter(club=club), slug=slug) if slug else None


class ArchiveUpload(ApiView):
    parser_classes = [ZipParser]

    @writes(
        "archives_upload",
        TAG,
        {ZIP: OpenApiTypes.BINARY},
        ArchiveSerializer,
        status=201,
        made_at="clubs/{club}/archives/{id}",
        once=False,
    )
    def post(self, request: Request, club: str) -> Response:
        """Upload an archive to look at what reading it would do; it is kept for a week."""
        found = club_at(club)
        self.need(OWNERS, found)
        content: Any = request.data
        kept = keep_file(
            content.get("file") or BytesIO(),  # nothing was sent
            club=found,
            direction=Direction.UPLOADED,
            name="upload.zip",
            by=self.by,
        )
        return Response(ArchiveSerializer(kept).data, status=201)


class ArchiveView(ApiView):
    @reads("archives_read", TAG, ArchiveSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str, archive: int) -> Response:
        """One archive that is kept."""
        return Response(ArchiveSerializer(_kept(self, club, archive)).data)

    @writes("archives_delete", TAG, None, None, status=204)
    def delete(self, request: Request, club: str, archive: int) -> Response:
        """Delete an archive that is kept."""
        _kept(self, club, archive).delete()
        return Response(status=204)


class ArchiveContent(ApiView):
    @reads_file("archives_file", TAG, ZipRenderer, by=ACCOUNT)
    def get(self, request: Request, club: str, archive: int) -> HttpResponseBase:
        """The file of an archive, as `docs/archive.md` describes it."""
        kept = _kept(self, club, archive)
        answer = StreamingHttpResponse(content_of(kept), content_type=ZIP)
        answer["Content-Length"] = str(kept.size)
        answer["Content-Disposition"] = content_disposition_header(True, kept.name) or "attachment"
        answer["Cache-Control"] = "no-store"
        return answer


class ArchiveReading(ApiView):
    @writes(
        "archives_read_back",
        TAG,
        ArchiveReadInput,
        ArchiveJobSerializer,
        status=202,
        example={"dry_run": True},
    )
    def post(self, request: Request, club: str, archive: int) -> Response:
        """Read an archive into its club or as a new one; with `dry_run` say what would happen."""
        kept = _kept(self, club, archive)
        data = self.read(ArchiveReadInput)
        if data["dry_run"]:
            job = request_preview(kept=kept, by=self.by)
        else:
            job = request_reading(kept=kept, as_new=data.get("as_new", ""), by=self.by)
        return Response(ArchiveJobSerializer(job).data, status=202)


class ArchiveJob(ApiView):
    @reads("archive_jobs_read", TAG, ArchiveJobSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str, job: int) -> Response:
        """How far a job is that makes or reads an archive."""
        return Response(ArchiveJobSerializer(self._job(club, job)).data)

    @writes("archive_jobs_cancel", TAG, None, ArchiveJobSerializer)
    def delete(self, request: Request, club: str, job: int) -> Response:
        """Cancel a job: what it was at is taken back."""
        cancelled = jobs.cancel(job=self._job(club, job), at=self.at)
        return Response(ArchiveJobSerializer(cancelled).data)

    def _job(self, club: str, job: int) -> Job:
        found = club_at(club)
        self.need(OWNERS, found)
        kinds = [kind.name for kind in KINDS]
        return get_or_404(Job.objects.filter(club_id=found.pk, kind__in=kinds), pk=job)


def _kept(view: ApiView, club: str, archive: int) -> ArchiveFile:
    found = club_at(club)
    view.need(OWNERS, found)
    kept = files_of(found, at=timezone.now()).filter(pk=archive).first()
    if kept is None:
        raise Http404
    return kept
