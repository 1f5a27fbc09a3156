from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from league.play.rounds.drawing import CannotDraw, draw, draw_rounds, places, read_request
from league.play.rounds.drawing.bracket.seeding import bracket_size, seed_places
from tests.league.play.rounds.drawing.evenings import Night, better_seed_wins, by_lot, played_by_lot
from tests.league.play.rounds.drawing.requests import entries, placed, request, sides

COUNTS = range(2, 65)


def refusal(data):
    with pytest.raises(CannotDraw) as refused:
        draw(data)
    return refused.value


def pairs(drawn):
    return {frozenset(entry for side in table for entry in side) for table in sides(drawn)}


@pytest.mark.parametrize(
    ("size", "published"),
    [
        (2, [1, 2]),
        (8, [1, 8, 4, 5, 2, 7, 3, 6]),
        (16, [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]),
    ],
)
def test_seeds_stand_as_published(size, published):
    assert seed_places(size) == published


@pytest.mark.long
@pytest.mark.sampled(16)
@pytest.mark.parametrize("count", COUNTS)
def test_byes_go_to_the_best_seeds_and_the_others_fold(count):
    size = bracket_size(count)

    first = draw(request("knockout", count))["rounds"][0]

    assert sorted(first["byes"]) == sorted(f"e{n}" for n in range(1, size - count + 1))
    assert pairs(first) == {
        frozenset((f"e{n}", f"e{size + 1 - n}")) for n in range(size - count + 1, size // 2 + 1)
    }
    assert placed(first) == sorted(entry["id"] for entry in entries(count))


@pytest.mark.long
@pytest.mark.sampled(15)
@pytest.mark.parametrize("count", COUNTS)
def test_better_seeds_meet_as_late_as_can_be(count):
    night = Night("knockout", count)

    rounds = night.play_to_the_end(better_seed_wins)

    left = bracket_size(count)
    for drawn in rounds[1:]:
        left //= 2
        assert pairs(drawn) == {
            frozenset((f"e{n}", f"e{left + 1 - n}")) for n in range(1, left + 1)
        }


@pytest.mark.long
@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 11, 16, 23, 33])
def test_third_place_is_played_beside_the_final_by_the_losers_of_the_semi_finals(count):
    night = Night("knockout", count, {"third_place": True})

    rounds = night.play_to_the_end(by_lot(Random(count)))

    assert len(rounds[-1]["tables"]) == (2 if count > 3 else 1)
    final, *third = rounds[-1]["tables"]
    assert final["why"][0]["text"].startswith("final: ")
    if third:
        semi_finals = {e for t in rounds[-2]["tables"] for side in t["sides"] for e in side}
        finalists = {e for side in final["sides"] for e in side}
        assert {e for side in third[0]["sides"] for e in side} == semi_finals - finalists
        assert third[0]["why"][0]["text"].startswith("match for third place: ")


@pytest.mark.long
@pytest.mark.sampled(12)
@pytest.mark.parametrize("rounds_in", [1, 2, 3])
@pytest.mark.parametrize("count", [*range(4, 18), 24, 33])
def test_losers_of_the_first_rounds_play_a_newly_seeded_consolation(count, rounds_in):
    night = Night("knockout", count, {"consolation": rounds_in})

    rounds = night.play_to_the_end(by_lot(Random(count)))

    main = bracket_size(count).bit_length() - 1
    feeding = min(rounds_in, main - 1)
    losers = Counter()
    for drawn in rounds[:feeding]:
        losers.update(e for table in sides(drawn) for side in table for e in side)
    consolation = [
        table
        for drawn in rounds
        for table in drawn["tables"]
        if "consolation" in table["why"][0]["text"].split(":")[0]
    ]
    entered = sum(len(drawn["tables"]) for drawn in rounds[:feeding])
    assert len(consolation) == (entered - 1 if entered > 1 else 0)
    played = [r for r in rounds if any(table in consolation for table in r["tables"])]
    assert not played or played[0]["round"] == feeding + 1


@pytest.mark.long
@pytest.mark.parametrize("count", [*range(4, 18), 24, 33])
def test_fed_in_losers_play_until_all_but_the_finalists_and_one_have_lost_twice(count):
    night = Night("knockout", count, {"feed_in": True})

    night.play_to_the_end(by_lot(Random(count)))

    # the winner never lost, the other finalist once, the winner of the consolation once
    assert sorted(night.losses().values()) == [0, 1, 1] + [2] * (count - 3)


