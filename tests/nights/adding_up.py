"""Why adds up: what the page that says why lists comes to the numbers in the standings.

Everything is read as it is shown, rounded and in words, and added up here once more.
"""

from collections import Counter
from decimal import Decimal
from itertools import pairwise

from league.events.models import Stage
from league.public.templatetags.figures import as_figure, figure
from league.rounds.drawing import format_named
from league.standings.methods import LOT, TIEBREAKS
from league.standings.models import Snapshot, SnapshotRow
from league.standings.ranked_rows import NEXT_LOOK
from league.standings.sums import POINTS, Sum, SumLine, sums_of

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
                _upper_is_ahead(upper, lower)
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


def _added(lines: list[SumLine]) -> Decimal:
    numbers = [Decimal(one.number) for one in lines if not one.is_cut and one.number != "–"]
    return sum(numbers, start=Decimal(0))


def _whole(lines: list[SumLine]) -> None:
    for one in lines:
        assert one.text, "a part has no words"
        assert "%(" not in one.text, one.text
        assert "None" not in one.text, one.text


def _upper_is_ahead(upper: SnapshotRow, lower: SnapshotRow) -> None:
    """Assert that the first number that differs is the better one of the row above."""
    if upper.points != lower.points:
        assert upper.points > lower.points, f"{upper} has fewer points than {lower}"
        return
    for (name, above), (_name, below) in zip(upper.tiebreaks, lower.tiebreaks, strict=True):
        sign = -1 if TIEBREAKS[name].lower_is_ahead else 1
        for one, other in zip(_looks(above), _looks(below), strict=False):
            if one == other:
                continue
            if sign * one[0] > sign * other[1]:
                return
            overlap = one[0] <= other[1] and other[0] <= one[1]
            assert overlap, f"{upper} is above {lower} with {above} to {below} on {name}"
    # what is left are numbers that differ behind the two decimals that are shown


def _looks(number: str) -> list[tuple[Decimal, Decimal]]:
    looks = []
    for one in number.split(NEXT_LOOK) if number else ():
        least, _dash, most = one.partition("–")
        looks.append((Decimal(least), Decimal(most or least)))
    return looks
