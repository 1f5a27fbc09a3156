"""Summaries and options of Pedro that contradict themselves are refused, in words."""

import pytest

from games.engine.errors import Refusal
from games.engine.variants import make_ruleset
from games.score_door import score

CARDS = {"high": 0, "jack": 0, "game": 1, "low": 1, "pedro": 0, "low_pedro": 0}


@pytest.mark.parametrize(
    ("changes", "rule", "field"),
    [
        ({"points": [7, 8]}, "points_total", "points"),
        ({"points": [15, -1]}, "bad_field", "points"),
        ({"points": [7, 7], "cards": CARDS}, "points_unreachable", "points"),
        ({"cards": {**CARDS, "high": 2}, "points": None}, "bad_side", "cards.high"),
        ({"cards": {**CARDS, "high": None}, "points": None}, "bad_side", "cards.high"),
        ({"cards": {"high": 0}}, "missing_field", "cards.jack"),
        ({"cards": {**CARDS, "ace": 0}}, "unknown_field", "cards"),
        ({"cards": []}, "bad_field", "cards"),
        ({"points": None}, "missing_field", "points"),
        ({"bid": 6}, "bid_below_minimum", "bid"),
        ({"bid": 15}, "bid_too_high", "bid"),
        ({"bid": "9"}, "bad_field", "bid"),
        ({"declarer": 4}, "bad_seat", "declarer"),
        ({"trump": "NT"}, "bad_trump", "trump"),
        ({"tricks": [3, 3]}, "unknown_field", "tricks"),
        ({"auction": ["9", "pass", "pass"]}, "auction_unfinished", "auction"),
        ({"auction": ["10", "pass", "pass", "pass"]}, "auction_mismatch", "auction"),
        ({"auction": ["pass", "9", "pass", "pass"]}, "auction_mismatch", "auction"),
        ({"auction": ["9", "8", "pass", "pass"]}, "bid_too_low", None),
    ],
)
def test_impossible_summary_is_refused(changes, rule, field):
    summary = {"declarer": 1, "bid": 9, "points": [5, 9], **changes}

    error = score({"variant": "pedro", "dealer": 0, "summary": summary})["error"]

    assert (error["rule"], error.get("field")) == (rule, field)


def test_cards_alone_are_enough_and_say_more():
    summary = {"declarer": 0, "bid": 9, "cards": CARDS}

    answer = score({"variant": "pedro", "dealer": 3, "summary": summary})

    assert answer["score"] == [12, 2]
    assert [line["code"] for line in answer["lines"]] == [
        "high", "jack", "pedro", "low_pedro", "game", "low",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"bidder_goes_out_from": 93}, "93, must be below the target of 62"),
        ({"target": 44, "bidder_goes_out_from": 44}, "below the target of 44"),
        ({"target": 51, "bidder_goes_out_from": 55}, "below the target of 51"),
        ({"bidder_goes_out_from": 55, "win_only_as_declarer": True}, "only a made bid wins"),
    ],
)
def test_contradicting_options_are_refused_in_words(options, words):
    with pytest.raises(Refusal) as refused:
        make_ruleset("pedro", "standard", options)

    assert refused.value.rule == "options_contradict"
    assert words in str(refused.value.sentence)
