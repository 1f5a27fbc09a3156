"""Three-handed pinochle: the rulebook's worked examples, the kitty, and impossible summaries."""

import pytest

from games import story
from games.engine.actions import Action
from games.engine.errors import IllegalAction
from games.engine.variants import VARIANTS, make_ruleset
from games.score_door import score

GAME = VARIANTS["three-handed-pinochle"]

DEAL = {
    "hands": [
        "TH 9D AH TS 9H JS TC JC AC QH QC KD KS 9S JD",
        "TS QS KS JH 9S JS 9C TH TD KC AD AS JH AH 9C",
        "QH KH 9H TC JD QD QD KC TD AD AC 9D QS QC AS",
    ],
    "stock": "JC KH KD",
}
PLAYED = {"declarer": 0, "bid": 300, "melds": [120, 40, 20], "points": [180, 60, 10]}


def summary(preset="bga", options=None, **fields):
    return score(
        {
            "variant": GAME.id,
            "preset": preset,
            "options": options or {},
            "dealer": 0,
            "summary": fields,
        }
    )


def scored(preset="bga", options=None, **fields):
    answer = summary(preset, options, **fields)
    return answer["score"], answer["detail"]["result"]


def refused(preset="bga", options=None, **changes):
    fields = {**PLAYED, **changes}
    kept = {name: value for name, value in fields.items() if value != "left out"}
    error = summary(preset, options, **kept)["error"]
    return error["rule"], error.get("field"), error["message"]


def to_the_kitty(options=None, *, trump="H", dealer=1):
    """Return a deal in which seat 0 has named trump and is about to bury."""
    ruleset = make_ruleset(GAME.id, "bga", options or {})
    state = GAME.start(ruleset, dealer, DEAL["hands"], DEAL["stock"])
    calls = ["pass", "250", "pass"] if dealer == 1 else ["pass", "pass", "250"]
    for call in calls:
        GAME.apply(state, Action("auction", call))
    GAME.apply(state, Action("trump", trump))
    return state


def bury(state, cards):
    GAME.apply(state, Action("discards", {"seat": state.turn, "cards": cards}))
    return state


def test_redeal_scores_nothing_and_the_dealer_follows_the_option():
    again = {"all_pass": "redeal", "redeal_dealer": "same"}

    answer = summary(options=again, outcome="redeal")
    assert (answer["score"], answer["made"]) == ([0, 0, 0], None)
    assert answer["detail"]["next_dealer"] == 0
    answer = summary(options={"all_pass": "redeal"}, outcome="redeal")
    assert answer["detail"]["next_dealer"] == 1


