"""Partnership pinochle: refusals and their reasons, the exchange, redeals, ends of games."""

import json
from copy import deepcopy
from pathlib import Path

import pytest

from games.engine import forms
from games.engine.actions import Action
from games.engine.errors import Refusal
from games.engine.single_deck.deck import DECK
from games.engine.variants import VARIANTS, make_ruleset
from games.score_door import score

GAME = VARIANTS["partnership-pinochle"]
FILE = Path(__file__).parents[2] / "vectors" / "partnership-pinochle.jsonl"
VECTORS = {
    int(vector["id"].split(":")[1]): vector
    for vector in map(json.loads, FILE.read_text().splitlines())
}
SUMMARY = {"declarer": 1, "bid": 300, "melds": [40, 150], "points": [90, 160]}
LEFT_OUT = object()

# the cards of the examples: seat 1 declares at 260, trump clubs
HANDS = VECTORS[93]["hands"]


def summary(preset="bga", options=None, **changes):
    written = {**SUMMARY, **changes}
    return score(
        {
            "variant": "partnership-pinochle",
            "preset": preset,
            "options": options or {},
            "dealer": 0,
            "summary": {name: value for name, value in written.items() if value is not LEFT_OUT},
        }
    )


def record(vector, **changes):
    changed = {**deepcopy(VECTORS[vector]), **changes}
    return score({name: value for name, value in changed.items() if value is not LEFT_OUT})


@pytest.mark.parametrize(
    ("changes", "rule", "words"),
    [
        ({"declarer": LEFT_OUT}, "missing_field", "declarer"),
        ({"bid": 240}, "bid_below_minimum", "250"),
        ({"bid": 305}, "bid_off_ladder", "multiple of 10"),
        ({"bid": 10**7}, "bid_too_high", "999990"),
        ({"bid": "300"}, "bad_field", "whole number"),
        ({"trump": "NT"}, "bad_trump", "S H D C"),
        ({"outcome": "won"}, "bad_field", "thrown_in"),
        ({"outcome": "redeal"}, "passed_out_not_possible", "dealer must bid"),
        ({"outcome": "unmakeable"}, "outcome_mismatch", "had to be played"),
        ({"melds": LEFT_OUT}, "missing_field", "melds"),
        ({"melds": [40, 3620]}, "meld_unreachable", "side 1"),
        ({"seat_melds": [40, 100, 10, 50]}, "meld_mismatch", "50"),
        ({"seat_melds": [40, 50, 0, 110]}, "meld_mismatch", "160"),
        ({"points": [95, 155]}, "points_unreachable", "multiple of 10"),
        ({"points": [260, -10]}, "bad_field", "none below 0"),
        ({"last_trick": 2}, "bad_side", "from 0 to 1"),
        ({"points": [0, 250], "last_trick": 0}, "points_unreachable", "10 points or more"),
        ({"points": [0, 250]}, "missing_field", "side 0 has no points"),
        ({"tricks": [1, 11]}, "points_unreachable", "side 0 has 90 points; 1 tricks"),
        ({"tricks": [0, 12], "last_trick": 0}, "tricks_unreachable", "side 0"),
        ({"tricks": [12, 0], "last_trick": 0}, "points_unreachable", "250 to 250"),
        ({"points": [10, 240], "tricks": [0, 12]}, "points_unreachable", "0 to 0"),
        ({"points": [250, 0], "tricks": [6, 6], "last_trick": LEFT_OUT}, None, ""),
        ({"dix_only": [True, False]}, "meld_mismatch", "10 or 20"),
        ({"dix_only": [True, True], "melds": [10, 20]}, "meld_mismatch", "3"),
        ({"dix_only": [True, False], "melds": [20, 30]}, "meld_mismatch", "3"),
        ({"dix_only": [True, False], "melds": [20, 150]}, None, ""),
        ({"dix_only": "no"}, "bad_field", "true or false"),
        ({"hands": HANDS}, "unknown_field", "hands"),
    ],
)
def test_summary_that_cannot_be_is_refused(changes, rule, words):
    answer = summary(**changes)

    assert answer.get("error", {}).get("rule") == rule, answer
    assert rule is None or words in answer["error"]["message"]


