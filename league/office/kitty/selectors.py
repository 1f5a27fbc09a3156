"""What pages, the API and services ask of a kitty. They read, they never write."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from django.db.models import F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from league.clubs.models import Club, Player
from league.office.kitty.models import (
    CHARGES,
    Account,
    AccountKind,
    EventAmounts,
    Kitty,
    Line,
    TransactionKind,
)
from league.office.kitty.models import Transaction as Booked
from league.play.events.models import Attendance, EntryMember, EntryState, Evening, Event

# of a duplicate the player it was merged into
STAYS = Coalesce("player__merged_into_id", "player_id")


def kitty_of(club: Club) -> Kitty | None:
    """Return the club's kitty; None where it keeps none."""
    kitty = Kitty.objects.filter(club=club, is_on=True).first()
    if kitty is not None:
        kitty.club = club
    return kitty


def amounts_of(event: Event) -> EventAmounts:
    """Return what the event costs; unsaved, as it is without a row."""
    row = EventAmounts.objects.filter(event=event).first() or EventAmounts()
    row.event = event
    return row


def balance_of(kitty: Kitty, player: Player) -> int:
    """Return what a player owes; below 0 where the club owes the player."""
    return accounts_of(kitty, player).aggregate(sum=Sum("balance"))["sum"] or 0


def accounts_of(kitty: Kitty, player: Player) -> QuerySet[Account]:
    """Return the accounts of a player and of the doubles merged into that player."""
    return kitty.accounts.filter(Q(player=player) | Q(player__merged_into=player))


def balance_in(kitty: Kitty, kind: AccountKind) -> int:
    """Return the balance of one of the club's own accounts, such as the cash in the box."""
    return kitty.accounts.filter(kind=kind).aggregate(sum=Sum("balance"))["sum"] or 0


def balances(kitty: Kitty, players: Iterable[int] | None = None) -> dict[int, int]:
    """Return what each player owes who owes or is owed something, by id; one query.

    A double's account counts for the player who stays. `players` limits it to those.
    """
    return _balances(kitty.accounts.all(), players)


def _balances(accounts: QuerySet[Account], players: Iterable[int] | None) -> dict[int, int]:
    rows = accounts.filter(kind=AccountKind.PLAYER).exclude(balance=0)
    if players is not None:
        wanted = list(players)
        rows = rows.filter(Q(player__in=wanted) | Q(player__merged_into__in=wanted))
    found: dict[int, int] = defaultdict(int)
    for player, stays, balance in rows.values_list(
        "player_id", "player__merged_into_id", "balance"
    ):
        found[stays or player] += balance
    return {player: balance for player, balance in found.items() if balance}


class Owing(NamedTuple):
    """A player and what he owes; below 0 what the club owes him."""

    player: Player
    balance: int


@dataclass(frozen=True, slots=True)
class Overview:
    """How a kitty stands: the cash that should be in the box, debts, and who has them."""

    kitty: Kitty
    cash: int
    players: list[Owing]

    @property
    def owed_to_club(self) -> int:
        return sum(balance for _player, balance in self.players if balance > 0)

    @property
    def owed_by_club(self) -> int:
        return -sum(balance for _player, balance in self.players if balance < 0)


def overview_of(kitty: Kitty) -> Overview:
    """Return how the kitty stands, the largest debts first."""
    owing = balances(kitty)
    players = Player.objects.filter(pk__in=owing)
    rows = [Owing(player, owing[player.pk]) for player in players]
    rows.sort(key=lambda row: (-row[1], row[0].sort_key, row[0].pk))
    return Overview(kitty, balance_in(kitty, AccountKind.CASH), rows)


def transactions_of(kitty: Kitty) -> QuerySet[Booked]:
    """Return what was booked, newest first, with lines and names."""
    return (
        kitty.transactions.order_by("-number")
        .select_related("reverses", "reversed_by")
        .prefetch_related("lines__account__player__merged_into")
    )


def lines_of(kitty: Kitty, player: Player) -> QuerySet[Line]:
    """Return the lines on a player's accounts, newest first, with their transactions."""
    return (
        Line.objects.filter(account__in=accounts_of(kitty, player))
        .select_related("transaction__reverses", "transaction__reversed_by")
        .order_by("-transaction__number", "-id")
    )


