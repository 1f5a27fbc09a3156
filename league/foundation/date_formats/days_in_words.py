"""Days in texts that were made for programs, as people write them."""

import re
from datetime import date

from django.utils.formats import date_format

ISO_DAY = re.compile(r"(?<![\w-])\d{4}-\d\d-\d\d(?![\w-])")


def with_days_in_words(text: str) -> str:
    """Return a text with its ISO days as the active language writes them."""
    return ISO_DAY.sub(lambda found: day_in_words(found[0]), text)


def day_in_words(iso: str) -> str:
    try:
        return date_format(date.fromisoformat(iso), "DATE_FORMAT")
    except ValueError:
        return iso
