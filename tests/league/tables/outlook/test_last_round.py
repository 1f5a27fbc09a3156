"""What contenders need in the last round, held against every way it can end."""

from itertools import product
from random import Random

import pytest

from league.tables.outlook.methods.contest import Contest, OpenMatch, Result, standing_in
from league.tables.outlook.methods.last_round import Need, contenders, is_last_round
from league.tables.outlook.methods.marks import Aim, Chance, Places
from league.tables.outlook.methods.possible_results import possible_results
from league.tables.outlook.methods.reach import reach_of_all
from league.tables.standings.methods import read_method
from league.tables.standings.methods.exact import Range

RESULTS = [Result(2, 0, 1), Result(1, 1, 0), Result(0, 2, -1)]


def last_round(points, *, results=RESULTS):
    matches = [OpenMatch(at, at + 1, 7, at // 2 + 1) for at in range(0, len(points) - 1, 2)]
    return Contest(points=points, matches=matches, results=results)


def needs_of(contest, places):
    return contenders(contest, reach_of_all(contest), places)


def test_the_leader_wins_the_league_with_a_win_and_needs_help_otherwise():
    contest = last_round([10, 3, 9, 4])

    leader, second = needs_of(contest, Places(4))

    assert (leader.entry, leader.aim, leader.match) == (0, Aim.WIN, 0)
    assert [(way.own, way.chance) for way in leader.ways] == [
        (1, Chance.CERTAIN),
        (0, Chance.OPEN),
        (-1, Chance.OPEN),
    ]
    assert leader.ways[1].needs == ()  # a win of the second makes a tie
    assert leader.ways[2].needs == (Need(1, (0, -1)),)
    assert not leader.ways[2].is_enough  # a draw there makes a tie
    assert [way.chance for way in second.ways] == [Chance.OPEN, Chance.OPEN, Chance.GONE]
    assert second.ways[0].needs == (Need(0, (0, -1)),)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_everything_said_holds_in_every_end(seed):
    rng = Random(seed)
    contest = last_round([rng.randint(4, 10) for _ in range(rng.choice([4, 6, 7]))])
    places = Places(contest.size, up=2, down=1)

    for contender in needs_of(contest, places):
        last = places.needed[contender.aim]
        sign = 1
        if contender.match is not None:
            sign = 1 if contest.matches[contender.match].home == contender.entry else -1
        for way in contender.ways:
            standings = [
                (standing_in(contest.after(dict(enumerate(end))), contender.entry), end)
                for end in product(RESULTS, repeat=len(contest.matches))
                if way.own is None or end[contender.match].outcome == sign * way.own
            ]
            met = [
                standing
                for standing, end in standings
                if all(end[need.match].outcome in need.outcomes for need in way.needs)
            ]
            unmet = [
                standing
                for standing, end in standings
                if not all(end[need.match].outcome in need.outcomes for need in way.needs)
            ]
            if way.chance is Chance.CERTAIN:
                assert all(standing.worst <= last for standing, _end in standings)
            elif way.chance is Chance.GONE:
                assert all(standing.best > last for standing, _end in standings)
            else:
                assert any(standing.best <= last for standing in met)
                assert all(standing.best > last for standing in unmet)
                assert way.is_enough == all(standing.worst <= last for standing in met)


def test_on_a_scale_the_least_that_is_enough_is_said():
    results = possible_results(read_method({"name": "victory_points", "blitz": 100}))
    contest = last_round([100, 20, 95, 30], results=results)

    leader, second = needs_of(contest, Places(4))

    assert leader.enough.certain.home == min(result.home for result in results if result.home > 15)
    assert leader.enough.certain.margin == min(
        result.margin for result in results if result.home > 15 and result.margin is not None
    )
    assert leader.enough.possible.home == 0
    assert second.enough.certain is None
    assert second.enough.possible.home == min(result.home for result in results if result.home >= 5)


def test_nothing_is_said_before_the_last_round():
    twice = Contest(
        points=[4, 4, 0], matches=[OpenMatch(0, 1, 3, 1), OpenMatch(0, 2, 4, 1)], results=RESULTS
    )
    more = Contest(
        points=[4, 4], matches=[OpenMatch(0, 1, 3, 1)], results=RESULTS, spare=[Range(0, 2)] * 2
    )

    assert not is_last_round(twice)
    assert not is_last_round(more)
    assert needs_of(twice, Places(3)) == []