@pytest.mark.parametrize(
    ("changes", "rule", "words"),
    [
        ({"points": [180, 60, 20]}, "points_total", "260"),
        ({"points": [185, 55, 10]}, "points_unreachable", "multiple of 10"),
        ({"points": "left out"}, "missing_field", "points"),
        ({"melds": [120, 40, 1470]}, "meld_unreachable", "seat 2 cannot have melded 1470"),
        ({"melds": [10, 10, 10]}, "meld_mismatch", "3"),
        ({"melds": [70, 10, 90]}, "meld_mismatch", "3"),
        ({"melds": [20, 20, 40], "dix_only": [True, True, False]}, "meld_mismatch", "4"),
        ({"dix_only": [False, True, False]}, "meld_mismatch", "seat 1 melded 40"),
        ({"bid": 240}, "bid_below_minimum", "250"),
        ({"bid": 305}, "bid_off_ladder", "multiple of 10"),
        ({"bid": 10**9}, "bid_too_high", "999990"),
        ({"declarer": 3}, "bad_seat", "from 0 to 2"),
        ({"outcome": "redeal"}, "passed_out_not_possible", "must bid"),
        ({"outcome": "unmakeable"}, "outcome_mismatch", "had to be played"),
        ({"outcome": "lost"}, "bad_field", "thrown_in"),
        ({"buried_points": 25}, "points_unreachable", "25"),
        ({"points": [10, 180, 60], "buried_points": 20}, "points_unreachable", "20"),
        ({"points": [250, 0, 0], "tricks": [15, 0, 0], "last_trick": 1}, "points_unreachable",
         "seat 1 won the last trick"),
        ({"tricks": [9, 5, 1], "last_trick": 2, "points": [190, 60, 0]}, "points_unreachable",
         "seat 2 won the last trick"),
        ({"tricks": [10, 5, 0], "last_trick": 2}, "tricks_unreachable", "seat 2"),
        ({"tricks": [14, 1, 0]}, "points_unreachable", "1 tricks are worth 0 to 40"),
        ({"tricks": [15, 0, 0], "points": [210, 40, 0]}, "points_unreachable", "220 to 250"),
        ({"tricks": [4, 5, 6], "last_trick": 1}, "points_unreachable", "4 tricks"),
        ({"tricks": [13, 1, 1], "points": [170, 40, 40]}, "points_unreachable", "whoever"),
        ({"tricks": [1, 7, 7], "points": [80, 90, 80]}, "points_unreachable", "1 tricks"),
        ({"tricks": [0, 8, 7], "points": [40, 130, 80]}, "points_unreachable", "0 tricks"),
        ({"points": [30, 140, 80]}, "missing_field", "seat 0 may have won no trick"),
        ({"points": [20, 150, 80], "buried_points": 20}, "missing_field", "seat 0"),
        ({"points": [190, 60, 0]}, "missing_field", "seat 2 may have won no trick"),
        ({"seat_melds": [1, 2, 3]}, "unknown_field", "seat_melds"),
    ],
)  # fmt: skip
def test_impossible_summary_is_refused(changes, rule, words):
    code, _, message = refused(**changes)

    assert code == rule, message
    assert words in message


def test_points_of_an_unknown_number_of_buried_counters_reach_thirty_higher():
    fits = {"tricks": [1, 7, 7], "bid": 250}

    assert "error" not in summary(**{**PLAYED, **fits, "points": [70, 100, 80]})
    assert refused(**fits, points=[70, 100, 80], buried_points=10)[0] == "points_unreachable"


def test_last_trick_tells_that_a_player_has_one():
    assert scored(**{**PLAYED, "points": [20, 150, 80], "bid": 250, "last_trick": 0}) == (
        [-250, 190, 100],
        "set",
    )


def test_meld_of_the_declarer_is_of_eighteen_cards_where_the_kitty_is_melded():
    great = {**PLAYED, "melds": [2800, 0, 0]}

    assert summary(**great)["error"]["rule"] == "meld_unreachable"
    assert "error" not in summary(options={"meld_hand": "with_kitty"}, **great)
    other = {**PLAYED, "melds": [0, 2800, 0]}
    with_kitty = summary(options={"meld_hand": "with_kitty"}, **other)
    assert with_kitty["error"]["rule"] == "meld_unreachable"


def test_buried_counters_of_nobody_are_missing_from_the_points():
    rules = {"options": {"buried_points": "nobody"}}

    assert refused(**rules)[:2] == ("missing_field", "buried_points")
    assert refused(**rules, buried_points=10)[0] == "points_total"
    wrong = {"buried_points": 10, "points": [170, 60, 10], "last_trick": "x"}
    assert refused(**rules, **wrong)[0] == "bad_seat"


def test_meld_saved_by_a_point_asks_what_decides():
    rules = {"options": {"save_meld": "point"}}

    assert refused(**rules, points=[30, 140, 80])[:2] == ("missing_field", "buried_points")
    nines = {"melds": [120, 40, 20], "points": [190, 60, 0]}
    assert refused(**rules, **nines)[:2] == ("missing_field", "dix_only")
    one = {"melds": [120, 40, 10], "points": [190, 60, 0], "dix_only": [False] * 3}
    assert refused(**rules, **one)[:2] == ("meld_mismatch", "dix_only")
    assert scored(**rules, **{**PLAYED, **one, "dix_only": None})[0] == [310, 100, 10]


def test_redeal_has_nothing_beside_it():
    rules = {"options": {"all_pass": "redeal"}, "outcome": "redeal"}

    assert refused(**rules)[0] == "passed_out_with_bid"


