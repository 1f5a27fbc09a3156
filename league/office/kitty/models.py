"""The kitty of a club: what is charged for what, and its double-entry ledger.

Amounts are whole numbers of the currency's smallest unit. A line's amount is above 0 where its
account is debited: cash comes in, a player owes, an expense is made.
"""

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.db.models.expressions import Combinable
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.clubs.models import Club, Player
from league.foundation.derived_state import DerivedState
from league.foundation.limits import check_year, range_validators
from league.foundation.records.models import Record
from league.office.kitty.event_size import deals_of_event
from league.office.kitty.shares_field import MOST_PLACES, SharesField
from league.play.events.models import Event

# deals of an event that take about a second to be gone through
MANY_DEALS = 5_000


class Kitty(Record):
    """The kitty of a club, which is off until an owner switches it on.

    The currency stays once something is booked. `last_number` is that of the newest transaction:
    whoever books something holds this row.
    """

    single_of = "club"

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="kitty")
    is_on = models.BooleanField(_("the club keeps a kitty"), default=False)
    currency = models.CharField(
        _("currency"),
        max_length=3,
        default="USD",
        help_text=_("It cannot be changed once an amount is noted."),
    )
    opened_on = models.DateField(editable=False)
    last_number = models.PositiveBigIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = verbose_name_plural = pgettext_lazy("money of a club", "Kitty")
        constraints = [
            models.CheckConstraint(
                name="kitty_has_a_currency", condition=Q(currency__regex="^[A-Z]{3}$")
            )
        ]

    def __str__(self) -> str:
        return str(self._meta.verbose_name)

    def journal_kind(self, kind: str) -> str:
        return "kitty.switched_on" if self.is_on else "kitty.switched_off"

    def journal_data(self) -> dict[str, str]:
        return {"currency": self.currency}


class SetPayer(models.TextChoices):
    BIDDER = "bidder", _("whoever bid; where nobody wrote that down, the side shares it")
    SIDE = "side", _("each player of the side")


# the columns of `HouseAmounts` and `EventAmounts` that are money
HOUSE_SUMS = ("evening_fee", "guest_fee", "set_amount")
EVENT_SUMS = ("fee", "guest_fee", "set_amount", "pot_added")


class HouseAmounts(Record):
    """What the club charges from a day on: for being at an evening, and for a contract set.

    Without a `guest_fee` guests pay what everybody pays.
    Events and evenings follow the amounts of the day on which they begin.
    """

    kitty = models.ForeignKey(Kitty, on_delete=models.CASCADE, related_name="house_amounts")
    from_day = models.DateField(
        _("from"),
        validators=[check_year],
        help_text=_("For evenings and events that begin on this day or later."),
    )
    evening_fee = models.BigIntegerField(
        _("fee for an evening"),
        default=0,
        help_text=_("Charged to everybody who is ticked as present or plays. 0: nothing."),
    )
    guest_fee = models.BigIntegerField(
        _("fee for guests"),
        null=True,
        blank=True,
        help_text=_("In place of the fee. Leave it empty if guests pay the same. 0: nothing."),
    )
    set_amount = models.BigIntegerField(
        _("for each set"),
        default=0,
        help_text=_(
            "Charged for each contract that failed, once its table is confirmed. 0: nothing."
        ),
    )
    set_payer = models.CharField(
        _("who pays for a set"), max_length=10, choices=SetPayer, default=SetPayer.BIDDER
    )

    class Meta:
        verbose_name = _("amounts")
        verbose_name_plural = _("amounts")
        constraints = [
            models.UniqueConstraint(
                name="house_amounts_once_a_day",
                fields=["kitty", "from_day"],
                violation_error_message=_("There are amounts from this day already: change them."),
            ),
            models.CheckConstraint(
                name="house_amounts_not_below_nothing",
                condition=Q(evening_fee__gte=0) & Q(set_amount__gte=0),
            ),
            models.CheckConstraint(
                name="house_amounts_of_guests_not_below_nothing",
                condition=Q(guest_fee__isnull=True) | Q(guest_fee__gte=0),
            ),
            models.CheckConstraint(
                name="house_amounts_known_payer", condition=Q(set_payer__in=SetPayer)
            ),
        ]

    def __str__(self) -> str:
        return str(date_format(self.from_day, "DATE_FORMAT"))

    def journal_place(self) -> dict[str, int]:
        return {"club_id": self.kitty.club_id}

    def journal_data(self) -> dict[str, Any]:
        return {
            "currency": self.kitty.currency,
            "from": self.from_day.isoformat(),
            "evening_fee": self.evening_fee,
            "set_amount": self.set_amount,
        }


