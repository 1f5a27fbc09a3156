"""Standings of teams whose matches are played in two rooms."""

import pytest

from league.foundation.journal.actor import Act
from league.play.results import services as results
from league.play.results.models import TableResult
from league.play.rounds.stage_results import outcomes_of
from league.tables.standings.models import Snapshot, SnapshotRow
from tests.league.play.events.factories import NOW
from tests.league.play.results.factories import BOB, make_director, pinochle, play
from tests.league.play.rounds.factories import draw, open_round
from tests.league.play.rounds.teams import both_tables, make_teams
from tests.league.tables.standings.factories import build, named_rows, shown

pytestmark = pytest.mark.django_db


def deal(first, second):
    """A deal that gives the sides these points of 50 tricks, and 34 and 22 of meld."""
    return pinochle(bid=50, points=(first, second))


def begin(count=2, **fields):
    event = make_teams(count, **fields)
    round_ = draw(event)[0]
    open_round(round_)
    return event.stages.get(), round_


def play_match(round_, number=1):
    """The open room's first side is 20 ahead of its counterpart on deal 1, level on deal 2."""
    here, there = both_tables(round_, number)
    play(here, deal(30, 20), deal(25, 25))
    play(there, deal(20, 30), deal(25, 25))
    return here, there


def home_of(round_, number=1):
    return both_tables(round_, number)[0].placements.get(side=0).entry.name


# deal 1: 64 - 42 = 22 here and 52 - 54 = -2 there, so 20 together; deal 2: level
@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("method", "home", "away"),
    [
        ({"name": "imps"}, 1, -1),
        ({"name": "imps", "multiplier": 3.5}, 2, -2),  # 70 points
        ({"name": "board_a_match"}, 3, 1),
        ({"name": "match_points", "win": 2, "draw": 1, "loss": 0}, 2, 0),
        # home: 64 + 59 here, 52 + 47 there; away: 42 + 47 here, 54 + 59 there
        ({"name": "total_points"}, 222, 202),
        # 2 IMPs: 10 + 10 (1 - t^(3 * 2 / (15 * sqrt 2))) / (1 - t^3), t = (sqrt 5 - 1) / 2
        ({"name": "victory_points", "deals": 2, "multiplier": 3.5}, 11.67, 8.33),
        # the table begins at the margin in IMPs
        (
            {
                "name": "victory_points",
                "table": [
                    {"margin": 0, "winner": 10, "loser": 10},
                    {"margin": 1, "winner": 12, "loser": 8},
                    {"margin": 5, "winner": 16, "loser": 4},
                ],
            },
            12,
            8,
        ),
    ],
)
def test_both_tables_together_are_the_result(method, home, away):
    stage, round_ = begin(method=method)
    play_match(round_)
    build(stage)

    first = home_of(round_)
    other = "AB".replace(first, "")
    assert shown(stage) == [("1", first, home), ("2", other, away)]
    assert not Snapshot.objects.get().is_provisional


@pytest.mark.long
def test_nothing_counts_before_both_tables_have_confirmed_what_they_played():
    stage, round_ = begin(method={"name": "match_points", "win": 2, "draw": 1, "loss": 0})
    here, there = both_tables(round_)
    play(here, deal(30, 20), deal(25, 25))
    build(stage)
    assert not Snapshot.objects.exists()

    play(there, deal(20, 30), deal(25, 25), confirmed=False)
    build(stage)
    assert not Snapshot.objects.exists()

    results.confirm(table=there, side=1, by=Act(BOB, NOW))
    build(stage)

    assert not Snapshot.objects.get().is_provisional
    assert {(row.played, row.is_provisional) for row in SnapshotRow.objects.all()} == {(1, False)}
    assert {row.won + row.lost for row in SnapshotRow.objects.all()} == {1}


def test_draws_and_standings_count_a_match_alike():
    _stage, round_ = begin(method={"name": "imps", "multiplier": 3.5})
    play_match(round_)

    # a swing of 70 points for the home team, nothing the other way
    assert [one.points for one in outcomes_of([round_], held_back=()).values()] == [(2, 0)]

    _stage, round_ = begin(method={"name": "board_a_match"})
    play_match(round_)
    assert [one.points for one in outcomes_of([round_], held_back=()).values()] == [(3, 1)]


def test_a_level_match_is_decided_for_both_tables():
    _stage, round_ = begin(4, format="knockout", rounds_planned=2)
    here, there = both_tables(round_)
    for table in (here, there):
        play(table, deal(30, 20), deal(25, 25))
    result = TableResult.objects.get(table=here)

    # a side is ahead at each table, the match is level
    assert result.winner == 0
    assert results.is_level(here, result)

    chief = make_director(here)
    results.decide_level(table=here, side=0, reason="one more deal", by=Act(chief, NOW))
    results.decide_level(table=there, side=0, reason="we had it wrong", by=Act(chief, NOW))

    (outcome,) = outcomes_of([round_], held_back=()).values()
    assert outcome.winner == 1
    assert list(TableResult.objects.filter(decided=None)) == [TableResult.objects.get(table=here)]


def test_an_awarded_table_is_a_percentage_of_its_deals():
    _stage, round_ = begin(method={"name": "victory_points", "deals": 2})
    here, there = both_tables(round_)
    play(here, deal(30, 20), deal(25, 25))
    chief = make_director(there)
    with pytest.raises(results.BadAward):
        results.award(table=there, points=[200, 0], reason="late", by=Act(chief, NOW))
    results.award(table=there, points=[40, 60], reason="late", by=Act(chief, NOW))

    # 60 % is 3 IMPs a deal, for the home team, which has the second side there
    assert [one.points for one in outcomes_of([round_], held_back=()).values()] == [(6, -6)]


def test_tiebreaks_over_deals_count_the_sides_of_both_rooms():
    stage, round_ = begin(method={"name": "total_points"}, tiebreaks=["bids_made", "highest_deal"])
    play_match(round_)
    build(stage)

    rows = {row.names.public: dict(row.tiebreaks) for row in named_rows()}
    first = home_of(round_)
    other = "AB".replace(first, "")
    # side 0 declares everywhere: the home team in the open room, the other in the closed one
    assert rows[first] == {"bids_made": "2", "highest_deal": "64"}
    assert rows[other] == {"bids_made": "2", "highest_deal": "59"}
