"""A season's table as pages and the API show it: in words, by names that the viewer may see."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.services import render_sentence, whole_sentence
from games.wording import join_sentences
from league.foundation.doors.reading import Number
from league.foundation.spreadsheets import Column, Sheet
from league.play.events.models import Event
from league.tables.past_events.models import PastEvent
from league.tables.seasons.methods import Added, Row, SeasonTable, explain_rank, total_in_words
from league.tables.seasons.selectors import SeasonSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A night in a row of the table; `score` is None if the competitor did not play."""

    night: str
    score: Number | None
    is_counted: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRow:
    """A row with the totals of both tables; `other_*` are None where there is only one.

    `mark` is what is certain of it by now, in a word or two, where a page says so; `zone` is "up"
    or "down" where it goes if nothing changes, `behind` how far it is behind the first of its
    division, and `can_win` whether it can still be first.
    """

    key: str
    division: str
    rank: int | None
    is_tied: bool
    name: str
    cells: Sequence[Cell]
    nights: int
    total: Number
    other_rank: int | None
    other_total: Number | None
    why: str
    mark: str = ""
    mark_tone: str = ""
    zone: str = ""
    behind: Number | None = None
    can_win: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownNight:
    """A night of one row: its rank, the score and the handicap with reasons, whether it counts."""

    event: Event | PastEvent
    rank: int
    is_level: bool
    others: int
    score: Number
    why: str
    added: Number
    why_added: str
    is_counted: bool
    why_dropped: str
    is_provisional: bool


def ranks_with_handicap(table: SeasonTable) -> bool:
    return table.net is not None and table.rows is table.net


def shown_rows(sheet: SeasonSheet, *, full: bool) -> list[ShownRow]:
    """Return the rows of the table that decides, best first, division by division."""
    names, events = sheet.called(full=full), sheet.events
    others = _others(sheet.table)
    divisions = {division.number: division.name for division in sheet.divisions}
    return [
        ShownRow(
            key=row.key,
            division=division_called(row.division, divisions),
            rank=row.rank,
            is_tied=bool(row.level_with),
            name=names[row.key],
            cells=[_cell(number, event, row) for number, event in enumerate(events)],
            nights=len(row.sheet.nights),
            total=row.total,
            other_rank=others[row.key].rank if others else None,
            other_total=others[row.key].total if others else None,
            why=whole_sentence(render_sentence(explain_rank(row, names))),
        )
        for row in sheet.table.rows
    ]


def _others(table: SeasonTable) -> dict[str, Row]:
    """Return the rows of the table that does not decide, by key."""
    if table.net is None:
        return {}
    other = table.scratch if ranks_with_handicap(table) else table.net
    return {row.key: row for row in other}


def division_called(number: int | None, divisions: Mapping[int, str]) -> str:
    """Return the name of a division; "" where the season has none."""
    if not divisions:
        return ""
    return divisions[number] if number is not None else _("In no division yet")


def _cell(number: int, event: Event | PastEvent, row: Row) -> Cell:
    return Cell(
        night=event.name,
        score=row.sheet.scores.get(number),
        is_counted=number in row.sheet.counted,
    )


def row_at(table: SeasonTable, key: str) -> Row | None:
    return next((row for row in table.rows if row.key == key), None)


def shown_nights(sheet: SeasonSheet, row: Row) -> list[ShownNight]:
    """Return the nights of a row in their order, each with its reasons."""
    added = sheet.table.added.get(row.key, {})
    in_score = ranks_with_handicap(sheet.table)
    counted = set(row.sheet.counted)
    nights = []
    for number, score in sorted(row.sheet.nights.items()):
        handicap = added.get(number)
        dropped = row.sheet.dropped.get(number)
        nights.append(
            ShownNight(
                event=sheet.events[number],
                rank=score.rank,
                is_level=bool(score.position.level),
                others=score.position.others,
                score=row.sheet.scores[number],
                why=whole_sentence(render_sentence(score.why)),
                added=handicap.points if handicap else 0,
                why_added=_why_added(handicap, in_score=in_score) if handicap else "",
                is_counted=number in counted,
                why_dropped=whole_sentence(render_sentence(dropped)) if dropped else "",
                is_provisional=sheet.table.nights[number].is_provisional,
            )
        )
    return nights


def _why_added(handicap: Added, *, in_score: bool) -> str:
    why = whole_sentence(render_sentence(handicap.why))
    if in_score or not handicap.points:
        return why
    return join_sentences([why, _("It counts in the table with handicaps alone.")])


def other_total_shown(sheet: SeasonSheet, row: Row) -> str:
    """Return the calculation of the total in the table that does not decide; "" without one."""
    other = _others(sheet.table).get(row.key)
    if other is None:
        return ""
    total = total_shown(sheet, other)
    if ranks_with_handicap(sheet.table):
        return _("Without handicaps: %(total)s") % {"total": total}
    return _("With handicaps: %(total)s") % {"total": total}


def total_shown(sheet: SeasonSheet, row: Row) -> str:
    return whole_sentence(render_sentence(total_in_words(row.sheet, sheet.rules)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownHandicap:
    """A line of the published list; `player` is a key."""

    player: str
    name: str
    value: Number
    worked_out: Number
    is_own: bool
    why: str


def shown_handicaps(sheet: SeasonSheet, day: date, *, full: bool) -> list[ShownHandicap]:
    """Return the handicaps in force on a day, the largest first."""
    names = sheet.called(full=full)
    lines = [
        ShownHandicap(
            player=player,
            name=names[player],
            value=handicap.value,
            worked_out=handicap.worked_out,
            is_own=handicap.is_own,
            why=whole_sentence(render_sentence(handicap.why)),
        )
        for player, handicap in sheet.handicaps_on(day).items()
        if player not in sheet.facts.guests or handicap.value
    ]
    return sorted(lines, key=lambda line: (-Fraction(line.value), line.name, line.player))


# --- The table of a season as a spreadsheet: a column for each of its nights ---

DIVISION = Column(gettext_lazy("Division"), lambda row: row.division)
BEFORE = (
    Column(gettext_lazy("Place"), lambda row: row.rank),
    Column(gettext_lazy("Name"), lambda row: row.name),
)
AFTER = (
    Column(gettext_lazy("Nights"), lambda row: row.nights),
    Column(gettext_lazy("Total"), lambda row: row.total),
)


CERTAIN = Column(gettext_lazy("Certain"), lambda row: row.mark)


def season_list(sheet: SeasonSheet, rows: Sequence[ShownRow]) -> Sheet:
    """Return these rows of the season's table as a list; a column says what is certain, if any."""
    nights = [Column(event.name, _score(number)) for number, event in enumerate(sheet.events)]
    return Sheet(
        title=sheet.season.name,
        columns=[
            *([DIVISION] if sheet.divisions else []),
            *(*BEFORE, *nights, *AFTER),
            *([_other(sheet)] if sheet.table.net is not None else []),
            *([CERTAIN] if any(row.mark for row in rows) else []),
        ],
        rows=rows,
    )


def _score(number: int) -> Any:
    return lambda row: row.cells[number].score


def _other(sheet: SeasonSheet) -> Column:
    with_handicap = ranks_with_handicap(sheet.table)
    heading = _("Without handicap") if with_handicap else _("With handicap")
    return Column(heading, lambda row: row.other_total)
