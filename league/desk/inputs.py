"""Inputs that several forms share: dates as browsers give them, names with suggestions."""

from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy

from league.limits import check_year, limits


class DateInput(forms.DateInput):
    input_type = "date"

    def __init__(self, **attrs: Any) -> None:
        super().__init__(attrs=attrs, format="%Y-%m-%d")


class MomentInput(forms.DateTimeInput):
    input_type = "datetime-local"

    def __init__(self, **attrs: Any) -> None:
        super().__init__(attrs=attrs, format="%Y-%m-%dT%H:%M")


class QuickSelect(forms.Select):
    """A list to choose from, put together without templates: a page may have hundreds of them."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        options = format_html_join(
            "",
            '<option value="{}"{}>{}</option>',
            (
                (key, mark_safe(" selected") if str(key) == str(value) else "", label)
                for key, label in self.choices
            ),
        )
        written = flatatt(self.build_attrs(self.attrs, {**(attrs or {}), "name": name}))
        return format_html("<select{}>{}</select>", written, options)


def day_field(**options: Any) -> forms.DateField:
    return forms.DateField(widget=DateInput(), validators=[check_year], **options)


def moment_field(**options: Any) -> forms.DateTimeField:
    """Return a field for a day and a time in the club's time zone."""
    return forms.DateTimeField(
        widget=MomentInput(),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        validators=[check_year],
        error_messages={"invalid": gettext_lazy("Give a day and a time, like 2026-03-14 21:00.")},
        **options,
    )


def number_field(*, least: int, most: int, **options: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(widget=widget, **limits(least, most), **options)


def rounds_planned_field() -> forms.IntegerField:
    """Return a field for how many rounds a stage has in all."""
    return number_field(
        least=1,
        most=200,
        label=gettext_lazy("Rounds"),
        help_text=gettext_lazy(
            "Formats drawn all at once get as many rounds as they need when you leave this "
            "empty; formats drawn round by round can always have one more."
        ),
        required=False,
    )
