"""The first places of a club's season, as its home shows them."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from league.clubs.models import Club
from league.events.models import Season
from league.public.visitors import Visitor
from league.release import release
from league.seasons.selectors import may_see_table, rules_of, season_sheet, stamp_of_season
from league.seasons.shown import shown_rows

MOST_ROWS = 8
KEPT_SECONDS = 24 * 3_600


def present_season(seasons: Sequence[Season], day: date) -> Season | None:
    """Return the season in which the day is, the one that began last; else the newest."""
    during = [season for season in seasons if season.starts_on <= day <= season.ends_on]
    return next(iter(during or seasons), None)


def season_top(
    club: Club, season: Season, visitor: Visitor, *, template: str = "public/_season_top.html"
) -> str:
    """Return the first places of the season in HTML; "" where the reader may not see them.

    Ranking a season reads all of its nights, so what was made is kept for the season as it stands.
    """
    season.club = club
    own = rules_of(season)
    if not may_see_table(season, visitor.user, own):
        return ""
    full = visitor.sees_full_names
    key = (
        f"page:season-top:{release()}:{template}:{stamp_of_season(season)}:{get_language()}:{full}"
    )
    made: str | None = cache.get(key)
    if made is None:
        made = _made(season, template, full=full)
        cache.set(key, made, KEPT_SECONDS)
    return mark_safe(made)  # noqa: S308 - a template made it


def _made(season: Season, template: str, *, full: bool) -> str:
    sheet = season_sheet(season)
    rows = [row for row in shown_rows(sheet, full=full) if row.rank is not None]
    if not rows:
        return ""
    context: dict[str, Any] = {
        "club": season.club,
        "season": season,
        "rows": rows[:MOST_ROWS],
        "more": len(rows) > MOST_ROWS,
        "is_provisional": sheet.table.is_provisional,
        "nights": len(sheet.table.nights),
    }
    return render_to_string(template, context)
