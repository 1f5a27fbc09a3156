"""The play: piles in the first trick, and the low pedro, which is a trump."""

from random import Random

import pytest

from games.engine.actions import Action
from games.score_door import score
from tests.games.engine.pedro.deals import E7, E10, GAME, STANDARD, stacked_deal


def test_every_pile_a_hand_allows_is_offered_once():
    rng = Random(8)
    record = stacked_deal(rng, (9, 5, 0, 0), "S")
    state = GAME.opening(STANDARD, record)
    for call in ("7", "pass", "pass", "pass"):
        GAME.apply(state, Action("auction", call))
    GAME.apply(state, Action("trump", "S"))
    while state.phase == "discards":
        GAME.apply(state, next(GAME.legal_actions(state)))
    held = [card for card in record["hands"][0].split() if card[1] == "S" or card == "5C"]
    counting = {"AS", "JS", "TS", "2S", "5S", "5C"}

    offered = [action.value.split("+") for action in GAME.legal_actions(state)]

    assert len({(pile[0], frozenset(pile[1:])) for pile in offered}) == len(offered)
    assert {pile[0] for pile in offered} <= set(held)
    assert all(len(pile) == 4 and not counting & set(pile[1:]) for pile in offered)
    spare = len(set(held) - counting)
    tops = 9 - spare
    of_three = {3: 1, 4: 4, 5: 10, 6: 20, 7: 35, 8: 56}
    expected = tops * of_three[spare] + spare * of_three.get(spare - 1, 0)
    assert len(offered) == expected


@pytest.mark.parametrize(
    ("entry", "rule", "words"),
    [
        ("AD", "pile_size", "must play 4 of them at once, not 1"),
        ("AD+9D+8D+7D+6D", "pile_size", "must play 4 of them at once, not 5"),
        ("9D+AD+8D+7D", "point_card_covered", "AD under another card"),
        ("AD+9D+9D+8D", "card_not_held", "does not hold 9D"),
        ("AD+AD+9D+8D", "card_not_held", "does not hold AD"),
        ("AD+9D+8D+4D", "card_not_held", "does not hold 4D"),
        ("3D+9D+8D+7D", "card_not_held", "does not hold 3D"),
        ("AD+9D+8D+", "bad_card", "not a card"),
        (["AD"], "bad_card", "not a card"),
    ],
)
def test_pile_that_breaks_a_rule_is_refused_in_words(entry, rule, words):
    error = score({**E7, "play": [entry, *E7["play"][1:]]})["error"]

    assert (error["phase"], error["index"], error["rule"]) == ("play", 0, rule)
    assert words in error["message"]


@pytest.mark.parametrize(
    ("options", "play", "index", "words"),
    [
        # seat 1 holds QH as well
        ({"follow_rule": "strict"}, ["KH", "2D"], 1, "holds hearts and must follow suit; 2D"),
        ({}, ["KH", "8S"], 1, "must follow suit or play a trump; 8S is neither"),
        # seat 2 is void in hearts: its 5H is a trump
        ({"follow_rule": "strict"}, ["KH", "QH", "8C", "8S"], 3, "does not hold 8S"),
        ({}, ["AD", "2D", "8C"], 2, "holds diamonds and must follow suit"),
    ],
)
def test_following_minds_the_suit_to_which_the_low_pedro_belongs(options, play, index, words):
    error = score({**E10, "options": options, "play": play})["error"]

    assert error["index"] == index
    assert words in error["message"]


@pytest.mark.parametrize(
    ("options", "play", "rule", "words"),
    [
        # seat 3 follows the low pedro led with a trump
        ({}, ["AD", "2D", "QD", "3D", "KD", "JD", "5H", "6D", "9D", "4D", "TD", "7D"], None, None),
        (
            {},
            ["9D", "4D", "QD", "3D", "5H", "KS"],
            "must_follow",
            "5H, the low pedro, was led, and it is a trump: seat 3 holds trumps",
        ),
    ],
)
def test_low_pedro_led_is_a_trump_led(options, play, rule, words):
    error = score({**E10, "options": options, "play": play})["error"]

    assert error["rule"] == (rule or "play_unfinished")
    assert words is None or words in error["message"]


def test_low_pedro_that_must_follow_is_named():
    play = ["9D", "2D", "TD", "3D", "QD", "6D", "KD", "4D", "AD", "JD", "7C"]

    error = score({**E10, "play": play})["error"]

    assert error["rule"] == "must_follow"
    assert error["message"] == (
        "seat 2 holds 5H, the low pedro, which is a trump, and must follow with it"
    )


def test_low_pedro_is_no_card_of_the_suit_printed_on_it():
    # seat 1 has QH, and under the strict rule must not trump with the low pedro it is given here
    hands = [hand.replace("5H", "??").replace("JD", "5H") for hand in E10["hands"]]
    hands = [hand.replace("??", "JD") for hand in hands]

    error = score(
        {**E10, "hands": hands, "options": {"follow_rule": "strict"}, "play": ["KH", "5H"]}
    )["error"]

    assert error["rule"] == "must_follow"
    assert error["message"] == (
        "seat 1 holds cards of the suit led and must play one; "
        "5H is the low pedro, a trump, and not one of them"
    )


def test_low_pedro_may_be_the_lowest_trump():
    record = {
        "variant": "pedro",
        "dealer": 0,
        "hands": [
            "JH TH 9H 8H 7H 6H JD 4D 6C",
            "AH KH QH KS TC QD JS JC 9S",
            "5D 8C 3S 7C 7S 2S TD 9C 9D",
            "4H AC AS 8S AD 6S 4C KD 3D",
        ],
        "stock": "5H 2D 6D QS 5C 4S 7D 5S QC 8D TS 3C 2C 3H 2H KC",
        "auction": ["7", "pass", "pass", "pass"],
        "trump": "H",
        "discards": [
            "KC JD 4D 6C",
            "KS TC QD JS JC 9S",
            "8C 3S 7C 7S 2S TD 9C 9D",
            "AC AS 8S AD 6S 4C KD 3D",
        ],
        "play": [
            "2D", "5D", "4H", "3H+6H+7H", "TS", "2H", "QH", "QS", "AH", "5C", "QC", "8H",
            "KH", "4S", "8D", "9H", "5H", "7D", "3C", "TH", "JH", "6D", "5S", "2C",
        ],
    }  # fmt: skip

    answer = score({**record, "options": {"low_pedro_rank": "lowest"}})

    assert (answer["score"], answer["made"]) == ([7, 7], True)
    assert answer["detail"]["cards"]["low_pedro"] == 1
