"""The contract of a deal in one short line, also where nobody bid or nothing was played."""

from random import Random

import pytest

from games import services as games
from games.models import Deal
from games.wording import suit_in_words
from league.play.results.deal_words import (
    CONTRACT,
    SideNumbers,
    answers_in_words,
    contract_of,
    facts_of,
)

SEATS = ["Ann", "Bea", "Cay", "Dot"]
SIDES = ["Ann and Cay", "Bea and Dot"]


class FourNames:
    def seat(self, number):
        return SEATS[number]

    def side(self, number):
        return SIDES[number]


def deal_of(ruleset, data):
    result = games.score_deal(ruleset, data)
    return Deal(
        **ruleset.as_json(),
        form=Deal.Form.SUMMARY if "summary" in data else Deal.Form.RECORD,
        data=data,
        score=list(result.score),
        made=result.made,
        detail=dict(result.detail),
    )


@pytest.mark.parametrize(
    ("summary", "line"),
    [
        (
            {"bid": 40, "declarer": 1, "trump": "H", "points": [10, 46]},
            "40 · hearts · Bea",
        ),
        (
            {"bid": 28, "side": 0, "trump": "NT", "points": [30, 26]},
            "28 · no trump · Ann and Cay",
        ),
        (
            {"all_pass": True, "points": [20, 36]},
            "everybody passed · 28 · no trump · Bea and Dot",
        ),
        ({"redeal": "no_points"}, "dealt again"),
        (
            {"redeal": "none", "bid": 29, "declarer": 0, "trump": "S", "points": [29, 27]},
            "29 · spades · Ann",
        ),
    ],
)
def test_contract_of_fifty_six_says_who_has_to_take_what(summary, line):
    rules = {"redeal": "all_jacks_or_no_points"}
    ruleset = games.ruleset("fifty-six", "standard", rules, 4)

    assert contract_of(deal_of(ruleset, {"dealer": 0, "summary": summary}), FourNames()) == line


def test_contract_of_a_record_is_that_of_its_summary():
    ruleset = games.ruleset("fifty-six", "standard", {}, 4)
    record = games.random_record(ruleset, Random(1))
    detail = games.score_deal(ruleset, record).detail

    line = contract_of(deal_of(ruleset, record), FourNames())

    assert line.startswith(f"{detail['bid']} · ")
    assert line.endswith(SEATS[detail["declarer"]])


def test_deal_that_was_passed_out_has_no_contract():
    ruleset = games.ruleset("pitch", "standard", {}, 4)

    deal = deal_of(ruleset, {"dealer": 0, "summary": {"passed_out": True}})

    assert contract_of(deal, FourNames()) == "passed out"


def test_facts_of_a_summary_that_says_only_what_it_must():
    ruleset = games.ruleset("fifty-six", "standard", {"redeal": "all_jacks_or_no_points"}, 4)
    summary = {"bid": 40, "declarer": 1, "trump": "NT", "points": [10, 46]}

    facts = facts_of(deal_of(ruleset, {"dealer": 0, "summary": summary}), FourNames())

    assert facts == [
        ("Dealer", "Ann"),
        ("Bid", "40"),
        ("Declarer", "Bea"),
        ("Trump", "no trump"),
        ("Points taken", SideNumbers((("Ann and Cay", 10), ("Bea and Dot", 46)))),
    ]


def test_facts_of_a_pitch_record_are_all_there_though_nobody_says_that_it_was_not_passed_out():
    ruleset = games.ruleset("pitch", "standard", None, 2)
    deal = deal_of(ruleset, games.random_record(ruleset, Random(3)))

    labels = [label for label, _value in facts_of(deal, FourNames())]

    assert len(labels) > 5
    assert "passed_out" not in games.summary_of(ruleset, deal.data)["summary"]


def test_a_game_without_bids_has_no_contract():
    ruleset = games.ruleset("two-handed-pinochle")

    deal = deal_of(ruleset, games.random_record(ruleset, Random(1)))

    assert contract_of(deal, FourNames()) == ""


PRESETS = [(info.id, preset.id) for info in games.variants() for preset in info.presets]


class ManyNames:
    def seat(self, number):
        return f"player {number}"

    def side(self, number):
        return f"side {number}"


@pytest.mark.parametrize(("variant", "preset"), PRESETS)
def test_the_answers_of_every_game_have_bid_declarer_and_trump(variant, preset):
    ruleset = games.ruleset(variant, preset)
    asked = {field.name: field for field in games.summary_fields(ruleset)}
    seen = set()
    for seed in range(8):
        record = games.random_record(ruleset, Random(seed))
        data = {"dealer": record.get("dealer", 0), **games.summary_of(ruleset, record)}
        summary = data["summary"]

        answers = {
            name: (label, text)
            for name, label, text in answers_in_words(deal_of(ruleset, data), ManyNames())
        }

        written = {name for name in CONTRACT if summary.get(name) is not None}
        assert written <= answers.keys() <= asked.keys()
        assert all(label and text for label, text in answers.values())
        if summary.get("bid") is not None:
            assert answers["bid"][1] == str(summary["bid"])
        if summary.get("declarer") is not None:
            assert answers["declarer"][1] == f"player {summary['declarer']}"
        if summary.get("trump") is not None:
            assert answers["trump"][1] == suit_in_words(summary["trump"])
        seen |= written
    assert seen == set(CONTRACT) & asked.keys(), "none of these deals had all that the game asks"


def test_a_deal_that_everybody_passed_and_that_is_dealt_again_was_passed_out():
    ruleset = games.ruleset("partnership-pinochle", None, {"all_pass": "redeal"})
    deal = deal_of(ruleset, {"dealer": 3, "summary": {"outcome": "redeal"}})

    assert contract_of(deal, FourNames()) == "passed out"


def test_trump_that_was_not_written_down_is_seen_to_be_missing():
    ruleset = games.ruleset("pedro")
    summary = {"bid": 8, "declarer": 0, "points": [10, 4]}
    deal = deal_of(ruleset, {"dealer": 3, "summary": summary})

    assert ("trump", "Trump", "not written down") in answers_in_words(deal, FourNames())
    assert "Trump" not in dict(facts_of(deal, FourNames()))