def test_redeal_has_nothing_else_written_down():
    rules = {"all_pass": "redeal"}
    alone = {"declarer": LEFT_OUT, "bid": LEFT_OUT, "melds": LEFT_OUT, "points": LEFT_OUT}

    answer = summary(options=rules, outcome="redeal", **alone)
    assert (answer["score"], answer["made"]) == ([0, 0], None)
    refused = summary(options=rules, outcome="redeal", **{**alone, "bid": 300})
    assert (refused["error"]["rule"], refused["error"]["field"]) == ("passed_out_with_bid", "bid")


def test_melds_follow_from_the_hands_when_only_those_are_written():
    answer = summary(melds=LEFT_OUT, seat_melds=[40, 100, 0, 50])

    assert answer["score"] == [130, 310]


def test_named_trump_makes_the_check_of_the_melds_sharper():
    # a double run with a double pinochle is possible where its queens or jacks are trumps
    hands = {"melds": LEFT_OUT, "seat_melds": [0, 1800, 0, 0]}

    assert "error" not in summary(**hands)
    assert "error" not in summary(**hands, trump="D")
    assert summary(**hands, trump="H")["error"]["rule"] == "meld_unreachable"


def test_unmakeable_bid_may_be_said_so_or_left_to_be_found():
    deal = {"melds": [120, 240], "bid": 500, "points": LEFT_OUT}
    for outcome in (LEFT_OUT, "played", "unmakeable", "thrown_in"):
        answer = summary(preset="pagat", **deal, outcome=outcome)

        assert answer["score"] == [120, -500]
        assert answer["detail"]["result"] == "unmakeable"


def test_failed_bid_of_the_literal_rules_costs_the_meld_but_no_trick_the_bid():
    failed = summary(preset="literal", bid=320)
    no_trick = summary(preset="literal", bid=320, points=[250, 0], tricks=[12, 0])

    assert failed["score"] == [130, -150]
    assert no_trick["score"] == [290, -320]
    assert "no trick was won" in no_trick["lines"][-1]["text"]


def machine(preset="bga", options=None, dealer=3, calls=("250", "pass", "pass", "pass")):
    """Return a deal after its auction; with these calls seat 0 declares."""
    ruleset = make_ruleset("partnership-pinochle", preset, options)
    state = GAME.start(ruleset, dealer, HANDS)
    for call in calls:
        GAME.apply(state, Action("auction", call))
    return state


def refused(state, phase, value):
    with pytest.raises(Refusal) as caught:
        GAME.apply(state, Action(phase, value))
    return caught.value.rule


def gift(giver, cards):
    return {"from": giver, "to": (giver + 2) % 4, "cards": cards}


def test_dealer_forced_to_bid_has_one_call():
    state = machine(calls=("pass", "pass", "pass"))

    assert list(GAME.legal_actions(state)) == [Action("auction", "250")]
    assert refused(state, "auction", "260") == "dealer_must_bid"
    GAME.apply(state, Action("auction", "250"))
    assert (state.phase, state.turn) == ("trump", 3)


def test_dealer_may_bid_anything_where_all_may_pass():
    calls = ("pass", "pass", "pass", "400")

    assert machine(options={"all_pass": "redeal"}, calls=calls).declarer == 3


def test_pass_with_help_is_explained_and_only_where_it_is_used():
    form = {"variant": "partnership-pinochle", "dealer": 0, "auction": ["250"]}

    scored = score({**form, "preset": "pagat", "call": "pass help"})
    assert scored["explain"] == {"means": "help"}
    assert score({**form, "preset": "pagat", "call": "pass"})["explain"] is None
    assert score({**form, "preset": "pagat", "call": "260"})["explain"] is None
    assert score({**form, "call": "pass help"})["error"]["rule"] == "help_pass_not_allowed"


def test_partner_passes_first_and_the_declarer_may_give_back():
    state = machine()
    GAME.apply(state, Action("trump", "S"))

    assert refused(state, "exchange", gift(0, "9D")) == "exchange_order"
    assert refused(state, "exchange", gift(1, "TS")) == "exchange_wrong_seats"
    GAME.apply(state, Action("exchange", gift(2, "JD AC")))
    assert refused(state, "exchange", gift(0, "9D")) == "exchange_count"
    assert refused(state, "exchange", gift(2, "9C TC")) == "exchange_wrong_seats"
    GAME.apply(state, Action("exchange", gift(0, "JD AC")))
    assert (state.phase, state.turn) == ("play", 0)
    assert refused(state, "exchange", gift(2, "JD AC")) == "exchange_wrong_seats"


