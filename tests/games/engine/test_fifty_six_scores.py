"""Fifty-Six on paper: what deals are worth, summaries that cannot have happened."""

import pytest

from games.engine.variants import VARIANTS, make_ruleset
from games.engine.variants.fifty_six.deal import Pack, pack_for, points_in_tricks
from games.score_door import score

PLAYED = {"bid": 28, "declarer": 0, "trump": "S", "points": [28, 28]}
REDEALS = {"redeal": "all_jacks_or_no_points"}


def summed(preset="standard", players=4, options=None, dealer=3, **changes):
    summary = {**PLAYED, **changes}
    return form_of(
        {name: value for name, value in summary.items() if value != "left out"},
        preset=preset,
        players=players,
        options=options,
        dealer=dealer,
    )


def form_of(summary, *, preset="standard", players=4, options=None, dealer=3):
    return score(
        {
            "variant": "fifty-six", "preset": preset, "players": players,
            "options": options or {}, "dealer": dealer, "summary": summary,
        }
    )  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "bid", "won", "lost"),
    [
        ({}, 28, 1, 2),
        ({}, 39, 1, 2),
        ({}, 40, 2, 3),
        ({}, 47, 2, 3),
        ({}, 48, 3, 4),
        ({}, 55, 3, 4),
        ({}, 56, 4, 5),
        ({"preset": "nair"}, 39, 1, 2),
        ({"preset": "nair"}, 47, 2, 3),
        ({"preset": "nair"}, 48, 3, 4),
        ({"preset": "nair"}, 56, 3, 4),
        ({"preset": "nair", "options": {"bid_48": "low"}}, 48, 2, 3),
        ({"preset": "nair", "options": {"bid_48": "low"}}, 49, 3, 4),
        ({"options": {"bid_48": "low"}}, 48, 3, 4),
        ({"options": {"game_points": "56cards"}}, 39, 1, 2),
        ({"options": {"game_points": "56cards"}}, 40, 2, 3),
        ({"options": {"game_points": "56cards"}}, 55, 2, 3),
        ({"options": {"game_points": "56cards"}}, 56, 3, 4),
    ],
)
@pytest.mark.parametrize(("doubled", "times"), [("none", 1), ("double", 2), ("redouble", 4)])
def test_bid_is_worth_its_row_of_the_table(rules, bid, won, lost, doubled, times):
    made = summed(**rules, bid=bid, doubled=doubled, points=[bid, 56 - bid])
    failed = summed(**rules, bid=bid, doubled=doubled, points=[bid - 1, 57 - bid])

    assert (made["score"], made["made"]) == ([won * times, 0], True)
    assert (failed["score"], failed["made"]) == ([0, lost * times], False)
    assert made["detail"]["multiplier"] == times


def test_points_above_the_bid_and_those_of_the_defenders_are_worth_nothing():
    assert summed(points=[56, 0])["score"] == [1, 0]
    assert summed(declarer=3, points=[0, 56])["score"] == [0, 1]


def test_all_pass_is_28_at_no_trump_for_the_dealers_opponents():
    made = form_of({"all_pass": True, "points": [28, 28]})
    failed = form_of({"all_pass": True, "points": [20, 36]})
    other = form_of({"all_pass": True, "points": [20, 36]}, dealer=0)

    assert (made["score"], failed["score"], other["score"]) == ([1, 0], [0, 2], [0, 1])
    named = ("bid", "trump", "side", "declarer", "all_pass")
    assert [made["detail"][name] for name in named] == [28, "NT", 0, None, True]
    agreed = {"all_pass": True, "bid": 28, "trump": "NT", "side": 0, "doubled": "none"}
    assert form_of({**agreed, "points": [28, 28]})["score"] == [1, 0]


