"""Records of Fifty-Six: hands that are thrown in, the seats beside calls, what is refused first."""

from random import Random

import pytest

from games.engine.variants import VARIANTS, make_ruleset
from games.engine.variants.fifty_six.deal import pack_for
from games.score_door import score
from tests.games.engine.fifty_six import hands_of

GAME = VARIANTS["fifty-six"]
JACKS = "JS JS JH JH JD JD JC JC"


def record_of(hands, *, auction=(), play=(), players=6, preset="56cards", **more):
    return {
        "variant": "fifty-six", "preset": preset, "players": players, "dealer": 4,
        "hands": hands, "auction": list(auction), "play": list(play), **more,
    }  # fmt: skip


def redeal_hands(seat, cards, players=6, preset="56cards", options=None):
    ruleset = make_ruleset("fifty-six", preset, options or {}, players)
    hands = hands_of(pack_for(ruleset.options, players), cards.split())
    return [*hands[1 : seat + 1], hands[0], *hands[seat + 1 :]]


@pytest.mark.parametrize(
    ("cards", "reason"),
    [(JACKS, "all_jacks"), ("KS KS QS QS KH KH QH QH", "no_points")],
)
def test_hand_is_thrown_in_and_the_same_dealer_deals_again(cards, reason):
    answer = score(record_of(redeal_hands(2, cards)))

    assert (answer["score"], answer["made"]) == ([0, 0], None)
    detail = answer["detail"]
    assert (detail["redeal"], detail["redeal_seat"], detail["next_dealer"]) == (reason, 2, 4)
    assert "seat 2" in answer["lines"][0]["text"]


def test_lowest_of_several_such_seats_is_reported():
    hands = redeal_hands(0, "KS KS QS QS KH KH QH QH KD KD QD QD KC KC QC QC")

    assert hands[0].split()[0] == "KS"
    assert score(record_of(hands))["detail"]["redeal_seat"] == 0


@pytest.mark.parametrize(
    "more", [{"auction": ["28 S"]}, {"play": ["JS"]}, {"auction": ["no call"]}, {"trump": "S"}]
)
def test_nothing_happens_in_a_deal_that_is_thrown_in(more):
    error = score(record_of(redeal_hands(1, JACKS), **more))["error"]

    assert error["rule"] == "redeal_required"


def test_such_a_hand_is_played_where_nothing_is_thrown_in():
    hands = redeal_hands(2, JACKS)

    assert score(record_of(hands, preset="standard"))["error"]["rule"] == "auction_unfinished"


def full_record(**changes):
    ruleset = make_ruleset("fifty-six", "standard", {}, 4)
    return {**GAME.random_deal(ruleset, Random(8), dealer=3), **changes}


def test_seats_beside_calls_and_cards_are_checked():
    record = full_record()
    callers = [place % 4 for place in range(len(record["auction"]))]
    winners = [0, *GAME.replay(make_ruleset("fifty-six", None, {}, 4), record).detail["winners"]]
    players = [(winners[place // 4] + place) % 4 for place in range(48)]
    wrong = [*players[:-1], (players[-1] + 1) % 4]

    assert "error" not in score({**record, "auction_by": callers, "play_by": players})
    refused = score({**record, "play_by": wrong})["error"]
    assert (refused["rule"], refused["index"], refused["phase"]) == ("out_of_turn", 47, "play")
    refused = score({**record, "auction_by": [3, *callers[1:]]})["error"]
    assert (refused["rule"], refused["index"], refused["phase"]) == ("out_of_turn", 0, "auction")
    assert score({**record, "auction_by": callers[1:]})["error"]["rule"] == "bad_field"
    assert score({**record, "play_by": "0123"})["error"]["rule"] == "bad_field"
    booleans = [bool(seat) if seat < 2 else seat for seat in callers]
    assert score({**record, "auction_by": booleans})["error"]["rule"] == "out_of_turn"


def test_first_thing_that_is_wrong_is_the_one_refused():
    record = full_record()

    late = score({**record, "play": [*record["play"][:10], "JX", *record["play"][11:]]})["error"]
    assert (late["rule"], late["index"]) == ("bad_card", 10)
    long = score({**record, "play": [*record["play"], "JS"]})["error"]
    assert (long["rule"], long["index"]) == ("play_too_long", 48)
    short = score({**record, "play": record["play"][:-1]})["error"]
    assert (short["rule"], short["index"]) == ("play_unfinished", 47)
    assert score({**record, "trump": "X"})["error"]["rule"] == "bad_trump"
