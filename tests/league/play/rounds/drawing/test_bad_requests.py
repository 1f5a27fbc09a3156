import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.play.rounds.drawing import FORMATS, CannotDraw, answer, draw
from tests.league.play.rounds.drawing.requests import entries, request


def match(number, *names, **more):
    return {"round": number, "sides": [{"entries": [name]} for name in names]} | more


BAD = [
    ({"format": None}, "missing_key", "format"),
    ({"format": 7}, "wrong_type", "format"),
    ({"format": "swizz"}, "unknown_format", "format"),
    ({"formats": "swiss"}, "unknown_key", "formats"),
    ({"entries": None}, "missing_key", "entries"),
    ({"entries": "abc"}, "wrong_type", "entries"),
    ({"entries": {"a": 1}}, "wrong_type", "entries"),
    ({"entries": ["a", "b"]}, "wrong_type", "entries[0]"),
    ({"entries": [{"id": "a"}, {"seed": 1}]}, "missing_key", "entries[1].id"),
    ({"entries": [{"id": "a"}, {"id": "a"}]}, "duplicate_entry", "entries[1]"),
    ({"entries": [{"id": ""}, {"id": "b"}]}, "bad_text", "entries[0].id"),
    ({"entries": [{"id": "a\n"}, {"id": "b"}]}, "bad_text", "entries[0].id"),
    ({"entries": [{"id": "\ud800"}, {"id": "b"}]}, "bad_text", "entries[0].id"),
    ({"entries": [{"id": "a", "elo": 9}]}, "unknown_key", "entries[0].elo"),
    ({"entries": [{"id": "a", "seed": 1.5}]}, "not_a_count", "entries[0].seed"),
    ({"entries": [{"id": "a", "seed": True}]}, "not_a_count", "entries[0].seed"),
    ({"entries": [{"id": "a", "rating": float("nan")}]}, "not_finite", "entries[0].rating"),
    ({"entries": [{"id": "a", "rating": 1e300}]}, "out_of_range", "entries[0].rating"),
    ({"entries": [{"id": "a", "rating": "1500"}]}, "wrong_type", "entries[0].rating"),
    ({"entries": [{"id": "a", "active": "no"}]}, "wrong_type", "entries[0].active"),
    ({"entries": [{"id": str(n)} for n in range(20_001)]}, "too_many", "entries"),
    ({"rounds": 0}, "not_a_count", "rounds"),
    ({"rounds": "3"}, "not_a_count", "rounds"),
    ({"rounds": 10**9}, "not_a_count", "rounds"),
    ({"round": -1}, "not_a_count", "round"),
    ({"options": ["berger"]}, "wrong_type", "options"),
    ({"avoid": [["e1"]]}, "not_a_pair", "avoid[0]"),
    ({"avoid": [["e1", "e1"]]}, "not_a_pair", "avoid[0]"),
    ({"avoid": [["e1", "e9"]]}, "unknown_entry", "avoid[0][1]"),
    ({"avoid": [["e1", "e2", "e3"]]}, "too_many", "avoid[0]"),
    ({"history": 0}, "wrong_type", "history"),
    ({"history": ["x"]}, "wrong_type", "history[0]"),
    ({"history": [{"round": 1}]}, "missing_key", "history[0].sides"),
    ({"history": [match(0, "e1", "e2")]}, "not_a_count", "history[0].round"),
    ({"history": [match(1, "e1", "e9")]}, "unknown_entry", "history[0].sides[1].entries[0]"),
    ({"history": [match(1, "e1")]}, "one_side", "history[0].sides"),
    ({"history": [match(1, "e1", "e1")]}, "against_itself", "history[0]"),
    ({"history": [match(1, "e1", "e2"), match(1, "e2", "e3")]}, "entry_twice", "history[1]"),
    ({"history": [match(1, "e1", "e2"), {"round": 1, "bye": "e1"}]}, "entry_twice", "history[1]"),
    (
        {"history": [match(1, "e1", "e2", table=1), match(1, "e3", "e4", table=1)]},
        "table_twice",
        "history[1]",
    ),
    ({"history": [{"round": 1, "bye": "e9"}]}, "unknown_entry", "history[0].bye"),
    ({"history": [{"round": 1, "bye": "e1", "table": 2}]}, "unknown_key", "history[0].table"),
    ({"history": [match(1, "e1", "e2", winner=2)]}, "not_a_count", "history[0].winner"),
    (
        {"history": [{"round": 1, "sides": [{"entries": []}, {"entries": ["e1"]}]}]},
        "empty_side",
        "history[0].sides[0].entries",
    ),
    (
        {
            "history": [
                {
                    "round": 1,
                    "sides": [
                        {"entries": ["e1"], "points": float("inf")},
                        {"entries": ["e2"], "points": 1},
                    ],
                }
            ]
        },
        "not_finite",
        "history[0].sides[0].points",
    ),
]


@pytest.mark.sampled(120)
@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize(("more", "code", "path"), BAD, ids=[f"{b[1]}:{b[2]}" for b in BAD])
def test_bad_request_is_refused_at_its_place(format_, more, code, path):
    with pytest.raises(CannotDraw) as refused:
        draw(request(format_, 4) | more)

    assert (refused.value.code, refused.value.path) == (code, path)
    assert len(str(refused.value).split()) >= 4


@pytest.mark.parametrize("data", [None, 7, "x", [], [[]], True])
def test_what_is_no_object_is_refused(data):
    error = answer(data)["error"]

    assert (error["kind"], error["rule"], error["path"]) == ("malformed", "wrong_type", "")
    assert error["message"].startswith("the request must be an object, not ")


def test_unplayed_tables_of_the_history_need_no_points_and_played_ones_may_have_them():
    sides = [{"entries": ["e1"], "points": 12.5}, {"entries": ["e4"], "points": -3}]
    history = [{"round": 1, "table": 1, "sides": sides}, match(1, "e2", "e3", table=2)]

    assert len(draw(request("round_robin", 4, history=history))["rounds"]) == 3


def test_notes_of_the_reader_are_ignored_and_the_id_comes_back():
    noted = request("round_robin", 2, id="case 7", why="smallest", expect={"rounds": 1})

    assert answer(noted)["id"] == "case 7"
    assert answer(noted | {"format": "x"})["id"] == "case 7"


# machines are shared: a slow example is no fault
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["e1", "e2", "round", "bye", "sides", "entries"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["id", "round", "bye", "sides", "entries", "points", "table", "seed"])
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
    st.sampled_from([*FORMATS, "swiss"]),
    st.sampled_from(["entries", "history", "avoid", "options", "rounds", "round", "format"]),
    json_values,
)
def test_nonsense_in_any_field_gets_an_answer(format_, field, value):
    answered = answer({"format": format_, "entries": entries(4)} | {field: value})

    assert ("rounds" in answered) != ("error" in answered)
    json.dumps(answered, allow_nan=False)