@pytest.mark.long
@pytest.mark.sampled(16)
@pytest.mark.parametrize("count", COUNTS)
def test_places_are_shared_by_those_out_in_the_same_round(count):
    night, rounds = played_by_lot("knockout", count)

    found = places(read_request(night.request)).main

    size = bracket_size(count)
    shared = [1, 2]
    while len(shared) < size:
        shared += [len(shared) + 1] * len(shared)
    assert [one.place for one in found] == shared[:count]
    assert not any(one.still_in for one in found)
    assert str(found[0].why) == "won the final"
    assert {one.entry for one in found if one.place <= 2} == {
        entry for side in rounds[-1]["tables"][0]["sides"] for entry in side
    }


def test_places_with_third_place_and_consolation():
    night = Night("knockout", 8, {"third_place": True, "consolation": 1})
    night.play_to_the_end(better_seed_wins)

    found = places(read_request(night.request))

    assert [(one.entry, one.place) for one in found.main] == [
        ("e1", 1),
        ("e2", 2),
        ("e3", 3),
        ("e4", 4),
        *((f"e{n}", 5) for n in (5, 6, 7, 8)),
    ]
    assert [(one.entry, one.place) for one in found.consolation] == [
        ("e5", 1),
        ("e6", 2),
        ("e7", 3),
        ("e8", 3),
    ]


def test_places_while_it_goes_on():
    night = Night("knockout", 6)
    night.play(night.drawn(), better_seed_wins)
    night.play(night.drawn(), better_seed_wins)

    found = places(read_request(night.request)).main

    assert [(one.entry, one.place, one.tied, one.still_in) for one in found] == [
        ("e1", 1, True, True),
        ("e2", 1, True, True),
        ("e3", 3, True, False),
        ("e4", 3, True, False),
        ("e5", 5, True, False),
        ("e6", 5, True, False),
    ]


def test_order_by_lot_is_repeatable_and_undisturbed_by_late_entries():
    options = {"order": "lot", "seed": 7}
    night = Night("knockout", 9, options)
    first = night.drawn()
    night.play(first, by_lot(Random(1)))
    night.count = 10

    again = draw(request("knockout", 9, options=options))["rounds"][0]

    assert again == first
    assert pairs(first) != pairs(draw(request("knockout", 9))["rounds"][0])
    assert "e10" in night.drawn()["sit_outs"]


def test_pairs_to_avoid_are_kept_apart_in_the_first_round():
    answer = draw(request("knockout", 8, avoid=[["e1", "e8"], ["e2", "e7"]]))

    drawn = answer["rounds"][0]
    assert not pairs(drawn) & {frozenset(("e1", "e8")), frozenset(("e2", "e7"))}
    assert answer["quality"]["avoid_pairs_met"] == 0
    assert {reason["code"] for reason in drawn["why"]} == {"kept_apart"}


def test_first_deals_are_shared():
    for count in (8, 16, 32):
        night = Night("knockout", count)
        night.play_to_the_end(by_lot(Random(count)))
        firsts = Counter(m["sides"][0]["entries"][0] for m in night.history if "sides" in m)
        played = Counter(
            e for m in night.history if "sides" in m for s in m["sides"] for e in s["entries"]
        )
        assert all(abs(2 * firsts[e] - played[e]) <= 3 for e in played)


def test_quality_says_how_many_matches_are_left():
    night = Night("knockout", 11, {"third_place": True, "consolation": 2})
    left = []
    while night.next_or_none():
        left.append(draw(night.request)["quality"]["matches_left"])
        night.play(night.drawn(), by_lot(Random(3)))

    matches = sum("sides" in one for one in night.history)
    assert left[0] == [matches, matches]
    assert matches == 10 + 1 + 6


# ------------------------------------------------------------------------------- bad requests


def level():
    sides_ = [{"entries": ["e1"], "points": 5}, {"entries": ["e4"], "points": 5}]
    other = [{"entries": ["e2"], "points": 5}, {"entries": ["e3"], "points": 1}]
    return [
        {"round": 1, "table": 1, "sides": sides_},
        {"round": 1, "table": 2, "sides": other},
    ]


def test_level_table_is_refused_with_what_to_do():
    fault = refusal(request("knockout", 4, history=level()))

    assert (fault.code, fault.kind) == ("level_table", "impossible")
    assert str(fault) == (
        "table 1 of round 1 (e1, e4) is level, and in a bracket one must move on: "
        "let them play one more deal, and say who won the table"
    )


