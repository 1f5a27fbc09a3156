"""Summaries that cannot have happened are refused, in words a scorer can act on."""

import pytest

from games.score_door import score

PITCH = {"declarer": 0, "bid": 2, "awards": {"high": 0, "low": 1, "jack": None, "game": 0}}
PINOCHLE = {
    "declarer": 0,
    "bid": 60,
    "melds": [34, 22],
    "outcome": "played",
    "points": [28, 22],
    "last_trick": 0,
}


def pitch(preset="standard", players=4, options=None, dealer=1, **changes):
    awards = {**PITCH["awards"], **changes.pop("awards", {})}
    summary = {**PITCH, **changes, "awards": awards}
    return score(
        {
            "variant": "pitch",
            "preset": preset,
            "options": options or {},
            "players": players,
            "dealer": dealer,
            "summary": {name: value for name, value in summary.items() if value != "left out"},
        }
    )


def pinochle(preset="standard", options=None, dealer=3, **changes):
    summary = {**PINOCHLE, **changes}
    return score(
        {
            "variant": "double-deck-pinochle",
            "preset": preset,
            "options": options or {},
            "dealer": dealer,
            "summary": {name: value for name, value in summary.items() if value != "left out"},
        }
    )


@pytest.mark.parametrize(
    ("changes", "rule", "words"),
    [
        ({"declarer": 4}, "bad_seat", "from 0 to 3"),
        ({"declarer": "left out"}, "missing_field", "declarer"),
        ({"bid": 5}, "bad_field", "1, 2, 3, 4"),
        ({"bid": "smudge"}, "bid_off_ladder", "smudge"),
        ({"awards": {"high": None}}, "award_missing", "high"),
        ({"awards": {"trump": 0}}, "unknown_field", "trump"),
        ({"awards": {"low": 7}}, "bad_side", "low"),
        ({"tricks": [3, 2, 0, 0]}, "tricks_total", "5"),
        ({"tricks": [6, 0, 0, 0]}, "award_unreachable", "low"),
        ({"tricks": [5, 1]}, "bad_field", "4 whole numbers"),
        ({"tricks": [7, -1, 0, 0]}, "bad_field", "none below 0"),
        (
            {"tricks": [6, 0, 0, 0], "awards": {"low": 0, "jack": 0, "game": None}},
            "award_unreachable",
            "all six tricks",
        ),
        ({"game_points": [40, 41, 0, 0]}, "points_unreachable", "80"),
        ({"game_points": [10, 20, 0, 0]}, "game_mismatch", "side 1"),
        (
            {"game_points": [30, 0, 0, 0], "awards": {"jack": 1}},
            "points_unreachable",
            "jack",
        ),
        ({"auction": ["2", "3", "pass", "pass"]}, "auction_mismatch", "another"),
        ({"auction": ["2", "pass", "pass"]}, "auction_unfinished", "3 of 4"),
        ({"trump": "NT"}, "bad_trump", "S H D C"),
        ({"passed_out": True}, "passed_out_with_bid", "declarer"),
        ({"passed_out": "yes"}, "bad_field", "true or false"),
        ({"score": [1, 2, 3, 4]}, "unknown_field", "score"),
    ],
)
def test_impossible_pitch_summary_is_refused(changes, rule, words):
    error = pitch(**changes)["error"]

    assert error["rule"] == rule
    assert words in error["message"]


def test_a_trick_of_two_players_cannot_hold_29_card_points():
    error = pitch(players=2, tricks=[5, 1], game_points=[30, 29], awards={"low": 0})["error"]

    assert error["rule"] == "points_unreachable"
    assert "1 tricks hold at most 20" in error["message"]


def test_low_dealt_to_a_side_without_a_trick_counts_under_the_old_rule():
    assert pitch(preset="old_rule", tricks=[6, 0, 0, 0])["score"] == [2, 1, 0, 0]


def test_passed_out_false_is_a_deal_that_was_played():
    assert pitch(passed_out=False)["score"] == [2, 1, 0, 0]


