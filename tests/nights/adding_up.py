"""Why adds up: what the page that says why lists comes to the numbers in the standings.

Everything is read as it is shown, rounded and in words, and added up here once more.
"""

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

from league.faces.public.templatetags.numbers import as_figure
from league.foundation.doors.reading import Number
from league.foundation.shown_numbers import figure
from league.play.events.models import Season, Stage
from league.play.rounds.drawing import format_named
from league.tables.seasons.methods import Row
from league.tables.seasons.selectors import SeasonSheet, season_sheet
from league.tables.seasons.shown import (
    ShownRow,
    other_total_shown,
    ranks_with_handicap,
    shown_nights,
    shown_rows,
    total_shown,
)
from league.tables.standings.methods import LOT, TIEBREAKS, format_number
from league.tables.standings.models import Snapshot, SnapshotRow
from league.tables.standings.ranking import NEXT_LOOK
from league.tables.standings.sums import POINTS, Sum, SumLine, sums_of
from tests.nights.sums import season_by_hand

NOTHING = ("", "0")


def why_adds_up(stage: Stage, snapshot: Snapshot, counted: Counter[str]) -> None:
    """Assert it for every row of the standings, and count what was looked at."""
    rows = list(snapshot.rows.select_related("snapshot").order_by("position"))
    counted["standings"] += 1
    for row in rows if len(rows) > 1 else ():
        sums = sums_of(stage, row, full=True)
        assert sums, f"nothing says why {row} stands there"
        counted["rows"] += 1
        _points_add_up(row, sums[POINTS], counted)
        for name, number in row.tiebreaks:
            _tiebreak_adds_up(row, name, number, sums.get(name), counted)
    if not format_named(stage.format).has_bracket:
        for upper, lower in pairwise(rows):
            if upper.group == lower.group and not lower.is_tied:
                _upper_is_ahead(upper, lower, rows)
                counted["neighbours"] += 1


def _points_add_up(row: SnapshotRow, shown: Sum, counted: Counter[str]) -> None:
    counted["points"] += 1
    counted["parts"] += len(shown.lines)
    _whole(shown.lines)
    assert _added(shown.lines) == Decimal(shown.total), (str(row), shown)
    if shown.steps:
        # the quotient, then what is added to it
        assert _added(shown.steps) == Decimal(shown.result), (str(row), shown)
    else:
        assert shown.total == shown.result
    in_standings = row.points.normalize() if row.points else 0
    assert as_figure(shown.result) == figure(in_standings), (str(row), shown.result, row.points)


def _tiebreak_adds_up(
    row: SnapshotRow, name: str, number: str, shown: Sum | None, counted: Counter[str]
) -> None:
    counted[name] += 1
    if shown is None:
        assert name == LOT or number in NOTHING, f"{row}: {name} is {number}, and nothing says why"
        return
    _whole(shown.lines)
    counted["parts"] += len(shown.lines)
    looks = number.split(NEXT_LOOK)
    if shown.looks:
        totals = [look.total for look in shown.looks if look.total]
        assert totals == [one for one in looks if one], (str(row), name, number)
        counted["looks"] += len(shown.looks)
        for look in shown.looks:
            if not look.total:
                continue  # it cannot decide, and says so
            least = Decimal(look.total.split("–")[0])
            met = _added(look.lines)
            assert met == least or "–" in look.total or name == "head_to_head_difference", look
        return
    assert _added(shown.lines) == Decimal(shown.total), (str(row), name, shown)
    if shown.divided:
        assert _added(shown.divided) == Decimal(shown.divided_total), (str(row), name, shown)
    else:
        assert shown.total == shown.result
    assert shown.result == looks[-1], (str(row), name, shown.result, number)


# ------------------------------------------------------------------------------- a season


def season_adds_up(season: Season, counted: Counter[str]) -> None:
    """Assert of every row of the season's table that its nights make its total, as it is shown."""
    sheet = season_sheet(season)
    totals = {row.key: row.total for row in sheet.table.rows}
    fresh = season_sheet(season, fresh=True)
    assert totals == {row.key: row.total for row in fresh.table.rows}, "not that of the results"
    by_hand = season_by_hand(season, sheet.rules)
    if by_hand is not None:
        scratch = {row.key: row.total for row in sheet.table.scratch}
        assert scratch == by_hand, "the totals are not those added up by hand"
        counted["seasons added up by hand"] += 1
    shown = {row.key: row for row in shown_rows(sheet, full=True)}
    counted["tables of seasons"] += 1
    for row in sheet.table.rows:
        assert format_number(shown[row.key].total) == format_number(row.total)
        _season_total(sheet, row, shown[row.key], counted)
    for upper, lower in pairwise(sheet.table.rows):
        if upper.rank is not None and lower.rank is not None:
            assert upper.total >= lower.total, (upper, lower)
            assert (upper.total > lower.total) <= (upper.rank < lower.rank), (upper, lower)


