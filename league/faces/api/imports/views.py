"""Imports step by step: a file is sent, chosen about, looked at, and carried out by a worker."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Club, User
from league.faces.api.access import club_at, get_or_404
from league.faces.api.api_view import ApiView
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
from league.faces.api.schema import ACCOUNT, lists, reads, writes
from league.foundation.refusal import OutOfDate
from league.office.imports import services
from league.office.imports.kinds import KINDS
from league.office.imports.models import LARGEST, Upload

TAG = "imports"
KIND = OpenApiParameter(
    "kind", str, required=True, enum=[kind.name for kind in KINDS], description="What it is."
)
NAME = OpenApiParameter("name", str, description="What the file is called.")


class ImportKinds(ApiView):
    @lists("import_kinds_list", TAG, ImportKindSerializer)
    def get(self, request: Request) -> Response:
        """What can be imported: players, past results, ratings, dates, files of other programs."""
        return self.listed([*KINDS], ImportKindSerializer)


class ImportBase(ApiView):
    def club_to_change(self, slug: str) -> Club:
        found = club_at(slug)
        self.need("clubs.change_people", found)
        return found

    def upload_at(self, slug: str, pk: int) -> Upload:
        """Return a file that is on its way into the club."""
        club = self.club_to_change(slug)
        found = get_or_404(club.uploads.filter(kept_until__gt=self.at), pk=pk)
        found.club = club
        return found


class ImportList(ImportBase):
    parser_classes = [FileParser]

    @lists("imports_list", TAG, UploadSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str) -> Response:
        """The files that are on their way into a club, the latest first."""
        rows = self.club_to_change(club).uploads.filter(kept_until__gt=self.at)
        rows = rows.defer("content", "workbook").order_by("-made_at", "-pk")
        return self.listed(rows, UploadSerializer)

    @writes(
        "imports_send",
        TAG,
        FILE,
        ReadFileSerializer,
        status=201,
        made_at="clubs/{club}/imports/{id}",
        once=False,
        query=[KIND, NAME],
    )
    def post(self, request: Request, club: str) -> Response:
        """Send a file (CSV, text, Excel, iCal) of at most 8 MB as the content; nothing happens yet.

        It is kept for a day. Look at how it is read, then at the plan, then carry it out. A file of
        more than 64 kB, 2,000 lines or 1,000 letters a line is read by a job: `reading_job` says
        which, and until it is done `is_read` is false. A file that it cannot read is forgotten.
        """
        found, asked = self.club_to_change(club), request.query_params
        if asked.get("kind") not in [kind.name for kind in KINDS]:
            raise ValidationError({"kind": _("Say what the file is: see the kinds of imports.")})
        user: Any = request.user
        assert isinstance(user, User)  # noqa: S101  checked by `club_to_change`
        upload = services.keep_upload(
            club=found,
            user=user,
            kind=asked["kind"],
            content=content_of(request, LARGEST),
            name=asked.get("name", "")[:120].replace("\x00", ""),
            by=self.by,
        )
        return Response(ReadFileSerializer(upload).data, status=201)


class ImportView(ImportBase):
    @reads("imports_read", TAG, ReadFileSerializer, by=ACCOUNT, refused=True)
    def get(self, request: Request, club: str, upload: int) -> Response:
        """How a file is read as it was chosen: its columns, and what is missing."""
        found = self.upload_at(club, upload)
        return Response(ReadFileSerializer(found).data)

    @writes(
        "imports_choose",
        TAG,
        ChoicesInput,
        ReadFileSerializer,
        example={"columns": ["name", "", "email"], "options": {"add_people": "yes"}},
    )
    def patch(self, request: Request, club: str, upload: int) -> Response:
        """Choose how the file is read, what its columns are, and whom its names mean."""
        found = self.upload_at(club, upload)
        data = self.read(ChoicesInput)
        _check_options(found, data.get("options", {}))
        choices = chosen(services.choices_of(found), data)
        services.choose_readable(upload=found, choices=choices, by=self.by)
        return Response(ReadFileSerializer(found).data)

    @writes("imports_discard", TAG, None, None, status=204)
    def delete(self, request: Request, club: str, upload: int) -> Response:
        """Discard a file; nothing of it is kept."""
        services.discard(self.upload_at(club, upload))
        return Response(status=204)


def _check_options(upload: Upload, options: dict[str, str]) -> None:
    """Refuse options that the kind does not ask for. Raises ValidationError."""
    known = [one.name for one in services.kind_of(upload).options]
    unknown = [name for name in options if name not in known]
    if unknown:
        said = {"name": unknown[0][:60], "names": ", ".join(known) or "–"}
        sentence = _("“%(name)s” is no option here; these are: %(names)s.")
        raise ValidationError({"options": sentence % said}, code="unknown")


class ImportPlan(ImportBase):
    @reads("imports_plan", TAG, ImportPlanSerializer, by=ACCOUNT, refused=True)
    def get(self, request: Request, club: str, upload: int) -> Response:
        """What the import would do to each line, and which names are to be decided."""
        found = self.upload_at(club, upload)
        plan = ImportPlanSerializer(services.plan_of(found), context={"upload": found})
        return Response(plan.data)


class CarryOutImport(ImportBase):
    @writes(
        "imports_carry_out", TAG, SeenInput, JobSerializer, status=202, example={"seen": "0f3a…"}
    )
    def post(self, request: Request, club: str, upload: int) -> Response:
        """Have the import carried out as it was planned; `/clubs/{club}/jobs/{job}` says how far.

        Changed since the plan was read, it is refused. All of it is done or nothing.
        """
        found = self.upload_at(club, upload)
        if self.read(SeenInput)["seen"] != services.mark_of(found):
            raise OutOfDate(_("The import was changed meanwhile: look at it once more."))
        services.material_of(found)
        job = services.request_import(upload=found, by=self.by)
        return Response(JobSerializer(job).data, status=202)
