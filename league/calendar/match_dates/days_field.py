"""A column for days, kept as ISO text in order and each once; people type them as one text."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy

from league.calendar.match_dates.typed_days import (
    MOST_LETTERS,
    DaysUnclear,
    check_days,
    read_days,
    written_days,
)


class DaysFormField(forms.CharField):
    """Days, one or a stretch, as `typed_days` reads them; its value is a list of ISO text."""

    widget = forms.Textarea(attrs={"rows": 2})

    def __init__(self, **options: Any) -> None:
        options.setdefault(
            "help_text",
            gettext_lazy("Like 24.12.2026, and several in a row like 24.12.2026 – 3.1.2027."),
        )
        super().__init__(**{**options, "required": False, "max_length": MOST_LETTERS})

    def prepare_value(self, value: Any) -> Any:
        return written_days(value) if isinstance(value, list) else value

    def clean(self, value: Any) -> Any:
        try:
            return read_days(super().clean(value))
        except DaysUnclear as wrong:
            raise ValidationError(str(wrong)) from None


class DaysField(models.JSONField):
    """A list of days as ISO text."""

    def deconstruct(self) -> Any:
        """For migrations it is a column of JSON like any other."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs

    def to_python(self, value: Any) -> Any:
        try:
            return check_days(value or ())
        except DaysUnclear as wrong:
            raise ValidationError(str(wrong)) from None

    def in_words(self, value: Any) -> str:
        return written_days(value or ())

    def formfield(self, **options: Any) -> Any:
        return DaysFormField(
            label=capfirst(self.verbose_name),
            **({"help_text": self.help_text} if self.help_text else {}),
        )
