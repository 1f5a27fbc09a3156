"""Late entries, withdrawals and a director's changes, at random: never stuck, nobody lost."""

from itertools import permutations
from random import Random

import pytest

from league.play.rounds.drawing import (
    DrawnTable,
    check_draw,
    draw,
    mixed_parts,
    places,
    read_request,
)
from tests.league.play.rounds.drawing.evenings import Night, better_seed_wins, by_lot
from tests.league.play.rounds.drawing.requests import placed, request


def title(table):
    return table["why"][0]["text"].split(":")[0]


def in_losers_bracket(table):
    return "losers" in title(table)


def stir(night, number, rng):
    """Let somebody leave or come before a round; return who came too late to be unbeaten."""
    if number > 1 and rng.random() < 0.3:
        night.out.add(rng.randrange(1, night.count + 1))
    if number > 1 and rng.random() < 0.15:
        night.count += 1
        return {f"e{night.count}"}
    return set()


def change(drawn, rng):
    """Let two entries of one bracket change places, as a director may."""
    first = drawn["tables"][0]
    alike = [t for t in drawn["tables"] if in_losers_bracket(t) == in_losers_bracket(first)]
    if len(alike) > 1 and rng.random() < 0.4:
        (one, other), at, there = rng.sample(alike, 2), rng.randrange(2), rng.randrange(2)
        one["sides"][at], other["sides"][there] = other["sides"][there], one["sides"][at]
    if drawn["round"] == 1 and drawn["byes"] and rng.random() < 0.4:
        side = rng.choice(drawn["tables"])["sides"][rng.randrange(2)]
        at = rng.randrange(len(drawn["byes"]))
        side[0], drawn["byes"][at] = drawn["byes"][at], side[0]


@pytest.mark.long
@pytest.mark.sampled(20)
@pytest.mark.parametrize(("format_", "lives"), [("knockout", 1), ("double_elimination", 2)])
@pytest.mark.parametrize("seed", range(40))
def test_nobody_is_lost_whatever_happens(format_, lives, seed):
    rng = Random(seed)
    night = Night(format_, rng.randrange(2, 34))
    late, number = set(), 0
    while True:
        number += 1
        late |= stir(night, number, rng)
        drawn = night.next_or_none()
        if drawn is None:
            break
        here, lost = placed(drawn), night.losses()
        assert number < 40
        assert len(here) == len(set(here))
        assert set(here) <= night.active
        assert all(lost[side[0]] < lives for table in drawn["tables"] for side in table["sides"])
        if lives == 1:
            assert {entry for entry in night.active if not lost[entry]} <= set(here)
        change(drawn, rng)
        night.play(drawn, by_lot(rng))

    lost = night.losses()
    # who came late may find no place at all, or one among those who have lost once
    left = [entry for entry in night.active - late if lost[entry] < lives]
    assert len(left) <= 1
    assert len(places(read_request(night.request)).main) >= 1


@pytest.mark.parametrize("options", [{"feed_in": True}, {"consolation": 2, "third_place": True}])
@pytest.mark.parametrize("seed", range(15))
def test_consolations_are_never_stuck(options, seed):
    rng = Random(seed)
    night = Night("knockout", rng.randrange(4, 34), options)
    for number in range(1, 40):
        stir(night, number, rng)
        drawn = night.next_or_none()
        if drawn is None:
            return
        assert len(placed(drawn)) == len(set(placed(drawn)))
        assert set(placed(drawn)) <= night.active
        change(drawn, rng)
        night.play(drawn, by_lot(rng))
    pytest.fail("the knock-out never ended")


def test_opponent_of_one_who_withdrew_moves_on_and_results_stay():
    night = Night("knockout", 8)
    night.play(night.drawn(), better_seed_wins)
    night.out = {1}

    drawn = night.drawn()

    assert drawn["byes"] == ["e4"]
    assert [t["sides"] for t in drawn["tables"]] == [[["e2"], ["e3"]]]
    assert drawn["why"][0] == {
        "code": "walk_over",
        "text": "no match for e4: e1 withdrew",
    }
    found = {one.entry: one.place for one in places(read_request(night.request)).main}
    assert found["e8"] == 5


def test_withdrawal_before_the_result_is_a_walk_over():
    night = Night("knockout", 4)
    night.history = [
        {"round": 1, "table": 1, "sides": [{"entries": ["e1"]}, {"entries": ["e4"]}]},
        {"round": 1, "table": 2, "winner": 0, "sides": [{"entries": ["e2"]}, {"entries": ["e3"]}]},
    ]
    night.out = {1}

    assert sorted(night.drawn()["tables"][0]["sides"]) == [["e2"], ["e4"]]


def test_late_entry_takes_the_place_of_one_who_left():
    night = Night("knockout", 8)
    night.play(night.drawn(), better_seed_wins)
    night.out, night.count = {1}, 9

    drawn = night.drawn()

    assert drawn["tables"][0]["sides"] == [["e9"], ["e4"]]
    assert "e9 takes a free place" in drawn["tables"][0]["why"][0]["text"]


