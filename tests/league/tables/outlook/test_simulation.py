"""Chances by simulation: repeatable, fair to equals, and true to strengths."""

from random import Random

import pytest

from league.tables.outlook.methods.contest import Contest, OpenMatch, Result
from league.tables.outlook.methods.marks import Aim, Chance, Places, chances_of
from league.tables.outlook.methods.possible_results import possible_results
from league.tables.outlook.methods.reach import reach_of_all
from league.tables.outlook.methods.simulation import (
    Luck,
    agreed,
    can_be_simulated,
    chances_by_simulation,
)
from league.tables.ratings.method import MU, SIGMA, Strength
from league.tables.standings.methods import read_method

RESULTS = [Result(2, 0, 1), Result(1, 1, 0), Result(0, 2, -1)]
LUCK = Luck(deals=4, spread=100.0)
EQUAL = Strength(MU, 0.0)


def chances(contest, strengths, *, places=None, rounds_left=0, seed=1, times=20_000):
    return chances_by_simulation(
        contest,
        strengths,
        places or Places(contest.size),
        LUCK,
        rounds_left=rounds_left,
        seed=seed,
        times=times,
    )


def final(points=(4, 4)):
    return Contest(points=points, matches=[OpenMatch(0, 1, 7, 1)], results=RESULTS)


def test_the_stronger_wins_as_often_as_the_model_of_ratings_says():
    # one SIGMA is 0.2 of a deal's margin: over 4 deals 0.4 standard deviations, Phi(0.4) = 0.655
    first, _second = chances(final(), [Strength(MU + SIGMA, 0.0), EQUAL])

    assert first[Aim.WIN] == pytest.approx(0.655, abs=0.02)


def test_the_same_seed_gives_the_same_chances():
    assert chances(final(), [EQUAL] * 2, seed=7) == chances(final(), [EQUAL] * 2, seed=7)
    assert chances(final(), [EQUAL] * 2, seed=7) != chances(final(), [EQUAL] * 2, seed=8)


def test_victory_points_come_from_the_margin():
    results = possible_results(read_method({"name": "victory_points", "blitz": 400}))
    behind = Contest(points=[10, 25], matches=[OpenMatch(0, 1, 7, 1)], results=results)

    first, _second = chances(behind, [EQUAL] * 2)

    # to make up 15 it takes 17.5 to 2.5, a margin of 230: 1.15 standard deviations of 200
    assert first[Aim.WIN] == pytest.approx(0.125, abs=0.03)


def test_bonuses_for_points_are_not_simulated():
    results = possible_results(
        read_method({"name": "match_points", "bonus": "+1 if points >= 500"})
    )

    assert not can_be_simulated(results)
    assert chances(Contest(points=[0, 0], results=results), [EQUAL] * 2) == []


def test_what_is_certain_is_not_contradicted():
    assert agreed(0.997, Chance.CERTAIN) == 1
    assert agreed(0.01, Chance.GONE) == 0
    assert agreed(0.4, Chance.OPEN) == 0.4


def test_what_can_and_what_does_happen_follow_one_rule():
    # 1 beat 0, so a tie on points is 1's: by lot 0 would take half of the ties it cannot win
    contest = Contest(
        points=[4, 6, 1],
        matches=[OpenMatch(0, 2, 7, 1)],
        results=RESULTS,
        tiebreaks=("head_to_head",),
        between={(0, 1): 0, (1, 0): 2},
    )
    places = Places(3)
    reaches = reach_of_all(contest)

    found = chances(contest, [EQUAL] * 3)

    known = [chances_of(reach, places)[Aim.WIN] for reach in reaches]
    assert known == [Chance.GONE, Chance.CERTAIN, Chance.GONE]
    assert [one[Aim.WIN] for one in found] == [0.0, 1.0, 0.0]


@pytest.mark.parametrize("tiebreaks", [("head_to_head",), ("wins", "head_to_head"), ()])
@pytest.mark.parametrize("by_lot", range(6))
def test_first_place_chances_add_up_to_all_with_what_is_known_for_certain(tiebreaks, by_lot):
    rng = Random(by_lot)
    size = 6
    pairs = [(one, other) for one in range(size) for other in range(one)]
    rng.shuffle(pairs)
    contest = Contest(
        points=[0] * size,
        matches=[OpenMatch(*pair, 1, table) for table, pair in enumerate(pairs)],
        results=RESULTS,
        tiebreaks=tiebreaks,
        wins=[0] * size,
    ).after({at: rng.choice(RESULTS) for at in range(len(pairs) - 4)})
    places = Places(size, up=1, down=2)

    found = chances(contest, [EQUAL] * size, places=places, times=2_000)

    known = [chances_of(reach, places) for reach in reach_of_all(contest)]
    for aim, last in places.needed.items():
        shares = [agreed(one[aim], sure[aim]) for one, sure in zip(found, known, strict=True)]
        assert sum(shares) == pytest.approx(last)
