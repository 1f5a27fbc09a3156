"""Reading the rules of a season: what is left out, what is refused and how."""

import pytest

from league.tables.seasons.methods import BadSeasonRules, Rules, read_rules, rules_as_json

FULL = {
    "who": "team",
    "scoring": {"name": "thresholds", "of": "points", "bands": [[60, 3], [50.5, 1]]},
    "total": "average",
    "best": 8,
    "drop": 1,
    "least_nights": 4,
    "guests_move_ranks": True,
    "tiebreaks": ["head_to_head"],
    "handicap": {
        "factor": 0.75,
        "reference": "best",
        "least": -2,
        "most": 12.5,
        "decimals": 0,
        "after_nights": 3,
        "deals": 24,
        "dates": ["2026-10-01", "2027-01-07"],
        "decides": False,
    },
}


def test_nothing_is_the_usual_rules():
    assert read_rules({}) == Rules()


def test_rules_are_written_as_they_were_read():
    assert rules_as_json(read_rules(FULL)) == FULL
    assert read_rules(rules_as_json(Rules())) == Rules()


@pytest.mark.parametrize(
    ("rules", "code", "path"),
    [
        ([], "wrong_type", ""),
        ({"wo": "player"}, "unknown_key", "wo"),
        ({"who": "club"}, "unknown_choice", "who"),
        ({"best": 0}, "not_a_count", "best"),
        ({"best": True}, "not_a_count", "best"),
        ({"drop": -1}, "not_a_count", "drop"),
        ({"guests_move_ranks": "yes"}, "wrong_type", "guests_move_ranks"),
        ({"tiebreaks": ["lot"]}, "unknown_choice", "tiebreaks[0]"),
        ({"tiebreaks": ["best_night", "best_night"]}, "tiebreak_twice", "tiebreaks"),
        ({"scoring": {"name": "elo"}}, "unknown_choice", "scoring.name"),
        ({"scoring": {"name": "rank_points", "table": []}}, "no_rank_points", "scoring.table"),
        (
            {"scoring": {"name": "rank_points", "table": [5, 6]}},
            "rank_points_out_of_order",
            "scoring.table",
        ),
        (
            {"scoring": {"name": "rank_points", "table": [5], "beyond": 6}},
            "rank_points_out_of_order",
            "scoring.table",
        ),
        (
            {"scoring": {"name": "rank_points", "table": [5, "4"]}},
            "wrong_type",
            "scoring.table[1]",
        ),
        (
            {"scoring": {"name": "thresholds", "bands": [[60, 1], [50, 2]]}},
            "bands_out_of_order",
            "scoring.bands",
        ),
        ({"scoring": {"name": "thresholds", "bands": [[60]]}}, "bad_band", "scoring.bands[0]"),
        ({"handicap": {"factor": 0}}, "bad_factor", "handicap.factor"),
        ({"handicap": {"factor": float("nan")}}, "not_finite", "handicap.factor"),
        ({"handicap": {"most": 1.234}}, "too_many_decimals", "handicap.most"),
        ({"handicap": {"least": 5, "most": 4}}, "handicap_limits_crossed", "handicap.least"),
        ({"handicap": {"dates": ["2026-13-01"]}}, "bad_date", "handicap.dates[0]"),
        ({"handicap": {"dates": [20261001]}}, "bad_date", "handicap.dates[0]"),
        ({"handicap": {"reference": "worst"}}, "wrong_type", "handicap.reference"),
    ],
)
def test_rules_that_make_no_sense_are_refused_with_their_place(rules, code, path):
    with pytest.raises(BadSeasonRules) as refused:
        read_rules(rules)

    assert (refused.value.code, refused.value.path) == (code, path)
    assert str(refused.value)
