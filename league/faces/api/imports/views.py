"""Imports step by step: a file is sent, chosen about, looked at, and carried out by a worker."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.mixins import ListModelMixin
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Scope
from league.faces.api.imports.serializers import (
    ChoicesInput,
    ImportKindSerializer,
    ImportPlanSerializer,
    ReadFileSerializer,
    SeenInput,
    UploadSerializer,
    chosen,
)
from league.faces.api.inputs import FILE, FileParser, content_of
from league.faces.api.jobs.views import JobSerializer
from league.faces.api.resources import WRITING, ClubResource, ResourceViewSet
from league.faces.api.schema import ACCOUNT, act, reads
from league.foundation.refusal import OutOfDate
from league.office.imports import services
from league.office.imports.kinds import KINDS
from league.office.imports.models import LARGEST, Upload

TAG = "imports"
KIND = OpenApiParameter(
    "kind", str, required=True, enum=[kind.name for kind in KINDS], description="What it is."
)
NAME = OpenApiParameter("name", str, description="What the file is called.")


class ImportKindViewSet(ListModelMixin, ResourceViewSet):
    """What can be imported: players, past results, ratings, dates, files of other programs."""

    tag, operations = TAG, "import_kinds"
    serializer_class = ImportKindSerializer

    def get_queryset(self) -> Any:
        return [*KINDS]


class ImportViewSet(ListModelMixin, ClubResource):
    """The files that are on their way into a club, the latest first."""

    tag, operations = TAG, "imports"
    words = {"create": "send", "partial_update": "choose", "destroy": "discard"}
    serializer_class = UploadSerializer
    lookup_url_kwarg = "upload"
    read_permission = write_permission = "clubs.change_people"
    by_whom_reads = ACCOUNT
    token_scopes = dict.fromkeys(("GET", *WRITING), Scope.DIRECT)

    def get_queryset(self) -> "QuerySet[Upload]":
        rows = self.club.uploads.filter(kept_until__gt=self.at).order_by("-made_at", "-pk")
        return rows.defer("content", "workbook") if self.action == "list" else rows

    def get_object(self) -> Upload:
        """Return a file that is on its way into the club."""
        found: Upload = super().get_object()
        found.club = self.club
        return found

    def get_parsers(self) -> list[BaseParser]:
        return [FileParser()] if self.action_map.get("post") == "create" else super().get_parsers()

    @act(
        FILE,
        ReadFileSerializer,
        status=201,
        made_at="clubs/{club}/imports/{id}",
        once=False,
        query=[KIND, NAME],
    )
    def create(self, request: Request, **_address: Any) -> Response:
        """Send a file (CSV, text, Excel, iCal) of at most 8 MB as the content; nothing happens yet.

        It is kept for a day. Look at how it is read, then at the plan, then carry it out. A file of
        more than 64 kB, 2,000 lines or 1,000 letters a line is read by a job: `reading_job` says
        which, and until it is done `is_read` is false. A file that it cannot read is forgotten.
        """
        asked = request.query_params
        if asked.get("kind") not in [kind.name for kind in KINDS]:
            raise ValidationError({"kind": _("Say what the file is: see the kinds of imports.")})
        upload = services.keep_upload(
            club=self.club,
            user=self.account,
            kind=asked["kind"],
            content=content_of(request, LARGEST),
            name=asked.get("name", "")[:120].replace("\x00", ""),
            by=self.by,
        )
        return Response(ReadFileSerializer(upload).data, status=201)

    @reads("imports_read", TAG, ReadFileSerializer, by=ACCOUNT, refused=True)
    def retrieve(self, request: Request, **_address: Any) -> Response:
        """How a file is read as it was chosen: its columns, and what is missing."""
        return Response(ReadFileSerializer(self.get_object()).data)

    @act(
        ChoicesInput,
        ReadFileSerializer,
        example={"columns": ["name", "", "email"], "options": {"add_people": "yes"}},
    )
    def partial_update(self, request: Request, **_address: Any) -> Response:
        """Choose how the file is read, what its columns are, and whom its names mean."""
        found = self.get_object()
        data = self.read(ChoicesInput)
        _check_options(found, data.get("options", {}))
        choices = chosen(services.choices_of(found), data)
        services.choose_readable(upload=found, choices=choices, by=self.by)
        return Response(ReadFileSerializer(found).data)

    def destroy(self, request: Request, **_address: Any) -> Response:
        """Discard a file; nothing of it is kept."""
        services.discard(self.get_object())
        return Response(status=204)

    @action(detail=True, serializer_class=ImportPlanSerializer, refused=True)
    def plan(self, request: Request, **_address: Any) -> Response:
        """What the import would do to each line, and which names are to be decided."""
        found = self.get_object()
        plan = ImportPlanSerializer(services.plan_of(found), context={"upload": found})
        return Response(plan.data)

    @act(SeenInput, JobSerializer, status=202, example={"seen": "0f3a…"})
    @action(detail=True, methods=["post"], url_path="carry-out", url_name="carry_out")
    def carry_out(self, request: Request, **_address: Any) -> Response:
        """Have the import carried out as it was planned; `/clubs/{club}/jobs/{job}` says how far.

        Changed since the plan was read, it is refused. All of it is done or nothing.
        """
        found = self.get_object()
        if self.read(SeenInput)["seen"] != services.mark_of(found):
            raise OutOfDate(_("The import was changed meanwhile: look at it once more."))
        services.material_of(found)
        job = services.request_import(upload=found, by=self.by)
        return Response(JobSerializer(job).data, status=202)


def _check_options(upload: Upload, options: dict[str, str]) -> None:
    """Refuse options that the kind does not ask for. Raises ValidationError."""
    known = [one.name for one in services.kind_of(upload).options]
    unknown = [name for name in options if name not in known]
    if unknown:
        said = {"name": unknown[0][:60], "names": ", ".join(known) or "–"}
        sentence = _("“%(name)s” is no option here; these are: %(names)s.")
        raise ValidationError({"options": sentence % said}, code="unknown")
