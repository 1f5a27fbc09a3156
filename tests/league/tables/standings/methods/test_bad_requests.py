import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.tables.standings.methods import (
    CannotRank,
    answer,
    rank,
)
from tests.league.tables.standings.methods.results import match, matches, request

GOOD = request("match_points", "wins", matches("a 5 b 3, c 2 d 1"))


def side(*entries, **more):
    return {"entries": list(entries)} | more


def one_match(*sides, **more):
    return {"matches": [{"round": 1, "sides": list(sides)} | more]}


BAD_METHODS = [
    ("total_points", {"cap": 0}, "cap_not_positive", "method.cap"),
    ("match_points", {"cap_margin": -1}, "cap_not_positive", "method.cap_margin"),
    ("match_points", {"cap": "400"}, "wrong_type", "method.cap"),
    ("match_points", {"bonus": "lots"}, "bonus_without_sign", "method.bonus"),
    ("match_points", {"bonus": ["+1 if win", "+1"]}, "bonus_without_if", "method.bonus[1]"),
    ("match_points", {"bonus": {"if": 1}}, "wrong_type", "method.bonus"),
    ("match_points", {"bonus": ["+1 if win"] * 21}, "too_many", "method.bonus"),
    ("match_points", {"forfeit": "win"}, "wrong_type", "method.forfeit"),
    ("match_points", {"forfeit": {"won": 1}}, "unknown_key", "method.forfeit.won"),
    ("match_points", {"forfeit": {"win": "all"}}, "unknown_forfeit_award", "method.forfeit.win"),
    ("total_points", {"forfeit": {"loss": "draw"}}, "unknown_forfeit_award", "method.forfeit.loss"),
    ("total_points", {"bye": "draw"}, "unknown_bye_award", "method.bye"),
    ("victory_points", {"scale": "table"}, "scale_without_size", "method"),
    ("victory_points", {"deals": 0}, "not_a_count", "method.deals"),
    ("victory_points", {"deals": 2.5}, "not_a_count", "method.deals"),
    ("victory_points", {"blitz": 0}, "blitz_not_positive", "method.blitz"),
    ("victory_points", {"scale": "steep", "deals": 8}, "unknown_choice", "method.scale"),
    ("victory_points", {"scale": "table", "deals": 8}, "scale_does_not_use", "method.deals"),
    (
        "victory_points",
        {"scale": "wbf_continuous", "table": []},
        "scale_does_not_use",
        "method.table",
    ),
    ("round_points", {"places": [1, 2]}, "places_out_of_order", "method.places[1]"),
    ("round_points", {"places": []}, "places_all_alike", "method.places"),
    ("round_points", {"places": [3, 3]}, "places_all_alike", "method.places"),
    ("round_points", {"ties": "split"}, "unknown_choice", "method.ties"),
    ("round_points", {"win": 2}, "unknown_key", "method.win"),
    ("percentage", {"top": 0}, "top_not_positive", "method.top"),
]
BAD_SKUNKS = [
    ({"win": 3}, "skunk_without_limit", "method.skunk"),
    ({"margin": 31}, "missing_key", "method.skunk.win"),
    ({"win": 1, "margin": 31}, "skunk_out_of_order", "method.skunk"),
    ({"win": 3, "margin": 31, "loss": 1}, "skunk_out_of_order", "method.skunk"),
    ({"win": 3, "margin": 0}, "skunk_margin_not_positive", "method.skunk.margin"),
    ([3], "wrong_type", "method.skunk"),
]


def band(margin, winner, loser):
    return {"margin": margin, "winner": winner, "loser": loser}