def test_tricks_are_asked_where_six_tricks_decide():
    sweep = {"awards": {"high": 0, "low": 0, "jack": 0, "game": 0}}
    rules = {"preset": "smudge", "options": {"smudge_all_tricks": True}}

    assert pitch(**rules, **sweep, bid=4)["error"]["rule"] == "missing_field"
    assert pitch(**rules, **sweep, bid=3)["score"] == [4, 0, 0, 0]
    made = pitch(**rules, **sweep, bid=4, tricks=[6, 0, 0, 0])
    assert (made["score"], made["detail"]["smudge_by"]) == ([4, 0, 0, 0], 0)
    failed = pitch(**rules, **sweep, bid=4, tricks=[5, 1, 0, 0])
    assert (failed["score"], failed["made"]) == ([-4, 0, 0, 0], False)


def test_unbid_sweep_asks_for_tricks_too():
    sweep = {"awards": {"high": 1, "low": 1, "jack": 1, "game": 1}}
    rules = {"preset": "bicycle_smudge", "options": {"smudge_all_tricks": True}}

    assert pitch(**rules, **sweep)["error"]["rule"] == "missing_field"
    assert pitch(**rules, **sweep, tricks=[1, 5, 0, 0])["detail"]["smudge_by"] is None
    assert pitch(**rules, **sweep, tricks=[0, 6, 0, 0])["detail"]["smudge_by"] == 1


@pytest.mark.parametrize(
    ("changes", "rule", "words"),
    [
        ({"points": [28, 20]}, "points_total", "points add up to 48; they must be 50"),
        ({"points": [51, -1]}, "bad_field", "none below 0"),
        ({"points": [49, 1], "last_trick": 1}, "points_unreachable", "2 points or more"),
        ({"last_trick": 2}, "bad_side", "from 0 to 1"),
        ({"last_trick": "left out"}, "missing_field", "last_trick"),
        ({"tricks": [12, 7]}, "tricks_total", "19"),
        ({"tricks": [0, 20], "points": [2, 48]}, "tricks_unreachable", "side 0"),
        ({"tricks": [4, 16]}, "points_unreachable", "side 0 has 28 points; 4 tricks"),
        ({"declarer": -1}, "bad_seat", "from 0 to 3"),
        ({"bid": "60"}, "bad_field", "whole number"),
        ({"bid": 62}, "bid_off_ladder", "65"),
        ({"bid": 49}, "bid_below_minimum", "50"),
        ({"bid": 10_000}, "bid_too_high", "9999"),
        ({"melds": [34, 7]}, "meld_unreachable", "side 1"),
        ({"melds": "left out"}, "missing_field", "melds"),
        ({"seat_melds": [13, 11, 21, 11]}, "meld_unreachable", "seat 0 cannot have melded 13"),
        ({"seat_melds": [10, 12, 20, 10]}, "meld_mismatch", "30"),
        ({"outcome": "no_play"}, "outcome_mismatch", "had to be played"),
        ({"outcome": "won"}, "bad_field", "no_play"),
        ({"outcome": [], "x": 1}, "unknown_field", "x"),
        ({"outcome": "no_marriage"}, "outcome_mismatch", "not asked for"),
        ({"all_passed": True}, "dealer_must_bid", "must bid 50"),
        ({"side_bid": [False, True]}, "side_bid_mismatch", "side 0"),
        ({"aces_around": [False, True], "melds": [34, 8]}, "meld_mismatch", "aces around"),
        ({"royal_marriage": True, "melds": [2, 22], "bid": 50}, "meld_mismatch", "royal"),
    ],
)
def test_impossible_pinochle_summary_is_refused(changes, rule, words):
    error = pinochle(**changes)["error"]

    assert error["rule"] == rule
    assert words in error["message"]


def test_other_side_has_not_bid_when_all_passed():
    error = pinochle(dealer=0, bid=50, all_passed=True, side_bid=[True, True])["error"]

    assert error["rule"] == "side_bid_mismatch"


def test_melds_follow_from_the_hands_when_only_those_are_written():
    written = pinochle(melds="left out", seat_melds=[30, 12, 4, 10])

    assert written["detail"]["melds"] == [34, 22]
    assert written["score"] == [62, 44]


def test_marriage_decides_where_it_is_required():
    assert pinochle(preset="hays", royal_marriage=False)["error"]["rule"] == "outcome_mismatch"
    assert (
        pinochle(preset="hays", royal_marriage=True, outcome="no_marriage")["error"]["rule"]
        == "outcome_mismatch"
    )
    assert pinochle(preset="hays", royal_marriage=True)["score"] == [62, 44]


