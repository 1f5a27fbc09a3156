"""What must hold after every step of a night, read from the facts and not from what services say.

A `Picture` is the night as it is written. `look` compares it with the one before: what has been
played stays, nobody is in two places, whoever was drawn is still somewhere.
"""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from django.db import connection

from games import services as games
from league.foundation.doors.reasons import reason_read
from league.play.events.models import EntryState, Event, Stage
from league.play.rounds.arrangement import ABSENT, TableShape
from league.play.rounds.models import Round, RoundState
from league.play.rounds.rooms import shape_of


class Place(NamedTuple):
    kind: str
    table: int | None
    side: int | None


@dataclass(slots=True)
class Picture:
    """A stage as it is written: rounds by key, places by round and entry, tables by key."""

    rounds: dict[int, tuple[int, str]] = field(default_factory=dict)
    places: dict[int, dict[int, Place]] = field(default_factory=dict)
    tables: dict[int, tuple[int, int]] = field(default_factory=dict)
    sides: dict[int, dict[int, list[int]]] = field(default_factory=dict)
    why: dict[int, str] = field(default_factory=dict)
    played: set[int] = field(default_factory=set)
    seats: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    states: dict[int, str] = field(default_factory=dict)


ROUNDS = "SELECT id, number, state FROM rounds_round WHERE stage_id = %s"
PLACES = """
SELECT round_id, entry_id, kind, table_id, side FROM rounds_placement
WHERE round_id = ANY(%s) ORDER BY entry_id
"""
TABLES = """
SELECT tbl.id, tbl.round_id, tbl.number, tbl.why::text,
       result.awarded IS NOT NULL OR result.ended_at IS NOT NULL
       OR EXISTS (SELECT FROM results_submission sent WHERE sent.table_id = tbl.id)
FROM rounds_table tbl LEFT JOIN results_tableresult result ON result.table_id = tbl.id
WHERE tbl.round_id = ANY(%s)
"""
SEATS = """
SELECT seat.table_id, seat.number, place.entry_id
FROM rounds_seat seat JOIN rounds_placement place ON place.id = seat.placement_id
WHERE seat.round_id = ANY(%s) ORDER BY seat.number
"""
STATES = "SELECT id, state FROM events_entry WHERE event_id = %s"


def picture_of(stage: Stage) -> Picture:
    """Return the stage as it is now; five queries, in words of their own."""
    picture = Picture()
    with connection.cursor() as cursor:

        def rows(query: str, key: int | list[int]) -> list[tuple[Any, ...]]:
            return cursor.execute(query, [key]).fetchall()

        for pk, number, state in rows(ROUNDS, stage.pk):
            picture.rounds[pk] = number, state
            picture.places[pk] = {}
        drawn = list(picture.rounds)
        for round_id, entry, *place in rows(PLACES, drawn):
            assert entry not in picture.places[round_id], "somebody is in two places of a round"
            picture.places[round_id][entry] = Place(*place)
        for pk, round_id, number, why, is_played in rows(TABLES, drawn):
            picture.tables[pk] = round_id, number
            picture.why[pk] = why
            picture.played |= {pk} if is_played else set()
        for table, number, entry in rows(SEATS, drawn):
            picture.seats.setdefault(table, []).append((number, entry))
        picture.states = dict(rows(STATES, stage.event_id))
    _set_sides(picture)
    return picture


def _set_sides(picture: Picture) -> None:
    for round_id, places in picture.places.items():
        for entry, place in places.items():
            if place.table is not None:
                assert picture.tables[place.table][0] == round_id
                sides = picture.sides.setdefault(place.table, {})
                sides.setdefault(place.side or 0, []).append(entry)


def look(event: Event, stage: Stage, before: Picture, now: Picture) -> None:
    """Assert all that holds whatever has just happened."""
    shape = shape_of(stage, event)
    numbers = sorted(number for number, _state in now.rounds.values())
    assert numbers == list(range(1, len(numbers) + 1)), "a round is missing"
    _same_where_played(before, now)
    _nobody_lost(before, now)
    for table in now.tables:
        _table_is_whole(now, table, shape, event)
    _withdrawn_are_away(before, now)


def _same_where_played(before: Picture, now: Picture) -> None:
    for round_id, (number, state) in before.rounds.items():
        still = now.rounds.get(round_id)
        if state != RoundState.DRAWN:
            assert still is not None, f"round {number} had begun and is gone"
        if still and state == still[1] == RoundState.CLOSED:
            assert before.places[round_id] == now.places[round_id], f"round {number} was closed"
    for table in before.played & now.played:
        assert before.sides[table] == now.sides[table], "a table that was played has changed"
    gone = {table for table in before.played if table not in now.tables}
    assert not gone, "a table that was played is gone"