def own_balances(players: Iterable[Player]) -> list[tuple[Player, Kitty, int]]:
    """Return those of an account's players in clubs with a kitty, and what each owes there.

    The players are read with `club__kitty`; one query more, where any club keeps a kitty.
    """
    kitties = [(one, getattr(one.club, "kitty", None)) for one in players]
    found = [(one, kitty) for one, kitty in kitties if kitty is not None and kitty.is_on]
    owing = _balances(Account.objects.all(), [one.pk for one, _kitty in found]) if found else {}
    return [(one, kitty, owing.get(one.pk, 0)) for one, kitty in found]


# What was booked for an event or an evening.


def booked_for(event: Event | None, evening: Evening | None) -> Q:
    """Say of a transaction that it was booked for the event, or for the evening it began as."""
    if evening is None and event is not None:
        evening = Evening.objects.filter(event=event).first()
    says = Q()
    if event is not None:
        says |= Q(event_number=event.pk)
    if evening is not None:
        says |= Q(evening_number=evening.pk)
    return says


def charged_for(kitty: Kitty, event: Event) -> int:
    """Return the sum of what is charged for an event, without what was reversed."""
    rows = Line.objects.filter(
        transaction__in=kitty.transactions.filter(booked_for(event, None), kind__in=CHARGES),
        transaction__reversed_by__isnull=True,
        account__kind__in=(AccountKind.FEES, AccountKind.SETS),
    )
    return -(rows.aggregate(sum=Sum("amount"))["sum"] or 0)


@dataclass(slots=True)
class CashRow:
    """A player on the cash sheet: charged and paid for the occasion, and owed in all.

    `payment` is the last payment for the occasion that stands: it can be undone.
    """

    player: Player
    charged: int = 0
    paid: int = 0
    balance: int = 0
    payment: Booked | None = None

    @property
    def owes(self) -> int:
        return max(self.balance, 0)

    @property
    def has_credit(self) -> int:
        return max(-self.balance, 0)


@dataclass(slots=True)
class CashSheet:
    """Who pays what at an event or an evening, in the order of names."""

    rows: list[CashRow] = field(default_factory=list)

    @property
    def charged(self) -> int:
        return sum(row.charged for row in self.rows)

    @property
    def paid(self) -> int:
        return sum(row.paid for row in self.rows)

    @property
    def owes(self) -> int:
        return sum(row.owes for row in self.rows)

    @property
    def owing(self) -> int:
        return sum(row.owes > 0 for row in self.rows)


def cash_sheet(
    kitty: Kitty,
    *,
    event: Event | None = None,
    evening: Evening | None = None,
    due: Mapping[int, int] | None = None,
    only: Player | None = None,
) -> CashSheet:
    """Return the cash sheet; `due` is what will be charged and is not booked yet, by player."""
    there = _people(event, evening) if only is None else {only.pk}
    says = booked_for(event, evening)
    rows = {pk: CashRow(player) for pk, player in _named(kitty, says, there, only).items()}
    for player, balance in balances(kitty, rows).items():
        rows[player].balance = balance
    _add_booked(kitty, says, rows)
    for player, amount in (due or {}).items():
        if player in rows:
            rows[player].charged += amount
            rows[player].balance += amount
    ordered = sorted(rows.values(), key=lambda row: (row.player.sort_key, row.player.pk))
    return CashSheet(ordered)


def _named(kitty: Kitty, says: Q, there: set[int], only: Player | None) -> dict[int, Player]:
    """Return those who are there, and who has anything booked for the occasion."""
    if only is None:
        lines = Line.objects.filter(
            transaction__in=kitty.transactions.filter(says), account__player__isnull=False
        )
        pairs = lines.values_list("account__player_id", "account__player__merged_into_id")
        there = there | {stays or player for player, stays in pairs.distinct()}
    return {player.pk: player for player in Player.objects.filter(pk__in=there)}


def _people(event: Event | None, evening: Evening | None) -> set[int]:
    """Return those who take part in the event, or are at the evening."""
    if event is None:
        there = Attendance.objects.filter(evening=evening, left_at__isnull=True)
        return set(there.values_list(STAYS, flat=True))
    members = EntryMember.objects.filter(
        event=event, entry__event=event, entry__state=EntryState.ACCEPTED, left_at__isnull=True
    )
    return set(members.values_list(STAYS, flat=True))