def test_a_named_trump_makes_the_check_of_the_melds_sharper():
    # the queens of two runs serve two pinochles as well only where spades are trump
    hands = {"melds": "left out", "seat_melds": [183, 0, 0, 0]}

    assert "error" not in pinochle(**hands, trump="S")
    assert pinochle(**hands, trump="H")["error"]["rule"] == "meld_unreachable"


TWO_HANDED = {"melds": [120, 40], "points": [130, 120]}


def two_handed(preset="bga", options=None, dealer=0, **changes):
    return score(
        {
            "variant": "two-handed-pinochle",
            "preset": preset,
            "options": options or {},
            "dealer": dealer,
            "summary": {**TWO_HANDED, **changes},
        }
    )


@pytest.mark.parametrize(
    ("changes", "rule", "words"),
    [
        ({"melds": None}, "missing_field", "melds"),
        ({"melds": [120, 45]}, "meld_unreachable", "multiples of 10"),
        ({"melds": [1220, 10]}, "meld_unreachable", "at most 1220"),
        ({"melds": [120, -10]}, "bad_field", "none below 0"),
        ({"melds": [330, 0], "tricks": [1, 23], "points": [20, 230]}, "meld_unreachable", "320"),
        ({"melds": [0, 40], "turned_dix": True}, "meld_mismatch", "includes its 10"),
        (
            {"melds": [20, 0], "points": [0, 250], "tricks": [0, 24]},
            "meld_mismatch",
            "side 0 took no trick",
        ),
        (
            {"melds": [10, 0], "points": [0, 250], "tricks": [0, 24], "turned_dix": False},
            "meld_mismatch",
            "took no trick",
        ),
        ({"points": [130, 130]}, "points_total", "260; they must be 250"),
        ({"points": [125, 125]}, "points_unreachable", "no cards of this pack"),
        ({"points": [0, 250], "last_trick": 0}, "points_unreachable", "10 points or more"),
        ({"points": [200, 50], "tricks": [5, 19]}, "points_unreachable", "0 to 110"),
        ({"tricks": [12, 11]}, "tricks_total", "23"),
        ({"points": [0, 250], "melds": [0, 0], "tricks": [24, 0]}, "points_unreachable", "250"),
        ({"tricks": [0, 24], "last_trick": 0}, "tricks_unreachable", "side 0"),
        ({"last_trick": 2}, "bad_seat", "from 0 to 1"),
        ({"bid": 250}, "unknown_field", "bid"),
        ({"trump": "NT"}, "bad_trump", "S H D C"),
    ],
)
def test_impossible_two_handed_summary_is_refused(changes, rule, words):
    error = two_handed(**changes)["error"]

    assert error["rule"] == rule
    assert words in error["message"]


def test_dealer_without_a_trick_keeps_the_turned_up_nine():
    rest = {"melds": [10, 300], "points": [0, 250], "tricks": [0, 24]}

    assert two_handed(**rest, turned_dix=True)["score"] == [10, 550]
    assert two_handed(**rest)["score"] == [10, 550]
    nobody = two_handed(**rest, options={"turned_dix": "nobody"}, turned_dix=True)
    assert nobody["error"]["rule"] == "meld_mismatch"


@pytest.mark.parametrize(
    ("points", "scored"),
    [((127, 123), [130, 120]), ((126, 124), [120, 120]), ((3, 247), [0, 250])],
)
def test_classic_points_are_rounded_for_each_player(points, scored):
    answer = two_handed(preset="bicycle", melds=[0, 0], points=list(points))

    assert answer["score"] == scored


def test_no_cards_of_the_classic_count_are_worth_1():
    assert two_handed(preset="bicycle", points=[1, 249])["error"]["rule"] == "points_unreachable"
    # four tricks without a point need all eight nines, so a fifth is worth something
    nines = {"melds": [0, 0], "points": [0, 250]}
    assert two_handed(preset="bicycle", **nines, tricks=[4, 20])["score"] == [0, 250]
    assert "worth 4 to" in two_handed(preset="bicycle", **nines, tricks=[5, 19])["error"]["message"]


def test_refusal_names_the_field_of_the_form():
    assert pinochle(points=[28, 20])["error"]["field"] == "points"
    assert pitch(awards={"high": None})["error"]["field"] == "awards.high"
