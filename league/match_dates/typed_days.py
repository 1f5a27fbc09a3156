"""Days as people type them, one or a stretch: "2026-12-24" or "2026-12-24..2027-01-03"."""

import re
from collections.abc import Iterable
from datetime import date, timedelta

from django.utils.translation import gettext as _

from league.refusal import Refused

MOST_DAYS = 400
MOST_LETTERS = 10_000
STRETCH = ".."


class DaysUnclear(Refused):
    code = "days_unclear"


def read_days(text: str) -> list[str]:
    """Return the days of a text in order, as ISO text. Raises DaysUnclear, naming the part."""
    days: set[date] = set()
    for part in re.split(r"[\s,;]+", text[:MOST_LETTERS].strip()):
        if part:
            days |= _days_of(part)
        if len(days) > MOST_DAYS:
            raise DaysUnclear(_("Give at most %(most)d days.") % {"most": MOST_DAYS})
    return [day.isoformat() for day in sorted(days)]


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


def _unclear(part: str) -> DaysUnclear:
    return DaysUnclear(
        _(
            "“%(part)s” is no day: write days like 2026-12-24, and several in a row like "
            "2026-12-24..2027-01-03."
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
    return ", ".join(_stretch(days) for days in stretches)


def _stretch(days: list[date]) -> str:
    if len(days) == 1:
        return days[0].isoformat()
    return f"{days[0].isoformat()}{STRETCH}{days[-1].isoformat()}"
