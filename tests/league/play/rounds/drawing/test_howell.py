from collections import Counter
from itertools import combinations

import pytest

from league.play.rounds.drawing import CannotDraw, draw
from league.play.rounds.drawing.formats.howell import read_base
from tests.league.play.rounds.drawing.nights import as_played, assert_deals_are_apart, deals_played
from tests.league.play.rounds.drawing.requests import entries, placed, request, rounds_of, sides

# round 1 as published in formats.md section 4, whichever of a pair sits N/S
PUBLISHED = {
    4: "8-1:1 2-4:3 3-7:5 5-6:2",
    5: "10-1:1 2-3:6 4-8:5 5-7:3 6-9:8",
    6: "12-1:1 2-3:4 4-7:10 5-9:2 6-11:5 8-10:6",
    7: "14-1:1 2-3:4 4-7:12 5-10:3 6-13:10 8-12:11 9-11:5",
    8: "16-1:1 2-3:4 4-6:11 5-11:8 7-15:13 8-12:7 9-14:3 10-13:6",
}


def meetings(rounds):
    return Counter(
        frozenset(entry for side in table["sides"] for entry in side)
        for drawn in rounds
        for table in drawn["tables"]
    )


def pairs(count):
    return {frozenset(pair) for pair in combinations([f"e{n}" for n in range(1, count + 1)], 2)}


@pytest.mark.long
@pytest.mark.parametrize("count", [*range(3, 33), 41, 60])
def test_everybody_meets_everybody_and_plays_every_deal(count):
    rounds = rounds_of("howell", count)

    length = count - 1 + count % 2
    assert [drawn["round"] for drawn in rounds] == list(range(1, length + 1))
    assert meetings(rounds) == dict.fromkeys(pairs(count), 1)
    assert_deals_are_apart(rounds)
    names = sorted(entry["id"] for entry in entries(count))
    waits = Counter(entry for drawn in rounds for entry in drawn["sit_outs"])
    assert all(placed(drawn) == names for drawn in rounds)
    assert set(waits.values()) == ({1} if count % 2 else set())
    deals = {deal for _, deal in deals_played(rounds)}
    assert deals == set(range(1, 2 * length + 1))  # two deals a set, as many sets as rounds
    assert not any(drawn["byes"] for drawn in rounds)


@pytest.mark.long
@pytest.mark.parametrize("tables", PUBLISHED)
def test_schedule_is_the_published_one(tables):
    published = {
        (frozenset((f"e{one.first}", f"e{one.second}")), one.deal_set)
        for one in read_base(PUBLISHED[tables])
    }

    first = rounds_of("howell", 2 * tables, options={"deals": 1})[0]

    drawn = {(frozenset(a + b), t["deals"][0]) for t in first["tables"] for a, b in [t["sides"]]}
    assert drawn == published


def test_only_few_tables_share_their_deals():
    for count in (4, 5, 6):
        for drawn in rounds_of("howell", count):
            assert all(table["shared"] for table in drawn["tables"])
            assert len({tuple(table["deals"]) for table in drawn["tables"]}) == 1
    assert not any("shared" in t for d in rounds_of("howell", 8) for t in d["tables"])
    assert not any("shared" in t for d in rounds_of("howell", 3) for t in d["tables"])


@pytest.mark.long
@pytest.mark.parametrize("tables", range(2, 21))
def test_comparisons_are_as_even_as_they_can_be(tables):
    quality = draw(request("howell", 2 * tables))["quality"]

    # by Hadamard's argument 0 is possible only for an even number of tables, otherwise 4
    best = {14: 8, 20: 8}.get(tables, 0 if tables % 2 == 0 else 4)
    assert quality["balance"] == best
    assert quality["comparisons"][1] - quality["comparisons"][0] == best
    assert quality["winners"] == 1
    assert quality["groups"] == [[f"e{n}" for n in range(1, 2 * tables + 1)]]


