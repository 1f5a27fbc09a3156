"""Why an entry stands where it does, and how it got there."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.services import render_sentence, whole_sentence
from league.faces.public.events.event_facts import scoring
from league.faces.public.page_cache import add_etag
from league.faces.public.page_numbers import whole_number
from league.faces.public.pictures.links import has_meetings, page_tabs, stage_tabs
from league.faces.public.rounds.rounds_shown import state_of, table_address, tables_named
from league.faces.public.visitors import EventPage, pass_event
from league.foundation.lists import listed
from league.foundation.spreadsheets import MOST_ROWS, Column, Sheet, format_asked, spreadsheet
from league.play.events.models import Entry, EventState, Stage, SubstitutePoints
from league.play.events.names import called_after, current_members, member_names, name_of
from league.play.events.selectors import members_with_players
from league.play.events.states import OVER
from league.play.prepared.hiding import HiddenDeals, hidden_of
from league.play.results.models import Adjustment, AdjustmentKind
from league.play.results.visible_results import result_shown
from league.play.rounds.models import Placement, PlacementKind, RoundState, Seat, Table
from league.play.rounds.selectors import placements_of, side_names
from league.tables.outlook import shown
from league.tables.outlook.models import EntryOutlook, OutlookState, StageOutlook
from league.tables.outlook.selectors import entries_named, entries_of, outlook_of, outlooks_of
from league.tables.standings.methods import TIEBREAKS
from league.tables.standings.models import SnapshotRow
from league.tables.standings.play_off_facts import has_play_offs, play_offs_of, result_in_words
from league.tables.standings.selectors import neighbours_of, row_of
from league.tables.standings.standings_shown import (
    columns_of,
    figures_of,
    name_in,
    ranked_by_bracket,
    reasons_in_words,
    stages_of,
)
from league.tables.standings.sums import POINTS, has_too_much_to_sum, sums_of

# --- What can still happen in an event: who can still win, go up or go down, and what it takes ---

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


AROUND = 2
SUMS_AT_ONCE = 500  # entries whose facts are read in a breath


@require_safe
def why(request: HttpRequest, club: str, event: str, entry_id: int) -> HttpResponse:
    return add_etag(request, _why(request, club, event, entry_id))


@pass_event
def _why(request: HttpRequest, page: EventPage, entry_id: int) -> HttpResponse:
    entry = page.event.entries.filter(pk=entry_id).prefetch_related(members_with_players()).first()
    if entry is None:
        raise Http404("the event has no such entry")
    round_number = whole_number(request, "round")
    stages = stages_of(page.event)
    rows = [(stage, row_of(stage, entry.pk, round_number)) for stage in stages]
    in_full = "sums" in request.GET
    standings = [
        (stage, _standing(page, stage, row) | _sums(page, stage, row, in_full=in_full))
        for stage, row in rows
        if row is not None
    ]
    context = {
        "event": page.event,
        "page_tabs": page_tabs(page.event, stages),
        "club": page.club,
        "entry": entry,
        "name": name_of(entry, public=page.visitor.sees_public_names),
        "players": _players(page, entry),
        "standings": standings[::-1],
        "results": _results(page, entry),
        "adjustments": _adjustments(entry),
        "needs": needs_of(page, entry) if page.event.state == EventState.RUNNING else [],
    }
    return render(request, "public/why.html", context)


def _standing(page: EventPage, stage: Stage, row: SnapshotRow) -> dict[str, Any]:
    full = page.visitor.sees_full_names
    reached = ranked_by_bracket(stage)
    around = neighbours_of(row, distance=AROUND)
    reason = reasons_in_words([row], beside=around, full=full)[row.entry_id]
    return {
        "row": row,
        "is_during": row.is_during,  # type: ignore[attr-defined]
        "sentence": whole_sentence(reason),
        "columns": columns_of(page.event, reached=reached),
        "rows": [
            {
                "key": neighbour.entry_id,
                "rank": neighbour.rank,
                "tied": neighbour.is_tied,
                "name": name_in(neighbour, full),
                "figures": figures_of(page.event, neighbour, reached=reached),
                "highlight": neighbour.pk == row.pk,
                "provisional": neighbour.is_provisional,
            }
            for neighbour in around
        ],
    }


def _sums(page: EventPage, stage: Stage, row: SnapshotRow, *, in_full: bool) -> dict[str, Any]:
    """Return the sums of each tie-break; in a large field only where they are requested."""
    stage.event = page.event
    if has_too_much_to_sum(row):
        return {"too_much_to_sum": True, "tiebreaks": _without_sums(row)}
    if row.snapshot.entries > SUMS_AT_ONCE and not in_full:
        return {
            "sums_asked": True,
            "tiebreaks": _without_sums(row),
        }
    sums = sums_of(stage, row, full=page.visitor.sees_full_names)
    return {
        "points": sums.get(POINTS),
        "counting": scoring(page.event),
        "tiebreaks": [(*one, sums.get(name)) for one, name in tiebreaks_named(row)],
        "play_offs": play_offs_in_words(page, stage, row),
    }


def _without_sums(row: SnapshotRow) -> list[tuple[str, str, str, None]]:
    return [(*one, None) for one, _name in tiebreaks_named(row)]


def play_offs_in_words(page: EventPage, stage: Stage, row: SnapshotRow) -> list[str]:
    """Return who made what in the play-offs of the entry up to the round of its row."""
    if not has_play_offs(stage):
        return []
    public = page.visitor.sees_public_names
    play_offs = play_offs_of(stage).filter(
        revoked_at__isnull=True,
        points__entry=row.entry_id,
        round__number__lte=row.snapshot.round_number,
    )
    return [result_in_words(play_off, public=public) for play_off in play_offs]


def tiebreaks_named(row: SnapshotRow) -> list[tuple[tuple[str, str, str], str]]:
    """Return each tie-break in order, as ((label, number, help), name)."""
    return [
        (
            (render_sentence(TIEBREAKS[name].label), number, render_sentence(TIEBREAKS[name].help)),
            name,
        )
        for name, number in row.tiebreaks
        if name in TIEBREAKS
    ]


def _players(page: EventPage, entry: Entry) -> list[tuple[int, str]]:
    members = current_members(entry)
    names = member_names(members, public=page.visitor.sees_public_names)
    return [
        (member.player.merged_into_id or member.player_id, name)
        for member, name in zip(members, names, strict=True)
    ]


def _results(page: EventPage, entry: Entry) -> list[dict[str, Any]]:
    """Return the entry's rounds, newest first: its tables and byes, with or without a result."""
    placements = list(
        Placement.objects.filter(entry=entry)
        .exclude(round__state=RoundState.DRAWN)
        .select_related("round__stage")
        .order_by("-round__stage__number", "-round__number", "room")
    )
    tables = tables_named([placement.table_id for placement in placements if placement.table_id])
    hidden = hidden_of(tables.values())
    notes = credit_notes(page, entry)
    return [
        result_row(page, placement, tables, hidden) | {"note": notes.get(placement.round_id, "")}
        for placement in placements
    ]


