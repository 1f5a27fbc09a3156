"""Who sits where in which round of a stage that is planned from the start."""

from collections.abc import Mapping, Sequence
from typing import Any

from league.faces.public.pictures.meetings import Meeting, meetings_of
from league.faces.public.pictures.round_blocks import block_of
from league.faces.public.visitors import EventPage
from league.foundation.lists import partners
from league.play.events.models import Entry, Stage
from league.play.prepared.hiding import hidden_in_stages
from league.play.rounds.draw_requests import history_of
from league.play.rounds.drawing import Match
from league.play.rounds.models import RoundState
from league.play.rounds.selectors import numbers_in_words
from league.tables.standings.names import names_of


def movement_shown(
    page: EventPage, stage: Stage, chosen: int | None = None, asked: int | None = None
) -> dict[str, Any]:
    """Return what `public/pictures/movement.html` needs; six queries.

    The plan is everybody's once its first round is shown; before that it is the director's. Rounds
    that are not open yet can still change. Of many rounds it is the block that is `asked` for.
    """
    drawn = list(stage.rounds.order_by("number"))
    if all(round.state == RoundState.DRAWN for round in drawn):
        return {"rounds": []}
    block = block_of(drawn, asked)
    rounds = block.rounds
    # who sits where; results are not shown here
    played = history_of(rounds, held_back=hidden_in_stages([stage.pk]).held_back)
    meetings = meetings_of(played)
    entries = Entry.objects.filter(pk__in=meetings).order_by("number")
    numbers = dict(entries.values_list("pk", "number"))
    full = page.visitor.sees_full_names
    people = {
        pk: {"id": pk, "number": numbers[pk], "name": names.shown(full=full)}
        for pk, names in names_of(numbers).items()
    }
    tables: dict[int, dict[int, Match]] = {}
    for match in played.matches:
        if match.table is not None:
            tables.setdefault(match.table, {})[match.round] = match
    return {
        "rounds": rounds,
        "block": block,
        "by_entry": [
            person
            | {
                "is_chosen": pk == chosen,
                "cells": [_of_entry(meetings[pk].get(r.number), people) for r in rounds],
            }
            for pk, person in people.items()
        ],
        "by_table": [
            {
                "table": table,
                "cells": [_of_table(matches.get(r.number), people, chosen) for r in rounds],
            }
            for table, matches in sorted(tables.items())
        ],
        "way": _way(rounds, meetings.get(chosen, {}), people) if chosen in people else [],
        "chosen": people.get(chosen) if chosen else None,
        "can_change": any(round.state == RoundState.DRAWN for round in rounds),
    }


def _of_entry(
    meeting: Meeting | None, people: Mapping[int, Mapping[str, Any]]
) -> dict[str, Any] | None:
    if meeting is None:
        return None
    return {
        "table": meeting.table,
        "with": _numbers(meeting.partners, people),
        "against": _numbers(meeting.opponents, people),
    }


def _of_table(
    match: Match | None, people: Mapping[int, Mapping[str, Any]], chosen: int | None
) -> dict[str, Any] | None:
    if match is None:
        return None
    entries = [tuple(map(int, side.entries)) for side in match.sides]
    return {
        "sides": [_numbers(side, people) for side in entries],
        "deals": numbers_in_words(match.deals) if match.deals else "",
        "is_chosen": any(chosen in side for side in entries),
    }


def _way(
    rounds: Sequence[Any], meetings: Mapping[int, Meeting], people: Mapping[int, Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return the chosen one's rounds with names: where, with whom, against whom, which deals."""
    way = []
    for round in rounds:
        meeting = meetings.get(round.number)
        if meeting is None:
            continue
        way.append(
            {
                "round": round.number,
                "table": meeting.table,
                "with": partners(people[e]["name"] for e in meeting.partners),
                "against": partners(people[e]["name"] for e in meeting.opponents),
                "deals": numbers_in_words(meeting.deals) if meeting.deals else "",
                "deals_first": meeting.side == 0 and bool(meeting.opponents),
            }
        )
    return way


def _numbers(entries: Sequence[int], people: Mapping[int, Mapping[str, Any]]) -> str:
    return " & ".join(str(people[entry]["number"]) for entry in entries if entry in people)
