"""What a bye is worth where a scoring says nothing of it, and how an event writes it down."""

import pytest

from league.play.events.setup_problems import add_usual_awards, bye_of, least_and_most

OWN_TABLE = [
    {"margin": 0, "winner": 5, "loser": 5},
    {"margin": 20, "winner": 9, "loser": 1},
]


@pytest.mark.parametrize(
    ("method", "adds"),
    [
        ({"name": "total_points"}, {"bye": "own_average"}),
        ({"name": "total_points", "bye": None}, {"bye": "own_average"}),
        ({"name": "total_points", "bye": 0}, {}),
        ({"name": "deal_points"}, {"uneven_deals": "scale_up"}),
        ({"name": "board_a_match"}, {"uneven_deals": "scale_up"}),
        ({"name": "board_a_match", "bye": 0}, {}),
        ({"name": "board_a_match", "uneven_deals": "none"}, {}),
        ({"name": "victory_points"}, {}),
        ({"name": "victory_points", "table": OWN_TABLE}, {"bye": 5.4, "forfeit": {"win": 5.4}}),
        ({"name": "victory_points", "table": OWN_TABLE, "bye": 3}, {"forfeit": {"win": 5.4}}),
        ({"name": "victory_points", "table": ["nonsense"]}, {}),
        ({"name": "match_points"}, {}),
        ({"name": "percentage"}, {}),
        ({}, {}),
    ],
)
def test_what_is_usual_is_written_down_and_what_was_said_stays(method, adds):
    assert add_usual_awards(method) == method | adds


@pytest.mark.parametrize(
    ("method", "worth"),
    [
        ({"name": "match_points"}, "win"),
        ({"name": "victory_points"}, 12),
        ({"name": "round_points"}, "own_average"),
        ({"name": "percentage"}, "own_average"),
        ({"name": "percentage", "bye": 40}, 40),
        # what says nothing gives nothing, as at the door
        ({"name": "total_points"}, 0),
        (add_usual_awards({"name": "total_points"}), "own_average"),
        (add_usual_awards({"name": "deal_points"}), "own_average"),
        ({"name": "deal_points", "bye": 0}, 0),
        ({"name": "imps"}, 0),
        # matchpoints are scaled up unless it says otherwise
        ({"name": "matchpoints"}, "own_average"),
        ({"name": "matchpoints", "bye": 0}, "own_average"),
        ({"name": "matchpoints", "bye": 5}, 5),
        ({"name": "matchpoints", "uneven_deals": "none"}, 0),
        ({"name": "cross_imps", "uneven_deals": "scale_up"}, "own_average"),
        ({"name": "deal_points", "bye": 0, "uneven_deals": "scale_up"}, 0),
    ],
)
def test_a_bye_is_worth_what_the_scoring_says_or_what_is_usual(method, worth):
    assert bye_of(method) == worth


@pytest.mark.parametrize(
    ("method", "ends"),
    [
        ({"name": "victory_points"}, (0, 20)),
        ({"name": "victory_points", "table": OWN_TABLE}, (1, 9)),
        ({"name": "victory_points", "table": [{"winner": "many"}]}, (0, 20)),
        ({"name": "percentage"}, (0, 100)),
        ({"name": "total_points"}, None),
    ],
)
def test_the_least_and_the_most_of_a_match(method, ends):
    assert least_and_most(method) == ends
