"""The sums of a night added up by hand: deals of a table, points of an entry."""

import json
from collections import defaultdict
from decimal import Decimal
from fractions import Fraction

from django.db import connection
from django.db.backends.utils import CursorWrapper

from league.events.models import Stage
from league.results.models import TableResult
from league.rounds.drawing.stage_options import AS_SCORED, BYE_AWARD

POINTS = """
SELECT place.entry_id, coalesce(result.awarded, result.totals)::text, place.side, result.winner
FROM rounds_placement place
JOIN rounds_round round ON round.id = place.round_id AND round.state <> 'drawn'
JOIN results_tableresult result ON result.table_id = place.table_id
WHERE round.stage_id = %s AND (result.is_complete OR result.awarded IS NOT NULL)
"""
ADJUSTED = """
SELECT entry_id, sum(CASE kind WHEN 'award' THEN points ELSE -points END)
FROM results_adjustment WHERE stage_id = %s AND revoked_at IS NULL GROUP BY entry_id
"""
BYES = """
SELECT place.entry_id, count(*) FROM rounds_placement place
JOIN rounds_round round ON round.id = place.round_id AND round.state <> 'drawn'
WHERE round.stage_id = %s AND place.kind IN ('bye', 'sit_out') AND (
    EXISTS (SELECT FROM results_tableresult result WHERE result.round_id = round.id
            AND (result.is_complete OR result.awarded IS NOT NULL)))
GROUP BY place.entry_id
"""
TABLES = """
SELECT place.entry_id, count(*) FROM rounds_placement place
JOIN rounds_round round ON round.id = place.round_id AND round.state <> 'drawn'
JOIN results_tableresult result ON result.table_id = place.table_id
WHERE round.stage_id = %s AND (result.is_complete OR result.awarded IS NOT NULL)
GROUP BY place.entry_id
"""
COUNTED = ("match_points", "total_points")
KNOWN = {"name", "win", "draw", "loss", "bye"}
DEALS = """
SELECT result.table_id, result.totals::text, array_agg(deal.score::text)
FROM results_tableresult result JOIN rounds_round round ON round.id = result.round_id
JOIN results_submission told ON told.table_id = result.table_id
    AND told.state IN ('submitted', 'confirmed')
JOIN games_deal deal ON deal.id = told.deal_id
WHERE round.stage_id = %s GROUP BY result.table_id, result.totals
"""


def sums_of_deals_hold(stage: Stage) -> None:
    """Assert that a table's points are the sum of its deals that count."""
    with connection.cursor() as cursor:
        for table, totals, scores in cursor.execute(DEALS, [stage.pk]).fetchall():
            sums = [sum(sides) for sides in zip(*map(json.loads, scores), strict=True)]
            assert json.loads(totals) == sums, f"the deals of table {table} come to {sums}"


def _add_byes(cursor: CursorWrapper, stage: Stage, points: dict[int, Fraction]) -> bool:
    """Add what byes and rounds sat out give; False where somebody has no average of its own yet."""
    method = stage.event.method
    byes = dict(cursor.execute(BYES, [stage.pk]).fetchall())
    if method["name"] == "match_points":
        for entry, count in byes.items():
            points[entry] += method["win"] * count
    elif method.get("bye") == "own_average":
        tables = dict(cursor.execute(TABLES, [stage.pk]).fetchall())
        if byes.keys() - tables.keys():
            return False
        for entry, count in byes.items():
            points[entry] += points[entry] / tables[entry] * count
    return True


def _can_be_added_up(stage: Stage) -> bool:
    method = stage.event.method
    forfeits = TableResult.objects.filter(round__stage=stage, forfeit__isnull=False)
    return (
        method["name"] in COUNTED
        and not method.keys() - KNOWN
        and method.get("bye") in (None, 0, "own_average")
        and not (method["name"] == "match_points" and "bye" in method)
        and stage.options.get(BYE_AWARD, AS_SCORED) == AS_SCORED
        and not forfeits.exists()
    )


def points_by_hand(stage: Stage) -> dict[int, Decimal] | None:
    """Return the points of every entry as a secretary adds them up; None for what has no sum.

    Points of the tables, or so many for a win, a draw and a loss, byes, penalties and awards.
    """
    if not _can_be_added_up(stage):
        return None
    method = stage.event.method
    points: dict[int, Fraction] = defaultdict(Fraction)
    with connection.cursor() as cursor:
        for entry, text, side, winner in cursor.execute(POINTS, [stage.pk]).fetchall():
            sides = json.loads(text)
            if method["name"] == "total_points":
                points[entry] += sides[side]
                continue
            won = winner if sides.count(max(sides)) > 1 else sides.index(max(sides))
            points[entry] += method["draw" if won is None else "win" if won == side else "loss"]
        if not _add_byes(cursor, stage, points):
            return None
        for entry, adjusted in cursor.execute(ADJUSTED, [stage.pk]).fetchall():
            points[entry] += Fraction(adjusted)
    return {
        entry: (Decimal(number.numerator) / number.denominator).quantize(Decimal("0.0001"))
        for entry, number in points.items()
    }