class FeePer(models.TextChoices):
    PLAYER = "player", _("per player")
    ENTRY = "entry", _("per entry; its players share it")


class EventAmounts(Record):
    """What an event costs, and what of it goes into its pot and to which places.

    Without a `set_amount` the club's is charged; without a `guest_fee` guests pay their part of the
    fee as everybody does, else this in its place. The pot is `pot_added` and `pot_percent` of what
    is charged for the event; `prize_shares` are weights by place, the winner's first.
    """

    single_of = "event"

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="amounts")
    fee = models.BigIntegerField(_("fee for the event"), default=0)
    fee_per = models.CharField(
        _("the fee is"), max_length=10, choices=FeePer, default=FeePer.PLAYER
    )
    guest_fee = models.BigIntegerField(
        _("fee for guests"),
        null=True,
        blank=True,
        help_text=_("In place of the fee. Leave it empty if guests pay the same. 0: nothing."),
    )
    set_amount = models.BigIntegerField(
        _("for each set"),
        null=True,
        blank=True,
        help_text=_("Leave it empty to charge what the club usually charges. 0: nothing."),
    )
    pot_percent = models.PositiveSmallIntegerField(
        _("percent of what is charged that goes into the pot"),
        default=0,
        validators=range_validators(0, 100),
    )
    pot_added = models.BigIntegerField(
        _("put into the pot"), default=0, help_text=_("Besides the part of what is charged.")
    )
    prize_shares = SharesField(
        models.PositiveIntegerField(),
        verbose_name=_("shares of the places"),
        default=list,
        blank=True,
        help_text=_(
            "The winner’s first: 50 30 20 gives half of the pot, then 30 and 20 percent. Leave it "
            "empty for no prizes."
        ),
    )

    class Meta:
        verbose_name = _("amounts")
        verbose_name_plural = _("amounts")
        constraints = [
            models.CheckConstraint(
                name="event_amounts_not_below_nothing",
                condition=Q(fee__gte=0)
                & (Q(set_amount__isnull=True) | Q(set_amount__gte=0))
                & Q(pot_added__gte=0),
            ),
            models.CheckConstraint(name="event_amounts_known_fee", condition=Q(fee_per__in=FeePer)),
            models.CheckConstraint(
                name="event_amounts_of_guests_not_below_nothing",
                condition=Q(guest_fee__isnull=True) | Q(guest_fee__gte=0),
            ),
            models.CheckConstraint(
                name="pot_has_at_most_all_of_it", condition=Q(pot_percent__lte=100)
            ),
            models.CheckConstraint(
                name="prizes_for_so_many_places",
                condition=Q(prize_shares__len__lte=MOST_PLACES),
            ),
        ]

    def __str__(self) -> str:
        return str(self.event)

    def journal_place(self) -> dict[str, int]:
        return {"club_id": self.event.club_id, "event_id": self.event_id}

    def journal_data(self) -> dict[str, Any]:
        currency = self.event.club.kitty.currency
        return {"event": self.event.name, "fee": self.fee, "currency": currency}


class EventCharges(DerivedState):
    """How far what is charged for an event follows its entries, its evening and its deals.

    Nothing is charged where `is_charged_elsewhere`: the event was played in another club and came
    with an archive into one that keeps its own kitty. Saying what it costs here ends that.
    """

    what = "charges"
    club_path = "event__club_id"
    large_from = MANY_DEALS

    event = models.OneToOneField(
        Event, primary_key=True, on_delete=models.CASCADE, related_name="charges_state"
    )
    is_charged_elsewhere = models.BooleanField(default=False, db_default=False)

    class Meta(DerivedState.Meta):
        verbose_name_plural = "event charges"

    @classmethod
    def size(cls) -> Combinable:
        return deals_of_event()

    def __str__(self) -> str:
        return f"charges of event {self.event_id}"


class AccountKind(models.TextChoices):
    CASH = "cash", _("Cash")
    PLAYER = "player", _("Players")
    FEES = "fees", _("Fees")
    SETS = "sets", _("Sets")
    INCOME = "income", _("Other income")
    PRIZES = "prizes", _("Prizes")
    EXPENSES = "expenses", _("Expenses")
    WAIVED = "waived", _("Waived")