def _season_total(sheet: SeasonSheet, row: Row, shown: ShownRow, counted: Counter[str]) -> None:
    nights = shown_nights(sheet, row)
    for night in nights:
        counted["nights of seasons"] += 1
        assert night.why, night
        assert night.is_counted or night.why_dropped, night
        assert "None" not in night.why + night.why_added + night.why_dropped, night
        added = night.added if ranks_with_handicap(sheet.table) else 0
        base = Decimal(format_number(night.score)) - Decimal(format_number(added))
        assert format_number(Fraction(base)) in night.why, (night.why, night.score, night.added)
        if night.added and not added:
            assert "alone" in night.why_added, "a handicap that is not in the score"
    text = total_shown(sheet, row)
    parts = [format_number(night.score) for night in nights if night.is_counted]
    in_cells = [cell.score for cell in shown.cells if cell.score is not None and cell.is_counted]
    assert parts == [format_number(one) for one in in_cells]
    if not parts:
        assert not row.total, text
        return
    _shown_total_adds_up(text, parts, row.total, counted)
    if shown.other_total is not None:
        _label, _colon, text = other_total_shown(sheet, row).partition(": ")
        _shown_total_adds_up(text, None, shown.other_total, counted)


def _shown_total_adds_up(
    text: str, parts: list[str] | None, made_of: Number, counted: Counter[str]
) -> None:
    """Assert that the sentence adds up as it is read, of these numbers where they are known."""
    numbers, _equals, rest = text.partition(" = ")
    total = Decimal(rest.split(",")[0])
    assert total == Decimal(format_number(made_of)), text
    numbers, _by, count = numbers.partition(" / ")
    if count:
        numbers = numbers.removeprefix("(").removesuffix(")")
    numbers, has_rounding, _rest = numbers.partition(" (for rounding")
    named = numbers.replace(" − ", " + -").split(" + ")
    counted["totals of seasons"] += 1
    counted["totals of seasons with rounding"] += bool(has_rounding)
    if parts is not None:
        assert named == [*parts, *named[len(parts) :]], (text, parts)
        assert len(named) == len(parts) + bool(has_rounding), text
    made = sum(map(Decimal, named))
    if count:
        assert abs(made / int(count) - total) <= Decimal("0.01"), text
    else:
        assert made == total, text


def _added(lines: list[SumLine]) -> Decimal:
    numbers = [Decimal(line.number) for line in lines if not line.is_cut and line.number != "–"]
    return sum(numbers, start=Decimal(0))


def _whole(lines: list[SumLine]) -> None:
    for line in lines:
        assert line.text, "a part has no words"
        assert "%(" not in line.text, line.text
        assert "None" not in line.text, line.text


def _upper_is_ahead(upper: SnapshotRow, lower: SnapshotRow, rows: list[SnapshotRow]) -> None:
    """Assert that the first number that differs is the better one of the row above.

    Places that are certain while matches are missing are given from the top alone: where a third
    one may still be above both, even numbers that do not overlap order nothing.
    """
    if upper.points != lower.points:
        assert upper.points > lower.points, f"{upper} has fewer points than {lower}"
        return
    both = zip(upper.tiebreaks, lower.tiebreaks, strict=True)
    for place, ((name, above), (_name, below)) in enumerate(both):
        sign = -1 if TIEBREAKS[name].lower_is_ahead else 1
        for one, other in zip(_looks(above), _looks(below), strict=False):
            if one == other:
                continue
            if sign * one[0] > sign * other[1]:
                return
            overlap = one[0] <= other[1] and other[0] <= one[1]
            is_certain = one[0] == one[1] and other[0] == other[1]
            if _differ_behind_the_decimals(upper, upper.tiebreaks[:place]):
                return
            third = [row for row in _level_with(upper, place, rows) if row not in (upper, lower)]
            assert overlap or (third and not is_certain), (
                f"{upper} is above {lower} with {above} to {below} on {name}"
            )
    # what is left are numbers that differ behind the two decimals that are shown


def _differ_behind_the_decimals(upper: SnapshotRow, before: list[list[str]]) -> bool:
    """Say whether Why has more digits of a number before this one, and is ahead by them."""
    comparison = upper.why["params"].get("then", {}).get("sentence", upper.why)["params"]
    own, other = str(comparison.get("own", "")), str(comparison.get("other", ""))
    return own != other and any(
        number and own.startswith(number) and len(own) > len(number) for _name, number in before
    )


def _level_with(one: SnapshotRow, place: int, rows: list[SnapshotRow]) -> list[SnapshotRow]:
    """Return the rows of its group that are level with it before its tie-break of this place."""
    known = one.group, one.points, one.tiebreaks[:place]
    return [row for row in rows if (row.group, row.points, row.tiebreaks[:place]) == known]


def _looks(number: str) -> list[tuple[Decimal, Decimal]]:
    looks = []
    for one in number.split(NEXT_LOOK) if number else ():
        least, _dash, most = one.partition("–")
        looks.append((Decimal(least), Decimal(most or least)))
    return looks