@pytest.mark.long
@pytest.mark.sampled(6)
@pytest.mark.parametrize("count", range(7, 25))
def test_reduced_howell_repeats_nothing(count):
    full = count - 1 + count % 2
    for length in range(1, full):
        answer = draw(request("howell", count, rounds=length))
        rounds = answer["rounds"]
        assert len(rounds) == length
        assert max(meetings(rounds).values()) == 1
        assert_deals_are_apart(rounds)
        waits = Counter(entry for drawn in rounds for entry in drawn["sit_outs"])
        assert max(waits.values(), default=0) <= 1
        assert answer["quality"]["repeat_opponents"] == answer["quality"]["repeat_deals"] == 0


@pytest.mark.parametrize(("tables", "length"), [(5, 7), (7, 9), (9, 13), (12, 17), (13, 13)])
def test_in_a_true_reduced_howell_everybody_plays_every_deal(tables, length):
    rounds = rounds_of("howell", 2 * tables, rounds=length)

    played = deals_played(rounds)
    assert len(played) == 2 * tables * 2 * length
    assert {deal for _, deal in played} == set(range(1, 2 * length + 1))


def test_late_pair_takes_the_place_of_the_missing_one():
    whole, history = rounds_of("howell", 12), as_played(rounds_of("howell", 11)[:3])

    rounds = draw(request("howell", 12, history=history))["rounds"]

    assert rounds[3:] == whole[3:]
    assert rounds[0]["sit_outs"] == ["e1"]


def test_opponents_of_a_pair_that_left_sit_out():
    whole = rounds_of("howell", 12)
    data = request("howell", 12, history=as_played(whole[:4])) | {"entries": entries(12, out=(5,))}

    answer = draw(data)

    for before, after in zip(whole[4:], answer["rounds"][4:], strict=True):
        met = next(s for s in sides(before) if ["e5"] in s)
        assert after["sit_outs"] == [entry for side in met for entry in side if entry != "e5"]
        assert sides(after) == [s for s in sides(before) if ["e5"] not in s]
    assert answer["quality"]["sit_outs"] == [0, 1]


def test_edit_that_makes_a_repeat_draws_the_rest_again_without_it():
    played = rounds_of("howell", 8)
    one, other = played[0]["tables"][0]["sides"], played[0]["tables"][1]["sides"]
    one[1], other[1] = other[1], one[1]

    answer = draw(request("howell", 8, rounds=5, history=as_played(played[:1])))

    assert answer["rounds"][0]["tables"][0]["sides"] == one
    assert answer["quality"]["repeat_opponents"] == 0
    assert answer["quality"]["repeat_deals"] == 0
    assert {t["why"][0]["code"] for t in answer["rounds"][1]["tables"]} == {"anew"}


@pytest.mark.parametrize(
    ("more", "code", "words"),
    [
        ({"entries": entries(2)}, "too_few_entries", "needs at least 3 entries, not 2"),
        ({"entries": entries(10_000)}, "too_many_entries", "play a Mitchell or a Swiss"),
        ({"rounds": 8}, "too_many_rounds", "ask for at most 7"),
        ({"round": 8}, "too_many_rounds", "ask for at most 7"),
        ({"rounds": 4, "round": 5}, "too_many_rounds", "there is no round 5"),
        ({"options": {"deals": -1}}, "not_a_count", "from 0 to 100"),
        ({"options": {"deals": 101}}, "not_a_count", "from 0 to 100"),
        ({"options": {"rover": True}}, "unknown_key", "it knows deals, seed"),
        ({"options": {"seed": "x"}}, "not_a_count", "options.seed"),
        ({"round": 1, "history": [{"round": 1, "bye": "e1"}]}, "already_drawn", "stays as it is"),
        (
            {"rounds": 1, "history": [{"round": 2, "bye": "e1"}]},
            "fewer_rounds_than_played",
            "ask for at least 2",
        ),
        (
            {"history": [{"round": 1, "sides": [{"entries": ["e1", "e2"]}, {"entries": ["e3"]}]}]},
            "not_two_entries",
            "one entry meets one other",
        ),
    ],
)
def test_impossible_howells_are_refused(more, code, words):
    with pytest.raises(CannotDraw) as refused:
        draw(request("howell", 8) | more)

    assert refused.value.code == code
    assert words in refused.value.message
