"""Numbers and days of forms: what is said of one out of its limits, and reading a hidden one."""

from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.formats import number_format
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

# to be given to fields as `error_messages`; Django's own words are for those who write programs
NUMBER_LIMITS = {
    "min_value": gettext_lazy("This must be %(limit_value)s or more."),
    "max_value": gettext_lazy("This must be %(limit_value)s or less."),
    "max_decimal_places": gettext_lazy("Give %(max)s decimals at most."),
    "step_size": gettext_lazy("This must be a multiple of %(limit_value)s."),
}

# a slip of the finger beyond these years breaks calendars, which count on from there
FIRST_YEAR, LAST_YEAR = 1900, 2199

LARGEST_ID = 2**63 - 1


def check_year(day: date) -> None:
    """Refuse a day, or a moment, that can only be a slip. Raises ValidationError."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValidationError(
            _("The year must be between %(first)d and %(last)d, not %(year)d.")
            % {"first": FIRST_YEAR, "last": LAST_YEAR, "year": day.year}
        )


def limits(least: int | Decimal | None, most: int | Decimal | None) -> dict[str, Any]:
    """Return the limits of a field, with what it says of a number outside them.

    With two limits the sentence names both; None stands for no limit.
    """
    given = {"min_value": least, "max_value": most}
    if least is None or most is None:
        return given | {"error_messages": NUMBER_LIMITS}
    both = _both_in_words(least, most)
    return given | {"error_messages": NUMBER_LIMITS | dict.fromkeys(given, both)}


def range_validators(least: int | Decimal, most: int | Decimal) -> list[Any]:
    """Return the validators of a column with two limits, for forms and programs alike."""
    both = _both_in_words(least, most)
    return [MinValueValidator(least, both), MaxValueValidator(most, both)]


def _both(least: int | Decimal, most: int | Decimal) -> str:
    return _("This must be between %(least)s and %(most)s.") % {
        "least": number_format(least, force_grouping=True),
        "most": number_format(most, force_grouping=True),
    }


# in the language of whoever reads it, not of whoever was first
_both_in_words = lazy(_both, str)


def parse_int(text: str | None, *, most: int, least: int = 0) -> int | None:
    """Return the whole number from `least` to `most` that stands in a request outside a form.

    None for anything else: figures of other scripts, and more of them than a program can read.
    `most` is 0 or more; with a `least` below 0 a minus sign is read.
    """
    sign = -1 if text and least < 0 and text.startswith("-") else 1
    digits = (text or "")[1:] if sign < 0 else text or ""
    longest = max(len(str(most)), len(str(abs(least))))
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > longest:
        return None
    number = sign * int(digits)
    return number if least <= number <= most else None


def key_of(text: str | None) -> UUID | None:
    """Return the key that stands in a request outside a form, None for what is none."""
    try:
        return UUID(text or "")
    except ValueError:
        return None


def clean_text(text: str | None, *, most: int) -> str:
    """Return the text of a field that no form reads: what the database can hold, cut to `most`."""
    return (text or "").replace("\x00", "")[:most]
