"""What is to be charged, worked out from facts: entries, who is at an evening, contracts set.

A pure function of the facts: the ledger follows it, and is never asked.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce

from games import services as games
from games.services import DealFigures
from league.clubs.models import Player
from league.office.kitty.models import (
    EventAmounts,
    FeePer,
    HouseAmounts,
    Kitty,
    SetPayer,
    TransactionKind,
)
from league.play.events.evenings import is_evening
from league.play.events.models import (
    Attendance,
    EntryKind,
    EntryMember,
    EntryState,
    Evening,
    Event,
    EventState,
    Visibility,
)
from league.play.prepared.hiding import hidden_in_stages
from league.play.results.models import Submission, SubmissionState, TableResult, TableState
from league.play.rounds.models import Placement, Round, RoundState, Seat

# --- Sums split into shares that are exact to the smallest unit. Pure ---
# The rule for what cannot be divided: every share is rounded down, and what is left over is given
# out one smallest unit at a time, from the first share on.


class Placed(NamedTuple):
    """An entry in the final standings: its place, and the ids of its players in their order."""

    entry: int
    rank: int
    players: Sequence[int]


def shares(amount: int, weights: Sequence[int]) -> list[int]:
    """Return the amount in parts that are to each other as the weights; their sum is the amount.

    Raises ValueError without any weight above 0.
    """
    total = sum(weights)
    if total <= 0 or min(weights) < 0:
        raise ValueError("a sum is shared out by weights, of which one is more than 0")
    parts = [amount * weight // total for weight in weights]
    left = amount - sum(parts)
    for number in [number for number, weight in enumerate(weights) if weight][:left]:
        parts[number] += 1
    return parts


def prizes_by_entry(pot: int, weights: Sequence[int], places: Sequence[Placed]) -> dict[int, int]:
    """Return the prize of each entry that gets one, by its id.

    Entries that share a place share the prizes of the places they take up, equally. Prizes for
    places that nobody took stay in the pot.
    """
    of_place = shares(pot, weights) if pot else [0] * len(weights)
    prizes: dict[int, int] = {}
    for rank in sorted({place.rank for place in places}):
        level = sorted(place.entry for place in places if place.rank == rank)
        together = sum(of_place[rank - 1 : rank - 1 + len(level)])
        parts = shares(together, [1] * len(level))
        prizes |= {entry: part for entry, part in zip(level, parts, strict=True) if part}
    return prizes


def prizes_by_player(prizes: dict[int, int], places: Sequence[Placed]) -> dict[int, int]:
    """Return what each player gets: the players of an entry share its prize equally."""
    found: dict[int, int] = {}
    for place in places:
        if place.entry in prizes and place.players:
            parts = shares(prizes[place.entry], [1] * len(place.players))
            for player, part in zip(place.players, parts, strict=True):
                found[player] = found.get(player, 0) + part
    return {player: part for player, part in found.items() if part}


STAYS = Coalesce("player__merged_into_id", "player_id")


@dataclass(frozen=True, slots=True)
class Charge:
    """What is charged because of one fact, the `source`: amounts by the ids of the players."""

    source: str
    kind: TransactionKind
    amounts: Mapping[int, int]


class SeatTaken(NamedTuple):
    """Who sat at a seat of a table, and on which side."""

    seat: int
    player: int
    side: int


def house_amounts_on(kitty: Kitty, day: date) -> HouseAmounts | None:
    """Return what the club charges on that day; None: nothing yet."""
    return kitty.house_amounts.filter(from_day__lte=day).order_by("-from_day").first()


def charges_of_event(kitty: Kitty, event: Event) -> list[Charge]:
    """Return everything that is to be charged for an event and the evening it began as."""
    if event.state == EventState.DRAFT:
        return []
    house = house_amounts_on(kitty, event.starts_on)
    own = EventAmounts.objects.filter(event=event).first()
    found = [*_entry_fees(event, own), *_sets(event, own, house)]
    return [*found, *_fees_of_event_evening(event, house)]


def charges_of_evening(kitty: Kitty, evening: Evening) -> list[Charge]:
    """Return what is to be charged for an evening that has not started."""
    return list(_evening_fees(evening, house_amounts_on(kitty, evening.day)))


def _evening_fees(evening: Evening, house: HouseAmounts | None) -> Iterator[Charge]:
    if house is not None and has_evening_fee(house):
        yield from _of_each(_present(evening), f"evening:{evening.pk}", house, evening.day)


def has_evening_fee(house: HouseAmounts) -> bool:
    """Say whether anybody is charged for an evening."""
    return bool(house.evening_fee or house.guest_fee)


def _fees_of_event_evening(event: Event, house: HouseAmounts | None) -> Iterator[Charge]:
    """Yield the fee of everybody who was ticked as present, and of everybody who plays."""
    if house is None or not has_evening_fee(house) or not is_evening(event):
        return
    evening = Evening.objects.filter(event=event).first()
    players = _playing(event)
    about = f"event-evening:{event.pk}"
    if evening is not None:
        players |= _present(evening)
        about = f"evening:{evening.pk}"
    yield from _of_each(players, about, house, event.starts_on)


def _of_each(
    players: Collection[int], about: str, house: HouseAmounts, day: date
) -> Iterator[Charge]:
    guests = guests_on(day, players) if house.guest_fee is not None else frozenset()
    for player in sorted(players):
        fee = (house.guest_fee or 0) if player in guests else house.evening_fee
        if fee:
            yield Charge(f"{about}:{player}", TransactionKind.EVENING_FEE, {player: fee})


def guests_on(day: date, players: Iterable[int]) -> frozenset[int]:
    """Return which of the players were guests of the club on that day; one query."""
    earlier = Q(guest_or_not_since__gt=day)
    is_guest = (Q(is_guest=True) & ~earlier) | (Q(is_guest=False) & earlier)
    rows = Player.objects.filter(is_guest, pk__in=set(players))
    return frozenset(rows.values_list("pk", flat=True))


def _present(evening: Evening) -> set[int]:
    there = Attendance.objects.filter(evening=evening, left_at__isnull=True)
    return set(there.values_list(STAYS, flat=True))


def _playing(event: Event) -> set[int]:
    """Return who sat at a table of a round that was opened, and who still waits for one.

    Before an event starts, its entries only say who is expected. Of a team those pay who sit down.
    """
    if event.state == EventState.OPEN:
        return set()
    opened = Round.objects.filter(stage__event=event).exclude(state=RoundState.DRAWN)
    seats = Seat.objects.filter(round__in=opened, player__isnull=False)
    players = set(seats.values_list(STAYS, flat=True))
    if event.entry_kind == EntryKind.TEAM:
        return players
    seated = Placement.objects.filter(round__in=opened, table__isnull=False).values("entry")
    waiting = _members(event).exclude(entry__in=seated)
    return players | set(waiting.values_list(STAYS, flat=True))


def _members(event: Event) -> QuerySet[EntryMember]:
    """Return the players of the entries that take part, as they are now."""
    return EntryMember.objects.filter(
        event=event, entry__event=event, entry__state=EntryState.ACCEPTED, left_at__isnull=True
    )


def _entry_fees(event: Event, own: EventAmounts | None) -> Iterator[Charge]:
    """Yield a charge for each entry that takes part, on the players who are in it now."""
    if own is None or not (own.fee or own.guest_fee):
        return
    players: dict[int, list[int]] = defaultdict(list)
    for entry, player in (
        _members(event).order_by("entry_id", "position", "id").values_list("entry_id", STAYS)
    ):
        players[entry].append(player)
    everybody = [player for inside in players.values() for player in inside]
    guests = guests_on(event.starts_on, everybody) if own.guest_fee is not None else frozenset()
    for entry, inside in players.items():
        amounts = fee_by_player(own.fee, own.fee_per, inside)
        amounts |= dict.fromkeys(guests.intersection(inside), own.guest_fee or 0)
        owed = {player: amount for player, amount in amounts.items() if amount}
        if owed:
            yield Charge(f"entry:{entry}", TransactionKind.ENTRY_FEE, owed)


def fee_by_player(fee: int, per: str, players: Sequence[int]) -> dict[int, int]:
    """Return what each player of an entry pays of its fee."""
    parts = [fee] * len(players)
    if per == FeePer.ENTRY:
        parts = shares(fee, [1] * len(players))
    return {player: part for player, part in zip(players, parts, strict=True) if part}


def _sets(event: Event, own: EventAmounts | None, house: HouseAmounts | None) -> Iterator[Charge]:
    """Yield a charge for each contract that was set at a table that is confirmed to the end."""
    amount = own.set_amount if own is not None and own.set_amount is not None else None
    if amount is None:
        amount = house.set_amount if house is not None else 0
    if not amount or event.visibility == Visibility.HIDDEN:
        return
    payer = house.set_payer if house is not None else SetPayer.BIDDER
    seats = _seats_of(event)
    for table, submission, figures in _deals_of(event, seats):
        amounts = set_by_player(amount, payer, figures, seats[table])
        if amounts:
            yield Charge(f"deal:{submission}", TransactionKind.SET, amounts)


def set_by_player(
    amount: int, payer: str, figures: DealFigures, seats: Sequence[SeatTaken]
) -> dict[int, int]:
    """Return who pays how much for a deal; nobody where no contract was set."""
    if not figures.played or figures.side is None or figures.made is not False:
        return {}
    side = [seat for seat in seats if seat.side == figures.side]
    bidder = [seat.player for seat in side if seat.seat == figures.declarer]
    if payer == SetPayer.SIDE:
        return {seat.player: amount for seat in side}
    if bidder:
        return {bidder[0]: amount}
    parts = shares(amount, [1] * len(side)) if side else []
    return {seat.player: part for seat, part in zip(side, parts, strict=True) if part}


def _seats_of(event: Event) -> dict[int, list[SeatTaken]]:
    """Return who sat where, by table; tables as statistics and ratings count them."""
    tables = TableResult.objects.filter(
        round__stage__event=event, state=TableState.CONFIRMED, awarded__isnull=True, deals__gt=0
    )
    rows = Seat.objects.filter(
        table_id__in=tables.values("table_id"),
        placement__side__isnull=False,
        player__isnull=False,
    ).order_by("table_id", "number")
    seats: dict[int, list[SeatTaken]] = defaultdict(list)
    for table, *row in rows.values_list("table_id", "number", STAYS, F("placement__side")):
        seats[table].append(SeatTaken(*row))
    return seats


def _deals_of(event: Event, tables: Iterable[int]) -> Iterator[tuple[int, int, DealFigures]]:
    """Yield (table, submission, figures) of confirmed deals that no table has still to play."""
    hidden = hidden_in_stages([*event.stages.values_list("pk", flat=True)])
    rows = Submission.objects.filter(table_id__in=list(tables), state=SubmissionState.CONFIRMED)
    for row in rows.select_related("deal").order_by("table_id", "number").iterator(500):
        if row.number not in hidden.places(row.table_id):
            yield row.table_id, row.pk, games.figures_of(row.deal)


# --- What an event costs goes along when the event is copied as the next one ---


def copy_amounts(event: Event, copied: Event) -> None:
    """Give the new draft the fee, the amount for a set, the pot and the shares of the prizes."""
    for amounts in EventAmounts.objects.filter(event=event):
        amounts.pk, amounts.event, amounts.version = None, copied, 1
        amounts.save(force_insert=True)
