"""The standings of an event as a PDF file."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.events.models import Stage
from league.events.names import stage_name
from league.paper.answers import about
from league.paper.standings_sheet import ranking
from league.public.page_numbers import whole_number
from league.public.paper_rows import answer_with, kept_pdf, ranked
from league.public.standings.standings_table import held_back_note, stages_of, standings_table
from league.public.standings.views import newest
from league.public.visitors import EventPage, for_event
from league.standings.bye_worth import bye_worth_sentence
from league.standings.selectors import standings_page
from league.standings.stamps import stamp_of

# more rows are a book, and a page that takes its time to be made
MOST_ROWS = 1_000


@require_safe
def standings_pdf(request: HttpRequest, club: str, event: str) -> HttpResponse:
    stamp = stamp_of(club, event)
    return kept_pdf(
        request, stamp, lambda: _standings_paper(request, club, event), event, "standings"
    )


@for_event
def _standings_paper(request: HttpRequest, page: EventPage) -> HttpResponse:
    stages = stages_of(page.event)
    stage = _stage(request, stages) or (newest(stages) if stages else None)
    round_number = whole_number(request, "round")
    standings = (
        standings_page(stage, round_number, page_rows=MOST_ROWS, with_reasons=False)
        if stage
        else None
    )
    if stage is None or standings is None:
        raise Http404("there are no standings to print yet")
    shown = standings_table(page, standings)
    stage.event = page.event
    byes = bye_worth_sentence(stage, page.event) if shown["with_byes"] else ""
    notes = [note for note in (shown["provisional_note"], held_back_note(stage), byes) if note]
    if standings.snapshot.entries > MOST_ROWS:
        numbers = {"shown": MOST_ROWS, "entries": standings.snapshot.entries}
        notes.append(
            _("The first %(shown)d of %(entries)d are printed; see the page for all of them.")
            % numbers
        )
    event = page.event
    printing = ranking(
        about(
            request,
            _("Standings"),
            at=standings.snapshot.made_at,
            club=page.club,
            subject=event.name,
        ),
        shown["columns"],
        [ranked(row) for row in shown["rows"]],
        over=f"{event.name} · {stage_name(stage)}" if len(stages) > 1 else event.name,
        lead=shown["caption"],
        notes=notes,
    )
    return answer_with(printing)


def _stage(request: HttpRequest, stages: list[Stage]) -> Stage | None:
    wanted = whole_number(request, "stage")
    stage = next((stage for stage in stages if stage.number == wanted), None)
    if wanted is not None and stage is None:
        raise Http404("the event has no such stage")
    return stage
