"""Which season of a club its home shows the first places of."""

from collections.abc import Sequence
from datetime import date

from league.play.events.models import Season


def present_season(seasons: Sequence[Season], day: date) -> Season | None:
    """Return the season in which the day is, the one that began last; else the newest."""
    during = [season for season in seasons if season.starts_on <= day <= season.ends_on]
    return next(iter(during or seasons), None)
