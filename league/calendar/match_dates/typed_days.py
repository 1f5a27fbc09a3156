"""Days as people type them, one or a stretch: "24.12.2026" or "2026-12-24..2027-01-03"."""

import re
from collections.abc import Iterable
from datetime import date, timedelta
from functools import cache
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.dates import MONTHS, MONTHS_3, MONTHS_AP
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from league.foundation.languages import CODES
from league.foundation.refusal import Refused

MOST_DAYS = 400
MOST_LETTERS = 10_000
STRETCH = ".."


class DaysUnclear(Refused):
    code = "days_unclear"


def read_days(text: str) -> list[str]:
    """Return the days of a text in order, as ISO text. Raises DaysUnclear, naming the part."""
    days: set[date] = set()
    for part in re.split(r"[\s,;、]+", as_iso_days(text[:MOST_LETTERS]).strip()):
        if part:
            days |= _days_of(part)
        if len(days) > MOST_DAYS:
            raise DaysUnclear(_("Give at most %(most)d days.") % {"most": MOST_DAYS})
    return [day.isoformat() for day in sorted(days)]


def as_iso_days(text: str) -> str:
    """Return a text with its days as ISO text, and what is between two as `STRETCH`."""
    return BETWEEN.sub(STRETCH, ANY_DAY.sub(_in_iso, text))


def check_days(days: Iterable[object]) -> list[str]:
    """Return days that a program sent, in order and each once. Raises DaysUnclear."""
    return read_days(" ".join(str(day)[:30] for day in days))


def _days_of(part: str) -> set[date]:
    first_text, _mark, last_text = part.partition(STRETCH)
    try:
        first = date.fromisoformat(first_text)
        last = date.fromisoformat(last_text or first_text)
    except ValueError:
        raise _unclear(part) from None
    if not 0 <= (last - first).days < MOST_DAYS:
        raise _unclear(part)
    return {first + timedelta(days=n) for n in range((last - first).days + 1)}


# days as they are written in the languages of the site, and what stands between two of them
ANY_DAY = re.compile(
    r"(?<!\d)(?:"
    r"(?P<d1>\d{1,2})\. ?(?P<m1>\d{1,2})\. ?(?P<y1>\d{4})"
    r"|(?P<a>\d{1,2})/(?P<b>\d{1,2})/(?P<y2>\d{4})"
    r"|(?P<y3>\d{4})[/年](?P<m3>\d{1,2})[/月](?P<d3>\d{1,2})日?"
    r"|(?P<d4>\d{1,2})\.? (?P<m4>[^\W\d]{3,12})\.?,? (?P<y4>\d{4})"
    r"|(?P<m5>(?<![^\W\d])[^\W\d]{3,12})\.? (?P<d5>\d{1,2}), ?(?P<y5>\d{4})"
    r")(?!\d)"
)
BETWEEN = re.compile(r" ?[–—～〜] ?| - | (?:to|bis) |(?<=\d\d)-(?=\d{4}-\d\d-\d\d)|から")


def _in_iso(found: re.Match[str]) -> str:
    """Return a day as ISO text; as it is written where it is none, or can be two."""
    parts = found.groupdict()
    day, month, year = (
        next((text for key, text in parts.items() if key[0] == sign and text), "") for sign in "dmy"
    )
    if parts["a"]:
        day, month = _day_and_month(int(parts["a"]), int(parts["b"]))
    number = int(month) if month.isdecimal() else _months().get(month.casefold(), 0)
    try:
        return date(int(year), number, int(day)).isoformat()
    except ValueError:
        return found[0]


def _day_and_month(first: int, second: int) -> tuple[str, str]:
    """Return which is which in 24/12 and 12/24; nothing where both can be."""
    if first > 12 or first == second:
        return str(first), str(second)
    return (str(second), str(first)) if second > 12 else ("0", "0")


@cache
def _months() -> dict[str, int]:
    """Return the months by their names and abbreviations in the languages of the site."""
    names: dict[str, int] = {}
    for code in CODES:
        with override(code):
            for number in MONTHS:
                for name in (MONTHS[number], MONTHS_3[number], MONTHS_AP[number]):
                    names[str(name).rstrip(".").casefold()] = number
    return names


def _unclear(part: str) -> DaysUnclear:
    return DaysUnclear(
        _(
            "“%(part)s” is no day: write days like 24.12.2026 or 24 Dec 2026, and several in a row "
            "like 24.12.2026 – 3.1.2027."
        )
        % {"part": part[:40]}
    )


def written_days(days: Iterable[str]) -> str:
    """Return days as `read_days` reads them, those in a row as one stretch."""
    stretches: list[list[date]] = []
    for day in sorted(map(date.fromisoformat, days)):
        if stretches and day - stretches[-1][-1] == timedelta(days=1):
            stretches[-1].append(day)
        else:
            stretches.append([day])
    return "; ".join(_stretch(days) for days in stretches)


def _stretch(days: list[date]) -> str:
    ends = days if len(days) == 1 else (days[0], days[-1])
    return " – ".join(date_format(day, "SHORT_DATE_FORMAT") for day in ends)


# --- A column for days, kept as ISO text in order and each once; people type them as one text ---


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
