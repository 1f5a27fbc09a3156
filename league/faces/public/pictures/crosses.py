"""Who met whom in a stage, as its page shows it: everybody against everybody, or by rounds."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from league.faces.public.pictures.form import letters
from league.faces.public.pictures.meetings import Meeting, cross, meetings_of
from league.faces.public.pictures.round_blocks import block_of
from league.faces.public.visitors import EventPage
from league.foundation.lists import partners
from league.foundation.shown_numbers import figure
from league.play.events.models import Entry, EntryState, Stage
from league.play.events.names import marked
from league.play.prepared.hiding import hidden_in_stages
from league.play.rounds.draw_requests import history_of
from league.play.rounds.drawing import format_named
from league.play.rounds.drawing.format import SIDES
from league.play.rounds.models import Round, RoundState
from league.tables.standings.models import SnapshotRow
from league.tables.standings.names import named, names_of
from league.tables.standings.standings_shown import name_in

MOST_CROSSED = 20
ROWS_A_PAGE = 30


def people_of(page: EventPage, stage: Stage) -> list[dict[str, Any]]:
    """Return who plays in the stage, the best first: id, place, name, points; at most four queries.

    Before the first standings it is the order of the entries.
    """
    newest = stage.snapshots.order_by("-round_number").first()
    full = page.visitor.sees_full_names
    if newest is not None:
        stored = named(SnapshotRow.objects.all()).filter(snapshot=newest).order_by("position")
        return [
            {
                "id": row.entry_id,
                "place": row.rank,
                "tied": row.is_tied,
                "group": row.group,
                "name": name_in(row, full),
                "points": row.points.normalize() if row.points else 0,
            }
            for row in stored.defer("why", "tiebreaks")
        ]
    entries = Entry.objects.filter(stage_entries__stage=stage).order_by("number")
    return [
        {"id": pk, "place": None, "group": "", "name": names.shown(full=full)}
        for pk, names in names_of(list(entries.values_list("pk", flat=True))).items()
    ]


def _others_who_met(
    page: EventPage,
    stage: Stage,
    people: Sequence[Mapping[str, Any]],
    meetings: Mapping[int, Mapping[int, Meeting]],
) -> list[dict[str, Any]]:
    """Return those who met somebody and are not ranked: their results do not count any more."""
    known = {person["id"] for person in people}
    others = [
        entry
        for entry, of_entry in meetings.items()
        if entry not in known and any(meeting.opponents for meeting in of_entry.values())
    ]
    if not others:
        return []
    entries = Entry.objects.filter(pk__in=others, stage_entries__stage=stage).order_by("number")
    names = names_of([entry.pk for entry in entries])
    full = page.visitor.sees_full_names
    return [
        {
            "id": entry.pk,
            "place": None,
            "group": "",
            "name": marked(
                names[entry.pk].shown(full=full),
                has_withdrawn=entry.state == EntryState.WITHDRAWN,
            ),
        }
        for entry in entries
    ]


def shown_rounds_of(stage: Stage) -> list[Round]:
    return list(stage.rounds.exclude(state=RoundState.DRAWN).order_by("number"))


def crosses_shown(
    page: EventPage, stage: Stage, number: int = 1, asked: int | None = None
) -> dict[str, Any]:
    """Return what `public/pictures/meetings.html` needs; the queries do not grow with the field.

    `number` is the page of the rows where they go by rounds, and `asked` the block of rounds.
    """
    people = people_of(page, stage)
    rounds = shown_rounds_of(stage)
    is_matrix = meets_two_by_two(stage) and len(people) <= MOST_CROSSED
    block = block_of(rounds, asked)
    if not is_matrix:
        rounds = block.rounds
    held_back = hidden_in_stages([stage.pk]).held_back
    meetings = meetings_of(history_of(rounds, held_back=held_back)) if rounds else {}
    people += _others_who_met(page, stage, people, meetings)
    if is_matrix:
        return {"people": people, "matrix": _matrix(people, meetings), "rounds": rounds}
    first = (number - 1) * ROWS_A_PAGE
    names = {person["id"]: person for person in people}
    rows = [
        person
        | {
            "cells": [
                (r.number, _round_cell(meetings.get(person["id"], {}).get(r.number), names))
                for r in rounds
            ]
        }
        for person in people[first : first + ROWS_A_PAGE]
    ]
    return {"people": people, "by_rounds": rows, "rounds": rounds, "block": block}


def meets_two_by_two(stage: Stage) -> bool:
    """Return whether a table of all against all is well filled; a Swiss has too few meetings."""
    format = format_named(stage.format)
    return format.who == SIDES and format.times is not None


def _matrix(
    people: Sequence[Mapping[str, Any]], meetings: dict[int, dict[int, Meeting]]
) -> list[dict[str, Any]]:
    met = cross(meetings, [person["id"] for person in people])
    return [
        {
            **person,
            "cells": [
                {
                    "name": other["name"],
                    "is_self": other["id"] == person["id"],
                    "met": [_met(meeting) for meeting in met.get((person["id"], other["id"]), [])],
                }
                for other in people
            ],
        }
        for person in people
    ]


def _met(meeting: Meeting) -> dict[str, Any]:
    words = letters().get(meeting.outcome)
    return {
        "round": meeting.round,
        "outcome": meeting.outcome,
        "letter": words[0] if words else "",
        "word": words[1] if words else _("being played"),
        "score": _score(meeting),
    }


def _round_cell(
    meeting: Meeting | None, people: Mapping[int, Mapping[str, Any]]
) -> dict[str, Any] | None:
    if meeting is None:
        return None
    if not meeting.opponents:
        return {"rests": True}
    return _met(meeting) | {
        "against": _named(meeting.opponents, people),
        "with": _named(meeting.partners, people),
    }


def _named(entries: Sequence[int], people: Mapping[int, Mapping[str, Any]]) -> str:
    return partners(people[entry]["name"] if entry in people else "–" for entry in entries)


def _score(meeting: Meeting) -> str:
    if meeting.points is None:
        return ""
    return f"{figure(meeting.points)}:{figure(meeting.others)}"  # type: ignore[arg-type]