BAD_TABLES = [
    ([], "table_too_short", "method.table"),
    ([band(0, 5, 5)], "table_too_short", "method.table"),
    ([band(0, 5, 5), band(9, 5, 5)], "table_too_short", "method.table"),
    ([band(1, 5, 5)], "bands_out_of_order", "method.table[0].margin"),
    ([band(0, 5, 5), band(0, 6, 4)], "bands_out_of_order", "method.table[1].margin"),
    ([band(0, 6, 4), band(9, 8, 2)], "draw_not_even", "method.table[0]"),
    ([band(0, 5, 5), band(9, 4, 5)], "bands_turn_back", "method.table[1]"),
    ([{"margin": 0, "winner": 5}], "missing_key", "method.table[0].loser"),
    ([[0, 5, 5]], "wrong_type", "method.table[0]"),
]
SIDES = (side("a"), side("b"))
BAD_FORFEITS = [
    ({"forfeit": 2}, "not_a_count", "matches[0].forfeit"),
    ({"forfeit": "b"}, "not_a_count", "matches[0].forfeit"),
    ({"forfeit": []}, "forfeit_unclear", "matches[0].forfeit"),
    ({"forfeit": [1, 1]}, "forfeit_unclear", "matches[0].forfeit"),
    ({"forfeit": 1, "winner": 0}, "forfeit_with_winner", "matches[0].winner"),
    (
        {"forfeit": 1, "sides": [side("a", points=1), side("b")]},
        "forfeit_with_points",
        "matches[0]",
    ),
    ({"forfeit": 1, "sides": [*SIDES, side("c")]}, "forfeit_of_many_sides", "matches[0].sides"),
]
BAD = [
    ({"method": None}, "missing_key", "method"),
    ({"method": "match_points"}, "wrong_type", "method"),
    ({"method": {}}, "wrong_type", "method.name"),
    ({"method": {"name": "golf"}}, "unknown_method", "method.name"),
    ({"method": {"name": "match_points", "wins": 3}}, "unknown_key", "method.wins"),
    ({"method": {"name": "total_points", "win": 3}}, "unknown_key", "method.win"),
    ({"method": {"name": "match_points", "win": "3"}}, "wrong_type", "method.win"),
    ({"method": {"name": "match_points", "win": 0.5}}, "worth_out_of_order", "method"),
    ({"method": {"name": "match_points", "win": 0, "draw": 0}}, "worth_out_of_order", "method"),
    ({"method": {"name": "match_points", "bye": "much"}}, "unknown_bye_award", "method.bye"),
    ({"method": {"name": "total_points", "bye": "much"}}, "unknown_bye_award", "method.bye"),
    ({"tiebreaks": "wins"}, "wrong_type", "tiebreaks"),
    ({"tiebreaks": ["luck"]}, "unknown_tiebreak", "tiebreaks[0]"),
    ({"tiebreaks": [["wins"]]}, "unknown_tiebreak", "tiebreaks[0]"),
    ({"tiebreaks": ["wins", "wins"]}, "tiebreak_twice", "tiebreaks[1]"),
    ({"entries": [{"id": "a"}], "matches": []}, "too_few_entries", "entries"),
    ({"entries": []}, "too_few_entries", "entries"),
    ({"entries": [{"id": "a"}, {"id": "a"}]}, "duplicate_entry", "entries[1]"),
    ({"matches": {"round": 1}}, "wrong_type", "matches"),
    (
        one_match(side("a", points=1), side("x", points=1)),
        "unknown_entry",
        "matches[0].sides[1].entries[0]",
    ),
    (one_match(side("a", points=1), side("a", points=1)), "against_itself", "matches[0]"),
    (one_match(side("a", points=1), side("b")), "missing_key", "matches[0].sides[1].points"),
    (
        one_match(side("a", points=1), side("b", points=None)),
        "missing_key",
        "matches[0].sides[1].points",
    ),
    (
        one_match(side("a", points=1), side("b", points="2")),
        "wrong_type",
        "matches[0].sides[1].points",
    ),
    (
        one_match(side("a", points=1), side("b", points=True)),
        "wrong_type",
        "matches[0].sides[1].points",
    ),
    (
        one_match(side("a", points=1), side("b", points=float("nan"))),
        "not_finite",
        "matches[0].sides[1].points",
    ),
    (
        one_match(side("a", points=1), side("b", points=float("inf"))),
        "not_finite",
        "matches[0].sides[1].points",
    ),
    (
        one_match(side("a", points=1), side("b", points=10**13)),
        "out_of_range",
        "matches[0].sides[1].points",
    ),
    (one_match(side("a", points=1)), "one_side", "matches[0].sides"),
    (
        one_match(side("a", points=1), side("b", points=2), provisional=1),
        "wrong_type",
        "matches[0].provisional",
    ),
    (one_match(*[side(e, points=1) for e in "abc"]), "more_than_two_sides", "matches"),
    ({"matches": [match(1, "a 1 b 2"), match(1, "b 1 c 2")]}, "entry_twice", "matches[1]"),
    ({"matches": [match(1, "a 1 b 2"), {"round": 1, "bye": "a"}]}, "entry_twice", "matches[1]"),
    ({"matches": [{"round": 1, "bye": "x"}]}, "unknown_entry", "matches[0].bye"),
    ({"adjustments": [{"entry": "x", "points": 1}]}, "unknown_entry", "adjustments[0].entry"),
    ({"adjustments": [{"entry": "a"}]}, "missing_key", "adjustments[0].points"),
    ({"adjustments": [{"entry": "a", "points": "1"}]}, "wrong_type", "adjustments[0].points"),
    ({"groups": [["a", "b"], ["c"]]}, "no_group", "groups"),
    ({"groups": [["a", "b"], ["b", "c", "d"]]}, "two_groups", "groups[1][0]"),
    ({"groups": [["a", "b", "c", "x"]]}, "unknown_entry", "groups[0][3]"),
    ({"deals": [{"deal": 1}]}, "deals_not_compared", "deals"),
    *[({"method": {"name": name, **more}}, code, path) for name, more, code, path in BAD_METHODS],
    *[({"method": {"name": "match_points", "skunk": s}}, c, p) for s, c, p in BAD_SKUNKS],
    *[({"method": {"name": "victory_points", "table": t}}, c, p) for t, c, p in BAD_TABLES],
    *[(one_match(*SIDES, **more), code, path) for more, code, path in BAD_FORFEITS],
    ({"matches": [{"round": 1, "bye": "a", "kind": "late"}]}, "unknown_choice", "matches[0].kind"),
    ({"matches": [{"round": 1, "bye": "a", "points": "1"}]}, "wrong_type", "matches[0].points"),
    (
        one_match(side("a", points=1, sets=-1), side("b", points=1)),
        "not_a_count",
        "matches[0].sides[0].sets",
    ),
    (
        one_match(side("a", points=1, highest_deal="x"), side("b", points=1)),
        "wrong_type",
        "matches[0].sides[0].highest_deal",
    ),
    (
        one_match(side("a", points=1), side("b", points=1), first_deal=2),
        "not_a_count",
        "matches[0].first_deal",
    ),
    ({"tiebreaks": ["fewer_sets"]}, "missing_deal_fact", "matches[0].sides[0].sets"),
    ({"tiebreaks": ["highest_deal"]}, "missing_deal_fact", "matches[0].sides[0].highest_deal"),
    ({"tiebreaks": ["lot"]}, "lot_without_seed", "seed"),
    ({"tiebreaks": ["lot"], "seed": -1}, "not_a_count", "seed"),
    ({"seed": "7"}, "not_a_count", "seed"),
    ({"carried": [{"entry": "x", "points": 1}]}, "unknown_entry", "carried[0].entry"),
    ({"carried": [{"entry": "a"}]}, "missing_key", "carried[0].points"),
    ({"carried": [{"entry": "a", "points": 1}] * 2}, "carried_twice", "carried[1]"),
    (
        {"carried": [{"entry": "a", "points": 1, "weight": 0}]},
        "weight_not_positive",
        "carried[0].weight",
    ),
    ({"play_offs": [{"sides": [side("a", points=1)]}]}, "play_off_of_one", "play_offs[0].sides"),
    (
        {"play_offs": [{"sides": [side("a", points=1), side("a", points=2)]}]},
        "against_itself",
        "play_offs[0].sides[1].entries[0]",
    ),
    (
        {"play_offs": [{"sides": [side("a"), side("b", points=2)]}]},
        "missing_key",
        "play_offs[0].sides[0].points",
    ),
    ({"match": []}, "unknown_key", "match"),
]