def _add_booked(kitty: Kitty, says: Q, rows: dict[int, CashRow]) -> None:
    """Add what was charged and paid for the occasion and stands."""
    kinds = (*CHARGES, TransactionKind.CHARGE, TransactionKind.PAYMENT)
    booked = kitty.transactions.filter(says, kind__in=kinds, reversed_by__isnull=True)
    lines = Line.objects.filter(
        Q(account__player__in=rows) | Q(account__player__merged_into__in=rows),
        transaction__in=booked,
    )
    for line in lines.select_related("transaction", "account__player").order_by("id"):
        player = line.account.player
        assert player is not None  # noqa: S101  asked for
        row = rows[player.merged_into_id or player.pk]
        if line.transaction.kind == TransactionKind.PAYMENT:
            row.paid -= line.amount
            row.payment = line.transaction
        else:
            row.charged += line.amount


# The account of a season or of other days.


@dataclass(frozen=True, slots=True)
class Period:
    """The days from `first` to `last`, both of them."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Statement:
    """Income and expenses of a period by account, in positive amounts, and the cash around it."""

    income: list[tuple[AccountKind, int]]
    expenses: list[tuple[AccountKind, int]]
    cash_before: int
    cash_after: int

    @property
    def all_income(self) -> int:
        return sum(amount for _kind, amount in self.income)

    @property
    def all_expenses(self) -> int:
        return sum(amount for _kind, amount in self.expenses)

    @property
    def result(self) -> int:
        return self.all_income - self.all_expenses


INCOME = (AccountKind.FEES, AccountKind.SETS, AccountKind.INCOME)
EXPENSES = (AccountKind.PRIZES, AccountKind.EXPENSES, AccountKind.WAIVED)


def statement_of(kitty: Kitty, period: Period) -> Statement:
    """Return the account of a period; two queries."""
    lines = Line.objects.filter(transaction__kitty=kitty)
    inside = lines.filter(transaction__day__gte=period.first, transaction__day__lte=period.last)
    rows = inside.order_by().values("account__kind").annotate(sum=Sum("amount"))
    sums = {row["account__kind"]: row["sum"] for row in rows}
    before = lines.filter(transaction__day__lt=period.first, account__kind=AccountKind.CASH)
    cash = before.aggregate(sum=Sum("amount"))["sum"] or 0
    return Statement(
        income=[(kind, -sums.get(kind, 0)) for kind in INCOME],
        expenses=[(kind, sums.get(kind, 0)) for kind in EXPENSES],
        cash_before=cash,
        cash_after=cash + sums.get(AccountKind.CASH, 0),
    )


def events_in(kitty: Kitty, period: Period) -> list[tuple[Event, int, int]]:
    """Return (event, what it brought, its prizes) for what was booked in the period."""
    lines = Line.objects.filter(
        transaction__kitty=kitty,
        transaction__event_number__isnull=False,
        transaction__day__gte=period.first,
        transaction__day__lte=period.last,
        account__kind__in=(*INCOME, *EXPENSES),
    )
    brought: dict[int, int] = defaultdict(int)
    cost: dict[int, int] = defaultdict(int)
    rows = lines.order_by().values_list(F("transaction__event_number"), "account__kind")
    for number, kind, amount in rows.annotate(sum=Sum("amount")):
        if kind in INCOME:
            brought[number] -= amount
        else:
            cost[number] += amount
    events = Event.objects.filter(club=kitty.club_id, pk__in={*brought, *cost})
    return [
        (event, brought[event.pk], cost[event.pk]) for event in events.order_by("starts_on", "pk")
    ]


def lines_in(kitty: Kitty, period: Period) -> Iterator[Line]:
    """Yield every line of a period in the order of booking, in bounded memory."""
    rows = Line.objects.filter(
        transaction__kitty=kitty,
        transaction__day__gte=period.first,
        transaction__day__lte=period.last,
    )
    rows = rows.select_related("transaction__reverses", "account__player__merged_into")
    return rows.order_by("transaction__number", "id").iterator(chunk_size=1_000)