def test_cards_passed_at_the_same_time_cannot_be_those_received():
    state = machine(options={"exchange_order": "simultaneous"})
    GAME.apply(state, Action("trump", "S"))
    GAME.apply(state, Action("exchange", gift(2, "JD")))

    assert refused(state, "exchange", gift(0, "JD")) == "card_not_held"
    GAME.apply(state, Action("exchange", gift(0, "9D")))
    assert state.hands[2][DECK.codes["9D"]] == 1
    assert state.hands[0][DECK.codes["JD"]] == 1


def test_trump_after_the_exchange():
    state = machine(preset="literal")
    assert (state.phase, state.turn) == ("exchange", 2)
    assert refused(state, "trump", "S") == "exchange_unfinished"
    GAME.apply(state, Action("exchange", gift(2, "")))
    GAME.apply(state, Action("exchange", gift(0, "")))
    assert (state.phase, state.turn) == ("trump", 0)
    GAME.apply(state, Action("trump", "H"))
    assert state.phase == "play"


def test_no_cards_are_passed_where_none_may_be():
    state = machine(preset="bicycle")
    GAME.apply(state, Action("trump", "S"))

    assert (state.phase, state.turn) == ("play", 0)
    assert refused(state, "exchange", gift(2, "JD")) == "exchange_not_allowed"


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"exchange": LEFT_OUT, "options": {"exchange_exact": True}}, "exchange_missing"),
        ({"auction": ["pass", "250", "pass"]}, "auction_unfinished"),
        ({"play": VECTORS[93]["play"][:47]}, "play_unfinished"),
        ({"play": [*VECTORS[93]["play"][:10], "9Z"]}, "bad_card"),
        ({"play": [*VECTORS[93]["play"][:10], None]}, "bad_card"),
        ({"trump": "NT"}, "bad_trump"),
        ({"stock": "AS"}, "unexpected_field"),
        ({"throw_in": True}, "unexpected_field"),
        ({"auction": ["pass"] * 4, "options": {"all_pass": "redeal"}}, "deal_already_over"),
        ({"preset": "pagat", "options": {"exchange_exact": False}, "concede": 1}, "bad_field"),
    ],
)
def test_record_that_cannot_be_is_refused(changes, rule):
    assert record(93, **changes)["error"]["rule"] == rule


def test_thrown_in_deal_costs_the_bid_and_leaves_the_others_their_meld():
    answer = record(93, options={"throw_in": True}, concede=True, play=LEFT_OUT, exchange=LEFT_OUT)

    assert answer["detail"]["result"] == "thrown_in"
    assert answer["score"] == [answer["detail"]["melds"][0], -260]


def test_concession_comes_after_the_melds_and_before_the_lead():
    state = machine(options={"throw_in": True, "exchange_max": 0})
    assert refused(state, "concede", True) == "throw_in_not_allowed"
    GAME.apply(state, Action("trump", "S"))
    led = deepcopy(state)
    GAME.apply(led, Action("play", "9D"))
    assert refused(led, "concede", True) == "throw_in_not_allowed"
    GAME.apply(state, Action("concede", True))
    assert refused(state, "concede", True) == "deal_already_over"


def test_left_of_the_dealer_leads_where_the_rules_say_so():
    state = machine(
        options={"first_lead": "left_of_dealer", "exchange_max": 0},
        dealer=0,
        calls=("pass", "pass", "250", "pass"),
    )
    GAME.apply(state, Action("trump", "S"))

    assert (state.declarer, state.turn) == (3, 1)


def test_game_is_played_on_when_both_are_level_above_the_target():
    deals = [
        {"score": [1400, 1400], "declarer_side": 0, "dealer": 0},
        {"score": [120, 120], "declarer_side": 1},
        {"score": [0, 0], "redeal": True},
        {"score": [-250, 10], "declarer_side": 0},
    ]
    rules = {"variant": "partnership-pinochle", "options": {"both_over": "high_score"}}

    assert not score({**rules, "game": deals[:3]})["finished"]
    answer = score({**rules, "game": deals})
    assert (answer["winner"], answer["reason"]) == (1, "target")


@pytest.mark.parametrize(("redeal_dealer", "due"), [("next", 3), ("same", 2)])
def test_dealer_after_a_redeal(redeal_dealer, due):
    rules = {"all_pass": "redeal", "redeal_dealer": redeal_dealer}
    ruleset = make_ruleset("partnership-pinochle", "bga", rules)
    game = forms.play_deals(ruleset, [{"summary": {"outcome": "redeal"}, "dealer": 2}])

    assert (game.next_dealer, game.totals) == (due, (0, 0))
