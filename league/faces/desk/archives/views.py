"""The record of a club: its archives made, downloaded, uploaded, looked at and read."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.clubs.models import Club
from league.faces.desk.access import act_of, actor_of, club_page
from league.faces.desk.archives.forms import MakeForm, ReadForm, UploadForm
from league.foundation.jobs.models import Job, JobState
from league.foundation.journal.actor import Act
from league.foundation.refusal import flash_errors, form_errors
from league.office.archives.models import ArchiveFile, Direction
from league.office.archives.reading_report import report_from
from league.office.archives.services.archive_jobs import (
    TRYING,
    content_of,
    files_of,
    keep_file,
    request_archive,
    request_preview,
    request_reading,
)

OWNERS = "archives.change_archives"


@never_cache
@require_http_methods(["GET", "POST"])
@club_page(OWNERS)
def record(request: HttpRequest, club: Club) -> HttpResponse:
    """What an owner can take away and bring back, and the archives that are kept."""
    is_upload = "upload" in request.POST
    is_make = request.method == "POST" and not is_upload
    make = MakeForm(request.POST if is_make else None, club=club)
    upload = UploadForm(*((request.POST, request.FILES) if is_upload else ()))
    form = upload if is_upload else make
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            return _upload(request, club, upload) if is_upload else _make(request, club, make)
    context = {
        "club": club,
        "make": make,
        "upload": upload,
        "form": form,
        "files": files_of(club, at=timezone.now()),
    }
    return render(request, "desk/archives/record.html", context)


def _make(request: HttpRequest, club: Club, form: MakeForm) -> HttpResponse:
    job = request_archive(
        form.scope,
        with_addresses=form.cleaned_data["with_addresses"],
        by=act_of(request),
    )
    return redirect("desk:job", club.slug, job.pk)


def _upload(request: HttpRequest, club: Club, form: UploadForm) -> HttpResponse:
    """Keep the file, and try at once what reading it would do."""
    file = form.cleaned_data["file"]
    by = act_of(request)
    kept = keep_file(file, club=club, direction=Direction.UPLOADED, name=file.name, by=by)
    job = request_preview(kept=kept, by=by)
    return redirect("desk:job", club.slug, job.pk)


@never_cache
@require_http_methods(["GET", "POST"])
@club_page(OWNERS)
def archive(request: HttpRequest, club: Club, archive: int) -> HttpResponse:
    """An archive that is kept: what reading it would do, and the buttons that do it."""
    kept = _kept(club, archive)
    form = ReadForm(request.POST if "read" in request.POST else None)
    if request.method == "POST":
        answer = _act(request, kept, form)
        if answer is not None:
            return answer
    return render(request, "desk/archives/archive.html", _shown(club, kept, form))


def _act(request: HttpRequest, kept: ArchiveFile, form: ReadForm) -> HttpResponse | None:
    """Do what the button says; None where the page is shown again with what was wrong."""
    actor, at, slug = actor_of(request), timezone.now(), kept.club.slug
    with flash_errors(request):
        if "delete" in request.POST:
            kept.delete()
            return redirect("desk:record", slug)
        if "try" in request.POST:
            return redirect("desk:job", slug, request_preview(kept=kept, by=Act(actor, at)).pk)
        if form.is_valid():
            as_new = form.cleaned_data["as_new"]
            job = request_reading(kept=kept, as_new=as_new, by=Act(actor, at))
            return redirect("desk:job", slug, job.pk)
    return None


def _shown(club: Club, kept: ArchiveFile, form: ReadForm) -> dict[str, Any]:
    tried = Job.objects.filter(kind=TRYING, club_id=club.pk, subject_id=kept.pk)
    job = tried.order_by("-pk").first()
    done = job is not None and job.state == JobState.DONE
    return {
        "club": club,
        "kept": kept,
        "form": form,
        "job": job,
        "report": report_from(job.result["report"]) if job and done else None,
    }


@require_safe
@club_page(OWNERS)
def archive_file(request: HttpRequest, club: Club, archive: int) -> HttpResponse:
    """The file itself, piece by piece."""
    kept = _kept(club, archive)
    answer: HttpResponse = StreamingHttpResponse(  # type: ignore[assignment]
        content_of(kept), content_type="application/zip"
    )
    answer["Content-Length"] = str(kept.size)
    answer["Content-Disposition"] = content_disposition_header(True, kept.name) or "attachment"
    answer["Cache-Control"] = "no-store"
    return answer


def _kept(club: Club, archive: int) -> ArchiveFile:
    kept = files_of(club, at=timezone.now()).filter(pk=archive).first()
    if kept is None:
        raise Http404("there is no such archive, or it is not kept any more")
    return kept
