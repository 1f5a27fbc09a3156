"""What people type about the kitty: bookings, what is charged, what is in a pot."""

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Player
from league.clubs.selectors import players_of
from league.faces.desk.inputs import day_field
from league.faces.desk.records.forms import RecordForm
from league.office.kitty.models import EVENT_SUMS, HOUSE_SUMS, Kitty, TransactionKind
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


class KittyForm(RecordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        column: Any = Kitty._meta.get_field("currency")
        self.fields["currency"] = forms.ChoiceField(
            label=capfirst(column.verbose_name),
            help_text=column.help_text,
            choices=[(code, named(code)) for code in currencies()],
        )


class AmountsForm(RecordForm):
    """What is charged: columns that are money are typed in the currency."""

    class Meta(RecordForm.Meta):
        widgets = {"set_payer": forms.RadioSelect, "fee_per": forms.RadioSelect}

    def __init__(self, *args: Any, currency: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.fields.keys() & {*HOUSE_SUMS, *EVENT_SUMS}:
            column: Any = self.instance._meta.get_field(name)
            self.fields[name] = AmountField(
                currency=currency,
                label=label_with_currency(capfirst(column.verbose_name), currency),
                required=not column.blank,
                help_text=column.help_text,
            )


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
