"""Inputs that several forms share: dates as browsers give them, names with suggestions."""

from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import flatatt
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.foundation.limits import check_year, limits


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


class MomentField(forms.DateTimeField):
    """A day and a time by the club's clock: one that comes not at all, or twice, is refused."""

    def to_python(self, value: Any) -> datetime | None:
        try:
            return super().to_python(value)
        except ValidationError as refused:
            if refused.code != "ambiguous_timezone":
                raise
            clock = (refused.params or {})["datetime"]
            raise ValidationError(_why_unclear(clock), code=refused.code) from refused


def _why_unclear(clock: datetime) -> str:
    """Say what a change of the clock makes of a time of day."""
    first = clock.replace(tzinfo=timezone.get_current_timezone(), fold=0)
    time = {"time": date_format(clock, "TIME_FORMAT"), "day": date_format(clock, "DATE_FORMAT")}
    if first.timestamp() > first.replace(fold=1).timestamp():
        return (
            _(
                "There is no %(time)s on %(day)s: the clocks go forward then. Give an earlier or "
                "a later time."
            )
            % time
        )
    return (
        _(
            "%(time)s comes twice on %(day)s: the clocks go back then. Give an earlier or a later "
            "time."
        )
        % time
    )


def moment_field(**options: Any) -> forms.DateTimeField:
    """Return a field for a day and a time in the club's time zone."""
    return MomentField(
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