def test_buried_counters_are_the_declarers_before_the_first_trick():
    state = bury(to_the_kitty(), "AC TC KD")

    assert state.phase == "play"
    while not state.over:
        GAME.apply(state, GAME.plain_player(state))
    detail = GAME.result(state).detail
    assert detail["buried_points"] == 30
    assert sum(detail["points"]) == 250
    assert detail["points"][0] >= 30


def test_declarer_sees_the_kitty_before_or_after_naming_trump():
    for timing, held in (("after_kitty", 18), ("before_kitty", 15)):
        ruleset = make_ruleset(GAME.id, "bga", {"trump_timing": timing})
        state = GAME.start(ruleset, 1, DEAL["hands"], DEAL["stock"])
        for call in ("pass", "250", "pass"):
            GAME.apply(state, Action("auction", call))
        assert (state.phase, sum(state.hands[0])) == ("trump", held)
        GAME.apply(state, Action("trump", "H"))
        assert (state.phase, sum(state.hands[0])) == ("discards", 18)


@pytest.mark.parametrize(
    ("options", "cards", "rule"),
    [
        ({}, "AC TC", "discard_count"),
        ({}, "AC TC KD QH", "discard_count"),
        ({}, "AS TC KD", "card_not_held"),
        ({}, "JC JC JC", "card_not_held"),
        ({}, "1C TC KD", "bad_card"),
        ({"bury_trump": "forbidden"}, "QH 9D JS", "discard_not_allowed"),
        ({"bury_aces": "forbidden"}, "AC 9D JS", "discard_not_allowed"),
    ],
)
def test_card_that_may_not_be_buried_is_refused(options, cards, rule):
    state = to_the_kitty(options)

    with pytest.raises(ValueError, match=rule) as refusal:
        bury(state, cards)

    assert (refusal.value.phase, refusal.value.index) == ("discards", 0)
    assert sum(state.hands[0]) == 18


def test_another_than_the_declarer_does_not_bury():
    state = to_the_kitty()

    with pytest.raises(IllegalAction, match="out_of_turn"):
        GAME.apply(state, Action("discards", {"seat": 1, "cards": "TS QS KS"}))
    record = {"variant": GAME.id, "dealer": 1, **DEAL, "trump": "H"}
    record |= {"auction": ["pass", "250", "pass"], "discards": ["", "TS QS KS", ""]}
    assert score(record)["error"]["rule"] == "out_of_turn"


def test_trumps_and_aces_fill_up_where_nothing_else_is_left():
    spades = "AS AS TS TS KS KS QS QS JS JS 9S 9S"
    hands = [
        f"{spades} AH AD AC",
        "AH TH TH KH KH QH QH JH JH 9H 9H TC TC KC KC",
        "AC QC QC JC JC 9C 9C AD TD TD KD KD QD QD JD",
    ]
    rules = {"bury_trump": "forbidden", "bury_aces": "forbidden"}
    state = GAME.start(make_ruleset(GAME.id, "bga", rules), 0, hands, "JD 9D 9D")
    for call in ("pass", "pass", "250"):
        GAME.apply(state, Action("auction", call))
    GAME.apply(state, Action("trump", "S"))
    assert [action.value["cards"] for action in GAME.legal_actions(state)] == ["9D 9D JD"]

    hands[2] = hands[2].replace(" JD", " 9D")
    hands[1], stock = hands[1].replace("AH ", "9D "), "AH JD JD"
    state = GAME.start(make_ruleset(GAME.id, "bga", rules), 0, hands, stock)
    for call in ("pass", "pass", "250"):
        GAME.apply(state, Action("auction", call))
    GAME.apply(state, Action("trump", "S"))
    offered = [action.value["cards"] for action in GAME.legal_actions(state)]
    assert all(cards.count("JD") == 2 for cards in offered)
    assert len(offered) == 9
    with pytest.raises(IllegalAction, match="all other cards"):
        bury(state, "JD AH AH")


