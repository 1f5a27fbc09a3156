"""What can still happen in an event: who can still win, go up or go down, and what it takes."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.faces.public.keeping import add_etag
from league.faces.public.page_numbers import whole_number
from league.faces.public.pictures.links import has_meetings, page_tabs, stage_tabs
from league.faces.public.visitors import EventPage, pass_event
from league.foundation.spreadsheets.answers import format_asked, spreadsheet
from league.foundation.spreadsheets.rows_and_columns import MOST_ROWS, Column, Sheet
from league.play.events.models import Entry, Stage
from league.play.events.names import name_of
from league.play.events.states import OVER
from league.tables.outlook import shown
from league.tables.outlook.models import EntryOutlook, OutlookState, StageOutlook
from league.tables.outlook.selectors import entries_named, entries_of, outlook_of, outlooks_of
from league.tables.standings.standings_shown import stages_of

PAGE_ROWS = 100


@require_safe
def outlook(request: HttpRequest, club: str, event: str) -> HttpResponse:
    return add_etag(request, _outlook(request, club, event))


@pass_event
def _outlook(request: HttpRequest, page: EventPage) -> HttpResponse:
    stages = [stage for stage in stages_of(page.event) if has_meetings(stage)]
    stage = _stage(request, stages)
    known = outlook_of(stage) if stage else None
    if wanted := format_asked(request):
        return _file(page, stage, known, wanted)
    address = reverse("public:outlook", args=[page.club.slug, page.event.slug])
    number = whole_number(request, "page") or 1
    context = {
        "event": page.event,
        "club": page.club,
        "page_tabs": page_tabs(page.event),
        "stage_tabs": stage_tabs(address, stages, stage) if stage else [],
        "address": address,
        "stage": stage,
        "is_live": stage is not None and number == 1 and page.event.state not in OVER,
        "live_version": page.live_version,
        "language": get_language(),
        **(_outlook_context(page, stage, known, number) if stage and known else {}),
    }
    is_part = request.headers.get("HX-Request") == "true"
    return render(request, "public/_outlook.html" if is_part else "public/outlook.html", context)


def outlook_context(page: EventPage, stage: Stage) -> dict[str, Any]:
    """Return what `public/_outlook.html` needs: the first page of a stage as it is known now."""
    known = outlook_of(stage)
    return _outlook_context(page, stage, known, 1) if known else {}


def _stage(request: HttpRequest, stages: list[Stage]) -> Stage | None:
    """Return the stage that the query names, else the last that has begun. Raises Http404."""
    number = whole_number(request, "stage")
    if number is not None:
        stages = [stage for stage in stages if stage.number == number]
        if not stages:
            raise Http404("the event has no such stage")
    begun = [stage for stage in stages if getattr(stage, "standings", None)]
    return next(iter((begun or stages)[::-1]), None)


def _outlook_context(
    page: EventPage, stage: Stage, known: StageOutlook, number: int
) -> dict[str, Any]:
    if known.state != OutlookState.KNOWN:
        return {"nothing": shown.WHY_NOTHING[known.state]}
    pages = Paginator(entries_of(stage), PAGE_ROWS)
    if number > pages.num_pages:
        raise Http404("there is no such page")
    rows = list(pages.page(number))
    aims = shown.aims_of(rows)
    names = _names(page, entries_named(shown.entries_in(known)))
    return {
        "known": known,
        "aims": [shown.AIMS[aim] for aim in aims],
        "rows": [_row(page, row, aims) for row in rows],
        "last_round": shown.last_round_in_words(known, names),
        "notes": shown.how_worked_out(known),
        "page": pages.page(number),
    }


def _row(page: EventPage, row: EntryOutlook, aims: list[str]) -> dict[str, Any]:
    address = [page.club.slug, page.event.slug, row.entry_id]
    return {
        "key": row.entry_id,
        "group": _("Group %(name)s") % {"name": row.group} if row.group else "",
        "name": name_of(row.entry, public=page.visitor.sees_public_names),
        "url": reverse("public:why", args=address),
        "mark": shown.mark_in_words(row.mark),
        "tone": shown.tone_of(row.mark),
        "places": shown.places_in_words(row),
        "best": row.best,
        "worst": row.worst,
        "chances": [(str(shown.AIMS[aim]), shown.chance_in_words(row, aim)) for aim in aims],
    }


def _names(page: EventPage, entries: dict[int, Entry]) -> dict[int, str]:
    public = page.visitor.sees_public_names
    return {pk: name_of(entry, public=public) for pk, entry in entries.items()}


def _file(
    page: EventPage, stage: Stage | None, known: StageOutlook | None, wanted: str
) -> HttpResponse:
    if stage is None or known is None or known.state != OutlookState.KNOWN:
        raise Http404("nothing is known of what can still happen")
    rows = list(entries_of(stage)[:MOST_ROWS])
    aims = shown.aims_of(rows)
    sheet = Sheet(
        title=" · ".join([page.event.name, _("What can still happen")]),
        columns=[*COLUMNS, *[_aim_column(number, aim) for number, aim in enumerate(aims)]],
        rows=[_row(page, row, aims) for row in rows],
    )
    return spreadsheet(sheet, wanted, page.event.slug, "outlook")


COLUMNS = (
    Column(gettext_lazy("Group"), lambda row: row["group"]),
    Column(gettext_lazy("Name"), lambda row: row["name"]),
    Column(gettext_lazy("Best place"), lambda row: row["best"]),
    Column(gettext_lazy("Worst place"), lambda row: row["worst"]),
    Column(gettext_lazy("Certain"), lambda row: row["mark"]),
)


def _aim_column(number: int, aim: str) -> Column:
    return Column(shown.AIMS[aim], lambda row: row["chances"][number][1])


def needs_of(page: EventPage, entry: Entry) -> list[dict[str, Any]]:
    """Return what an entry can still reach and what takes it past others, stage by stage."""
    rows = list(outlooks_of(entry))
    others = entries_named(one["other"] for row in rows for one in row.passing)
    names = _names(page, others)
    return [
        {
            "places": shown.places_in_words(row),
            "mark": shown.mark_in_words(row.mark),
            "chances": [
                (str(shown.AIMS[aim]), shown.chance_in_words(row, aim))
                for aim in shown.aims_of([row])
            ],
            "sentences": shown.passing_in_words(row, names),
        }
        for row in rows
    ]
