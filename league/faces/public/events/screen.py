"""The big screen of an event: the round being played, its clock, who plays where, the standings."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.faces.public.events.happening_now import standings_played
from league.faces.public.page_cache import add_etag
from league.faces.public.rounds.rounds_shown import event_stages, present_round_in, sides_of
from league.faces.public.visitors import EventPage, pass_event
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.qr_codes import qr_svg
from league.play.events.models import Event, Stage, Visibility
from league.play.events.names import marked, name_of
from league.play.prepared.hiding import HiddenDeals, hidden_of
from league.play.results.models import TableState
from league.play.results.visible_results import result_shown
from league.play.rounds.models import Round, Table
from league.play.rounds.selectors import (
    kind_in_words,
    read_people,
    waiting_in,
    with_sides,
)
from league.play.rounds.without_table import find_unseated
from league.tables.standings.models import SnapshotRow
from league.tables.standings.standings_shown import (
    caption_of,
    name_in,
    ranked_by_bracket,
    ranking_figure,
)

# what is read in turns of a few seconds; the rest is for the phones
MOST_TABLES = 200
MOST_ROWS = 100


@require_safe
def screen(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The page for a projector or a television: all of it, or the board alone for live.js."""
    return add_etag(request, _screen(request, club, event))


@pass_event
def _screen(request: HttpRequest, page: EventPage) -> HttpResponse:
    context = board(page) | {"live_version": page.live_version, "language": get_language()}
    is_part = request.headers.get("HX-Request") == "true"
    return render(request, "public/_screen.html" if is_part else "public/screen.html", context)


@require_safe
@never_cache
def server_time(request: HttpRequest) -> HttpResponse:
    """Say what time it is here, in milliseconds since 1970: clocks of devices may be wrong."""
    return JsonResponse({"now": round(timezone.now().timestamp() * 1000)})


def board(page: EventPage) -> dict[str, Any]:
    """Return what `public/_screen.html` needs; as many queries for few tables as for many."""
    event = page.event
    stages = event_stages(event)
    round_: Any = present_round_in(stages)
    return {
        "event": event,
        "club": page.club,
        "round": round_,
        "clock": round_.clock if round_ else None,
        **(tables_on_screen(page, round_) if round_ else {}),
        "without_table": _without_table(page, stages, round_),
        **standings_on_screen(page, stages, round_),
        **_address(event),
    }


def tables_on_screen(page: EventPage, round_: Round) -> dict[str, Any]:
    """Return the tables of a round with their sides and points, and who waits."""
    rows = TABLES(round=round_.pk)
    for table in rows:
        table.round = round_
        read_people(table)
    hidden = hidden_of(rows)
    tables = [_table(page, table, hidden) for table in rows]
    public = page.visitor.sees_public_names
    return {
        "tables": tables[:MOST_TABLES],
        "more_tables": max(0, len(tables) - MOST_TABLES),
        "total": len(tables),
        "done": sum(table["is_done"] for table in tables),
        "waiting": [
            {"name": name_of(waiting.entry, public=public), "kind": kind_in_words(waiting)}
            for waiting in waiting_in(round_)
        ],
    }


TABLES = CompiledQuery(
    lambda value: with_sides(
        Table.objects.filter(round=value("round"))
        .select_related("result")
        .order_by("number", "room")
    )
)


def _without_table(
    page: EventPage, stages: Sequence[Stage], round_: Round | None
) -> list[dict[str, str]]:
    """Return who takes part and has no place in the round, nor in one drawn before it is shown."""
    stage = round_.stage if round_ else next(iter(stages), None)
    public = page.visitor.sees_public_names
    return [
        {"name": placement.name(public=public), "kind": placement.words}
        for placement in find_unseated(page.event, round_, stage)
    ]


def _table(page: EventPage, table: Table, hidden: HiddenDeals) -> dict[str, Any]:
    result = result_shown(table, hidden)
    return {
        "id": table.pk,
        "number": table.number,
        "name": table.shown_number,
        "room": table.get_room_display(),
        "sides": sides_of(page, table, result),
        "is_done": result.state == TableState.CONFIRMED,
    }


def standings_on_screen(
    page: EventPage, stages: Sequence[Stage], round_: Round | None, *, rows: int = MOST_ROWS
) -> dict[str, Any]:
    """Return the first so many rows of the standings, none where there are no standings."""
    page_shown = standings_played(stages, round_, rows=rows)
    if page_shown is None:
        return {"standings": []}
    full = page.visitor.sees_full_names
    return {
        "standings": [_row(page_shown.stage, row, full) for row in page_shown.rows],
        "caption": caption_of(page_shown),
        "is_provisional": page_shown.snapshot.is_provisional,
        "more_rows": max(0, page_shown.snapshot.entries - rows),
    }


def _row(stage: Stage, row: SnapshotRow, full: bool) -> dict[str, Any]:
    """Return a row; in a bracket its place says how far it came, and there are no points."""
    return {
        "key": row.entry_id,
        "rank": row.rank,
        "tied": row.is_tied,
        "name": marked(name_in(row, full), has_withdrawn=row.has_withdrawn),
        "points": None if ranked_by_bracket(stage) else ranking_figure(stage, row),
    }


def _address(event: Event) -> dict[str, str]:
    """Return the address of the event's page and its code; of a hidden event nobody needs one."""
    if event.visibility == Visibility.HIDDEN:
        return {}
    path = reverse("public:event", args=[event.club.slug, event.slug])
    url = f"{settings.SITE_URL}{path}"
    return {"url": url, "qr": qr_svg(url)}