def test_winner_counts_more_than_points():
    history = level()
    history[1]["winner"] = 1
    history[0]["winner"] = 0

    assert pairs(draw(request("knockout", 4, history=history))["rounds"][0]) == {
        frozenset(("e1", "e3"))
    }


def test_missing_result_names_the_table():
    history = level()
    history[0]["sides"] = [{"entries": ["e1"]}, {"entries": ["e4"]}]

    fault = refusal(request("knockout", 4, history=history))

    assert fault.code == "no_result"
    assert str(fault).startswith("table 1 of round 1 (e1, e4) has no result yet")


@pytest.mark.parametrize("format_", ["knockout", "double_elimination"])
@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"entries": entries(1)}, "too_few_entries"),
        ({"entries": entries(4, out=(1, 2, 3))}, "too_few_entries"),
        ({"entries": entries(10_000)}, "too_many_entries"),
        ({"round": 2}, "not_the_next_round"),
        ({"options": {"plate": 3}}, "unknown_key"),
        ({"options": {"order": "rating"}}, "unknown_choice"),
        ({"options": {"seed": -1}}, "not_a_count"),
        ({"rounds": 1, "history": level()}, "no_round_left"),
        ({"round": 1, "history": level()}, "already_drawn"),
        ({"history": [one | {"round": 2} for one in level()]}, "missing_round"),
        (
            {"history": [{"round": 1, "sides": [{"entries": [f"e{n}"]} for n in (1, 2, 3)]}]},
            "not_two_entries",
        ),
    ],
)
def test_impossible_bracket_is_refused(format_, more, code):
    assert refusal(request(format_, 4) | more).code == code


@pytest.mark.parametrize("options", [{"third_place": 1}, {"consolation": -1}, {"feed_in": "yes"}])
def test_options_are_read_strictly(options):
    assert refusal(request("knockout", 4, options=options)).kind == "malformed"


# Nobody comes to a match: nobody wins it, and whoever waits behind it moves on.


def absent(night, pair, others=better_seed_wins):
    """Play the next round; the sides of one match did not come. Returns the request after it."""
    drawn = night.drawn()
    night.play(drawn, others)
    asked = read_request(night.request)
    return without(asked, drawn["round"], pair)


def without(asked, number, pair):
    matches = tuple(
        emptied(match)._replace(forfeits=(0, 1))
        if match.round == number and set(match.entries) == set(pair)
        else match
        for match in asked.history.matches
    )
    return replace(asked, history=asked.history._replace(matches=matches))


def emptied(match):
    return match._replace(sides=tuple(side._replace(points=None) for side in match.sides))


def test_who_waits_for_a_match_that_nobody_came_to_moves_on_and_nobody_else():
    night = Night("knockout", 4)
    asked = absent(night, ("e2", "e3"))

    with pytest.raises(CannotDraw) as over:
        draw_rounds(asked)

    assert over.value.code == "bracket_decided"
    assert "e1 won it" in str(over.value)
    found = {placed.entry: (placed.place, placed.tied) for placed in places(asked).main}
    assert found == {"e1": (1, False), "e2": (2, True), "e3": (2, True), "e4": (2, True)}


def test_a_final_to_which_nobody_came_has_no_winner():
    night = Night("knockout", 4)
    night.play(night.drawn(), better_seed_wins)
    asked = absent(night, ("e1", "e2"))

    with pytest.raises(CannotDraw) as over:
        draw_rounds(asked)

    assert "over without a winner: nobody won the final" in str(over.value)
    found = {placed.entry: (placed.place, placed.tied) for placed in places(asked).main}
    assert found == {"e1": (2, True), "e2": (2, True), "e3": (4, True), "e4": (4, True)}


@pytest.mark.parametrize("option", [{"third_place": True}, {"consolation": 1}])
def test_who_did_not_come_plays_for_no_other_place(option):
    night = Night("knockout", 8, option)
    if "third_place" in option:
        night.play(night.drawn(), better_seed_wins)
    pair = ("e1", "e4") if "third_place" in option else ("e3", "e6")
    asked = absent(night, pair)

    placed = {one.entry: one for one in places(asked).main}

    assert all("did not come" in str(placed[entry].why) for entry in pair)
    try:
        drawn = draw_rounds(asked).rounds[0]
    except CannotDraw:
        return
    assert not set(pair) & {entry for table in drawn.tables for entry in table.entries}
