"""The one next action of tonight: where things stand in a sentence, and the button that goes on."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from league.clubs.models import User
from league.faces.desk.events.entry_forms import EntryForm
from league.faces.desk.results.room import room_shown
from league.faces.desk.rounds.rounds_shown import (
    may_be_drawn,
    table_shown,
    those_without_shown,
    waiting_shown,
    why_opening_is_final,
)
from league.faces.desk.tonight.night_shown import Loaded, last_played, loaded, rounds_shown
from league.foundation.lists import listed
from league.play.events.models import Entry, EntryKind, EntryState, Event, EventState, Stage
from league.play.events.names import name_of
from league.play.events.states import start_problems_of
from league.play.results.models import TableState
from league.play.rounds.level_tables import level_tables
from league.play.rounds.models import Round, RoundState, Table
from league.play.rounds.rooms import draws_all_rounds
from league.play.rounds.selectors import round_title
from league.play.rounds.services import draws_take_long
from league.play.rounds.without_table import Changes
from league.tables.standings.standings_shown import name_in, points_label, ranked_by_bracket


@dataclass(frozen=True, slots=True, kw_only=True)
class NextAction:
    """What is next. With `fields` the button sends them to the address, else it is a link.

    `tone` is that of a notice; `is_main`: nothing else is waited for; `note` stands below.
    """

    sentence: str
    label: str = ""
    url: str = ""
    fields: Mapping[str, str] | None = None
    tone: str = "info"
    is_main: bool = True
    note: str = ""


def next_of_event(
    event: Event,
    stages: Sequence[Stage],
    rounds: Sequence[Round],
    tables: Sequence[Mapping[str, Any]],
    *,
    entries: Sequence[Entry],
    changes: Changes,
    to_draw: Stage | None,
    may_change: bool,
) -> NextAction:
    """Return what comes next in an event of the evening.

    `rounds` in their order, `tables` the rows of those of them that are open, as the room has
    them; `entries` all of the event, `changes` those since the first drawn round was drawn;
    `to_draw` is the stage of which a round may be drawn (`stage_to_draw`).
    """
    if event.state in (EventState.FINISHED, EventState.ARCHIVED):
        return NextAction(
            sentence=_("It is over."),
            label=_("The public page"),
            url=reverse("public:event", args=[event.club.slug, event.slug]),
            tone="good",
            is_main=False,
        )
    level = level_tables(rounds) if may_change else []
    if level:
        return _of_level(event, level[0])
    being_played = [round for round in rounds if round.state == RoundState.OPEN]
    if being_played:
        return _of_room(event, being_played, tables, len(stages), may_change=may_change)
    if not may_change:
        return NextAction(sentence=_("A director draws and opens the next round."))
    drawn = next((round for round in rounds if round.state == RoundState.DRAWN), None)
    if drawn is not None:
        return _of_drawn(event, drawn, changes, len(stages))
    return _of_draw(event, stages, rounds, entries, to_draw)


def stage_to_draw(stages: Sequence[Stage], rounds: Sequence[Round]) -> Stage | None:
    """Return the stage of which a round may be drawn now; None while one waits or is played."""
    if any(round.state != RoundState.CLOSED for round in rounds):
        return None
    return next((stage for stage in stages if may_be_drawn(stage, rounds)), None)


def _event_args(event: Event, *more: object) -> list[Any]:
    return [event.club.slug, event.slug, *more]


def _of_level(event: Event, table: Table) -> NextAction:
    return NextAction(
        sentence=_("Table %(table)s is level, and in a knock-out one side has to move on.")
        % {"table": table.shown_number},
        label=_("Say who won table %(table)s") % {"table": table.shown_number},
        url=reverse("desk:table_decide", args=_event_args(event, table.pk)),
        tone="warn",
    )


def _of_room(
    event: Event,
    rounds: Sequence[Round],
    tables: Sequence[Mapping[str, Any]],
    stages: int,
    *,
    may_change: bool,
) -> NextAction:
    """Return what an open round waits for: whoever has to be looked at first, else to be closed."""
    first = rounds[0]
    title = round_title(first, stages)
    room = reverse("desk:room", args=_event_args(event, first.stage.number, first.number))
    counted = Counter(row["state"] for row in tables)
    disputed = next((row for row in tables if row["state"] == TableState.DISPUTED), None)
    if disputed is not None or any(row["flagged"] for row in tables):
        row = disputed or next(row for row in tables if row["flagged"])
        sentence = (
            _("A deal is disputed at table %(table)s.")
            if disputed
            else _("A deal at table %(table)s does not match its prepared cards.")
        )
        return NextAction(
            sentence=sentence % {"table": row["number"]},
            label=_("To table %(table)s") % {"table": row["number"]},
            url=reverse("desk:table", args=_event_args(event, row["id"])),
            tone="bad",
        )
    done = counted[TableState.CONFIRMED]
    if tables and done == len(tables):
        sentence = _("%(round)s is confirmed at every table.") % {"round": title}
        if not may_change:
            return NextAction(sentence=sentence, tone="good")
        return NextAction(
            sentence=sentence,
            label=_("Close: %(round)s") % {"round": title},
            url=reverse(
                "desk:round_move", args=_event_args(event, first.stage.number, first.number)
            ),
            fields={"action": "close"},
            tone="good",
        )
    return NextAction(
        sentence=_progress(title, tables, done),
        label=_("Room: %(title)s") % {"title": title},
        url=room,
        is_main=False,
    )


def _progress(title: str, tables: Sequence[Mapping[str, Any]], done: int) -> str:
    """Return "Round 2: 3 of 5 tables done, 4 deals to confirm"."""
    said = [
        ngettext(
            "%(done)d of %(count)d table done", "%(done)d of %(count)d tables done", len(tables)
        )
        % {"done": done, "count": len(tables)}
    ]
    unconfirmed = sum(row["unconfirmed"] for row in tables)
    if unconfirmed:
        deals = ngettext("%(count)d deal to confirm", "%(count)d deals to confirm", unconfirmed)
        said.append(deals % {"count": unconfirmed})
    return games.whole_sentence(_("%(round)s: %(said)s") % {"round": title, "said": listed(said)})


def _of_drawn(event: Event, round: Round, changes: Changes, stages: int) -> NextAction:
    title = round_title(round, stages)
    place = _event_args(event, round.stage.number, round.number)
    remedy = changes.remedy
    if remedy:
        return NextAction(
            sentence=_("Who takes part has changed since the draw: %(round)s") % {"round": title},
            label=str(remedy),
            url=reverse("desk:redraw", args=place),
            fields={"action": "redraw"},
            tone="warn",
        )
    return NextAction(
        sentence=_("Drawn and not yet open: %(round)s") % {"round": title},
        label=_("Open: %(round)s") % {"round": title},
        url=reverse("desk:round_move", args=place),
        fields={"action": "open"},
        note=why_opening_is_final(),
    )


def _of_draw(
    event: Event,
    stages: Sequence[Stage],
    rounds: Sequence[Round],
    entries: Sequence[Entry],
    stage: Stage | None,
) -> NextAction:
    """Return the draw of the next round, or what keeps it, or the end of the event."""
    taking_part = [entry for entry in entries if entry.state == EntryState.ACCEPTED]
    first = stages[0] if stages else None
    problems = start_problems_of(first, taking_part) if event.state == EventState.OPEN else []
    if problems:
        return NextAction(
            sentence=str(problems[0].sentence),
            label=_("Entries"),
            url=reverse("desk:entries", args=_event_args(event)),
            tone="warn",
        )
    if stage is None:
        return NextAction(
            sentence=_("Every round has been played."),
            label=_("Finish the event"),
            url=reverse("desk:event_move", args=_event_args(event)),
            fields={"move": "finish"},
            tone="good",
        )
    number = sum(round.stage_id == stage.pk for round in rounds) + 1
    label = _draw_label(stage, number)
    url = reverse("desk:draw_stage", args=_event_args(event, stage.number))
    sentence = _who_plays(Counter(entry.state for entry in entries))
    # whether that is the last round only the director knows
    is_main = not rounds or stage.rounds_planned is not None
    is_large = draws_take_long(stage, len(taking_part))
    if is_large or (stage.number > 1 and not stage.stage_entries.exists()):
        return NextAction(sentence=sentence, label=label, url=url, is_main=is_main)
    fields = {"version": str(event.entries_version)}
    if not draws_all_rounds(stage):
        fields["number"] = str(number)
    return NextAction(sentence=sentence, label=label, url=url, fields=fields, is_main=is_main)


def _draw_label(stage: Stage, number: int) -> str:
    if not draws_all_rounds(stage):
        return _("Draw round %(number)d") % {"number": number}
    return _("Draw all rounds") if number == 1 else _("Draw the remaining rounds")


def end_of_event(
    event: Event, rounds: Sequence[Round], *, to_draw: Stage | None, may_change: bool
) -> NextAction | None:
    """Return the button that ends a running event although rounds could follow, if it may end now.

    Where every round has been played, ending is what comes next, and not said here.
    """
    played = sum(round.state == RoundState.CLOSED for round in rounds)
    is_open = any(round.state == RoundState.OPEN for round in rounds)
    if event.state != EventState.RUNNING or not may_change or not played or is_open:
        return None
    if played == len(rounds) and to_draw is None:
        return None
    early = ngettext(
        "End early, after %(count)d round", "End early, after %(count)d rounds", played
    ) % {"count": played}
    # how many rounds are played without a plan only the director knows
    is_early = to_draw is None or to_draw.rounds_planned is not None or draws_all_rounds(to_draw)
    return NextAction(
        sentence="",
        label=early if is_early else _("Finish the event"),
        url=reverse("desk:event_move", args=_event_args(event)),
        fields={"move": "finish", "early": "on"},
        is_main=False,
    )


def _who_plays(entries: Mapping[str, int]) -> str:
    """Return "12 entries take part, 2 wait for an answer."."""
    taking_part = entries.get(EntryState.ACCEPTED, 0)
    waiting = entries.get(EntryState.WAITING, 0) + entries.get(EntryState.APPLIED, 0)
    said = [
        ngettext("%(count)d entry takes part", "%(count)d entries take part", taking_part)
        % {"count": taking_part}
    ]
    if waiting:
        said.append(ngettext("%(count)d waits", "%(count)d wait", waiting) % {"count": waiting})
    return games.whole_sentence(listed(said))


def next_of_evening(
    *,
    club_slug: str,
    here: int,
    expected: int,
    plans: Sequence[Mapping[str, Any]],
    why_none: str,
    evening: Mapping[str, str],
    may_start: bool,
) -> NextAction:
    """Return what comes next before anything is started: somebody to be ticked, or the start.

    `expected` have said that they come and are not here; `evening` is what the start has to send.
    """
    sentence = _who_came(here, expected)
    if not here:
        return NextAction(sentence=sentence, label=_("Tick who is here"), url="#who")
    if not plans:
        return NextAction(
            sentence=f"{sentence} {why_none}".strip(),
            label=_("Tick who is here"),
            url="#who",
            is_main=False,
        )
    best = plans[0]
    if not may_start:
        return NextAction(sentence=sentence)
    return NextAction(
        sentence=f"{sentence} {best['label']}, {best['length']}",
        label=_("Draw round 1"),
        url=reverse("desk:tonight_start", args=[club_slug]),
        fields={**evening, "plan": best["key"]},
        note=why_opening_is_final(),
    )


def _who_came(here: int, expected: int) -> str:
    """Return "12 have come, 2 are expected."."""
    come = (
        ngettext("%(count)d has come", "%(count)d have come", here) % {"count": here}
        if here
        else _("nobody has come yet")
    )
    if not expected:
        return games.whole_sentence(come)
    more = ngettext("%(count)d is expected", "%(count)d are expected", expected)
    return games.whole_sentence(
        _("%(come)s, %(more)s") % {"come": come, "more": more % {"count": expected}}
    )


# --- The events of the evening on the page "Tonight": their rounds, tables, entries and leaders ---

MOST_ENTRIES = 60
TAKE_ENTRIES = (EventState.OPEN, EventState.RUNNING)


def events_shown(
    events: Sequence[Event],
    user: User,
    *,
    silent_since: datetime | None,
    forms: Mapping[int, EntryForm],
) -> list[dict[str, Any]]:
    """Return what `desk/tonight/_event_part.html` needs of each event.

    `silent_since`: since when no worker was heard of, if none is there. `forms` are fields for
    another entry, by event, with what was typed and could not be entered.
    """
    if not events:
        return []
    found = loaded(events, user, timezone.now(), silent_since=silent_since)
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
    sees_flags = round.pk in found.flags_seen
    return room_shown(found.tables[round.pk], sees_flags=sees_flags) | {
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
