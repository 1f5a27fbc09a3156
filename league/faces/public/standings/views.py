"""The standings of an event after any of its rounds, and why an entry stands where it does."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from league.faces.public.page_cache import add_etag
from league.faces.public.page_numbers import whole_number
from league.faces.public.paper_rows import answer_with, wanted_by
from league.faces.public.pictures.form import trends_shown
from league.faces.public.pictures.leading_lines import leading_lines
from league.faces.public.pictures.links import has_bracket, page_tabs
from league.faces.public.rounds.live_tables import live_tables
from league.faces.public.rounds.rounds_shown import event_stages, present_round_in
from league.faces.public.stages.stages_shown import rule_of, ties_decided
from league.faces.public.visitors import EventPage, pass_event
from league.foundation.spreadsheets import MOST_ROWS, Column, Sheet, format_asked, spreadsheet
from league.office.documents.event_papers import STANDINGS
from league.office.paper.document import mark_as_pdf
from league.play.events.models import Event, Stage
from league.play.events.names import club_beside, marked
from league.play.events.states import OVER
from league.play.rounds.models import RoundState
from league.tables.outlook.selectors import has_outlook, marks_beside
from league.tables.outlook.shown import mark_in_words, tone_of
from league.tables.standings.models import SnapshotRow, StageStandings
from league.tables.standings.selectors import PAGE_ROWS, StandingsPage, standings_page
from league.tables.standings.standings_shown import (
    caption_of,
    columns_of,
    counts_matches,
    departure_notes,
    figures_of,
    group_in_words,
    held_back_note,
    name_in,
    newest,
    provisional_note,
    ranked_by_bracket,
)

# --- The standings as pages show them: columns by the event's scoring, rows by who looks ---

NO_TREND = {"form": None, "places": None}


def standings_table(page: EventPage, standings: StandingsPage) -> dict[str, Any]:
    """Return what `public/_standings_table.html` needs."""
    event, full = page.event, page.visitor.sees_full_names
    why, is_first = _why_address(event), standings.snapshot.round_number == standings.rounds[0]
    reached = ranked_by_bracket(standings.stage)
    with_byes = not reached and any(row.byes for row in standings.rows)
    marks = marks_beside(standings)
    trends = trends_shown(standings, with_form=counts_matches(event))
    return {
        "columns": columns_of(event, with_byes=with_byes, reached=reached),
        "rows": [
            _row(row, full, why)
            | {"figures": figures_of(event, row, with_byes=with_byes, reached=reached)}
            | _mark(marks.get(row.entry_id, ""))
            | trends.get(row.entry_id, NO_TREND)
            | {"is_new": not (is_first or row.previous_rank)}
            for row in standings.rows
        ],
        "with_byes": with_byes,
        "caption": caption_of(standings),
        "provisional_note": provisional_note(standings),
        "departure_notes": departure_notes(standings.stage, full=full),
    }


def _row(row: SnapshotRow, full: bool, why: str) -> dict[str, Any]:
    name, club = name_in(row, full), row.entry_club or ""
    return {
        "key": row.entry_id,
        "group": group_in_words(row),
        "rank": row.rank,
        "tied": row.is_tied,
        "name": marked(name, has_withdrawn=row.has_withdrawn),
        "members": row.names.members(full=full),
        "club": club,
        "club_shown": club_beside(name, club),
        "why_url": why % row.entry_id,
        "movement": row.previous_rank - row.rank if row.previous_rank else 0,
        "provisional": row.is_provisional,
    }


def _mark(mark: str) -> dict[str, str]:
    return {"mark": mark_in_words(mark), "mark_tone": tone_of(mark)}


def _why_address(event: Event) -> str:
    """Return the address of a why page with a place for the entry: made once, not for each row."""
    address = reverse("public:why", args=[event.club.slug, event.slug, 0])
    return address.removesuffix("0/") + "%d/"


# --- Standings columns ---
# The standings of an event as a spreadsheet: the columns of the page, for all of its entries.

BEFORE = (
    Column(_("Place"), lambda row: row["rank"]),
    Column(_("Name"), lambda row: row["name"]),
    Column(_("Players"), lambda row: row["members"]),
)
CLUB = Column(_("Club"), lambda row: row["club"])
GROUP = Column(_("Group"), lambda row: row["group"])
CERTAIN = Column(_("Certain"), lambda row: row["mark"])
PROVISIONAL = Column(_("Provisional"), lambda row: row["provisional"])


def standings_sheet(page: EventPage, standings: StandingsPage) -> Sheet:
    shown = standings_table(page, standings)
    groups = [GROUP] if any(row["group"] for row in shown["rows"]) else []
    clubs = [CLUB] if any(row["club"] for row in shown["rows"]) else []
    certain = [CERTAIN] if any(row["mark"] for row in shown["rows"]) else []
    heads = shown["columns"]
    return Sheet(
        title=f"{page.event.name} · {shown['caption']}",
        columns=[*groups, *BEFORE, *clubs, *_figures(heads), *certain, PROVISIONAL],
        rows=shown["rows"],
    )


def _figures(heads: Sequence[str]) -> list[Column]:
    return [Column(head, _figure(number)) for number, head in enumerate(heads)]


def _figure(number: int) -> Any:
    return lambda row: row["figures"][number]


@require_safe
def standings(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The table of an event: the page, or the table alone when htmx or live.js asks."""
    return add_etag(request, _standings(request, club, event))


