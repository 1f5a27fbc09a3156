"""How scripts write the time of day."""

from django import template
from django.utils.translation import get_language

from league.foundation.date_formats.by_country import TWELVE_HOURS, english_format

register = template.Library()


@register.simple_tag
def hours_of_clock() -> str:
    """Return "12" or "24" for English pages, by the country of the club; else the language says."""
    if get_language() != "en":
        return ""
    return "12" if english_format("TIME_FORMAT") == TWELVE_HOURS else "24"
