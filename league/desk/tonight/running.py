"""The events of the evening on the page "Tonight": their rounds, tables, entries and leaders."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse

from league.clubs.models import User
from league.desk.events.entry_forms import EntryForm
from league.desk.results.room import room_shown
from league.desk.rounds.rounds_shown import table_shown, waiting_shown, without_table_shown
from league.desk.tonight.next_action import next_of_event
from league.events.models import Entry, EntryKind, EntryState, Event, EventState, Stage
from league.events.names import name_of
from league.events.selectors import entries_of
from league.results.card_flags import flagged_by_table
from league.rounds.models import Round, RoundState
from league.rounds.selectors import round_title, rounds_of_event, tables_of, waiting_in
from league.standings.selectors import standings_page
from league.standings.standings_shown import name_in, points_label, stages_of

MOST_ROUNDS = 3
MOST_ENTRIES = 60
MOST_PLACES = 8
TAKE_ENTRIES = (EventState.OPEN, EventState.RUNNING)


def event_shown(event: Event, user: User, *, form: EntryForm | None = None) -> dict[str, Any]:
    """Return what `desk/tonight/_event_part.html` needs; the queries do not grow with the tables.

    `form` is the field for another entry with what was typed and could not be entered.
    """
    may_change = user.has_perm("rounds.draw_round", event)
    rounds = list(rounds_of_event(event))
    for round in rounds:
        round.stage.event = event
    stages = stages_of(event)
    entries = list(entries_of(event))
    counts = Counter(entry.state for entry in entries)
    rooms = [_room(round, len(stages), user) for round in rounds if round.state == RoundState.OPEN][
        :MOST_ROUNDS
    ]
    tables = [row for room in rooms for row in room["rows"]]
    return {
        "club": event.club,
        "event": event,
        "next": next_of_event(event, stages, rounds, tables, entries=counts, may_change=may_change),
        "rooms": rooms,
        "drawn": None if rooms else _drawn(event, rounds, len(stages)),
        "may_change": may_change,
        "may_confirm": user.has_perm("results.confirm_deal", event),
        "takes_entries": may_change and event.state in TAKE_ENTRIES,
        **_entries_shown(event, entries, form),
        **_leaders(event, stages, rounds),
    }


def _room(round: Round, stages: int, user: User) -> dict[str, Any]:
    sees_flags = user.has_perm("results.view_flags", round)
    shown = room_shown(round, flagged_by_table(round) if sees_flags else {})
    return shown | {"round": round, "title": round_title(round, stages)}


def _drawn(event: Event, rounds: Sequence[Round], stages: int) -> dict[str, Any] | None:
    """Return the tables of the first round that is drawn and not open: to be looked at."""
    first = next((round for round in rounds if round.state == RoundState.DRAWN), None)
    if first is None:
        return None
    return {
        "round": first,
        "title": round_title(first, stages),
        "tables": [table_shown(table, set()) for table in tables_of(first)],
        "waiting": waiting_shown(waiting_in(first)),
        "without_table": without_table_shown(event, first),
        "undo_url": reverse(
            "desk:redraw", args=[event.club.slug, event.slug, first.stage.number, first.number]
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
        return [{"id": entry.pk, "name": name_of(entry)} for entry in some[:MOST_ENTRIES]]

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


def _leaders(event: Event, stages: Sequence[Stage], rounds: Sequence[Round]) -> dict[str, Any]:
    """Return the first places of the stage that was played last, as the club's people see them."""
    played = [round.stage_id for round in rounds if round.state != RoundState.DRAWN]
    stage = next((one for one in stages if played and one.pk == played[-1]), None)
    found = standings_page(stage, page_rows=MOST_PLACES, with_reasons=False) if stage else None
    if found is None:
        return {"places": []}
    return {
        "places": [
            {
                "rank": row.rank,
                "tied": row.is_tied,
                "name": name_in(row, full=True),
                "points": row.points.normalize() if row.points else 0,
            }
            for row in found.rows
        ],
        "points_label": points_label(event),
        "places_url": reverse("public:standings", args=[event.club.slug, event.slug]),
    }