@pytest.mark.parametrize(
    ("changes", "rule", "words"),
    [
        ({"bid": "left out"}, "missing_field", "bid"),
        ({"bid": 27}, "bid_below_minimum", "28"),
        ({"bid": 57}, "bid_too_high", "56"),
        ({"bid": "28"}, "bad_field", "whole number"),
        ({"bid": True}, "bad_field", "whole number"),
        ({"trump": "X"}, "bad_trump", "NT"),
        ({"trump": "left out"}, "missing_field", "trump"),
        ({"declarer": "left out"}, "missing_field", "declarer"),
        ({"declarer": 4}, "bad_seat", "from 0 to 3"),
        ({"side": 2}, "bad_side", "from 0 to 1"),
        ({"side": 1}, "side_mismatch", "seat 0"),
        ({"doubled": "thrice"}, "bad_field", "redouble"),
        ({"doubled": True}, "bad_field", "redouble"),
        ({"points": [28, 29]}, "points_total", "57"),
        ({"points": [57, -1]}, "bad_field", "none below 0"),
        ({"points": [56]}, "bad_field", "2 whole numbers"),
        ({"points": "left out"}, "missing_field", "points"),
        ({"tricks": [6, 5]}, "tricks_total", "12"),
        ({"tricks": [0, 12]}, "points_unreachable", "0 to 0"),
        ({"tricks": [12, 0]}, "points_unreachable", "56 to 56"),
        ({"tricks": [2, 10]}, "points_unreachable", "0 to 24"),
        ({"made": False}, "made_mismatch", "was made"),
        ({"made": 1}, "bad_field", "true or false"),
        ({"redeal_seat": 1}, "unexpected_field", "redeal_seat"),
        ({"redeal": "jacks"}, "bad_field", "all_jacks"),
        ({"redeal": "all_jacks"}, "no_redeal_rule", "played"),
        ({"last_trick": 0}, "unknown_field", "last_trick"),
        ({"all_pass": 1}, "bad_field", "true or false"),
    ],
)
def test_impossible_summary_is_refused(changes, rule, words):
    error = summed(**changes)["error"]

    assert error["rule"] == rule
    assert words in error["message"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"bid": 29}, "bid"),
        ({"bid": True}, "bid"),
        ({"trump": "S"}, "trump"),
        ({"side": 1}, "side"),
        ({"declarer": 0}, "declarer"),
        ({"doubled": "double"}, "doubled"),
    ],
)
def test_contract_of_a_deal_that_nobody_bid_is_that_of_the_rules(changes, field):
    error = form_of({"all_pass": True, "points": [28, 28], **changes})["error"]

    assert (error["rule"], error["field"]) == ("all_pass_mismatch", field)


@pytest.mark.parametrize("all_pass", ["eldest_must_bid", "eldest_must_open"])
def test_not_everybody_can_pass_where_somebody_must_bid(all_pass):
    answer = form_of({"all_pass": True, "points": [28, 28]}, options={"all_pass": all_pass})

    assert answer["error"]["rule"] == "all_pass_not_possible"
    assert summed(all_pass=False, options={"all_pass": all_pass})["score"] == [1, 0]


@pytest.mark.parametrize(
    ("players", "options", "possible"),
    [
        (4, {}, {"no_points"}),  # hands of twelve: eight jacks are too few
        (4, {"deck_4": 32}, {"all_jacks"}),  # every card is worth points
        (6, {}, {"all_jacks", "no_points"}),
        (8, {}, {"all_jacks", "no_points"}),
        (8, {"deck_8": 48}, {"all_jacks", "no_points"}),
    ],
)
def test_deal_is_thrown_in_only_for_hands_that_can_be_dealt(players, options, possible):
    rules = {"players": players, "options": REDEALS | options}
    for reason in ("all_jacks", "no_points"):
        answer = form_of({"redeal": reason, "redeal_seat": 1}, **rules)
        if reason in possible:
            assert (answer["score"], answer["made"]) == ([0, 0], None)
            assert answer["detail"]["next_dealer"] == 3
        else:
            assert answer["error"]["rule"] == "redeal_unreachable"
    fields = VARIANTS["fifty-six"].summary_fields(
        make_ruleset("fifty-six", "standard", rules["options"], players).options, players
    )
    assert {value for value, _ in fields[0].choices} == {"none", *possible}


@pytest.mark.parametrize("more", [{"points": [28, 28]}, {"bid": 28}, {"all_pass": True}])
def test_thrown_in_deal_has_no_contract_and_no_points(more):
    error = form_of({"redeal": "no_points", **more}, options=REDEALS)["error"]

    assert (error["rule"], error["field"]) == ("unexpected_field", next(iter(more)))


@pytest.mark.parametrize(
    ("players", "options"),
    [(4, {}), (4, {"deck_4": 32}), (6, {}), (8, {}), (8, {"deck_8": 48})],
)
def test_every_number_of_points_between_the_bounds_can_be_in_those_tricks(players, options):
    pack = pack_for(make_ruleset("fifty-six", "standard", options, players).options, players)
    sums = sums_by_cards(pack)

    for tricks in range(pack.hand_size + 1):
        least, most = points_in_tricks(pack, tricks)
        assert sums[tricks * players] == set(range(least, most + 1))


def sums_by_cards(pack: Pack):
    """Return, for each number of cards, the points that so many cards of the pack can hold."""
    sums = [{0}, *(set() for _ in range(pack.deck.size))]
    for value in [value for value in pack.values for _ in range(2)]:
        for count in range(pack.deck.size, 0, -1):
            sums[count] |= {points + value for points in sums[count - 1]}
    return sums


def test_with_32_cards_some_points_cannot_be_taken():
    impossible = {
        points
        for points in range(57)
        if "error" in summed("nair32", side=0, declarer="left out", points=[points, 56 - points])
    }

    assert impossible == {1, 2, 3, 53, 54, 55}
