"""The race of a season as its page shows it: totals after each night, lines, what can be caught."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from django.utils.translation import gettext as _

from league.faces.public.pictures.race_chart import Runner, race_chart
from league.faces.public.pictures.rank_chart import MOST_LINES, RankChart
from league.tables.outlook.season_outlook import SeasonOutlook
from league.tables.seasons.drafts import moves_of
from league.tables.seasons.methods import MoveKind, season_table
from league.tables.seasons.selectors import SeasonSheet
from league.tables.seasons.shown import ShownRow

WIDE, NARROW = 700, 340
# of a long season the last nights: each is worked out as the table stood then
MOST_NIGHTS = 24
ZONES = {MoveKind.PROMOTED: "up", MoveKind.RELEGATED: "down"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """The race within a division, whose name is empty where there are none."""

    division: str
    wide: RankChart
    narrow: RankChart


def races_of(sheet: SeasonSheet, rows: Sequence[ShownRow]) -> list[Race]:
    """Return the points after each night, a division at a time; none before the second night."""
    nights = sheet.table.nights
    numbers = list(range(1, len(nights) + 1))[-MOST_NIGHTS:]
    after = {}
    for number in numbers if len(numbers) > 1 else []:
        stood = season_table(replace(sheet.facts, nights=nights[:number]))
        after[number] = {row.key: row.total for row in stood.rows}
    divisions: dict[str, list[ShownRow]] = {}
    for row in rows:
        if row.rank is not None:
            divisions.setdefault(row.division, []).append(row)
    races = []
    for division, theirs in divisions.items():
        # a night of another division adds nothing to this one
        played = [
            number
            for number in after
            if any(row.cells[number - 1].score is not None for row in theirs)
        ]
        runners = [
            Runner(at, row.name, [after[number].get(row.key, 0) for number in played])
            for at, row in enumerate(theirs[: MOST_LINES + 1])
        ]
        wide = race_chart(runners, played, width=WIDE)
        narrow = race_chart(runners, played, width=NARROW, names=False)
        if wide is not None and narrow is not None:
            races.append(Race(division=division, wide=wide, narrow=narrow))
    return races


def lines_explained(rows: Sequence[ShownRow]) -> list[str]:
    """Say why a line of promotion or relegation is between two who have the same total."""
    sentence = _("Level at the line: %(upper)s is ahead of %(lower)s. %(why)s")
    return [
        sentence % {"upper": upper.name, "lower": lower.name, "why": upper.why}
        for upper, lower in pairwise(rows)
        if upper.division == lower.division
        and upper.zone != lower.zone
        and upper.rank is not None
        and lower.rank is not None
        and upper.total == lower.total
    ]


def with_race(
    sheet: SeasonSheet, outlook: SeasonOutlook, rows: Sequence[ShownRow]
) -> list[ShownRow]:
    """Return the rows with how far each is behind, and whether it is going up or down by now."""
    moves = moves_of(sheet, decisions={})
    zones = {move.key: ZONES.get(move.kind, "") for move in moves}
    leaders: dict[str, ShownRow] = {}
    for row in rows:
        if row.rank is not None:
            leaders.setdefault(row.division, row)
    return [
        replace(
            row,
            zone=zones.get(row.key, ""),
            behind=leaders[row.division].total - row.total if row.rank else None,
            can_win=row.key in outlook.can_win,
        )
        for row in rows
    ]
