"""The standings as pages show them: columns by the event's scoring, rows by who looks."""

from typing import Any

from django.urls import reverse

from league.faces.public.pictures.form import trends_shown
from league.faces.public.visitors import EventPage
from league.play.events.models import Event
from league.play.events.names import club_beside, marked
from league.tables.outlook.selectors import marks_beside
from league.tables.outlook.shown import mark_in_words, tone_of
from league.tables.standings.models import SnapshotRow
from league.tables.standings.selectors import StandingsPage
from league.tables.standings.standings_shown import (
    caption_of,
    columns_of,
    counts_matches,
    departure_notes,
    figures_of,
    group_in_words,
    name_in,
    provisional_note,
    ranked_by_bracket,
)

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
