"""The tables of a round for programs, read in four queries without making a model of each row.

A list of tables is what open programs ask for again and again, so it is read as plain values.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from rest_framework import serializers

from league.clubs.models import Player, PublicName
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.journal.selectors import happenings
from league.foundation.lists import partners
from league.play.events.entry_names import EntryNames, names_of
from league.play.prepared.hiding import NOTHING_HIDDEN, HiddenDeals
from league.play.results.models import TableState
from league.play.results.visible_results import (
    COLUMNS,
    NO_RESULT,
    ResultColumns,
    ShownResult,
    shown,
)
from league.play.rounds.forfeits import absent_sides
from league.play.rounds.models import Placement, Round, Seat, Table

TABLE = ("id", "round_id", "number", "room", "first_dealer", "deal_numbers")
PREPARED = TABLE.index("deal_numbers")


class SideSerializer(serializers.Serializer[Any]):
    side = serializers.IntegerField()
    entries = serializers.ListField(child=serializers.IntegerField())
    name = serializers.CharField()
    points = serializers.FloatField(allow_null=True)
    won = serializers.BooleanField()


class SeatSerializer(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    side = serializers.IntegerField()
    player = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_null=True)
    is_substitute = serializers.BooleanField()
    stands_in_for = serializers.IntegerField(
        allow_null=True, help_text="The player a substitute stands in for; null: the seat was free."
    )


TABLES = CompiledQuery(
    lambda value: (
        Table.objects.filter(pk__any_of=value("tables"))
        .order_by("number", "room")
        .values_list(*TABLE, *(f"result__{name}" for name in COLUMNS))
    )
)


class TableRows(serializers.ListSerializer[Any]):
    """The tables of one round with these ids, in their order; four queries however many there are.

    `hidden` of the context says what whoever asks may not see: it is asked where prepared deals
    are played.
    """

    def to_representation(self, data: Sequence[int]) -> list[dict[str, Any]]:  # type: ignore[override]
        rows = TABLES(tables=list(data))
        if not rows:
            return []
        full = self.context["full"]
        ids = [row[0] for row in rows]
        placements = _placements(ids)
        names = names_of({entry for sides in placements.values() for _side, entry in sides})
        seats = _seats(ids, full=full)
        has_prepared = any(row[PREPARED] for row in rows)
        unseen: HiddenDeals = self.context["hidden"]() if has_prepared else NOTHING_HIDDEN
        return [_table(row, placements[row[0]], seats[row[0]], names, full, unseen) for row in rows]


class TableSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    room = serializers.IntegerField(
        help_text="0: the only table of its match. A match of teams at two tables has one in the "
        "open room (1) and one in the closed room (2), where the sides are turned."
    )
    first_dealer = serializers.IntegerField()
    prepared_deals = serializers.ListField(
        child=serializers.IntegerField(), help_text="The prepared deals it plays, if there are any."
    )
    state = serializers.ChoiceField(choices=TableState.choices)
    sides = SideSerializer(many=True)
    seats = SeatSerializer(many=True)
    deals = serializers.IntegerField()
    final_scores = serializers.IntegerField(
        help_text="Final scores that count in the place of deals: of the table, or of its games."
    )
    deals_unconfirmed = serializers.IntegerField()
    is_complete = serializers.BooleanField()
    is_held_back = serializers.BooleanField(
        help_text="True while other tables have still to play a deal that this one has submitted: "
        "until then its points, its winner and those deals are shown to nobody but its players and "
        "those who run the event."
    )
    is_awarded = serializers.BooleanField()
    forfeit = serializers.ListField(
        child=serializers.IntegerField(), help_text="The sides that did not come, if any."
    )
    winner = serializers.IntegerField(allow_null=True)
    version = serializers.IntegerField()
    changed_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        list_serializer_class = TableRows


def _table(
    row: tuple[Any, ...],
    placements: list[tuple[int, int]],
    seats: list[dict[str, Any]],
    names: dict[int, EntryNames],
    full: bool,
    hidden: HiddenDeals,
) -> dict[str, Any]:
    table_id, round_id, number, room, first_dealer, prepared = row[: len(TABLE)]
    columns = row[len(TABLE) :]
    # without a result the table has heard nothing yet: the join gives nothing but nulls
    result = NO_RESULT if columns[0] is None else shown(ResultColumns(*columns), table_id, hidden)
    return {
        "id": table_id,
        "round": round_id,
        "number": number,
        "room": room,
        "first_dealer": first_dealer,
        "prepared_deals": prepared,
        "state": result.state,
        "sides": _sides(placements, result, names, full),
        "seats": seats,
        "deals": result.deals,
        "final_scores": result.final_scores,
        "deals_unconfirmed": result.deals_unconfirmed,
        "is_complete": result.is_complete,
        "is_held_back": result.is_held_back,
        "is_awarded": result.is_awarded,
        "forfeit": list(absent_sides(result.forfeit)),
        "winner": result.winner,
        "version": result.version,
        "changed_at": result.changed_at,
    }


def _sides(
    placements: list[tuple[int, int]],
    result: ShownResult,
    names: dict[int, EntryNames],
    full: bool,
) -> list[dict[str, Any]]:
    entries: dict[int, list[int]] = defaultdict(list)
    for side, entry in placements:
        entries[side].append(entry)
    called = {entry: names[entry].shown(full=full) for _, entry in placements}
    return [
        {
            "side": side,
            "entries": entries[side],
            "name": partners(called[entry] for entry in entries[side]),
            "points": result.points_of(side),
            "won": result.is_complete and side == result.winner,
        }
        for side in sorted(entries)
    ]


def _placements(ids: list[int]) -> dict[int, list[tuple[int, int]]]:
    """Return (side, entry) by table."""
    placements: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for table, side, entry in PLACEMENTS(tables=ids):
        placements[table].append((side or 0, entry))
    return placements


PLACEMENTS = CompiledQuery(
    lambda value: (
        Placement.objects.filter(table__any_of=value("tables"), side__isnull=False)
        .order_by("side", "id")
        .values_list("table_id", "side", "entry_id")
    )
)
SEATS = CompiledQuery(
    lambda value: (
        Seat.objects.filter(table__any_of=value("tables"))
        .order_by("number")
        .values_list(
            *("table_id", "number", "placement__side", "player_id", "is_substitute"),
            *("stands_in_for_id", "stands_in_for__merged_into_id"),
            "player__merged_into_id",
            *("player__name", "player__public_name", "player__told_apart_by"),
            *("player__merged_into__name", "player__merged_into__public_name"),
            "player__merged_into__told_apart_by",
        )
    )
)


def _seats(ids: list[int], *, full: bool) -> dict[int, list[dict[str, Any]]]:
    seats: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for table, number, side, player, is_substitute, absent, absent_merged, *who in SEATS(
        tables=ids
    ):
        merged, *shown = who
        seats[table].append(
            {
                "seat": number,
                "side": side,
                "player": merged or player,
                "name": _name(*(shown[3:] if merged else shown[:3]), full=full),
                "is_substitute": is_substitute,
                "stands_in_for": absent_merged or absent,
            }
        )
    return seats


def _name(name: str | None, public_name: str, word: str, *, full: bool) -> str | None:
    if name is None or full or public_name == PublicName.FULL:
        return name
    return Player(name=name, public_name=public_name, told_apart_by=word).shown_name


class RoundVersion(NamedTuple):
    """What the list of a round's tables depends on: alike, the list is the same."""

    round: int
    state: str
    results: tuple[tuple[int, int | None], ...]
    newest: tuple[int, ...]

    @property
    def tables(self) -> list[int]:
        """Return the ids of the round's tables, in the order of the list."""
        return [table for table, _version in self.results]


def round_version(round: Round, club_id: int) -> RoundVersion:
    """Return what the list of a round's tables depends on, as two cheap queries say it.

    The last happenings of the club stand for everything that may rename or reseat somebody: their
    numbers, not only the highest, because transactions may end in another order than they began.
    """
    results, newest = RESULTS(round=round.pk), NEWEST(club=club_id)
    return RoundVersion(round.version, round.state, tuple(results), tuple(newest))


RESULTS: CompiledQuery[tuple[int, int | None]] = CompiledQuery(
    lambda value: (
        Table.objects.filter(round=value("round"))
        .order_by("number", "room")
        .values_list("pk", "result__version")
    )
)
NEWEST: CompiledQuery[int] = CompiledQuery(
    lambda value: happenings(value("club")).values_list("pk", flat=True)[:64]
)
