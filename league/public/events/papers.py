"""The pages of an event as PDF files: standings, a round, a bracket, a blank score sheet."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.events.models import Stage
from league.events.names import stage_name
from league.events.rulesets import RulesetNotPossible
from league.paper.answers import about, as_pdf
from league.paper.bracket import bracket
from league.paper.movement import round_list
from league.paper.score_sheets import score_sheets
from league.paper.sheet_values import blank_sheet
from league.paper.standings import ranking
from league.public.keeping import with_etag
from league.public.page_numbers import whole_number
from league.public.paper_rows import answer_with, kept_pdf, ranked, table_lines
from league.public.rounds.rounds_shown import round_tables, shown_rounds
from league.public.stages.bracket_paper import bracket_parts
from league.public.standings.standings_table import held_back_note, stages_of, standings_table
from league.public.standings.views import newest
from league.public.visitors import EventPage, for_event
from league.rounds.selectors import rests_in
from league.standings.bye_worth import bye_worth_sentence
from league.standings.selectors import standings_page
from league.standings.stamps import stamp_of

# more rows are a book, and a page that takes its time to be made
MOST_ROWS = 1_000


@require_safe
def standings_pdf(request: HttpRequest, club: str, event: str) -> HttpResponse:
    stamp = stamp_of(club, event)
    return kept_pdf(request, stamp, lambda: _standings(request, club, event), event, "standings")


@for_event
def _standings(request: HttpRequest, page: EventPage) -> HttpResponse:
    stages = list(stages_of(page.event))
    stage = _stage(request, stages) or (newest(stages) if stages else None)
    round_number = whole_number(request, "round")
    found = (
        standings_page(stage, round_number, page_rows=MOST_ROWS, with_reasons=False)
        if stage
        else None
    )
    if stage is None or found is None:
        raise Http404("there are no standings to print yet")
    shown = standings_table(page, found)
    stage.event = page.event
    byes = bye_worth_sentence(stage, page.event) if shown["with_byes"] else ""
    notes = [one for one in (shown["provisional_note"], held_back_note(stage), byes) if one]
    if found.snapshot.entries > MOST_ROWS:
        numbers = {"shown": MOST_ROWS, "entries": found.snapshot.entries}
        notes.append(
            _("The first %(shown)d of %(entries)d are printed; see the page for all of them.")
            % numbers
        )
    event = page.event
    printing = ranking(
        about(
            request,
            _("Standings"),
            at=found.snapshot.made_at,
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
    found = next((one for one in stages if one.number == wanted), None)
    if wanted is not None and found is None:
        raise Http404("the event has no such stage")
    return found


@require_safe
def round_pdf(
    request: HttpRequest, club: str, event: str, stage_number: int, number: int
) -> HttpResponse:
    answer = _round(request, club, event, stage_number, number)
    return as_pdf(with_etag(request, answer), event, "round", str(number))


@for_event
def _round(request: HttpRequest, page: EventPage, stage_number: int, number: int) -> HttpResponse:
    event = page.event
    found = shown_rounds(event).filter(stage__number=stage_number, number=number).first()
    if found is None:
        raise Http404("there is no such round, or it is not shown yet")
    shown = [round_tables(page, found)]
    for later in range(2, shown[0]["page"].paginator.num_pages + 1):
        shown.append(round_tables(page, found, later))
    title = _("Round %(number)d") % {"number": number}
    lead = ""
    if found.deadline:
        when = date_format(timezone.localtime(found.deadline), "DATETIME_FORMAT")
        lead = _("Deadline: %(when)s") % {"when": when}
    over = f"{event.name} · {found.stage.name}" if found.stage.name else event.name
    printing = round_list(
        about(request, title, at=shown[0]["updated_at"], club=page.club, subject=event.name),
        [line for tables in shown for line in table_lines(tables["tables"])],
        over=over,
        lead=lead,
        notes=[
            *(f"{one['name']}: {one['kind']}" for one in shown[0]["waiting"]),
            *([bye_worth_sentence(found.stage, event)] if rests_in(found) else []),
        ],
    )
    return answer_with(printing)


@require_safe
def bracket_pdf(request: HttpRequest, club: str, event: str, stage_number: int) -> HttpResponse:
    answer = _bracket(request, club, event, stage_number)
    return as_pdf(with_etag(request, answer), event, "bracket")


@for_event
def _bracket(request: HttpRequest, page: EventPage, stage_number: int) -> HttpResponse:
    event = page.event
    stage = get_object_or_404(Stage, event=event, number=stage_number)
    stage.event = event
    parts = bracket_parts(stage, public=page.visitor.sees_public_names)
    if not parts:
        raise Http404("there is no bracket to print yet")
    newest_round = shown_rounds(event).filter(stage=stage).last()
    at = newest_round.drawn_at if newest_round else timezone.now()
    over = f"{event.name} · {stage.name}" if stage.name else event.name
    said = about(request, _("Bracket"), at=at, club=page.club, subject=event.name)
    return answer_with(bracket(said, parts, over=over))


@require_safe
def score_sheet_pdf(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """A blank sheet for the game of the event, for tables that write on paper."""
    answer = _score_sheet(request, club, event)
    return as_pdf(with_etag(request, answer), event, "score-sheet")


@for_event
def _score_sheet(request: HttpRequest, page: EventPage) -> HttpResponse:
    event = page.event
    try:
        sheet = blank_sheet(event)
    except RulesetNotPossible as refused:
        raise Http404(str(refused)) from None
    at = event.created_at
    said = about(request, _("Score sheet"), at=at, club=page.club, subject=event.name)
    return answer_with(score_sheets(said, [sheet]))