def _nobody_lost(before: Picture, now: Picture) -> None:
    for round_id in before.rounds.keys() & now.rounds.keys():
        assert before.places[round_id].keys() == now.places[round_id].keys(), (
            f"round {now.rounds[round_id][0]} has lost or won somebody"
        )


def _table_is_whole(now: Picture, table: int, shape: TableShape, event: Event) -> None:
    round_id, number = now.tables[table]
    sides = now.sides.get(table, {})
    assert sorted(sides) == list(range(len(sides))), f"table {number} has gaps in its sides"
    assert shape.fits([tuple(side) for side in sides.values()]), f"table {number}: {sides}"
    assert reasons_in_words(now.why[table]), f"table {number} of {round_id} has no why"
    seats = now.seats.get(table, [])
    taken = [seat for seat, _entry in seats]
    assert taken == list(range(len(taken))), f"table {number} has gaps in its seats"
    expected = sum(map(len, sides.values())) if event.entry_kind == "individual" else None
    assert len(seats) == (expected or event.most_seats), f"table {number}: {len(seats)} seats"
    for seat, entry in seats:
        assert entry in sides[seat % len(sides)], "a seat is on the wrong side"


@cache
def reasons_in_words(why: str) -> list[str]:
    """Return the stored reasons of a table or a round; each of them is whole."""
    found = [games.render_sentence(reason_read(part["sentence"])) for part in json.loads(why)]
    assert all(text and "%(" not in text for text in found), found
    return found


def _withdrawn_are_away(before: Picture, now: Picture) -> None:
    """Whoever leaves is absent where nothing was played yet, and is given no other place later."""
    for round_id, (number, state) in now.rounds.items():
        for entry, place in now.places[round_id].items():
            if now.states[entry] != EntryState.WITHDRAWN or place.kind == ABSENT:
                continue
            where = f"entry {entry} has left and stands in round {number} as {place}"
            if before.states.get(entry) == EntryState.WITHDRAWN:
                assert before.places.get(round_id, {}).get(entry) == place, where
            else:
                assert state == RoundState.CLOSED or place.table in now.played, where


def drawn_for(
    now: Picture, active: set[int], rounds: Iterable[Round], *, all_of_them: bool
) -> None:
    """Assert of rounds just drawn that everybody who is in stands in each of them once."""
    for drawn in rounds:
        placed = now.places[drawn.pk].keys()
        assert placed <= active, "somebody was drawn who is not in"
        assert not all_of_them or placed == active, "somebody who is in was not drawn"


def quality_holds(stage: Stage, drawn: list[Round], now: Picture) -> None:
    """Assert the numbers of a draw, counted again from who met whom in all rounds."""
    quality = drawn[-1].drawing["quality"]
    at_once = len(drawn) > 1
    only_last = stage.format in ("swiss", "monrad", "danish")
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    before: Counter[frozenset[int]] = Counter()
    last = drawn[-1].number
    for table, (round_id, _number) in now.tables.items():
        number = now.rounds[round_id][0]
        if number > last:
            continue
        sides = list(now.sides[table].values())
        for side in sides:
            partners.update(frozenset((a, b)) for a in side for b in side if a < b)
        meetings = [
            frozenset((a, b))
            for n, one in enumerate(sides)
            for a in one
            for other in sides[:n]
            for b in other
        ]
        opponents.update(meetings)
        if not at_once and number < last:
            before.update(meetings)
    times = 2 if stage.format == "double_round_robin" else 1
    if stage.format == "individual_tables":
        active = {entry for entry, state in now.states.items() if state == EntryState.ACCEPTED}
        opponents = Counter({pair: n for pair, n in opponents.items() if pair <= active})
    repeats = sum(max(0, n - times) for n in opponents.values())
    if only_last:
        here = [pair for pair in opponents if opponents[pair] > before[pair]]
        repeats = sum(before[pair] > 0 for pair in here)
    assert quality["repeat_opponents"] == repeats, (quality, repeats)
    assert quality["repeat_partners"] == sum(n - 1 for n in partners.values()), quality


def whole_sentence(text: str) -> None:
    """Assert that what people read is a sentence, with all its places filled."""
    assert text, "nothing is said"
    assert text[0].isupper() or not text[0].isascii() or text[0].isdigit(), text
    assert text[-1] in ".!?", text
    assert "%(" not in text, text
    assert "None" not in text, text