def result_row(
    page: EventPage, placement: Placement, tables: dict[int, Table], hidden: HiddenDeals
) -> dict[str, Any]:
    """Return a round of an entry as `public/_results.html` shows it."""
    row: dict[str, Any] = {"round": placement.round, "kind": placement.get_kind_display()}
    if placement.kind != PlacementKind.TABLE or placement.table_id is None:
        return row
    table = tables[placement.table_id]
    names = side_names(table, public=page.visitor.sees_public_names, is_marked=True)
    result = result_shown(table, hidden)
    own_side = placement.side or 0
    others = [side for side in range(len(names)) if side != own_side]
    state, label = state_of(result)
    return row | {
        "url": table_address(page, table),
        "table": table.shown_number,
        "room": table.get_room_display(),
        "with": listed(_partners(placement, table, public=page.visitor.sees_public_names)),
        "against": listed(names[side] for side in others),
        "is_held_back": result.is_held_back,
        "points": result.points_of(own_side),
        "others": [result.points[side] for side in others if side < len(result.points)],
        "winner": result.winner,
        "own_side": own_side,
        "state": state,
        "state_label": label,
    }


def _partners(placement: Placement, table: Table, *, public: bool) -> list[str]:
    """Return the entries on the same side: partners whom the draw gave a single player."""
    return [
        name_of(partner.entry, public=public)
        for partner in placements_of(table)
        if partner.side == placement.side and partner.entry_id != placement.entry_id
    ]


def _adjustments(entry: Entry) -> list[dict[str, Any]]:
    rows = Adjustment.objects.filter(entry=entry, revoked_at__isnull=True).order_by("made_at", "id")
    return [
        {
            "points": row.points if row.kind == AdjustmentKind.AWARD else -row.points,
            "kind": row.get_kind_display(),
            "reason": row.reason,
        }
        for row in rows
    ]


def credit_notes(page: EventPage, entry: Entry) -> dict[int, str]:
    """Return by round the note on who is credited beside an entry's result; at most one query."""
    points = page.event.substitute_points
    if points == SubstitutePoints.ENTRY:
        return {}
    members = {called_after(member.player).pk for member in current_members(entry)}
    is_member = Q(player__in=members) | Q(player__merged_into__in=members)
    seats = Seat.objects.filter(
        Q(placement__entry=entry) | is_member, round__stage__event=page.event, is_substitute=True
    ).select_related("player__merged_into", "table", "placement")
    return {seat.round_id: _credit_note(page, entry, seat) for seat in seats.order_by("id")}


def _credit_note(page: EventPage, entry: Entry, seat: Seat) -> str:
    to_player = page.event.substitute_points == SubstitutePoints.PLAYER
    if seat.placement.entry_id != entry.pk:
        if to_player:
            return _("Stood in at table %(table)s and got the points.") % {
                "table": seat.table.shown_number
            }
        return _("Stood in at table %(table)s; the points are nobody’s.") % {
            "table": seat.table.shown_number
        }
    name = ""
    if seat.player is not None:
        player = called_after(seat.player)
        name = player.name if page.visitor.sees_full_names else player.shown_name
    if to_player:
        return _("%(name)s stood in and gets the points.") % {"name": name}
    return _("%(name)s stood in; nobody gets the points.") % {"name": name}