def test_number_of_buried_trumps_and_aces_is_announced():
    state = to_the_kitty({"bury_trump": "announce", "bury_aces": "announce"})
    bury(state, "AH 9H AC")
    while not state.over:
        GAME.apply(state, GAME.plain_player(state))

    detail = GAME.result(state).detail
    assert (detail["announced_trumps"], detail["announced_aces"]) == (2, 2)


def test_buried_queen_makes_no_pinochle_unless_the_kitty_is_melded():
    hands = [DEAL["hands"][0].replace("JD", "QS"), DEAL["hands"][1].replace("QS", "JD")]
    for meld_hand, pinochle in (("kept", 0), ("with_kitty", 40)):
        ruleset = make_ruleset(GAME.id, "bga", {"meld_hand": meld_hand})
        state = GAME.start(ruleset, 1, [*hands, DEAL["hands"][2].replace("JD", "KD")], "JC KH JD")
        for call in ("pass", "250", "pass"):
            GAME.apply(state, Action("auction", call))
        GAME.apply(state, Action("trump", "C"))
        bury(state, "QS 9D 9H")
        assert state.named_melds[0].get("pinochle", 0) == pinochle


def test_kitty_that_is_left_out_is_what_nobody_was_dealt():
    ruleset = make_ruleset(GAME.id)
    state = GAME.start(ruleset, 0, DEAL["hands"], DEAL["stock"])

    assert sorted(state.kitty) == sorted(GAME.start(ruleset, 0, DEAL["hands"]).kitty)
    record = {"variant": GAME.id, "dealer": 0, **DEAL, "auction": []}
    del record["stock"]
    assert score(record)["error"]["rule"] == "missing_field"


def test_player_after_the_dealer_may_lead_and_the_declarer_still_concede():
    state = bury(to_the_kitty({"first_lead": "left_of_dealer", "throw_in": True}), "9D JS JC")

    assert state.turn == 2
    GAME.apply(state, Action("concede", True))
    assert GAME.result(state).detail["result"] == "thrown_in"


@pytest.mark.parametrize("name", ["trump", "discards", "concede", "play"])
def test_nothing_follows_a_redeal(name):
    more = {"trump": "H", "discards": ["", "9D JS JC", ""], "concede": True, "play": ["AS"]}
    record = {"variant": GAME.id, "options": {"all_pass": "redeal"}, "dealer": 0, **DEAL}
    record["auction"] = ["pass", "pass", "pass"]

    assert score(record)["score"] == [0, 0, 0]
    error = score({**record, name: more[name]})["error"]
    assert error["rule"] == ("play_not_allowed" if name == "play" else "deal_already_over")


def test_story_of_a_conceded_deal_ends_with_it():
    ruleset = make_ruleset(GAME.id, "pagat")
    state = bury(to_the_kitty(), "9D JS JC")
    record = {"dealer": 1, **DEAL, "auction": list(state.auction.calls), "trump": "H"}
    record |= {"discards": ["9D JS JC", "", ""], "concede": True}

    deal_story = story.story_of(ruleset, record)

    assert deal_story.thrown_in
    assert deal_story.tricks == []


def test_lowest_bid_must_be_a_step_of_the_bidding():
    error = summary(options={"bid_increment": 20}, **PLAYED)["error"]

    assert error["rule"] == "options_contradict"
    assert "multiple of 20" in error["message"]


def test_scorer_is_asked_only_what_the_options_need():
    def asked(**options):
        ruleset = make_ruleset(GAME.id, "bga", options)
        return [field.name for field in GAME.summary_fields(ruleset.options, 3)]

    contract = ["bid", "declarer", "trump", "melds"]
    assert asked() == [*contract, "points", "tricks"]
    assert asked(throw_in=True) == [*contract, "outcome", "points", "tricks"]
    assert asked(all_pass="redeal", save_meld="none") == ["outcome", *contract, "points"]
    point = asked(save_meld="point")
    assert point == [*contract, "buried_points", "points", "dix_only"]
    assert asked(buried_points="nobody", save_meld="none") == [*contract, "buried_points", "points"]
