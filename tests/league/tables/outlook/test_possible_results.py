"""What a match can bring, held against many scores counted by the methods themselves."""

from random import Random

import pytest

from league.tables.outlook.methods.possible_results import possible_results
from league.tables.standings.methods import read_method

METHODS = [
    {"name": "match_points"},
    {"name": "match_points", "win": 3, "draw": 1, "loss": 0, "bonus": "+1 if margin >= 300"},
    {"name": "match_points", "bonus": ["+1 if loss and margin < 50", "-1 if points < 0"]},
    {"name": "match_points", "bonus": "+1 if points >= 500 and against > 250 or draw"},
    {"name": "match_points", "skunk": {"win": 3, "loss": 0, "margin": 31, "below": 91}},
    {"name": "victory_points", "deals": 8},
    {"name": "victory_points", "blitz": 120},
    {
        "name": "victory_points",
        "table": [
            {"margin": 0, "winner": 10, "loser": 10},
            {"margin": 50, "winner": 12, "loser": 8},
            {"margin": 200, "winner": 15, "loser": 4},
        ],
    },
]


@pytest.mark.long
@pytest.mark.parametrize("given", METHODS, ids=str)
def test_every_score_brings_one_of_the_possible_results(given):
    method, rng = read_method(given), Random(3)
    possible = {one[:3] for one in possible_results(method)}

    seen = set()
    for reach in (120, 700):
        for _ in range(20_000):
            own, other = rng.randint(-reach, reach), rng.randint(-reach, reach)
            outcome = (own > other) - (own < other)
            seen.add((*method.of_table([own, other], [outcome, -outcome]), outcome))
    for own in range(-10, 10):
        seen.add((*method.of_table([own, own], [0, 0]), 0))

    assert seen <= possible
    # rare scores, such as exactly on a limit, need not come up by lot
    assert len(seen) >= 0.6 * len(possible)


@pytest.mark.parametrize("name", ["total_points", "percentage", "round_points", "matchpoints"])
def test_methods_without_a_most_have_no_results(name):
    assert possible_results(read_method({"name": name})) == []


def test_a_win_on_a_scale_says_from_which_margin_on_it_is_worth_that():
    results = possible_results(read_method(METHODS[-1]))

    assert [(one.home, one.margin) for one in results if one.outcome > 0] == [
        (15, 200),
        (12, 50),
        (10, 1),
    ]
