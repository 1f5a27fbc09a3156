"""The best and the worst place that can still be reached, held against every way it can end."""

from random import Random

import pytest

from league.tables.outlook.methods import reach as reach_module
from league.tables.outlook.methods.contest import Contest, OpenMatch, Result
from league.tables.outlook.methods.reach import bounds_of, reach_of_all
from league.tables.standings.methods.exact import Range
from tests.league.tables.outlook.leagues_by_lot import LeagueByLot

TWO_POINTS = {"name": "match_points"}
THREE_POINTS = {"name": "match_points", "win": 3, "draw": 1, "loss": 0}
THREE_TWO_ONE = {"name": "match_points", "win": 3, "draw": 2, "loss": 1}
WIN_DRAW_LOSS = [Result(2, 0, 1), Result(1, 1, 0), Result(0, 2, -1)]


@pytest.mark.sampled(9)
@pytest.mark.parametrize("method", [TWO_POINTS, THREE_POINTS, THREE_TWO_ONE])
@pytest.mark.parametrize("seed", range(12))
def test_places_are_those_of_every_way_a_small_league_can_end(method, seed):
    rng = Random(seed)
    league = LeagueByLot(rng, size=rng.randint(3, 6), open_matches=rng.randint(0, 3), method=method)

    found = reach_of_all(league.contest())

    assert [(one.best, one.worst) for one in found] == league.reach()
    assert all(one.is_exact for one in found)


def test_two_who_meet_cannot_both_fail():
    # 0 and 1 are level at the top and meet: one of them at least ends with two points more
    contest = Contest(
        points=[4, 4, 4], matches=[OpenMatch(0, 1, 3, 1)], results=[*WIN_DRAW_LOSS[::2]]
    )

    reach = reach_of_all(contest)

    assert (reach[2].best, reach[2].worst) == (2, 3)
    assert bounds_of(contest, 2).best == 1


def test_a_tie_counts_as_both_places_unless_settled_numbers_decide():
    level = Contest(points=[4, 4], matches=())
    settled = Contest(points=[4, 4], matches=(), settled={0: (12,), 1: (7,)})

    assert [one[:2] for one in reach_of_all(level)] == [(1, 2), (1, 2)]
    assert [one[:2] for one in reach_of_all(settled)] == [(1, 1), (2, 2)]


def test_settled_numbers_decide_only_between_those_who_have_them():
    contest = Contest(
        points=[4, 4, 2, 0],
        matches=[OpenMatch(2, 3, 3, 1)],
        results=WIN_DRAW_LOSS,
        settled={0: (12,), 1: (7,)},
    )

    reach = reach_of_all(contest)

    assert reach[0][:2] == (1, 2)
    assert reach[1][:2] == (2, 3)
    assert reach[2][:2] == (1, 4)


def test_rounds_not_drawn_bring_anything_between_the_least_and_the_most():
    contest = Contest(points=[6, 4, 1], spare=[Range(0, 2)] * 3, results=WIN_DRAW_LOSS)

    assert [one[:2] for one in reach_of_all(contest)] == [(1, 2), (1, 2), (3, 3)]


def test_large_fields_get_bounds_and_say_so(monkeypatch):
    league = LeagueByLot(Random(5), size=6, open_matches=4, method=TWO_POINTS)
    exact = reach_of_all(league.contest())
    monkeypatch.setattr(reach_module, "MOST_ENTRIES", 5)

    bounds = reach_of_all(league.contest())

    assert not any(one.is_exact for one in bounds)
    for bound, true in zip(bounds, exact, strict=True):
        assert bound.best <= true.best
        assert bound.worst >= true.worst


def test_what_is_certain_to_be_added_counts_as_points():
    # entry 1 has a bye worth 2 to come, and stands level with entry 0 for certain
    contest = Contest(
        points=[4, 2, 1, 1],
        matches=[OpenMatch(2, 3, 3, 1)],
        results=WIN_DRAW_LOSS,
        spare=[Range(0, 0), Range(2, 2), Range(0, 0), Range(0, 0)],
        tiebreaks=("wins",),
        wins=[2, 1, 0, 0],
    )

    assert [one[:2] for one in reach_of_all(contest)] == [(1, 1), (2, 2), (3, 4), (3, 4)]
