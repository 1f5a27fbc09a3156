"""Results read as columns are those that are read table by table, and are ranked alike."""

from dataclasses import replace
from random import Random

import pytest

from league.play.prepared.hiding import NOTHING_HIDDEN
from league.play.results.models import TableResult
from league.play.rounds.forfeits import absent_sides
from league.play.rounds.models import Placement, PlacementKind
from league.tables.standings.facts import facts_of
from league.tables.standings.models import Snapshot, SnapshotRow, StageStandings
from league.tables.standings.ranking import rows_after
from league.tables.standings.stage_facts import DuelFacts, ForfeitFact, MatchFact
from league.tables.standings.table_results import points_by_deals
from league.tables.standings.unplayed_worth import average_byes
from tests.league.factories import make_user
from tests.league.play.events.factories import make_running
from tests.league.play.prepared.factories import prepare
from tests.league.play.results.factories import pinochle
from tests.league.play.results.factories import play as play_deals
from tests.league.play.rounds.factories import draw, open_round
from tests.league.tables.standings.factories import (
    build,
    entry_of,
    make_round,
    make_stage,
    play,
)
from tests.league.tables.standings.stages_by_lot import NAMES, StageByLot

pytestmark = pytest.mark.django_db

METHODS = [
    {"name": "match_points", "bye": "own_average"},
    {"name": "total_points", "bye": "winners_average"},
]
TIEBREAKS = ["head_to_head", "buchholz_cut_1", "sonneborn_berger", "points_for", "lot"]
CHANGES = 25


def read_one_by_one(round_):
    """Return the matches and forfeits of a round as the facts define them, a query a table."""
    matches, forfeits = [], []
    results = TableResult.objects.filter(round__number=round_.number).select_related("table")
    for result in results.order_by("table__number"):
        places = list(result.table.placements.order_by("side", "id"))
        entries, sides = [one.entry_id for one in places], [one.side for one in places]
        number, points = result.table.number, result.awarded or result.totals
        if not result.is_complete and result.awarded is None:
            continue
        if result.forfeit is not None:
            forfeits.append(ForfeitFact(number, entries, sides, absent_sides(result.forfeit)))
            continue
        provisional = result.state != "confirmed"
        matches.append(MatchFact(number, points, entries, sides, result.winner, provisional))
    return matches, forfeits


def without_columns(facts):
    rounds = [replace(one, duels=DuelFacts(), matches=one.all_matches) for one in facts.rounds]
    return replace(facts, rounds=rounds)


def stored(stage):
    """Return what is stored of the standings, but for when and how often it was written."""
    snapshots = Snapshot.objects.filter(stage=stage).order_by("round_number")
    rows = SnapshotRow.objects.filter(snapshot__stage=stage)
    columns = [one.name for one in SnapshotRow._meta.fields if one.name not in ("id", "snapshot")]
    return (
        list(snapshots.values_list("round_number", "digest", "is_provisional", "entries")),
        list(
            rows.order_by("snapshot__round_number", "position").values_list(
                "snapshot__round_number", *columns
            )
        ),
    )


@pytest.mark.long
@pytest.mark.sampled(2)
@pytest.mark.parametrize("method", METHODS, ids=lambda method: method["name"])
@pytest.mark.parametrize("seed", range(3))
def test_standings_that_follow_changes_are_those_made_at_once(seed, method):
    stage = make_stage(*NAMES, method=method, tiebreaks=TIEBREAKS)
    stage.options = {"withdrawals": "stay"}
    stage.save()
    by_lot = StageByLot(stage, Random(seed), make_user())
    by_lot.draw_round()
    seen = set()
    for _ in range(CHANGES):
        seen.add(by_lot.change())
        build(stage)
        facts = facts_of(stage, hidden=NOTHING_HIDDEN)

        for round_ in facts.rounds:
            assert (round_.all_matches, round_.forfeits) == read_one_by_one(round_)
        plain = without_columns(facts)
        assert plain.digests == facts.digests
        for number in facts.digests:
            assert rows_after(plain, number) == rows_after(facts, number)

    kept = stored(stage)
    Snapshot.objects.filter(stage=stage).delete()
    StageStandings.objects.update(wanted=0, built=0)
    build(stage)
    assert kept == stored(stage)
    assert len(kept[1]) > len(NAMES)
    assert len(seen) > 5


@pytest.mark.parametrize(("bye", "is_average"), [("win", False), ("own_average", True)])
def test_a_bye_is_shown_with_its_worth_where_that_is_an_average(bye, is_average):
    stage = make_stage("Ann", "Bob", "Cy", method={"name": "match_points", "bye": bye})
    round_ = make_round(stage)
    play(round_, {"Ann": 9, "Bob": 5})
    Placement.objects.create(round=round_, entry=entry_of(stage, "Cy"), kind=PlacementKind.BYE)

    assert bool(average_byes(round_, most=100)) is is_average


def test_points_stay_those_of_the_tables_where_victory_points_are_made_of_one_room():
    method = {"name": "victory_points", "blitz": 400}
    event = make_running(4, method=method, deals_a_round=2, stage_options={"prepared_deals": True})
    prepare(event)
    round_ = open_round(draw(event)[0])
    play_deals(round_.tables.first(), pinochle(), pinochle())

    assert points_by_deals([round_]) == {}
