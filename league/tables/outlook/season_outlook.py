"""Who can still win a season of many nights: worked out from its table when a page is made."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.foundation.shown_numbers import figure
from league.play.events.models import Event, EventState
from league.tables.outlook.methods.marks import ClinchStatus
from league.tables.outlook.methods.reach import Reach
from league.tables.outlook.methods.season_race import (
    Line,
    Nights,
    mark_in_race,
    race_of,
    staying_up,
    worth_of_a_night,
)
from league.tables.outlook.shown import mark_in_words, tone_of
from league.tables.seasons.methods import Row, Rules, SeasonTable
from league.tables.seasons.selectors import SeasonSheet
from league.tables.seasons.shown import ShownRow, shown_rows

# a season whose last night is planned so near its last day counts as planned to its end
PLANNED_TO_THE_END = timedelta(days=14)


class SeasonOutlook(NamedTuple):
    """The marks of competitors of whom something is certain, by key, and how they were found.

    All are empty where nothing is to come, or where it is not known yet what is to come. `can_win`
    are the keys of those who can still be first in their division.
    """

    marks: dict[str, ClinchStatus]
    notes: Sequence[str] = ()
    can_win: frozenset[str] = frozenset()


def season_outlook(sheet: SeasonSheet) -> SeasonOutlook:
    """Return who can still win the season, go up or go down in it."""
    to_come = sheet.read.to_come
    if not sheet.table.nights or not _is_planned(sheet, to_come):
        return SeasonOutlook({})
    if reason := _why_not(sheet.rules):
        return SeasonOutlook({}, [reason])
    nights = nights_of(sheet.table, len(to_come))
    leaving = {key for key, one in sheet.competitors.items() if one.has_withdrawn}
    rows = [row for row in sheet.table.rows if row.key not in sheet.facts.guests]
    win = race_of(rows, sheet.rules, nights, leaving=leaving)
    staying = [row for row in rows if row.key not in leaving]
    promotion = race_of(staying, sheet.rules, nights)
    stays = staying_up(staying, sheet.rules, nights, _lines(sheet, rows))
    going_up = _going_up(sheet)
    marks = {
        row.key: mark_in_race(
            win.get(row.key),
            promotion.get(row.key),
            up=going_up.get(row.division or 0, 0),
            stays=stays.get(row.key),
        )
        for row in rows
    }
    known_marks = {key: mark for key, mark in marks.items() if mark is not None}
    can_win = frozenset(key for key, reach in win.items() if reach.best == 1)
    return SeasonOutlook(
        known_marks, _notes(len(to_come), list(promotion.values()), rules=sheet.rules), can_win
    )


def rows_with_marks(sheet: SeasonSheet, outlook: SeasonOutlook, *, full: bool) -> list[ShownRow]:
    """Return the rows of the table as pages, files and paper show them, with their marks."""
    return [
        replace(row, mark=mark_in_words(mark), mark_tone=tone_of(mark))
        for row in shown_rows(sheet, full=full)
        for mark in [outlook.marks.get(row.key, "")]
    ]


def nights_of(table: SeasonTable, to_come: int) -> Nights:
    """Return which nights of the table are over; those whose results may change are to come."""
    played_on = [at for at, night in enumerate(table.nights) if night.is_provisional]
    return Nights(len(table.nights) - len(played_on), to_come, played_on)


def _is_planned(sheet: SeasonSheet, to_come: Sequence[Event]) -> bool:
    """Say whether it is known what is to come: all nights are announced, to the season's end.

    Of drafts nothing is said, not even that they are there.
    """
    if not to_come or any(event.state == EventState.DRAFT for event in to_come):
        return False
    unsettled = {night.id for night in sheet.table.nights if night.is_provisional}
    is_settled = unsettled <= {str(event.pk) for event in to_come}
    return is_settled and sheet.season.ends_on - to_come[-1].starts_on <= PLANNED_TO_THE_END


def _why_not(rules: Rules) -> str:
    if rules.handicap is not None and rules.handicap.decides:
        return _(
            "Handicaps decide in this season and change from night to night, so it is not said who "
            "can still win it."
        )
    if worth_of_a_night(rules.scoring) is None:
        return _("The points of a night have no limit in this season, so anybody can still win it.")
    return ""


def _going_up(sheet: SeasonSheet) -> dict[int, int]:
    """Return by the number of a division how many go up from it."""
    numbers = {division.number for division in sheet.divisions}
    return {one.number: one.up for one in sheet.divisions if one.number - 1 in numbers}


def _lines(sheet: SeasonSheet, rows: Sequence[Row]) -> dict[int, Line]:
    """Return by the number of a division how many go down from it, as `propose_moves` counts them.

    Those who leave have made room below already.
    """
    numbers = {division.number for division in sheet.divisions}
    going_up, lines = _going_up(sheet), {}
    for one in sheet.divisions:
        theirs = [row.key for row in rows if row.division == one.number]
        leaving = sum(sheet.competitors[key].has_withdrawn for key in theirs)
        if one.number + 1 in numbers:
            down, left = max(0, one.down - leaving), len(theirs) - leaving
            least = min(down, left - min(left, going_up.get(one.number, 0)))
            lines[one.number] = Line(min(down, left), least)
    return lines


def _notes(to_come: int, reaches: Sequence[Reach], *, rules: Rules) -> list[str]:
    worth = worth_of_a_night(rules.scoring)
    left = ngettext(
        "%(count)d night is still to come. A night gives at most %(points)s points.",
        "%(count)d nights are still to come. A night gives at most %(points)s points.",
        to_come,
    ) % {"count": to_come, "points": figure(worth.most if worth else 0)}
    counted = ngettext(
        "What is certain is counted with the %(count)d night that is still to come, whoever comes "
        "to it. Nights that are added later can change it.",
        "What is certain is counted with the %(count)d nights that are still to come, whoever "
        "comes to them. Nights that are added later can change it.",
        to_come,
    ) % {"count": to_come}
    if all(reach.is_exact for reach in reaches):
        return [counted, left]
    return [
        counted,
        left,
        _(
            "Where several could still pass somebody, each is counted alone: somebody can be "
            "certain of a place without being shown so."
        ),
    ]
