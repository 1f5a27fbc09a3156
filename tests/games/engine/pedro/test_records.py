"""Records of Pedro: calls, missing parts, and the story they tell."""

import pytest

from games.score_door import score
from tests.games.engine.pedro.deals import E7


@pytest.mark.parametrize(
    ("changes", "phase", "rule"),
    [
        ({"play": E7["play"][:-1]}, "play", "play_unfinished"),
        ({"play": [*E7["play"], "2C"]}, "play", "play_too_long"),
        ({"play": None}, "play", "play_unfinished"),
        ({"discards": None}, "discards", "missing_field"),
        ({"discards": E7["discards"][:3]}, "discards", "bad_field"),
        ({"trump": None}, "trump", "missing_field"),
        ({"trump": "NT"}, "trump", "bad_trump"),
        ({"auction": ["pass"] * 3}, "auction", "auction_unfinished"),
        ({"auction": ["pass"] * 4}, "auction", "dealer_must_bid"),
        ({"auction": ["pass", "pass", "pass", "7", "8"]}, "auction", "auction_over"),
        ({"stock": E7["stock"][3:]}, "stock", "bad_deck"),
        ({"stock": "AD " + E7["stock"][3:]}, "hands", "bad_deck"),
        ({"stock": 5}, "stock", "bad_card"),
        ({"exchange": [{"from": 0, "to": 2, "cards": "AD"}]}, "exchange", "unexpected_field"),
    ],
)
def test_record_that_is_not_a_whole_deal_is_refused(changes, phase, rule):
    error = score({**E7, **changes})["error"]

    assert (error["phase"], error["rule"]) == (phase, rule)


def test_record_without_its_stock_is_refused():
    error = score({name: value for name, value in E7.items() if name != "stock"})["error"]

    assert (error["rule"], error["field"]) == ("missing_field", "stock")