@pass_event
def _standings(request: HttpRequest, page: EventPage) -> HttpResponse:
    stages = event_stages(page.event)
    wanted = whole_number(request, "stage")
    stage = next((candidate for candidate in stages if candidate.number == wanted), None)
    if wanted is None and stages:
        stage = newest(stages)
    elif stage is None and wanted is not None:
        raise Http404("the event has no such stage")
    if wanted_format := format_asked(request):
        return _file(request, page, stage, wanted_format)
    is_part = request.headers.get("HX-Request") == "true"
    if is_part and request.GET.get("part") == "tables":
        return render(request, "public/_live_tables.html", {"live": _live(page, stages)})
    if is_part and request.GET.get("part") == "lines" and stage:
        found = standings_page(stage, with_reasons=False)
        lines = {"lines": leading_lines(page, found), "at": stage.pk}
        return render(request, "public/_leading_lines.html", lines)
    context = _context(request, page, stages, stage)
    template = "public/_standings_table.html" if is_part else "public/standings.html"
    return render(request, template, context)


def _file(request: HttpRequest, page: EventPage, stage: Stage | None, wanted: str) -> HttpResponse:
    """Return all rows of the standings that the page shows the first of."""
    round_number = whole_number(request, "round")
    found = None
    if stage is not None:
        found = standings_page(stage, round_number, page_rows=MOST_ROWS, with_reasons=False)
    if found is None:
        raise Http404("there are no standings yet")
    return spreadsheet(standings_sheet(page, found), wanted, page.event.slug, "standings")


def _context(
    request: HttpRequest, page: EventPage, stages: list[Stage], stage: Stage | None
) -> dict[str, Any]:
    number, round_number = whole_number(request, "page") or 1, whole_number(request, "round")
    standings = None
    if stage is not None:
        asked: dict[str, Any] = {"page": number, "with_reasons": False, "with_recent": True}
        standings = standings_page(stage, round_number, **asked)
    if standings is None and (round_number is not None or number != 1):
        raise Http404("there are no standings of this round, or no such page")
    is_live = (
        number == 1
        and (standings is None or standings.is_latest)
        and stage is not None
        and page.event.state not in OVER
    )
    live = _live(page, stages) if is_live else None
    context: dict[str, Any] = {
        "event": page.event,
        "club": page.club,
        "stage": stage,
        "stages": stages if len(stages) > 1 else [],
        "rule": rule_of(stage) if stage else "",
        "ties": ties_decided(page, stage) if stage else [],
        "page_tabs": page_tabs(page.event, stages),
        "found": standings,
        "held_back_note": held_back_note(stage),
        "page": None,
        "live_version": sum(_live_version(other) for other in stages),
        "is_live": is_live,
        "live": live,
        "stream": _stream(page, stage, live),
    }
    if standings is not None:
        context |= standings_table(page, standings) | {"lines": leading_lines(page, standings)}
        context["paper_query"] = (
            f"stage={standings.stage.number}&round={standings.snapshot.round_number}"
        )
        context["has_bracket"] = has_bracket(standings.stage)
        context["has_outlook"] = has_outlook(standings.stage)
        context["page"] = Paginator(range(standings.snapshot.entries), PAGE_ROWS).page(number)
    return context


def _live(page: EventPage, stages: Sequence[Stage]) -> dict[str, Any] | None:
    """Return the tables of the round that is being played, None where there is none."""
    round_ = present_round_in(stages)
    return live_tables(page, round_) if round_ and round_.state == RoundState.OPEN else None


def _stream(page: EventPage, stage: Stage | None, live: dict[str, Any] | None) -> str:
    """Return the address of the stream that all live parts of the page share."""
    parts = [f"standings-{stage.pk}", f"lines-{stage.pk}"] if stage else []
    parts += [f"tables-{page.event.pk}"] if live else []
    only = "&".join(f"only={part}" for part in parts)
    return f"/live/events/{page.event.pk}/?{only}&language={get_language()}"


def _state(stage: Stage) -> StageStandings | None:
    return getattr(stage, "standings", None)


def _live_version(stage: Stage) -> int:
    state = _state(stage)
    return state.live_version if state else 0


# --- The standings of an event as a PDF file ---


@require_safe
def standings_pdf(request: HttpRequest, club: str, event: str) -> HttpResponse:
    answer = _standings_paper(request, club, event)
    return mark_as_pdf(add_etag(request, answer), event, STANDINGS.name)


@pass_event
def _standings_paper(request: HttpRequest, page: EventPage) -> HttpResponse:
    return answer_with(
        STANDINGS,
        page.event,
        wanted_by(request, page.visitor),
        stage=whole_number(request, "stage"),
        round=whole_number(request, "round"),
    )
