"""The sums of a night added up by hand: deals of a table, points of an entry."""

import json
from collections import Counter
from decimal import Decimal

from django.db import connection

from league.events.models import Stage
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


def points_by_hand(stage: Stage) -> dict[int, Decimal] | None:
    """Return the points of every entry as a secretary adds them up; None for what has no sum.

    Points of the tables, or so many for a win, a draw and a loss, byes, penalties and awards.
    """
    method = stage.event.method
    if stage.options.get(BYE_AWARD, AS_SCORED) != AS_SCORED:
        return None
    points: Counter[int] = Counter()
    with connection.cursor() as cursor:
        for entry, text, side, winner in cursor.execute(POINTS, [stage.pk]).fetchall():
            sides = json.loads(text)
            if method["name"] == "total_points":
                points[entry] += sides[side]
                continue
            won = winner if sides.count(max(sides)) > 1 else sides.index(max(sides))
            points[entry] += method["draw" if won is None else "win" if won == side else "loss"]
        if method["name"] == "match_points":
            for entry, byes in cursor.execute(BYES, [stage.pk]).fetchall():
                points[entry] += method["win"] * byes
        for entry, adjusted in cursor.execute(ADJUSTED, [stage.pk]).fetchall():
            points[entry] += adjusted
    return {entry: Decimal(number) for entry, number in points.items()}
