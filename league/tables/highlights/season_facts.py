"""The first places of a season, as numbers and keys of competitors."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby

import msgspec

from league.foundation.doors.reading import Number, whole
from league.play.events.models import Event, Season
from league.tables.seasons.selectors import season_sheet

# rows of each division that pages show in short
MOST_ROWS = 8


class SeasonPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A competitor (key) of the first places; `division` is its number, None without one.

    `points` is the total as a fraction.
    """

    key: str
    division: int | None
    rank: int
    is_tied: bool
    nights: int
    points: str

    @property
    def total(self) -> Number:
        return whole(Fraction(self.points))


class SeasonFirst(msgspec.Struct, frozen=True, kw_only=True):
    """The first MOST_ROWS of each division, of `ranked` competitors, after so many `nights`.

    `events` are the nights in them that the club played here, `last_event` is the last night of
    all, None where that was before the club came.
    """

    events: list[int]
    nights: int
    ranked: int
    is_provisional: bool
    last_event: int | None
    places: list[SeasonPlace]


def season_first(season: Season) -> SeasonFirst:
    """Return the first places of the season as its nights stand."""
    sheet = season_sheet(season)
    ranked = [
        SeasonPlace(
            key=row.key,
            division=row.division,
            rank=row.rank,
            is_tied=bool(row.level_with),
            nights=len(row.sheet.nights),
            points=str(row.total),
        )
        for row in sheet.table.rows
        if row.rank is not None
    ]
    last = sheet.events[-1] if sheet.events else None
    return SeasonFirst(
        events=[event.pk for event in sheet.events if isinstance(event, Event)],
        nights=len(sheet.table.nights),
        ranked=len(ranked),
        is_provisional=sheet.table.is_provisional,
        last_event=last.pk if isinstance(last, Event) else None,
        places=list(_first_of_each(ranked)),
    )


def _first_of_each(ranked: Iterable[SeasonPlace]) -> Iterable[SeasonPlace]:
    for _division, places in groupby(ranked, key=lambda place: place.division):
        yield from list(places)[:MOST_ROWS]
