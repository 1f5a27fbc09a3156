"""What people type about the kitty: bookings, what is charged, what is in a pot."""

from dataclasses import fields
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Player
from league.clubs.selectors import players_of
from league.faces.desk.conflict_checked import ConflictCheckedForm
from league.faces.desk.inputs import day_field, number_field
from league.faces.desk.records.forms import RecordForm
from league.foundation.limits import parse_int
from league.office.kitty.charges import has_evening_fee, house_amounts_on
from league.office.kitty.models import (
    HOUSE_SUMS,
    MOST_PLACES,
    EventAmounts,
    FeePer,
    HouseAmounts,
    Kitty,
    TransactionKind,
)
from league.office.kitty.money import (
    LONGEST_TYPED,
    AmountUnclear,
    currencies,
    named,
    read,
    shown,
    typed,
)
from league.office.kitty.services.booking import LONGEST_NOTE
from league.office.kitty.services.kitty_settings import LARGEST_SHARE, EventTerms
from league.play.events.evenings import is_evening
from league.play.events.models import Event

# --- A field for an amount of money, typed with a comma or a point ---


class AmountField(forms.CharField):
    """Gives a whole number of the currency's smallest unit, None where nothing was typed."""

    def __init__(self, *, currency: str, least: int = 0, **options: Any) -> None:
        self.currency, self.least = currency, least
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(widget=widget, max_length=LONGEST_TYPED, **options)

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        if not text:
            return None
        try:
            return read(text, self.currency, least=self.least)
        except AmountUnclear as unclear:
            raise ValidationError(str(unclear)) from None

    def prepare_value(self, value: Any) -> Any:
        return typed(value, self.currency) if isinstance(value, int) else value


def label_with_currency(label: str, currency: str) -> str:
    """Return a label that says in which currency an amount is typed: “Fee ($)”."""
    return f"{label} ({symbol_of(currency)})"


def symbol_of(currency: str) -> str:
    sample = shown(0, currency)
    return "".join(sign for sign in sample if not (sign.isdigit() or sign in ".,\xa0 ")) or currency


class SwitchForm(ConflictCheckedForm):
    is_on = forms.BooleanField(label=gettext_lazy("The club keeps a kitty"), required=False)
    currency = forms.ChoiceField(
        label=gettext_lazy("Currency"),
        help_text=gettext_lazy("It cannot be changed once an amount is noted."),
    )

    def __init__(self, data: Any = None, *, kitty: Kitty | None) -> None:
        initial = {"currency": "USD"}
        if kitty is not None:
            initial = {"currency": kitty.currency, "is_on": kitty.is_on}  # type: ignore[dict-item]
        super().__init__(data, initial=initial)
        field: Any = self.fields["currency"]
        field.choices = [(code, named(code)) for code in currencies()]


class HouseAmountsForm(RecordForm):
    class Meta(RecordForm.Meta):
        widgets = {"set_payer": forms.RadioSelect}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in HOUSE_SUMS:
            self.fields[name] = _sum_of_house(name, self.instance.kitty.currency)


def _sum_of_house(name: str, currency: str) -> AmountField:
    """Return the field for one of the house amounts, as the column says."""
    column: Any = HouseAmounts._meta.get_field(name)
    return AmountField(
        currency=currency,
        label=label_with_currency(capfirst(column.verbose_name), currency),
        required=not column.blank,
        help_text=column.help_text,
    )


