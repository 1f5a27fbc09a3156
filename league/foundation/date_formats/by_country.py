"""English dates by the country of the active time zone: its order of day and month, its clock."""

from functools import cache

from babel import Locale
from babel.core import UnknownLocaleError, get_global
from django.utils import timezone
from django.utils.functional import lazy

DATES = {"DATE_FORMAT": "D j M Y", "SHORT_DATE_FORMAT": "j M Y", "MONTH_DAY_FORMAT": "j F"}
MONTH_FIRST = {
    "DATE_FORMAT": "D, M j, Y",
    "SHORT_DATE_FORMAT": "M j, Y",
    "MONTH_DAY_FORMAT": "F j",
}
TWENTY_FOUR_HOURS, TWELVE_HOURS = "H:i", "P"


def english_format(name: str) -> str:
    """Return a format by its name in Django's settings, for the time zone that is active."""
    dates, time = _formats_of(timezone.get_current_timezone_name())
    if name == "TIME_FORMAT":
        return time
    date = dates[name.replace("DATETIME", "DATE")]
    return f"{date}, {time}" if "DATETIME" in name else date


@cache
def _formats_of(zone: str) -> tuple[dict[str, str], str]:
    """Return the formats of dates, and that of a time; where English is not at home, the world's.

    Source: CLDR, as Babel has it.
    """
    country = "US" if zone.startswith("US/") else get_global("zone_territories").get(zone)
    try:
        locale = Locale("en", country) if country else None
    except UnknownLocaleError:
        locale = None
    if locale is None:
        return DATES, TWENTY_FOUR_HOURS
    date, time = locale.date_formats["medium"].pattern, locale.time_formats["short"].pattern
    is_month_first = date.index("M") < date.index("d") < date.index("y")
    return (
        MONTH_FIRST if is_month_first else DATES,
        TWELVE_HOURS if "h" in time else TWENTY_FOUR_HOURS,
    )


# a format that is looked at when it is used, not when Django keeps it
english = lazy(english_format, str)
