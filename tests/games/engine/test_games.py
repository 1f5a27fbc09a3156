"""Games over deals: dealers in turn, ends, winners, and what is refused."""

import pytest

from games.engine import forms
from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.variants import make_ruleset
from games.score_door import score

PINOCHLE = {"variant": "double-deck-pinochle"}
PITCH = {"variant": "pitch", "players": 3, "options": {"target": 7}}


def pinochle_deal(points, declarer_side=0, **more):
    return {"score": points, "declarer_side": declarer_side, **more}


def pitch_deal(declarer, bid, high, low, jack, game, **more):
    awards = {"high": high, "low": low, "jack": jack, "game": game}
    return {"summary": {"declarer": declarer, "bid": bid, "awards": awards}, **more}


def test_dealers_take_turns_without_being_named():
    state = forms.play_game(
        {**PINOCHLE, "first_dealer": 3, "game": [pinochle_deal([60, 20]), pinochle_deal([0, 0])]}
    )

    assert state.next_dealer == 1


def test_first_dealer_named_in_a_deal_starts_the_turns():
    deals = [pinochle_deal([60, 20]), pinochle_deal([60, 20], dealer=2), pinochle_deal([5, 5])]

    assert forms.play_game({**PINOCHLE, "game": deals}).next_dealer == 0


def test_dealer_out_of_turn_is_refused_with_the_place_of_the_deal():
    deals = [pinochle_deal([60, 20], dealer=0), pinochle_deal([60, 20], dealer=2)]

    error = score({**PINOCHLE, "game": deals})["error"]

    assert (error["rule"], error["phase"], error["index"]) == ("wrong_dealer", "game", 1)
    assert error["deal"] == 1
    assert error["message"] == "deal 2 was dealt by seat 2; it is the turn of seat 1 to deal"


def test_refused_deal_of_a_game_keeps_its_own_place_and_names_the_deal():
    deals = [pitch_deal(1, 2, 0, 1, 1, 0, dealer=0), pitch_deal(1, 9, 0, 1, 1, 0)]

    error = score({**PITCH, "game": deals})["error"]

    assert (error["phase"], error["deal"], error["field"]) == ("summary", 1, "bid")


def test_deal_inherits_ruleset_and_dealer():
    deals = [pitch_deal(1, 2, 0, 1, 1, 0, dealer=0), pitch_deal(2, 2, 2, 2, None, 0)]

    assert forms.play_game({**PITCH, "game": deals}).totals == (3, 2, 2)


def test_passed_out_deal_is_dealt_again_by_the_same_dealer():
    passed_out = {"summary": {"passed_out": True}}
    state = forms.play_game({**PITCH, "first_dealer": 1, "game": [passed_out, passed_out]})

    assert state.next_dealer == 1
    assert state.totals == (0, 0, 0)


def test_smudge_scored_without_its_game_wins_only_from_zero_or_more():
    ruleset = make_ruleset("pitch", "smudge", {}, 2)
    failed = forms.score_deal(ruleset, {"dealer": 0, **pitch_deal(1, 3, 0, 0, None, 0)})
    smudge = forms.score_deal(ruleset, {"dealer": 1, **pitch_deal(1, 4, 1, 1, 1, 1)})

    assert smudge.wins_game == 1
    assert not forms.play_deals(ruleset, [failed, smudge]).finished
    won = forms.play_deals(ruleset, [smudge])
    assert (won.totals, won.winner, won.reason) == ((0, 11), 1, "smudge")


def test_notes_beside_a_bare_result_are_ignored():
    deals = [{"id": 1, "why": "first", "score": [1, 0, 2]}]

    assert forms.play_game({**PITCH, "game": deals}).totals == (1, 0, 2)


def two_handed(*scores, preset="bga", **options):
    deals = [{"score": score} for score in scores]
    form = {"variant": "two-handed-pinochle", "preset": preset, "options": options, "game": deals}
    return score(form)


@pytest.mark.parametrize(("target_test", "finished"), [("reach", True), ("exceed", False)])
def test_target_is_enough_or_must_be_exceeded(target_test, finished):
    answer = two_handed([1000, 900], target_test=target_test)

    assert answer["finished"] == finished
    assert two_handed([1010, 900], target_test=target_test)["winner"] == 0


def test_level_totals_over_the_target_ask_for_another_deal():
    assert not two_handed([900, 950], [200, 150])["finished"]
    assert two_handed([900, 950], [200, 150], [0, 10])["winner"] == 1


def test_target_rises_each_time_both_are_over_it():
    first = [[900, 950], [200, 100]]

    risen = two_handed(*first, preset="bicycle")
    assert (risen["finished"], risen["target"]) == (False, 1250)
    assert two_handed(*first, [140, 210], preset="bicycle")["winner"] == 1
    again = two_handed(*first, [160, 210], preset="bicycle")
    assert (again["finished"], again["target"]) == (False, 1500)
    # at least one more deal is played, even by one who is over the new target already
    far = two_handed([1300, 1000], preset="bicycle")
    assert (far["finished"], far["target"]) == (False, 1250)
    assert two_handed([1300, 1000], [0, 0], preset="bicycle")["winner"] == 0


def test_redeal_never_ends_a_game():
    deals = [{"score": [0, 0, 0], "redeal": True, "dealer": 0}] * 2

    state = forms.play_game({**PITCH, "game": deals})

    assert (state.finished, state.next_dealer) == (False, 0)


def test_game_without_deals_has_just_begun():
    answer = score({**PITCH, "game": []})

    assert answer["totals"] == [0, 0, 0]
    assert answer["running"] == []
    assert not answer["finished"]


@pytest.mark.parametrize(
    ("deal", "rule"),
    [
        ({"score": [1, 2]}, "bad_score"),
        ({"score": [1, 2, True]}, "bad_score"),
        ({"score": "1 2 3"}, "bad_score"),
        ({"score": [1, 2, 0], "declarer_side": 3}, "bad_side"),
        ({"score": [1, 2, 0], "wins_game": "0"}, "bad_side"),
        ({"score": [1, 2, 0], "dealer": 3}, "bad_dealer"),
        ({"score": [1, 2, 0], "redeal": "yes"}, "bad_field"),
        ({"score": [1, 2, 0], "made": True}, "unexpected_field"),
        ("deal", "bad_field"),
    ],
)
def test_bare_result_that_cannot_be_read_is_refused(deal, rule):
    assert score({**PITCH, "game": [deal]})["error"]["rule"] == rule


def test_deal_after_the_end_is_refused():
    ruleset = make_ruleset("double-deck-pinochle")
    game = forms.play_deals(ruleset, [{"score": [500, 0], "declarer_side": 0}])

    with pytest.raises(IllegalAction) as refused:
        forms.VARIANTS[ruleset.variant].add_deal(
            game, forms.deal_result(game, {"score": [1, 2], "declarer_side": 0})
        )

    assert refused.value.rule == "game_over"


def test_form_without_a_dealer_is_refused():
    ruleset = make_ruleset("pitch", "standard", {}, 3)

    with pytest.raises(MalformedRecord) as refused:
        forms.score_deal(ruleset, pitch_deal(1, 2, 0, 1, 1, 0))

    assert (refused.value.rule, refused.value.field) == ("missing_field", "dealer")
