"""Results read as columns are those that are read table by table, and are ranked alike."""

from dataclasses import replace
from random import Random

import pytest

from league.play.prepared.hiding import NOTHING_HIDDEN
from league.play.results.models import TableResult
from league.play.rounds.forfeits import absent_sides
from league.tables.standings.facts import facts_of
from league.tables.standings.models import Snapshot, SnapshotRow, StageStandings
from league.tables.standings.ranking import rows_after
from league.tables.standings.services import rebuild
from league.tables.standings.stage_facts import DuelFacts, ForfeitFact, MatchFact
from tests.league.factories import make_user
from tests.league.tables.standings.factories import NOW, build, make_round, make_stage, play
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


def test_a_round_of_duels_is_read_as_columns():
    stage = make_stage("Ann", "Bob", "Cy", "Di")
    first = make_round(stage)
    play(first, {"Ann": 300, "Bob": 100})
    play(first, {"Di": 50, "Cy": 50})

    (round_,) = facts_of(stage, hidden=NOTHING_HIDDEN).rounds

    assert (len(round_.duels.tables), round_.matches) == (2, [])
    assert [match.points for match in round_.all_matches] == [[300, 100], [50, 50]]


def test_a_forfeit_stands_beside_the_columns():
    stage = make_stage("Ann", "Bob", "Cy", "Di")
    first = make_round(stage)
    play(first, {"Ann": 300, "Bob": 100})
    play(first, {"Di": 0, "Cy": 0}, awarded=[0, 0], forfeit=1, winner=None)

    (round_,) = facts_of(stage, hidden=NOTHING_HIDDEN).rounds

    assert (len(round_.duels.tables), round_.matches) == (1, [])
    assert [(fact.table, fact.absent) for fact in round_.forfeits] == [(2, (1,))]


def test_one_table_of_three_has_the_whole_round_read_table_by_table():
    stage = make_stage("Ann", "Bob", "Cy", "Di", "Ed", method={"name": "total_points"})
    first = make_round(stage)
    play(first, {"Ann": 300, "Bob": 100})
    play(first, {"Cy": 50, "Di": 20, "Ed": 70})

    (round_,) = facts_of(stage, hidden=NOTHING_HIDDEN).rounds

    assert round_.duels.tables == []
    assert [match.points for match in round_.matches] == [[300, 100], [50, 20, 70]]


def test_a_result_of_a_table_at_which_nobody_sits_does_not_count():
    stage = make_stage("Ann", "Bob", "Cy", "Di")
    first = make_round(stage)
    play(first, {"Ann": 300, "Bob": 100})
    play(first, {"Cy": 50, "Di": 20}).table.placements.all().delete()

    (round_,) = facts_of(stage, hidden=NOTHING_HIDDEN).rounds

    assert [match.points for match in round_.all_matches] == [[300, 100]]


@pytest.mark.long
def test_a_rebuild_from_scratch_leaves_the_rows_that_stay_alone():
    stage = make_stage("Ann", "Bob")
    play(make_round(stage), {"Ann": 300, "Bob": 100})
    build(stage)
    before = list(SnapshotRow.objects.order_by("pk").values())

    rebuild(stage_id=stage.pk, at=NOW, from_scratch=True)

    assert list(SnapshotRow.objects.order_by("pk").values()) == before
