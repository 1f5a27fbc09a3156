"""Which prepared deals are hidden, with their results: the only place that decides it.

A deal that several tables play is hidden until all of them have played it: until then nobody may
see its cards or its result at any table. Everything that shows results, or calculates something
from them that is shown, takes a `HiddenDeals` and leaves out the deals in it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Func, JSONField

from league.play.rounds.models import Room, Table


class HiddenAtTable(NamedTuple):
    """The hidden deals of a table: their places on its sheet, from 1, and their numbers.

    `submitted` are the hidden places of which the table has submitted a result, `deals_submitted`
    is how many deals it has submitted at all. `is_awarded`: the director has awarded points in
    place of what was played.
    """

    places: tuple[int, ...]
    numbers: tuple[int, ...]
    submitted: tuple[int, ...]
    deals_submitted: int
    is_awarded: bool


@dataclass(frozen=True, slots=True)
class HiddenDeals:
    """The hidden deals of some tables, by table id; a table that is missing hides nothing."""

    at: Mapping[int, HiddenAtTable] = field(default_factory=dict)

    def places(self, table_id: int) -> frozenset[int]:
        """Return the places on a table's sheet whose deals are hidden."""
        hidden = self.at.get(table_id)
        return frozenset(hidden.places) if hidden else frozenset()

    def holds_back(self, table_id: int) -> bool:
        """Return whether the points of a table would give away the result of a hidden deal."""
        hidden = self.at.get(table_id)
        return hidden is not None and bool(hidden.submitted) and not hidden.is_awarded

    def deals_submitted(self, table_id: int) -> int:
        """Return how many deals a table has submitted; 0 if it hides nothing."""
        hidden = self.at.get(table_id)
        return hidden.deals_submitted if hidden else 0

    @property
    def held_back(self) -> list[int]:
        """Return the ids of the tables whose points are held back."""
        return sorted(table for table in self.at if self.holds_back(table))

    @property
    def numbers_submitted(self) -> list[int]:
        """Return the numbers of the hidden deals that some table has already submitted."""
        return sorted(
            {
                number
                for hidden in self.at.values()
                for place, number in zip(hidden.places, hidden.numbers, strict=True)
                if place in hidden.submitted
            }
        )

    @property
    def as_arrays(self) -> dict[str, list[int]]:
        """Return the arguments of a query that leaves hidden deals out: two lists, side by side."""
        pairs = [
            (table, place) for table, hidden in sorted(self.at.items()) for place in hidden.places
        ]
        return {
            "hidden_tables": [table for table, _place in pairs],
            "hidden_places": [place for _table, place in pairs],
        }


# for people who run the event, and for decisions such as draws, which count every result
NOTHING_HIDDEN = HiddenDeals()

# A deal is hidden as long as a table that is to play it has not: no result of it is confirmed, its
# round is open and no points are awarded. Deals with the same number are the same in a whole stage,
# but for matches in two rooms without a prepared set: there the cards are dealt for each match.
HIDDEN = """
WITH drawn AS (
    SELECT tbl.id AS table_id, deal.number::int AS number, deal.place::int AS place,
           round.stage_id AS stage_id,
           CASE WHEN tbl.room <> {one_table} AND prepared.id IS NULL
                THEN round.id::text || '/' || tbl.number ELSE '' END AS cards,
           result.awarded IS NOT NULL AS awarded, round.state = 'closed' AS closed
    FROM rounds_table tbl
    JOIN rounds_round round ON round.id = tbl.round_id
    JOIN events_stage stage ON stage.id = round.stage_id
    JOIN events_event event ON event.id = stage.event_id
    LEFT JOIN prepared_preparedset prepared ON prepared.stage_id = stage.id
    LEFT JOIN results_tableresult result ON result.table_id = tbl.id
    CROSS JOIN LATERAL jsonb_array_elements_text(tbl.deal_numbers)
        WITH ORDINALITY AS deal(number, place)
    WHERE {scope} AND tbl.deal_numbers <> '[]'::jsonb
      AND prepared.released_at IS NULL AND event.state NOT IN ('finished', 'archived')
), waiting AS (
    SELECT DISTINCT stage_id, number, cards FROM drawn
    WHERE NOT closed AND NOT awarded AND NOT EXISTS (
        SELECT 1 FROM results_submission sent
        WHERE sent.table_id = drawn.table_id AND sent.number = drawn.place
          AND sent.state = 'confirmed'
    )
)
SELECT drawn.table_id,
       array_agg(drawn.place ORDER BY drawn.place),
       array_agg(drawn.number ORDER BY drawn.place),
       (SELECT coalesce(array_agg(DISTINCT sent.number::int), '{{}}') FROM results_submission sent
        WHERE sent.table_id = drawn.table_id
          AND sent.state IN ('submitted', 'confirmed', 'disputed')),
       bool_or(drawn.awarded)
FROM drawn JOIN waiting USING (stage_id, number, cards)
GROUP BY drawn.table_id
"""
LISTED = """(
    SELECT coalesce(jsonb_agg(jsonb_build_array(at, places, numbers, submitted, awarded)), '[]')
    FROM ({rows}) AS hidden(at, places, numbers, submitted, awarded)
)"""
OF_STAGES = "stage.id = ANY(%(ids)s)"
OF_EVENTS = "stage.event_id = ANY(%(ids)s)"
OF_SEASON = "event.season_id = ANY(%(ids)s)"
OF_CLUB = "event.club_id = ANY(%(ids)s)"


def hidden_in_stages(stage_ids: Iterable[int]) -> HiddenDeals:
    """Return what is hidden at the tables of these stages; one query."""
    return _hidden(OF_STAGES, stage_ids)


def hidden_in_events(event_ids: Iterable[int]) -> HiddenDeals:
    """Return what is hidden at the tables of these events; one query."""
    return _hidden(OF_EVENTS, event_ids)


def hidden_in_season(season_id: int) -> HiddenDeals:
    """Return what is hidden at the tables of a season's events; one query."""
    return _hidden(OF_SEASON, [season_id])


def hidden_in_club(club_id: int) -> HiddenDeals:
    """Return what is hidden at any table of a club; one query."""
    return _hidden(OF_CLUB, [club_id])


def hidden_column() -> Func:
    """Return what is hidden at any table of a club as a column of clubs, for `hidden_read`."""
    rows = HIDDEN.format(scope="event.club_id = clubs_club.id", one_table=Room.ONLY.value)
    return Func(template=LISTED.format(rows=rows), output_field=JSONField())


def hidden_of(tables: Iterable[Table]) -> HiddenDeals:
    """Return what is hidden at these tables, whose rounds are loaded.

    One query; none where none of them plays numbered deals.
    """
    return hidden_in_stages({table.round.stage_id for table in tables if table.deal_numbers})


def _hidden(scope: str, ids: Iterable[int]) -> HiddenDeals:
    wanted = sorted(set(ids))
    if not wanted:
        return NOTHING_HIDDEN
    with connection.cursor() as cursor:
        sql = HIDDEN.format(scope=scope, one_table=Room.ONLY.value)
        cursor.execute(sql, {"ids": wanted})
        return hidden_read(cursor.fetchall())


def hidden_read(rows: Iterable[Sequence[Any]]) -> HiddenDeals:
    """Return what a query of HIDDEN, or the `hidden_column`, found."""
    return HiddenDeals(
        {
            table: HiddenAtTable(
                places=tuple(places),
                numbers=tuple(numbers),
                submitted=tuple(sorted(set(submitted) & set(places))),
                deals_submitted=len(submitted),
                is_awarded=awarded,
            )
            for table, places, numbers, submitted, awarded in rows
        }
    )
