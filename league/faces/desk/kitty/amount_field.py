"""A field for an amount of money, typed with a comma or a point."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from league.office.kitty.money import LONGEST_TYPED, AmountUnclear, read, shown, typed


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
