"""Papers of a large round at the desk: the file, or a page that offers to have it made."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.faces.desk.access import actor_of
from league.office.documents.document_kind import DocumentOptions
from league.office.documents.paper_jobs import LargeKind, request_paper, tables_in
from league.office.paper.answers import pdf
from league.play.events.models import Event
from league.play.rounds.models import Round
from league.play.rounds.selectors import round_title


def answer(request: HttpRequest, event: Event, round: Round, paper: LargeKind) -> HttpResponse:
    """Answer with the file; of a large round a page that offers to make it, and a POST asks."""
    size, at = request.GET.get("paper", ""), timezone.now()
    if not paper.is_large(round):
        printing = paper.make(round, DocumentOptions(at=at, paper=size))
        return pdf(printing, event.slug, paper.name, str(round.number), is_secret=paper.is_secret)
    if request.method == "POST":
        job = request_paper(paper, round, size=size, actor=actor_of(request), at=at)
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
