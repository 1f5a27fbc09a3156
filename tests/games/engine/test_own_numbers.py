"""Numbers of a club's own: where the rulebook lists values, any sensible one may be typed."""

import pytest

from games.engine.errors import RulesetRefused
from games.engine.variants import make_ruleset
from games.score_door import score

PITCH = {"variant": "pitch", "players": 4}


def total_of(target, points):
    """Return the game after deals in which side 0 takes so many points each."""
    deals = [{"score": [point, 0, 0, 0], "declarer_side": 0} for point in points]
    return score({**PITCH, "options": {"target": target}, "house_rules": True, "game": deals})


def test_a_game_ends_at_the_target_that_was_typed():
    assert not total_of(13, [4, 4, 4])["finished"]
    assert total_of(13, [4, 4, 4, 1])["finished"]


def double_deck(summary, **options):
    rules = {"variant": "double-deck-pinochle", "options": options, "house_rules": True}
    return score({**rules, "dealer": 0, "summary": summary})


SET = {
    "bid": 63,
    "declarer": 1,
    "melds": [20, 20],
    "points": [25, 25],
    "outcome": "played",
    "last_trick": 0,
}


@pytest.mark.parametrize(
    ("options", "result"),
    [
        ({"bid_increment": 3, "opening_min": 51}, [45, -63]),
        ({"bid_increment": 4, "opening_min": 52}, "bid_off_ladder"),
        ({"bid_increment": "ones", "set_penalty": 40}, [45, -40]),
        ({"bid_increment": "ones", "set_penalty": 0}, [45, 0]),
        ({"bid_increment": 7, "opening_min": 50}, "options_contradict"),
    ],
)
def test_steps_and_penalties_of_double_deck_may_be_typed(options, result):
    answer = double_deck(SET, **options)

    assert result in (answer.get("score"), answer.get("error", {}).get("rule"))


@pytest.mark.parametrize(
    ("branch", "why"),
    [
        ("no_play", "no play: with a meld of 20 even all 50 points do not reach the bid of 80"),
        ("thrown_in", "thrown in: the bid of 50 was given up"),
        ("no_marriage", "no royal marriage: the declarer lacks king or queen of trumps"),
    ],
)
def test_a_penalty_that_is_a_number_is_lost_however_the_bid_failed(branch, why):
    bid = 80 if branch == "no_play" else 50
    summary = {"bid": bid, "declarer": 1, "melds": [20, 20], "outcome": branch}
    summary["royal_marriage"] = branch != "no_marriage"

    answer = double_deck(summary, set_penalty=33, throw_in=True, royal_marriage_required=True)

    assert answer["score"][1] == -33
    assert why in [line["text"] for line in answer["lines"]]


@pytest.mark.parametrize("variant", ["partnership-pinochle", "three-handed-pinochle"])
def test_a_failed_bid_costs_the_number_in_games_with_one_pack(variant):
    sides = 2 if variant.startswith("partner") else 3
    summary = {"bid": 500, "declarer": 0, "melds": [40, 20, 20][:sides], "outcome": "thrown_in"}
    data = {"variant": variant, "dealer": 1, "summary": summary}

    plain = score({**data, "options": {"throw_in": True}})
    own = score({**data, "options": {"throw_in": True, "set_penalty": 120}, "house_rules": True})

    assert (plain["score"][0], own["score"][0]) == (-500, -120)
    assert plain["score"][1:] == own["score"][1:]


def test_a_single_pinochle_counts_what_was_typed_in_what_a_hand_can_meld():
    """A meld of 7 is possible only where a pinochle is worth 7."""
    for worth, possible in ((7, True), (4, False)):
        summary = {
            "bid": 50, "declarer": 1, "outcome": "played", "trump": "H",
            "seat_melds": [7, 20, 0, 20], "points": [25, 25], "last_trick": 0,
            "melds": [7, 40],
        }  # fmt: skip
        answer = double_deck(summary, pinochle_single=worth)
        assert (answer.get("error", {}).get("rule") != "meld_unreachable") is possible, answer


def test_the_door_keeps_to_the_rulebook_unless_asked_otherwise():
    summary = {"bid": "2", "declarer": 1}
    answer = score({**PITCH, "dealer": 0, "options": {"target": 12}, "summary": summary})

    assert answer["error"]["rule"] == "bad_option_value"
    assert "11, 7, 9, 21" in answer["error"]["message"]
    assert '"house_rules": true' in answer["error"]["message"]


def test_a_ruleset_says_whether_its_numbers_are_the_clubs_own():
    listed = make_ruleset("pitch", "standard", {"target": 7}, 4)
    own = make_ruleset("pitch", "standard", {"target": 12}, 4)

    assert "house_rules" not in listed.as_json()
    assert own.as_json()["house_rules"] is True
    assert make_ruleset(**own.as_json()) == own
    with pytest.raises(RulesetRefused):
        make_ruleset(**own.as_json() | {"house_rules": False})
