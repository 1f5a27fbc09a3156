"""Papers of a large round: a worker makes the file, and who requested it downloads it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from league.desk.access import actor_of
from league.events.models import Event
from league.jobs import services as jobs
from league.jobs.kinds import Kind, Outcome, register
from league.jobs.models import Job
from league.jobs.progress import Progress
from league.paper.answers import as_file, pdf
from league.paper.printing import Printing
from league.refusal import OutOfDate
from league.rounds.models import Round
from league.rounds.selectors import round_title

# (round, the size of paper that was asked for) -> the document
Print = Callable[[Round, str], Printing]


def tables_in(round: Round) -> int:
    return round.tables.count()


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """What can be printed of a round. More than `most` tables are a file that a worker makes.

    `most` is what one core lays out in about a second, of what `amount` counts; `name` is a part
    of the file's name.
    """

    kind: str
    label: str | Promise
    name: str
    most: int
    print: Print
    is_secret: bool = True
    amount: Callable[[Round], int] = tables_in


def answer(request: HttpRequest, event: Event, round: Round, paper: Paper) -> HttpResponse:
    """Answer with the file; of a large round a page that offers to make it, and a POST asks."""
    size = request.GET.get("paper", "")
    if paper.amount(round) <= paper.most:
        printing = paper.print(round, size)
        return pdf(printing, event.slug, paper.name, str(round.number), is_secret=paper.is_secret)
    if request.method == "POST":
        actor, language = actor_of(request), get_language() or "en"
        job = jobs.enqueue(
            kind=paper.kind,
            club_id=event.club_id,
            subject_id=round.pk,
            # everybody has a file of their own, in their language and on their paper
            apart=f"{actor.user_id} {language} {size[:10]}",
            data={"paper": size[:10]},
            actor=actor,
            at=timezone.now(),
        )
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


def register_paper(paper: Paper) -> Paper:
    """Let a worker make this paper."""

    def carry_out(job: Job, progress: Progress, _at: datetime) -> Outcome:
        rows = Round.objects.select_related("stage__event__club")
        round = rows.filter(pk=job.subject_id).first()
        if round is None:
            raise OutOfDate(_("This round no longer exists."))
        event = round.stage.event
        progress.step(_("Reading who sits where"))
        with timezone.override(event.club.time_zone):
            printing = paper.print(round, job.data["paper"])
            file = as_file(printing, event.slug, paper.name, str(round.number), progress=progress)
        sentence = _("The file for %(round)s is ready.")
        return Outcome(
            sentence=sentence
            % {"round": f"{event.name}, {round_title(round, event.stages.count())}"},
            file=file,
        )

    register(
        Kind(
            name=paper.kind,
            label=paper.label,
            permission="clubs.view_desk",
            carry_out=carry_out,
            left=lambda _done, _total: _("No file was made."),
        )
    )
    return paper


LABELS = {
    "table_cards": gettext_lazy("Table cards"),
    "slips": gettext_lazy("Slips for the players"),
    "score_sheets": gettext_lazy("Score sheets"),
    "seating": gettext_lazy("Seating"),
}
