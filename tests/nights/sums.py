"""The sums of a night added up by hand: deals of a table, points of an entry."""

import json
from collections import defaultdict
from decimal import Decimal
from fractions import Fraction

from django.db import connection
from django.db.backends.utils import CursorWrapper

from league.play.events.models import Season, Stage
from league.play.results.models import TableResult
from league.play.rounds.drawing.stage_options import AS_SCORED, BYE_AWARD
from league.tables.seasons.keys import key_of_players
from league.tables.seasons.methods import Rules
from league.tables.seasons.methods.scoring import PointsOfTheNight, RankPoints

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
JOIN results_submission sent ON sent.table_id = result.table_id
    AND sent.state IN ('submitted', 'confirmed')
JOIN games_deal deal ON deal.id = sent.deal_id
WHERE round.stage_id = %s GROUP BY result.table_id, result.totals
"""


FINAL_PLACES = """
SELECT event.id, row.entry_id, row.rank, row.points, member.player_id
FROM events_event event
JOIN events_stage stage ON stage.event_id = event.id
JOIN LATERAL (
    SELECT id FROM standings_snapshot WHERE stage_id = stage.id ORDER BY round_number DESC LIMIT 1
) last ON true
JOIN standings_snapshotrow row ON row.snapshot_id = last.id AND (row.played > 0 OR row.points <> 0)
JOIN events_entry entry ON entry.id = row.entry_id
JOIN events_entrymember member ON member.entry_id = entry.id
    AND (member.left_at IS NULL OR member.left_at = entry.withdrawn_at)
WHERE event.season_id = %s AND event.state IN ('running', 'finished', 'archived')
    AND event.visibility <> 'hidden'
ORDER BY event.starts_on, event.id, row.rank
"""
HELD = """
SELECT count(DISTINCT event.id) FROM events_event event
JOIN events_stage stage ON stage.event_id = event.id
JOIN standings_snapshot snapshot ON snapshot.stage_id = stage.id
WHERE event.season_id = %s AND event.state IN ('running', 'finished', 'archived')
    AND event.visibility <> 'hidden'
"""


SAT = """
SELECT DISTINCT place.entry_id, seat.player_id FROM rounds_seat seat
JOIN rounds_placement place ON place.id = seat.placement_id
JOIN rounds_round round ON round.id = seat.round_id
JOIN events_stage stage ON stage.id = round.stage_id
JOIN events_event event ON event.id = stage.event_id
JOIN results_tableresult result ON result.table_id = seat.table_id AND result.deals > 0
WHERE event.season_id = %s AND seat.player_id IS NOT NULL
"""


def season_by_hand(season: Season, rules: Rules) -> dict[str, Fraction] | None:
    """Return the totals of a season's players without handicaps; None for what has no such sum.

    Points by rank, shared by those who are level, or the points of the night; the best of them. Of
    an entry of several the night is of those who played a deal, where any of them did.
    """
    scoring = rules.scoring
    if not isinstance(scoring, (RankPoints, PointsOfTheNight)):
        return None
    places: dict[int, dict[int, tuple[int, Fraction]]] = defaultdict(dict)
    players: dict[int, dict[int, int]] = defaultdict(dict)
    with connection.cursor() as cursor:
        sat = set(cursor.execute(SAT, [season.pk]).fetchall())
        rows = cursor.execute(FINAL_PLACES, [season.pk]).fetchall()
        with_deals = {entry for _event, entry, *_more, player in rows if (entry, player) in sat}
        for event, entry, rank, points, player in rows:
            places[event][entry] = rank, Fraction(points)
            # the rows come best first: of two entries a player keeps the better one
            if entry not in with_deals or (entry, player) in sat:
                players[event].setdefault(player, entry)
        (held,) = cursor.execute(HELD, [season.pk]).fetchone()
    nights: dict[int, list[Fraction]] = defaultdict(list)
    for event, entered in players.items():
        ranks = [rank for rank, _points in places[event].values()]
        for player, entry in entered.items():
            rank, points = places[event][entry]
            if isinstance(scoring, RankPoints):
                ahead = sum(other < rank for other in ranks)
                shared = [_at(scoring, ahead + n) for n in range(ranks.count(rank))]
                points = sum(shared, start=Fraction(0)) / len(shared)
            nights[player].append(points)
    return {
        key_of_players([player]): _best(sorted(scores, reverse=True), rules, held)
        for player, scores in nights.items()
    }


def _at(scoring: RankPoints, place: int) -> Fraction:
    return Fraction(scoring.table[place] if place < len(scoring.table) else scoring.beyond)


def _best(scores: list[Fraction], rules: Rules, held: int) -> Fraction:
    missed = 0 if rules.total == "average" else held - len(scores)
    kept = max(1, len(scores) - max(0, rules.drop - missed))
    if rules.best is not None:
        kept = min(kept, rules.best)
    total = sum(scores[:kept], start=Fraction(0))
    return total / kept if rules.total == "average" else total


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
