"""Writing tables, placements and seats: who sits where at a table of these sides."""

from collections.abc import Mapping, Sequence
from typing import Any

from league.clubs.models import Player
from league.play.events.models import Entry, EntryKind, Event
from league.play.events.names import current_members
from league.play.rounds.arrangement import Arrangement, Side
from league.play.rounds.models import Placement, Room, Round, Seat, Table
from league.play.rounds.prepared_deals import numbering_of
from league.play.rounds.rooms import FIRST_TABLES, deals_in_both_rooms, rooms_of, turned

Field = Mapping[int, Entry]
Why = Sequence[Mapping[str, Any]]
Deals = Mapping[int, Sequence[int]]
NO_DEALS: Deals = {}


def players_by_seat(
    event: Event, sides: Sequence[Side], field: Field, room: Room = Room.ONLY
) -> list[tuple[int, int, Player | None]]:
    """Return (seat, entry, player) in turn order: partners alternate round the table.

    Of an entry with more members than it has seats the first ones sit down, in the closed room
    those after them; of one with fewer, seats stay free until the director seats somebody.
    """
    alone = event.entry_kind == EntryKind.INDIVIDUAL
    a_side = max(len(side) for side in sides) if alone else event.most_seats // len(sides)
    seated: list[tuple[int, int, Player | None]] = []
    for number, side in enumerate(sides):
        places = a_side // len(side)
        first = places if room == Room.CLOSED else 0
        people: list[tuple[int, Player | None]] = [
            (entry, member.player)
            for entry in side
            for member in current_members(field[entry])[first : first + places]
        ]
        people += [(side[0], None)] * (a_side - len(people))
        for place, (entry, player) in enumerate(people[:a_side]):
            seated.append((number + place * len(sides), entry, player))
    return sorted(seated, key=lambda seat: seat[0])


def write_arrangement(
    round: Round,
    event: Event,
    arrangement: Arrangement,
    *,
    field: Field,
    tables: Mapping[int, Why],
    replacing: Sequence[int] = (),
    deals: Deals = NO_DEALS,
) -> None:
    """Write the tables whose numbers are in `tables`, each with its reasons, and who waits.

    What these tables and those who wait had before is replaced; a table that stays keeps its row,
    link and prepared deals. `replacing` are tables that are gone, `deals` those of new tables.
    """
    moved = {entry for n in tables for side in arrangement.tables[n] for entry in side}
    moved |= set(arrangement.waiting)
    Placement.objects.filter(round=round, entry__in=moved).delete()
    Placement.objects.filter(round=round, table__number__in=[*tables, *replacing]).delete()
    round.tables.filter(number__in=replacing).delete()
    rows = _tables(round, tables, deals)
    placements = [
        Placement(round=round, entry_id=entry, table=row, side=place, room=row.room)
        for row in rows
        for place, side in enumerate(turned(arrangement.tables[row.number], row.room))
        for entry in side
    ]
    waiting = [
        Placement(round=round, entry_id=entry, kind=kind)
        for entry, kind in arrangement.waiting.items()
    ]
    Placement.objects.bulk_create([*placements, *waiting])
    _seat(round, event, arrangement, placements, field)


def _tables(round: Round, tables: Mapping[int, Why], deals: Deals) -> list[Table]:
    """Return the tables of these numbers in their order, in each of the stage's rooms."""
    rows = {(table.number, table.room): table for table in round.tables.filter(number__in=tables)}
    for (number, _room), row in rows.items():
        row.why = list(tables[number])
    Table.objects.bulk_update(rows.values(), ["why"])
    wanted = [(number, room) for number in tables for room in rooms_of(round.stage)]
    new = _new_tables(round, [key for key in wanted if key not in rows], tables, deals)
    for row in Table.objects.bulk_create(new):
        rows[row.number, row.room] = row
    return [rows[key] for key in wanted]


def _new_tables(
    round: Round, wanted: Sequence[tuple[int, Room]], why: Mapping[int, Why], deals: Deals
) -> list[Table]:
    numbering = numbering_of(round)
    in_both = deals_in_both_rooms(round)
    tables = []
    for number, room in wanted:
        numbers, first_dealer = numbering(deals.get(number) or in_both)
        table = Table(round=round, number=number, room=room, why=list(why[number]))
        table.deal_numbers, table.first_dealer = numbers, first_dealer
        tables.append(table)
    return tables


def _seat(
    round: Round,
    event: Event,
    arrangement: Arrangement,
    placements: Sequence[Placement],
    field: Field,
) -> None:
    placement_of = {(placement.table, placement.entry_id): placement for placement in placements}
    tables = dict.fromkeys(placement.table for placement in placements)
    Seat.objects.bulk_create(
        Seat(round=round, table=row, number=seat, placement=placement_of[row, entry], player=player)
        for row in tables
        if row is not None
        for seat, entry, player in players_by_seat(
            event, turned(arrangement.tables[row.number], row.room), field, Room(row.room)
        )
    )


def arrangement_of(round: Round) -> Arrangement:
    """Return the round as it is written; one query."""
    tables: dict[int, dict[int, list[int]]] = {}
    waiting: dict[int, str] = {}
    rows = (
        Placement.objects.filter(round=round, room__in=FIRST_TABLES)
        .order_by("table__number", "side", "id")
        .values_list("entry", "kind", "table__number", "side")
    )
    for entry, kind, table, side in rows:
        if table is None or side is None:
            waiting[entry] = kind
        else:
            tables.setdefault(table, {}).setdefault(side, []).append(entry)
    return Arrangement(
        tables={
            number: tuple(tuple(sides[side]) for side in sorted(sides))
            for number, sides in tables.items()
        },
        waiting=waiting,
    )