class EventAmountsForm(ConflictCheckedForm):
    """What an event costs, and its pot."""

    fee_per = forms.ChoiceField(
        label=gettext_lazy("The fee is"), choices=FeePer.choices, widget=forms.RadioSelect
    )
    pot_percent = number_field(
        least=0,
        most=100,
        label=gettext_lazy("Percent of what is charged that goes into the pot"),
    )
    prize_shares = forms.CharField(
        label=gettext_lazy("Shares of the places"),
        required=False,
        max_length=400,
        help_text=gettext_lazy(
            "The winner’s first: 50 30 20 gives half of the pot, then 30 and 20 percent. Leave it "
            "empty for no prizes."
        ),
    )

    is_evening = forms.BooleanField(
        label=gettext_lazy("Charge the fee for an evening"),
        help_text=gettext_lazy("Everybody who plays owes it once."),
        required=False,
    )

    def __init__(self, data: Any = None, *, kitty: Kitty, event: Event) -> None:
        now = EventAmounts.objects.filter(event=event).first() or EventAmounts()
        names = ("fee", "fee_per", "guest_fee", "set_amount", "pot_added", "pot_percent")
        initial: dict[str, Any] = {name: getattr(now, name) for name in names}
        initial["prize_shares"] = " ".join(map(str, now.prize_shares))
        initial["is_evening"] = is_evening(event)
        super().__init__(data, initial=initial)
        money = kitty.currency
        self.fields["fee"] = AmountField(currency=money, label=label_with_currency(_("Fee"), money))
        self.fields["guest_fee"] = _sum_of_house("guest_fee", money)
        self.fields["set_amount"] = AmountField(
            currency=money,
            label=label_with_currency(_("For each set"), money),
            required=False,
            help_text=_("Leave it empty to charge what the club usually charges. 0: nothing."),
        )
        self.fields["pot_added"] = AmountField(
            currency=money,
            label=label_with_currency(_("Put into the pot"), money),
            help_text=_("Besides the part of what is charged."),
        )
        house = house_amounts_on(kitty, event.starts_on)
        if house is None or not has_evening_fee(house):
            del self.fields["is_evening"]
        self.order_fields(
            ["is_evening", "fee", "fee_per", "guest_fee", "set_amount", "pot_percent", "pot_added"]
        )

    def clean_prize_shares(self) -> list[int]:
        texts = self.cleaned_data["prize_shares"].replace(",", " ").replace("%", " ").split()
        shares = [parse_int(text, most=LARGEST_SHARE) or 0 for text in texts]
        if len(shares) > MOST_PLACES or not all(0 < share <= LARGEST_SHARE for share in shares):
            raise ValidationError(
                _("Give whole numbers from 1 to %(most)d for at most %(places)d places: 50 30 20.")
                % {"most": LARGEST_SHARE, "places": MOST_PLACES}
            )
        return shares

    @property
    def terms(self) -> EventTerms:
        columns = {field.name for field in fields(EventTerms)}
        data = self.cleaned_data.items()
        return EventTerms(**{name: value for name, value in data if name in columns})


OF_PLAYER = (
    (TransactionKind.PAYMENT, gettext_lazy("The player pays")),
    (TransactionKind.PAYOUT, gettext_lazy("The club pays the player")),
    (TransactionKind.CHARGE, gettext_lazy("The player is charged")),
    (TransactionKind.WAIVER, gettext_lazy("The amount is waived")),
)
OF_CLUB = (
    (TransactionKind.EXPENSE, gettext_lazy("An expense")),
    (TransactionKind.INCOME, gettext_lazy("Other income")),
)


class PlayerBookingForm(forms.Form):
    """What is booked on a player's account."""

    kind = forms.ChoiceField(label=gettext_lazy("What happens"), widget=forms.RadioSelect)
    note = forms.CharField(label=gettext_lazy("What for"), max_length=LONGEST_NOTE, required=False)

    def __init__(self, data: Any = None, *, kitty: Kitty, may_change: bool, owes: int = 0) -> None:
        kind = TransactionKind.PAYOUT if owes < 0 and may_change else TransactionKind.PAYMENT
        super().__init__(data, initial={"kind": kind, "amount": abs(owes) or None})
        field: Any = self.fields["kind"]
        field.choices = OF_PLAYER if may_change else OF_PLAYER[:1]
        self.fields["amount"] = _amount(kitty)
        self.order_fields(["kind", "amount", "note"])


class ClubBookingForm(forms.Form):
    """An expense or other income."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What is it"), choices=OF_CLUB, widget=forms.RadioSelect
    )
    note = forms.CharField(label=gettext_lazy("What for"), max_length=LONGEST_NOTE)
    day = day_field(label=gettext_lazy("Day"))
    player = forms.ModelChoiceField(
        label=gettext_lazy("Paid by a player"),
        queryset=Player.objects.none(),
        required=False,
        empty_label=gettext_lazy("nobody: out of the cash box"),
        help_text=gettext_lazy("The club then owes the player the amount."),
    )

    def __init__(self, data: Any = None, *, kitty: Kitty, day: date) -> None:
        super().__init__(data, initial={"kind": TransactionKind.EXPENSE, "day": day})
        players: Any = self.fields["player"]
        players.queryset = players_of(kitty.club)
        self.fields["amount"] = _amount(kitty)
        self.order_fields(["kind", "amount", "note", "day", "player"])


def _amount(kitty: Kitty) -> AmountField:
    label = label_with_currency(_("Amount"), kitty.currency)
    return AmountField(currency=kitty.currency, least=1, label=label)


class PeriodForm(forms.Form):
    """The days of an account."""

    first = day_field(label=gettext_lazy("From"))
    last = day_field(label=gettext_lazy("To"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        first, last = cleaned.get("first"), cleaned.get("last")
        if first and last and last < first:
            self.add_error("last", _("The last day cannot be before the first."))
        return cleaned
