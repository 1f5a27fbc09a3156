"""Whatever is sent, the answer is an answer."""

import json
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine.variants import RULE_CODES, VARIANTS
from games.score_door import score

pytestmark = pytest.mark.long

VECTORS = [
    json.loads(line)
    for file in sorted((Path(__file__).parents[2] / "vectors").glob("*.jsonl"))
    for line in file.read_text().splitlines()
]
KEYS = st.sampled_from(
    [
        "id", "variant", "preset", "options", "players", "dealer", "hands", "stock", "deck",
        "auction", "trump", "exchange", "discards", "events", "play", "summary", "game", "call",
        "first_dealer", "throw_in", "concede", "scores_before", "melds", "score", "declarer", "bid",
        "awards", "dix_only", "points", "tricks", "outcome", "seat_melds", "last_trick",
        "wins_game", "redeal", "auction_by", "play_by", "all_pass", "doubled", "cards",
        "last_draw", "trick", "seat", "meld", "dix", "turned_dix", "x",
        *sorted({key for game in VARIANTS.values() for key in game.record_keys}),
        *sorted({name for game in VARIANTS.values() for name in game.fields.names}),
    ]
)  # fmt: skip
WORDS = st.sampled_from(
    [
        "pitch", "double-deck-pinochle", "partnership-pinochle", "standard", "gordon", "AS",
        "AS KS", "pass", "50", "1:50", "pedro", "KH+6H", "pass 2", "S", "NT", "played", "no_play",
        "fifty-six", "28 S", "+1 noes", "double", "all_jacks", "smudge", "%s", "%(seat)s", "\x00",
        "٣", "", "KS QS*", "exchange", "up", *VARIANTS,
        *sorted({word for game in VARIANTS.values() for word in game.call_words}),
    ]
)  # fmt: skip
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 100),
    st.sampled_from([10**30, -(10**30)]),
    st.floats(),
    WORDS,
    st.text(max_size=5),
)
JUNK = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
QUICK = settings(
    max_examples=300, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


def check_answer(answer):
    json.dumps(answer)
    assert isinstance(answer, dict)
    kinds = answer.keys() & {"score", "totals", "explain", "error"}
    assert len(kinds) == 1
    if "error" in answer:
        assert answer["error"]["rule"] in RULE_CODES
        assert answer["error"]["kind"] in ("malformed", "illegal")
        assert answer["error"]["message"]


@QUICK
@given(JUNK)
def test_junk_is_answered(data):
    check_answer(score(data))


@QUICK
@given(st.fixed_dictionaries({"variant": WORDS}, optional={}), st.dictionaries(KEYS, JUNK))
def test_junk_about_a_known_game_is_answered(start, rest):
    check_answer(score({**rest, **start}))


@QUICK
@given(st.sampled_from(VECTORS), st.data())
def test_example_with_one_part_replaced_by_junk_is_answered(vector, data):
    changed = deepcopy(vector)
    place, key = data.draw(st.sampled_from(list(places(changed))))
    place[key] = data.draw(JUNK)
    check_answer(score(changed))


@QUICK
@given(st.sampled_from(VECTORS), st.data())
def test_example_with_one_part_left_out_is_answered(vector, data):
    changed = deepcopy(vector)
    place, key = data.draw(st.sampled_from(list(places(changed))))
    del place[key]
    check_answer(score(changed))


def places(node):
    """Give every part of a JSON value: what holds it, and its key or index."""
    keys = node.keys() if isinstance(node, dict) else range(len(node))
    for key in keys:
        yield node, key
        if isinstance(node[key], dict | list):
            yield from places(node[key])


@pytest.mark.parametrize("data", [None, 5, "pitch", [], [{}], True, float("nan")])
def test_what_is_no_object_is_refused(data):
    assert score(data)["error"]["rule"] == "not_an_object"


def test_id_comes_back_with_answer_and_refusal():
    assert score({"id": 7, "variant": "whist"})["id"] == 7
    assert score({**VECTORS[0], "id": [1]})["id"] == [1]


@pytest.mark.parametrize("name", ["ids", "Play", "winner", "score_before"])
def test_unknown_key_is_refused_by_name(name):
    error = score({**VECTORS[0], name: 1})["error"]

    assert error["rule"] == "unexpected_field"
    assert name in error["message"]
