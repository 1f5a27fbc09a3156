"""Who sits where: seats, and substitutes."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.wording import join_sentences
from league.clubs.models import Player
from league.foundation.journal.actor import Act
from league.foundation.refusal import Refused
from league.play.events.journaling import locked
from league.play.events.models import Entry, EntryKind, Event
from league.play.events.names import called_after, current_members
from league.play.events.services.field import ForeignPlayer
from league.play.events.services.typed_entries import player_called
from league.play.rounds.arrangement import Arrangement, Side
from league.play.rounds.models import Placement, Room, Round, RoundState, Seat, Table
from league.play.rounds.prepared_deals import numbering_of
from league.play.rounds.rooms import FIRST_TABLES, deals_in_both_rooms, rooms_of, turned
from league.play.rounds.services.running_rounds import RoundInWrongState, journal_round, lock_round
from league.play.rounds.substitutions import Reason, seat_to_fill

# --- Writing tables, placements and seats: who sits where at a table of these sides ---

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


# --- Who sits at a seat of a round: a member of the entry, or a substitute by the event's rule ---

NOBODY = "–"
SEATED, EXCEPTION = "seat.substituted", "seat.substituted_by_exception"


class PlayerIsSeated(Refused):
    """Nobody sits at two tables of a round."""

    code = "player_is_seated"


class MayNotStandIn(Refused):
    """The event's rule on substitutes says no, and no reason for an exception was given."""

    code = "may_not_stand_in"

    def __init__(self, reasons: list[Reason]) -> None:
        self.reasons = reasons
        sentences = [reason.sentence for reason in reasons]
        sentences.append(_("Seat somebody else, or give a reason for an exception."))
        super().__init__(join_sentences(sentences), field="exception")


@transaction.atomic
def seat_substitute(*, seat: Seat, player: Player | None, exception: str = "", by: Act) -> Seat:
    """Seat a player for this round: a member of the entry, or a substitute for one.

    A substitute is remembered as standing in for whoever was to sit there; None frees the seat.
    Refused when the round is closed, the player is of another club or sits elsewhere in it;
    MayNotStandIn when the event's rule says no, unless `exception` is the director's reason.
    """
    round = lock_round(seat.round)
    check_not_closed(round)
    seat = locked_seat(seat, round)
    before, was = seat.player, sitting(seat)
    if player is not None and before is not None and player.pk == before.pk:
        return seat
    against: list[Reason] = []
    stands_in = False
    if player is not None:
        check_free(round, player)
        to_fill = seat_to_fill(seat, at=by.at)
        stands_in = not to_fill.is_member(player)
        against = to_fill.reasons(player)
    exception = exception.strip()
    if against and not exception:
        raise MayNotStandIn(against)
    absent = seat.stands_in_for or (None if seat.is_substitute else before)
    seat.player = player
    seat.is_substitute = stands_in
    seat.stands_in_for = absent if stands_in else None
    seat.save(update_fields=["player", "is_substitute", "stands_in_for"])
    data = in_the_journal(seat, before, was)
    if against:
        data |= {"reason": exception, "against": [reason.code for reason in against]}
    journal_round(EXCEPTION if against else SEATED, round, by=by, data=data)
    return seat


@transaction.atomic
def seat_player_called(
    *, seat: Seat, text: str, add_unknown: bool, exception: str = "", by: Act
) -> Seat:
    """Seat the player typed, added to the club where that is wished; no text frees the seat.

    Refused as `player_called` and `seat_substitute` are; then nobody is added.
    """
    player = None
    if text:
        club = seat.round.stage.event.club
        player = player_called(club=club, text=text, add_unknown=add_unknown, by=by)
    return seat_substitute(seat=seat, player=player, exception=exception, by=by)


@transaction.atomic
def end_substitution(*, seat: Seat, by: Act) -> Seat:
    """Seat whoever was to sit there again; the seat is free where that is nobody of the entry now.

    A seat without a substitute stays as it is. Refused as `seat_substitute` is.
    """
    round = lock_round(seat.round)
    seat = locked_seat(seat, round)
    if not seat.is_substitute:
        return seat
    absent = called_after(seat.stands_in_for) if seat.stands_in_for else None
    if absent is not None and not seat_to_fill(seat, at=by.at).is_member(absent):
        absent = None
    return seat_substitute(seat=seat, player=absent, by=by)


def sitting(seat: Seat) -> list[Any]:
    """Return who sits there and for whom, as the journal keeps it to put it back."""
    return [seat.player_id, seat.stands_in_for_id, seat.is_substitute]


def in_the_journal(seat: Seat, before: Player | None, was: list[Any]) -> dict[str, Any]:
    """Return what the journal says of a seat that was changed; `was` is who sat there before."""
    return {
        "table": seat.table.number,
        "room": seat.table.room,
        "seat": seat.number,
        "before": before or NOBODY,
        "player": seat.player or NOBODY,
        "was": {"before": was, "after": sitting(seat)},
    }


def check_not_closed(round: Round) -> None:
    if round.state == RoundState.CLOSED:
        raise RoundInWrongState(
            _("Round %(round)d is closed: reopen it to change who sits where.")
            % {"round": round.number}
        )


def locked_seat(seat: Seat, round: Round) -> Seat:
    with_names = ("placement", "table", "player", "stands_in_for__merged_into")
    stored = locked(Seat.objects.select_related(*with_names), pk=seat.pk)
    stored.round = round
    return stored


def check_free(round: Round, player: Player) -> None:
    if player.club_id != round.stage.event.club_id:
        raise ForeignPlayer(
            _("%(name)s is not a player of this club: add %(name)s to its players first.")
            % {"name": player.name}
        )
    elsewhere = Seat.objects.filter(round=round, player=player).select_related("table").first()
    if elsewhere is not None:
        raise PlayerIsSeated(
            _("%(name)s sits at table %(table)s in this round; nobody can sit at two tables.")
            % {"name": player.name, "table": elsewhere.table.shown_number}
        )
