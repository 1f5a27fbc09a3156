"""Numbers of forms: what is said of one out of its limits, and reading one that is hidden."""

from django.utils.translation import gettext_lazy

# to be given to fields as `error_messages`; Django's own words are for those who write programs
NUMBER_LIMITS = {
    "min_value": gettext_lazy("This must be %(limit_value)s or more."),
    "max_value": gettext_lazy("This must be %(limit_value)s or less."),
    "max_decimal_places": gettext_lazy("Give %(max)s decimals at most."),
    "step_size": gettext_lazy("This must be a multiple of %(limit_value)s."),
}

LARGEST_ID = 2**63 - 1


def number_of(text: str | None, *, most: int) -> int | None:
    """Return the whole number from 0 to `most` that a button or a hidden field stands for.

    None for anything else: figures of other scripts, and more of them than a program can read.
    """
    if not text or not (text.isascii() and text.isdecimal()) or len(text) > len(str(most)):
        return None
    number = int(text)
    return number if number <= most else None