class Account(models.Model):
    """An account of the ledger: one of each kind, and one for each player.

    `balance` is the sum of its lines; a trigger of the database keeps it. A player who was merged
    keeps the account: it is read together with that of the player who stays.
    """

    kitty = models.ForeignKey(Kitty, on_delete=models.CASCADE, related_name="accounts")
    kind = models.CharField(max_length=10, choices=AccountKind)
    player = models.OneToOneField(
        Player, null=True, on_delete=models.PROTECT, related_name="kitty_account"
    )
    balance = models.BigIntegerField(default=0, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="account_of_a_kind_once",
                fields=["kitty", "kind"],
                condition=Q(player__isnull=True),
            ),
            models.CheckConstraint(
                name="account_of_a_player_names_the_player",
                condition=Q(kind="player", player__isnull=False)
                | (Q(kind__in=[*AccountKind.values]) & ~Q(kind="player") & Q(player__isnull=True)),
            ),
        ]

    def __str__(self) -> str:
        return f"account {self.kind} of kitty {self.kitty_id}"


class TransactionKind(models.TextChoices):
    """What a transaction is. Those of CHARGES are worked out from facts."""

    ENTRY_FEE = "entry_fee", _("Fee for the event")
    EVENING_FEE = "evening_fee", _("Fee for the evening")
    SET = "set", pgettext_lazy("a contract that failed", "Set")
    CHARGE = "charge", _("Charged by hand")
    PAYMENT = "payment", _("Paid in")
    PAYOUT = "payout", _("Paid out")
    WAIVER = "waiver", _("Waived")
    EXPENSE = "expense", _("Expense")
    INCOME = "income", _("Other income")
    PRIZES = "prizes", _("Prizes")
    REVERSAL = "reversal", _("Reversal")


CHARGES = (TransactionKind.ENTRY_FEE, TransactionKind.EVENING_FEE, TransactionKind.SET)


class Transaction(models.Model):
    """Something that was booked. Never edited or deleted: a reversal is a new one naming the old.

    `source` names the fact that a transaction follows, such as `deal:12`; what follows the same
    fact again has the next `source_turn`. Events and evenings stand here as plain numbers, for
    they may be discarded. The database refuses lines that do not sum to 0, and more or fewer lines
    than `line_count`.
    """

    kitty = models.ForeignKey(Kitty, on_delete=models.CASCADE, related_name="transactions")
    number = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=12, choices=TransactionKind)
    day = models.DateField()
    booked_at = models.DateTimeField()
    event_number = models.BigIntegerField(null=True)
    evening_number = models.BigIntegerField(null=True)
    source = models.CharField(max_length=60, blank=True)
    source_turn = models.PositiveIntegerField(default=0)
    reverses = models.OneToOneField(
        "self", null=True, on_delete=models.CASCADE, related_name="reversed_by"
    )
    note = models.CharField(max_length=200, blank=True)
    line_count = models.PositiveSmallIntegerField()
    actor_user_id = models.BigIntegerField(null=True)
    # of whoever has no account; names of accounts are joined when it is read
    actor_name = models.CharField(max_length=200, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["kitty", "event_number", "kind"], name="transaction_of_event"),
            models.Index(fields=["kitty", "evening_number", "kind"], name="transaction_of_evening"),
            models.Index(fields=["kitty", "day", "number"], name="transaction_by_day"),
        ]
        constraints = [
            models.UniqueConstraint(name="transaction_number_once", fields=["kitty", "number"]),
            models.UniqueConstraint(
                name="transaction_follows_a_fact_once",
                fields=["kitty", "source", "source_turn"],
                condition=~Q(source=""),
            ),
            models.CheckConstraint(
                name="transaction_known_kind", condition=Q(kind__in=TransactionKind)
            ),
            models.CheckConstraint(
                name="reversal_names_what_it_reverses",
                condition=Q(kind="reversal", reverses__isnull=False)
                | (~Q(kind="reversal") & Q(reverses__isnull=True)),
            ),
            models.CheckConstraint(
                name="reversal_is_of_another",
                condition=Q(reverses__isnull=True) | ~Q(reverses=F("id")),
            ),
            models.CheckConstraint(
                name="transaction_has_two_lines_or_more", condition=Q(line_count__gte=2)
            ),
        ]

    def __str__(self) -> str:
        return f"transaction {self.number} of kitty {self.kitty_id}"


class Line(models.Model):
    """An amount of a transaction, on one account."""

    transaction = models.ForeignKey(Transaction, on_delete=models.CASCADE, related_name="lines")
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="lines")
    amount = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="account_once_in_a_transaction", fields=["transaction", "account"]
            ),
            models.CheckConstraint(name="line_moves_something", condition=~Q(amount=0)),
        ]

    def __str__(self) -> str:
        return f"{self.amount} on account {self.account_id}"

    @property
    def booked(self) -> Transaction:
        """The transaction, as pages and the API call it."""
        return self.transaction
