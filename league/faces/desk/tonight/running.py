"""The events of the evening on the page "Tonight": their rounds, tables, entries and leaders."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils import timezone

from league.clubs.models import User
from league.faces.desk.events.entry_forms import EntryForm
from league.faces.desk.results.room import room_shown
from league.faces.desk.rounds.rounds_shown import table_shown, those_without_shown, waiting_shown
from league.faces.desk.tonight.loaded import Loaded, last_played, loaded, rounds_shown
from league.faces.desk.tonight.next_action import end_of_event, next_of_event, stage_to_draw
from league.play.events.models import Entry, EntryKind, EntryState, Event, EventState
from league.play.events.names import name_of
from league.play.rounds.models import Round, RoundState
from league.play.rounds.selectors import round_title
from league.play.rounds.stale_draws import Changes
from league.tables.standings.standings_shown import name_in, points_label, ranked_by_bracket

MOST_ENTRIES = 60
TAKE_ENTRIES = (EventState.OPEN, EventState.RUNNING)


def events_shown(
    events: Sequence[Event], user: User, *, forms: Mapping[int, EntryForm]
) -> list[dict[str, Any]]:
    """Return what `desk/tonight/_event_part.html` needs of each event.

    `forms` are fields for another entry, by event, with what was typed and could not be entered.
    """
    if not events:
        return []
    found = loaded(events, user, timezone.now())
    return [_event_shown(event, found, user, forms.get(event.pk)) for event in events]


def _event_shown(event: Event, found: Loaded, user: User, form: EntryForm | None) -> dict[str, Any]:
    may_change = user.has_perm("rounds.draw_round", event)
    rounds, stages = found.rounds[event.pk], found.stages[event.pk]
    shown = rounds_shown(rounds)
    rooms = [_room(round, found, len(stages)) for round in shown if round.state == RoundState.OPEN]
    drawn = next((round for round in shown if round.state == RoundState.DRAWN), None)
    to_draw = stage_to_draw(stages, rounds)
    return {
        "club": event.club,
        "event": event,
        "next": next_of_event(
            event,
            stages,
            rounds,
            [row for room in rooms for row in room["rows"]],
            entries=found.entries[event.pk],
            changes=found.changes[drawn.pk] if drawn else Changes(),
            to_draw=to_draw,
            may_change=may_change,
        ),
        "end": end_of_event(event, rounds, to_draw=to_draw, may_change=may_change),
        "rooms": rooms,
        "drawn": _drawn(event, drawn, found, len(stages)) if drawn else None,
        "may_change": may_change,
        "may_confirm": user.has_perm("results.confirm_deal", event),
        "takes_entries": may_change and event.state in TAKE_ENTRIES,
        **_entries_shown(event, found.entries[event.pk], form),
        **_leaders(event, found),
    }


def _room(round: Round, found: Loaded, stages: int) -> dict[str, Any]:
    return room_shown(found.tables[round.pk], found.flagged) | {
        "round": round,
        "title": round_title(round, stages),
        "clock": found.clocks.get(round.pk),
        "waiting": waiting_shown(found.waiting.get(round.pk, [])),
        "without_table": those_without_shown(found.without_table[round.pk]),
        "silent_since": found.silent_since,
    }


def _drawn(event: Event, round: Round, found: Loaded, stages: int) -> dict[str, Any]:
    """Return the tables of a round that is drawn and not open: to be looked at."""
    return {
        "round": round,
        "title": round_title(round, stages),
        "tables": [table_shown(one.table, set()) for one in found.tables[round.pk]],
        "waiting": waiting_shown(found.waiting.get(round.pk, [])),
        "without_table": those_without_shown(found.without_table[round.pk]),
        "is_lost": round.stage_id in found.lost_draws,
        "undo_url": reverse(
            "desk:redraw", args=[event.club.slug, event.slug, round.stage.number, round.number]
        ),
    }


def _entries_shown(
    event: Event, entries: Sequence[Entry], form: EntryForm | None
) -> dict[str, Any]:
    """Return the entries by what can be done with them, at most so many of each."""
    by_state: Mapping[str, list[Entry]] = {state: [] for state in EntryState.values}
    for entry in entries:
        by_state[entry.state].append(entry)
    waiting = by_state[EntryState.WAITING] + by_state[EntryState.APPLIED]

    def named(some: Sequence[Entry]) -> list[dict[str, Any]]:
        """Return them by name: one of them is looked for."""
        rows = [{"id": entry.pk, "name": name_of(entry)} for entry in some]
        return sorted(rows, key=lambda row: str(row["name"]).casefold())[:MOST_ENTRIES]

    return {
        "taking_part": len(by_state[EntryState.ACCEPTED]),
        "accepted": named(by_state[EntryState.ACCEPTED]),
        "waiting_entries": named(waiting),
        "withdrawn": named(by_state[EntryState.WITHDRAWN]),
        "most_entries": MOST_ENTRIES,
        "entry_form": form or entry_form(event),
    }


def entry_form(event: Event, data: Mapping[str, Any] | None = None) -> EntryForm | None:
    """Return the fields for another entry; teams are entered on their own page."""
    if event.entry_kind == EntryKind.TEAM:
        return None
    form = EntryForm(data, event=event, prefix=f"event-{event.pk}")
    form.fields.pop("name", None)
    return form


def _leaders(event: Event, found: Loaded) -> dict[str, Any]:
    """Return the first places of the stage that was played last, as the club's people see them."""
    stage = last_played(found.stages[event.pk], found.rounds[event.pk])
    rows = found.places.get(stage.pk, []) if stage else []
    by_points = stage is not None and not ranked_by_bracket(stage)
    return {
        "places": [
            {
                "rank": row.rank,
                "tied": row.is_tied,
                "name": name_in(row, full=True),
                "points": (row.points.normalize() if row.points else 0) if by_points else None,
            }
            for row in rows
        ],
        "points_label": points_label(event),
        "places_url": reverse("public:standings", args=[event.club.slug, event.slug]),
    }
