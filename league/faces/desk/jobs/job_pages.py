"""The pages of a job at the desk: its progress, its outcome, its file, and cancelling it."""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.clubs.models import Club, User
from league.faces.desk.access import actor_of, check
from league.faces.desk.jobs.job_links import OF_A_ROUND, links_of, subjects_of, time_left
from league.foundation.jobs import services as jobs
from league.foundation.jobs.kinds import kind_named
from league.foundation.jobs.models import Job, JobState
from league.foundation.jobs.selectors import before, file_of, seconds_left, workers_silent_since
from league.foundation.journal.actor import Act
from league.foundation.refusal import flash_errors
from league.office.documents.document_kind import DocumentOptions
from league.office.documents.prepared_papers import LargeKind, request_paper, tables_in
from league.office.paper.document import mark_as_pdf, pdf
from league.play.events.models import Event
from league.play.rounds.models import Round
from league.play.rounds.selectors import round_title

View = Callable[[HttpRequest, Club, Job], HttpResponse]


def job_page(view: View) -> Callable[..., HttpResponse]:
    """Give the view the club and the job of its address, for those whom the job is for."""

    @wraps(view)
    def page(request: HttpRequest, club: str, job: int) -> HttpResponse:
        if not isinstance(request.user, User):
            return redirect_to_login(request.get_full_path())
        found = get_object_or_404(Club, slug=club)
        wanted = Job.objects.filter(pk=job, club_id=found.pk).first()
        if wanted is None:
            check(request.user, "clubs.view_desk", found, found)
            raise Http404
        check(request.user, kind_named(wanted.kind).permission, found, found)
        with timezone.override(ZoneInfo(found.time_zone)):
            return view(request, found, wanted)

    return page


@never_cache
@require_safe
@job_page
def job(request: HttpRequest, club: Club, job: Job) -> HttpResponse:
    """How far a job is; the part that htmx asks for, or the whole page."""
    context = job_shown(club, job, request.user.pk)
    if request.headers.get("HX-Request") == "true":
        # whoever listens hears of a new step once, and not every other second
        context["says"] = request.GET.get("seen") != context["mark"]
        return render(request, "desk/jobs/_job.html", context)
    return render(request, "desk/jobs/job.html", context)


@never_cache
@require_safe
@job_page
def file(request: HttpRequest, _club: Club, job: Job) -> HttpResponse:
    """The file that a job made, for the one who asked for it and while it is kept."""
    job_file = file_of(job, request.user.pk, at=timezone.now())
    if job_file is None:
        raise Http404("there is no such file, or it is not kept any more")
    answer = mark_as_pdf(HttpResponse(bytes(job_file.content)), job_file.name.removesuffix(".pdf"))
    # the links of tables are in it: no cache keeps it
    answer["Cache-Control"] = "no-store"
    return answer


@require_POST
@job_page
def cancel(request: HttpRequest, club: Club, job: Job) -> HttpResponse:
    """Say that the work is not wanted any more."""
    with flash_errors(request):
        now = jobs.cancel(job=job, at=timezone.now())
        if now.state == JobState.DONE:
            messages.error(request, _("It was done before it could be cancelled."))
    return redirect("desk:job", club.slug, job.pk)


def job_shown(club: Club, job: Job, user_id: int | None) -> dict[str, Any]:
    """Return what `desk/jobs/_job.html` needs; at most seven queries."""
    now = timezone.now()
    waits = job.state == JobState.WAITING
    return {
        "club": club,
        "job": job,
        "label": kind_named(job.kind).label,
        "subject": subjects_of([job]).get((job.kind, job.subject_id), ""),
        "is_waiting": waits,
        "before": before(job) if waits else 0,
        "silent_since": None if job.is_over else workers_silent_since(at=now),
        "left": time_left(seconds_left(job, at=now)),
        "links": links_of(club, job),
        "file": file_of(job, user_id, at=now) if job.is_over else None,
        "has_file": job.kind in OF_A_ROUND and job.state == JobState.DONE,
        "is_own": job.actor["user_id"] == user_id,
        "mark": _mark(job),
    }


def _mark(job: Job) -> str:
    """Return a text that changes with every step of the job."""
    text = f"{job.state} {job.is_unwanted} {job.step}"
    return sha256(text.encode()).hexdigest()[:12]


# --- Papers of a large round at the desk: the file, or a page that offers to have it made ---


def answer(request: HttpRequest, event: Event, round: Round, paper: LargeKind) -> HttpResponse:
    """Answer with the file; of a large round a page that offers to make it, and a POST asks."""
    size, at = request.GET.get("paper", ""), timezone.now()
    if not paper.is_large(round):
        printing = paper.make(round, DocumentOptions(at=at, paper=size))
        return pdf(printing, event.slug, paper.name, str(round.number), is_secret=paper.is_secret)
    if request.method == "POST":
        job = request_paper(paper, round, size=size, by=Act(actor_of(request), at))
        return redirect("desk:job", event.club.slug, job.pk)
    context: dict[str, Any] = {
        "club": event.club,
        "event": event,
        "round": round,
        "label": paper.label,
        "tables": tables_in(round) if paper.amount is tables_in else None,
        "title": round_title(round, event.stages.count()),
    }
    return render(request, "desk/jobs/ask.html", context)