@pytest.mark.parametrize(("more", "code", "path"), BAD, ids=[f"{b[1]}:{b[2]}" for b in BAD])
def test_bad_request_is_refused_at_its_place(more, code, path):
    with pytest.raises(CannotRank) as refused:
        rank(GOOD | more)

    assert (refused.value.code, refused.value.path) == (code, path)
    assert len(str(refused.value).split()) >= 4


def test_sentence_says_what_to_do():
    error = answer(GOOD | one_match(*[side(e, points=1) for e in "abc"]))["error"]

    assert error == {
        "kind": "impossible",
        "rule": "more_than_two_sides",
        "path": "matches",
        "message": "a table of round 1 has 3 sides, and match points are for two; "
        "rank these tables by total_points",
    }


# machines are shared: a slow example is no fault
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["a", "b", "wins", "head_to_head", "total_points"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["id", "name", "round", "bye", "sides", "entries", "points", "win"])
            | st.text(max_size=3),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@pytest.mark.long
@PATIENT
@given(
    st.sampled_from(
        ["method", "tiebreaks", "entries", "matches", "adjustments", "groups", "deals"]
    ),
    json_values,
)
def test_nonsense_in_any_field_gets_an_answer(field, value):
    answered = answer(GOOD | {field: value})

    assert ("rows" in answered) != ("error" in answered)
    json.dumps(answered, allow_nan=False)


@pytest.mark.long
@PATIENT
@given(json_values)
def test_nonsense_gets_an_answer(value):
    assert "error" in answer(value)
