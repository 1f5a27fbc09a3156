"""Grids: who met whom, and who sits where."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from django.db import connection
from django.utils.translation import gettext as _

from league.faces.public.pictures.form import block_of, letters
from league.faces.public.visitors import EventPage
from league.foundation.lists import partners
from league.foundation.shown_numbers import figure
from league.play.events.entry_names import named, names_of
from league.play.events.models import Entry, EntryState, Stage
from league.play.events.names import marked
from league.play.prepared.hiding import hidden_in_events, hidden_in_stages
from league.play.rounds.draw_requests import history_of
from league.play.rounds.drawing import Match, Played, format_named
from league.play.rounds.drawing.format import SIDES
from league.play.rounds.models import Room, Round, RoundState
from league.play.rounds.selectors import numbers_in_words
from league.tables.standings.models import SnapshotRow
from league.tables.standings.standings_shown import name_in

# --- Who met whom in each round, and the results: from the history of a stage. Pure ---

Outcome = Literal["won", "drawn", "lost", ""]


class Meeting(NamedTuple):
    """A round of an entry: with whom, against whom, and the points; none while it is played.

    Without opponents it had no table. `side` counts from 0.
    """

    round: int
    table: int | None = None
    side: int = 0
    partners: tuple[int, ...] = ()
    opponents: tuple[int, ...] = ()
    points: object = None
    others: object = None
    outcome: Outcome = ""
    deals: tuple[int, ...] = ()


def meetings_of(played: Played) -> dict[int, dict[int, Meeting]]:
    """Return of each entry its meetings by round."""
    meetings: dict[int, dict[int, Meeting]] = {}
    for match in played.matches:
        for number, side in enumerate(match.sides):
            entries = tuple(map(int, side.entries))
            others = [side for place, side in enumerate(match.sides) if place != number]
            opponents = tuple(int(entry) for other in others for entry in other.entries)
            against = [other.points for other in others if other.points is not None]
            for entry in entries:
                meetings.setdefault(entry, {})[match.round] = Meeting(
                    round=match.round,
                    table=match.table,
                    side=number,
                    partners=tuple(partner for partner in entries if partner != entry),
                    opponents=opponents,
                    points=side.points,
                    others=max(against) if against else None,
                    outcome=_outcome(match, number),
                    deals=match.deals,
                )
    for bye in played.byes:
        meetings.setdefault(int(bye.entry), {})[bye.round] = Meeting(round=bye.round)
    return meetings


def cross(
    meetings: dict[int, dict[int, Meeting]], entries: Sequence[int]
) -> dict[tuple[int, int], list[Meeting]]:
    """Return the meetings of every two entries that met, as the first of them has them."""
    meetings_of_pair: dict[tuple[int, int], list[Meeting]] = {}
    for entry in entries:
        for _round, meeting in sorted(meetings.get(entry, {}).items()):
            for opponent in meeting.opponents:
                meetings_of_pair.setdefault((entry, opponent), []).append(meeting)
    return meetings_of_pair


def _outcome(match: Match, side: int) -> Outcome:
    points = [side.points for side in match.sides]
    if match.winner is not None:
        return "won" if match.winner == side else "lost"
    known = [number for number in points if number is not None]
    if len(known) < len(points):
        return ""
    best = max(known)
    if points[side] != best:
        return "lost"
    return "drawn" if known.count(best) > 1 else "won"


# --- Who met whom in a stage, as its page shows it: everybody against everybody, or by rounds ---

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


# --- How players of a club have done against each other, over all events that a visitor may see ---

MOST_PEOPLE = 16
# a match in two rooms is one match: its tables are left out, and only they know it whole
MEETINGS = """
WITH sat AS (
    SELECT seat.table_id, placement.side, coalesce(player.merged_into_id, player.id) AS player,
           result.winner
    FROM rounds_seat seat
    JOIN rounds_placement placement ON placement.id = seat.placement_id
    JOIN rounds_table tbl ON tbl.id = seat.table_id
    JOIN rounds_round round ON round.id = tbl.round_id
    JOIN events_stage stage ON stage.id = round.stage_id
    JOIN clubs_player player ON player.id = seat.player_id
    JOIN results_tableresult result ON result.table_id = seat.table_id
    WHERE stage.event_id = ANY(%(events)s) AND round.state <> 'drawn'
      AND result.state = 'confirmed' AND result.awarded IS NULL AND tbl.room = %(room)s
      AND seat.table_id <> ALL(%(held_back)s::bigint[])
), busiest AS (
    SELECT player FROM sat GROUP BY player
    ORDER BY bool_or(player = %(chosen)s) DESC, count(*) DESC, player LIMIT %(most)s
)
SELECT one.player, other.player,
       count(*) FILTER (WHERE one.winner = one.side),
       count(*) FILTER (WHERE one.winner IS NULL),
       count(*) FILTER (WHERE one.winner IS NOT NULL AND one.winner <> one.side)
FROM sat one
JOIN sat other ON other.table_id = one.table_id AND other.side <> one.side
WHERE one.player IN (SELECT player FROM busiest) AND other.player IN (SELECT player FROM busiest)
GROUP BY 1, 2
"""


class Against(NamedTuple):
    """How often one player's side has won, drawn and lost against the other's."""

    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        return sum(self)

    @property
    def tone(self) -> str:
        """The colour of a cell: "won", "lost", or "drawn" when the two are level."""
        return "drawn" if self.won == self.lost else "won" if self.won > self.lost else "lost"


def met_in(events: Iterable[int], *, chosen: int | None = None) -> dict[tuple[int, int], Against]:
    """Return how those who played most have done against each other; two queries.

    Confirmed tables count once no hidden deal holds them back. The `chosen` player is included.
    """
    event_ids = list(events)
    with connection.cursor() as cursor:
        cursor.execute(
            MEETINGS,
            {
                "events": event_ids,
                "held_back": hidden_in_events(event_ids).held_back,
                "room": Room.ONLY.value,
                "chosen": chosen,
                "most": MOST_PEOPLE,
            },
        )
        return {(one, other): Against(*sums) for one, other, *sums in cursor.fetchall()}


def matrix_of(
    met: Mapping[tuple[int, int], Against], names: Mapping[int, str], chosen: int | None = None
) -> list[dict[str, Any]]:
    """Return a row a player, who has won most of what was played first, with a cell for each."""
    people = _best_first(met, names)
    return [
        {
            "id": person,
            "name": names[person],
            "is_chosen": person == chosen,
            "all": _sum([met[person, other] for other in people if (person, other) in met]),
            "cells": [
                {
                    "name": names[other],
                    "is_self": other == person,
                    "against": met.get((person, other)),
                }
                for other in people
            ],
        }
        for person in people
    ]


def _best_first(met: Mapping[tuple[int, int], Against], names: Mapping[int, str]) -> list[int]:
    people = {player for pair in met for player in pair if player in names}
    sums = {
        person: _sum([a for (own, _other), a in met.items() if own == person]) for person in people
    }

    def order(player: int) -> tuple[float, str]:
        own = sums[player]
        return (-(own.won + own.drawn / 2) / max(1, own.played), names[player])

    return sorted(people, key=order)


def _sum(all_of: Sequence[Against]) -> Against:
    return Against(*(sum(against[part] for against in all_of) for part in range(3)))


# --- Who sits where in which round of a stage that is planned from the start ---


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