def test_late_entry_of_a_double_elimination_begins_as_if_it_had_lost_the_first_round():
    night = Night("double_elimination", 7)
    night.play(night.drawn(), better_seed_wins)
    night.count = 8

    drawn = night.drawn()

    table = next(t for t in drawn["tables"] if ["e8"] in t["sides"])
    assert title(table) == "match 1 of round 1 of the losers' bracket"


def test_late_entry_that_a_director_gives_to_one_with_a_bye_is_in_the_bracket():
    night = Night("knockout", 7)
    drawn = night.drawn()
    drawn["tables"].append({"table": 4, "sides": [["e1"], ["e8"]]})
    drawn["byes"] = []
    night.count = 8
    night.play(drawn, lambda table: [int(["e8"] in table["sides"][:1]), 1])

    assert ["e8"] in [side for table in night.drawn()["tables"] for side in table["sides"]]


def test_byes_may_be_left_out_of_the_history():
    night = Night("knockout", 6)
    night.play(night.drawn(), better_seed_wins)
    whole = night.drawn()
    night.history = [one for one in night.history if "bye" not in one]

    assert night.drawn() == whole


def test_match_that_was_put_off_is_drawn_again_and_its_next_opponent_waits():
    night = Night("knockout", 8)
    night.play(night.drawn(), better_seed_wins)
    night.history = [one for one in night.history if one["table"] != 1]
    night.history += [{"round": 1, "bye": "e1"}, {"round": 1, "bye": "e8"}]

    drawn = night.drawn()

    tables = [table["sides"] for table in drawn["tables"]]
    assert tables == [[["e1"], ["e8"]], [["e2"], ["e3"]]]
    assert drawn["byes"] == ["e4"]
    assert [reason["code"] for reason in drawn["why"]] == ["waits"]
    night.play(drawn, better_seed_wins)
    assert sorted(night.drawn()["tables"][0]["sides"]) == [["e1"], ["e4"]]


def test_swapped_opponents_stay_where_they_were_put():
    night = Night("knockout", 8)
    first = night.drawn()
    first["tables"][0]["sides"], first["tables"][1]["sides"] = (
        [["e1"], ["e5"]],
        [["e4"], ["e8"]],
    )
    night.play(first, better_seed_wins)

    assert night.drawn()["tables"][0]["sides"] == [["e1"], ["e4"]]


def test_check_says_what_a_changed_round_of_a_bracket_breaks():
    data = request("knockout", 8)
    drawn = draw(data)["rounds"]
    assert check_draw(data, drawn) == []

    drawn[0]["tables"][0]["sides"] = [["e1"], ["e5"]]
    drawn[0]["tables"][1]["sides"] = [["e4"], ["e8"]]
    found = check_draw(data, drawn)

    assert {(b.code, *b.entries) for b in found} == {
        ("other_opponent", f"e{n}") for n in (1, 4, 5, 8)
    }
    assert str(found[0].sentence) == "in the bracket e1 meets e8"


def test_check_names_who_is_out_of_the_bracket_and_who_is_missing():
    night = Night("knockout", 4)
    night.play(night.drawn(), better_seed_wins)
    drawn = night.drawn()
    drawn["tables"][0]["sides"] = [["e1"], ["e3"]]

    assert {(b.code, *b.entries) for b in check_draw(night.request, [drawn])} == {
        ("other_opponent", "e1"),
        ("out_of_bracket", "e3"),
        ("missing_entry", "e2"),
    }


# -------------------------------------------------------------------- places in a bracket are lives


def drawn_tables(drawn):
    return [
        DrawnTable(table=t["table"], sides=tuple(tuple(side) for side in t["sides"]))
        for t in drawn["tables"]
    ]


def mixed(night, tables):
    return [str(sentence) for sentence in mixed_parts(read_request(night.request), tables)]


@pytest.mark.long
@pytest.mark.sampled(8)
@pytest.mark.parametrize("count", range(3, 20))
@pytest.mark.parametrize(
    ("format_", "options"), [("knockout", {"consolation": 2}), ("double_elimination", {})]
)
def test_who_has_lost_cannot_change_places_with_who_has_not(format_, options, count):
    """Every round of an event, every two tables of it: refused exactly when defeats differ."""
    night, rng, refused = Night(format_, count, options), Random(count), 0
    while (drawn := night.next_or_none()) is not None:
        tables, lost = drawn_tables(drawn), night.losses()
        assert mixed(night, tables) == []
        for one, other in permutations(tables, 2):
            swapped = DrawnTable(table=1, sides=(one.sides[0], other.sides[1]))
            differ = bool(lost[one.entries[0]]) != bool(lost[other.entries[1]])
            assert bool(mixed(night, [swapped])) == differ
            refused += differ
        night.play(drawn, by_lot(rng))
    assert refused or count < 5
