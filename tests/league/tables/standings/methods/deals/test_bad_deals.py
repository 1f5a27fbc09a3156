import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.tables.standings.methods import CannotRank, answer, rank
from tests.league.tables.standings.methods.deals.results import deal, request

GOOD = request("matchpoints", [deal(1, "a-c 10 0, b-d 0 10")])


def method(name="matchpoints", **options):
    return {"method": {"name": name} | options}


def one(sides=(("a",), ("c",)), **more):
    result = {"sides": [list(side) for side in sides], "points": [1, 2]} | more
    return {"deals": [{"deal": 1, "results": [result]}]}


def results(*given):
    return {"deals": [{"deal": 1, "results": list(given)}]}


FIRST = "deals[0].results[0]"
BAD = [
    ({"deals": {"deal": 1}}, "wrong_type", "deals"),
    ({"deals": "1"}, "wrong_type", "deals"),
    ({"deals": [7]}, "wrong_type", "deals[0]"),
    ({"deals": [{"deal": 1}]}, "missing_key", "deals[0].results"),
    ({"deals": [{"results": []}]}, "missing_key", "deals[0].deal"),
    ({"deals": [{"deal": 0, "results": []}]}, "not_a_count", "deals[0].deal"),
    ({"deals": [{"deal": "7", "results": []}]}, "not_a_count", "deals[0].deal"),
    ({"deals": [{"deal": 1, "results": {}}]}, "wrong_type", "deals[0].results"),
    ({"deals": [{"deal": 1, "results": [], "board": 1}]}, "unknown_key", "deals[0].board"),
    ({"deals": [{"deal": 1, "results": []}] * 2}, "deal_twice", "deals[1]"),
    (results([]), "wrong_type", FIRST),
    (results({"points": [1, 2]}), "missing_key", f"{FIRST}.sides"),
    (results({"sides": [["a"], ["c"]]}), "missing_points", f"{FIRST}.points"),
    (one(points=None), "missing_points", f"{FIRST}.points"),
    (one(points=5), "wrong_type", f"{FIRST}.points"),
    (one(points=[1]), "not_two_sides", f"{FIRST}.points"),
    (one(points=[1, None]), "wrong_type", f"{FIRST}.points[1]"),
    (one(points=[1, "2"]), "wrong_type", f"{FIRST}.points[1]"),
    (one(points=[True, 2]), "wrong_type", f"{FIRST}.points[0]"),
    (one(points=[float("nan"), 2]), "not_finite", f"{FIRST}.points[0]"),
    (one(points=[1, 10**13]), "out_of_range", f"{FIRST}.points[1]"),
    (one(sides=[["a"]]), "not_two_sides", f"{FIRST}.sides"),
    (one(sides=[["a"], ["b"], ["c"]]), "not_two_sides", f"{FIRST}.sides"),
    (one(sides=[["a"], []]), "empty_side", f"{FIRST}.sides[1]"),
    (one(sides=[["a"], ["x"]]), "unknown_entry", f"{FIRST}.sides[1][0]"),
    (one(sides=[["a"], [1]]), "wrong_type", f"{FIRST}.sides[1][0]"),
    (one(sides=[["a"], ["a"]]), "against_itself", FIRST),
    (one(sides=[["a", "a"], ["c"]]), "against_itself", FIRST),
    (one(award=60), "wrong_type", f"{FIRST}.award"),
    (one(award=[60]), "not_two_sides", f"{FIRST}.award"),
    (one(award=[60, None]), "wrong_type", f"{FIRST}.award[1]"),
    (one(award=[101, 0]), "award_out_of_range", f"{FIRST}.award[0]"),
    (one(award=[60, -1]), "award_out_of_range", f"{FIRST}.award[1]"),
    (one(award=["good", 50]), "unknown_choice", f"{FIRST}.award[0]"),
    (one(round=0), "not_a_count", f"{FIRST}.round"),
    (one(table="1"), "not_a_count", f"{FIRST}.table"),
    (one(provisional="yes"), "wrong_type", f"{FIRST}.provisional"),
    (one(score=1), "unknown_key", f"{FIRST}.score"),
    (one() | method("deal_points") | one(award=[60, 40]), "award_without_a_top", f"{FIRST}.award"),
    ({"deals": [deal(1, "a-c 1 0, a-d 1 0")]}, "entry_twice", "deals[0].results[1]"),
    ({"deals": [deal(1, "a-c 1 0, d-a 1 0")]}, "entry_twice", "deals[0].results[1]"),
    (method("imps") | {"deals": [deal(1, "a-b 1 0, a-b 1 0")]}, "entry_twice",
     "deals[0].results[1]"),
    (method("imps") | {"deals": [deal(1, "a-b 60%40, b-a 60%40")]}, "award_twice",
     "deals[0].results"),
    ({"matches": [{"round": 1, "sides": [{"entries": ["a"], "points": 1},
     {"entries": ["b"], "points": 0}]}]}, "matches_not_counted", "matches"),
    ({"entries": [{"id": "a"}], "deals": []}, "too_few_entries", "entries"),
    (method(full_results=0), "not_a_count", "method.full_results"),
    (method(full_results=1), "more_results_than_full", "method.full_results"),
    (method(points_as="imps"), "unknown_choice", "method.points_as"),
    (method(uneven_deals="yes"), "unknown_choice", "method.uneven_deals"),
    (method(bye="win"), "bye_not_a_number", "method.bye"),
    (method(multiplier=2), "unknown_key", "method.multiplier"),
    (method("cross_imps", multiplier=0), "multiplier_not_positive", "method.multiplier"),
    (method("cross_imps", multiplier="2"), "wrong_type", "method.multiplier"),
    (method("cross_imps", per_deal="mean"), "unknown_choice", "method.per_deal"),
    (method("cross_imps", drop_high=1), "unknown_key", "method.drop_high"),
    (method("butler", drop_high=-1), "not_a_count", "method.drop_high"),
    (method("butler", drop_low=1.5), "not_a_count", "method.drop_low"),
    (method("butler", datum_rounding=-10), "rounding_negative", "method.datum_rounding"),
    (method("butler", datum_half="up"), "unknown_choice", "method.datum_half"),
]  # fmt: skip


@pytest.mark.parametrize(("more", "code", "path"), BAD, ids=[f"{b[1]}:{b[2]}" for b in BAD])
def test_bad_deals_are_refused_at_their_place(more, code, path):
    with pytest.raises(CannotRank) as refused:
        rank(GOOD | more)

    assert (refused.value.code, refused.value.path) == (code, path)
    assert len(str(refused.value).split()) >= 4


nonsense = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 70)
    | st.floats()
    | st.sampled_from(["a", "b", "c", "average_plus"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["deal", "results", "sides", "points", "award", "round"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@pytest.mark.long
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(["matchpoints", "cross_imps", "butler", "imps", "board_a_match"]),
    st.lists(
        st.fixed_dictionaries(
            {
                "deal": st.integers(1, 3),
                "results": st.lists(
                    st.fixed_dictionaries(
                        {"sides": st.just([["a"], ["b"]]) | nonsense},
                        optional={"points": st.just([5, 1]) | nonsense, "award": nonsense},
                    ),
                    max_size=2,
                ),
            }
        ),
        max_size=2,
    )
    | nonsense,
)
def test_nonsense_in_deals_gets_an_answer(name, deals):
    answered = answer(GOOD | {"method": {"name": name}, "deals": deals})

    assert ("rows" in answered) != ("error" in answered)
