"""Inputs that several event forms share: dates as browsers give them, names with suggestions."""

from typing import Any

from django import forms

from league.limits import NUMBER_LIMITS


class DateInput(forms.DateInput):
    input_type = "date"

    def __init__(self, **attrs: Any) -> None:
        super().__init__(attrs=attrs, format="%Y-%m-%d")


class MomentInput(forms.DateTimeInput):
    input_type = "datetime-local"

    def __init__(self, **attrs: Any) -> None:
        super().__init__(attrs=attrs, format="%Y-%m-%dT%H:%M")


def moment_field(**options: Any) -> forms.DateTimeField:
    """Return a field for a day and a time in the club's time zone."""
    return forms.DateTimeField(
        widget=MomentInput(), input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"], **options
    )


def number_field(*, least: int, most: int, **options: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(
        min_value=least,
        max_value=most,
        widget=widget,
        error_messages=NUMBER_LIMITS,
        **options,
    )
