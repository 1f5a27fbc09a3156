"""The calendar of a stage as pages, files and programs show it: a row a match."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.calendar.calendars.models import LeagueCalendar
from league.calendar.match_dates.models import MatchDate
from league.calendar.match_dates.selectors import placed_match_dates, shown_dates
from league.play.events.models import Entry, Event, Stage
from league.play.rounds.models import Placement, Room, RoundState, Table
from league.play.rounds.selectors import read_people, side_names, with_sides


@dataclass(frozen=True, slots=True)
class CalendarRow:
    """A match with its date; `home` and `away` are names, by side where nobody is at home."""

    date: MatchDate
    table: Table
    home: str
    away: str

    @property
    def key(self) -> tuple[int, int]:
        return (self.date.round.number, self.date.number)

    @property
    def begins_at(self) -> datetime | None:
        return self.date.begins_at


def calendar_dates(
    event: Event, *, stage: Stage | None = None, entry: Entry | None = None, drafts: bool = False
) -> QuerySet[MatchDate]:
    """Return the dates of an event in order of time, of one stage or entry if asked."""
    dates = (placed_match_dates() if drafts else shown_dates()).filter(round__stage__event=event)
    if stage is not None:
        dates = dates.filter(round__stage=stage)
    if entry is not None:
        at = {"round": OuterRef("round"), "table__number": OuterRef("number")}
        dates = dates.filter(Exists(Placement.objects.filter(entry=entry, **at)))
    return dates.order_by("begins_at", "round__number", "number")


def rows_of(dates: Sequence[MatchDate], *, public: bool = False) -> list[CalendarRow]:
    """Return the rows of these dates; one query however many. A match that is gone has none."""
    tables = _tables(dates)
    rows = []
    for date in dates:
        table = tables.get((date.round_id, date.number))
        if table is not None:
            home, away = names_at(table, date.home_side, public=public)
            rows.append(CalendarRow(date, table, home, away))
    return rows


def _tables(dates: Sequence[MatchDate]) -> dict[tuple[int, int], Table]:
    wanted = {(date.round_id, date.number) for date in dates}
    rounds, numbers = {round for round, _ in wanted}, {number for _, number in wanted}
    rows = Table.objects.filter(round__in=rounds, number__in=numbers).exclude(room=Room.CLOSED)
    tables = {
        key: table
        for table in with_sides(rows)
        if (key := (table.round_id, table.number)) in wanted
    }
    for table in tables.values():
        read_people(table)
    return tables


def names_at(table: Table, home_side: int | None, *, public: bool = False) -> tuple[str, str]:
    """Return who is at home and who comes, or the first side and the others."""
    names = side_names(table, public=public)
    if home_side == 1 and len(names) == 2:
        names.reverse()
    return (names[0] if names else "", " – ".join(names[1:]))


def undated_tables(stage: Stage) -> QuerySet[Table]:
    """Return the tables of matches without a date, one a match, of rounds that are not over."""
    dated = placed_match_dates().filter(round=OuterRef("round"), number=OuterRef("number"))
    tables = Table.objects.filter(~Q(room=Room.CLOSED), ~Exists(dated), round__stage=stage)
    tables = tables.exclude(round__state=RoundState.CLOSED)
    return tables.select_related("round__stage").order_by("round__number", "number")


def demands_for(stage: Stage) -> LeagueCalendar | None:
    return LeagueCalendar.objects.filter(stage=stage).first()
