"""Points of the round, percentages, caps, forfeits and what is carried over."""

from hashlib import sha256

import pytest

from league.tables.standings.methods import rank
from tests.league.tables.standings.methods.results import (
    column,
    match,
    matches,
    request,
    rows,
    table,
)

NIGHT = matches("a 50 b 30, c 40 d 30, e 20 f 10", "a 10 c 25, b 25 e 15, d 5 f 5")


def points(ranked):
    return {row["entry"]: row["points"] for row in ranked}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, {"a": 9, "b": 9, "c": 10.5, "d": 5, "e": 6, "f": 2.5}),
        ({"ties": "highest"}, {"a": 9, "b": 10, "c": 11, "d": 6, "e": 6, "f": 3}),
        ({"ties": "lowest"}, {"a": 9, "b": 8, "c": 10, "d": 4, "e": 6, "f": 2}),
        ({"places": [10, 5]}, {"a": 10, "b": 7.5, "c": 12.5, "d": 0, "e": 0, "f": 0}),
    ],
)
def test_points_of_the_places(options, expected):
    assert points(rows({"name": "round_points", **options}, "", NIGHT)) == expected


def test_each_group_has_its_own_places():
    ranked = rows("round_points", "", NIGHT, groups=[["a", "b"], ["c", "d", "e", "f"]])

    assert points(ranked) == {"a": 3, "b": 3, "c": 8, "d": 4.5, "e": 5, "f": 2.5}


def test_points_of_the_round_count_against_the_opponent_met():
    ranked = rows("round_points", "head_to_head sonneborn_berger", NIGHT)

    assert column(ranked, "sonneborn_berger")["a"] == 6 * 9 + 3 * 10.5
    assert column(ranked, "head_to_head") == dict.fromkeys("cdef") | {"a": 6, "b": 3.5}


def test_percentages_are_shares_of_the_points_at_the_table():
    ranked = rows("percentage", "", matches("a 60 b 40, c -10 d 30", "a 0 c -5, b 25 d 75"))

    assert points(ranked) == {"a": 55, "b": 32.5, "c": 25, "d": 87.5}


def test_percentages_of_a_top_and_what_is_carried_over():
    ranked = rows(
        {"name": "percentage", "top": 80},
        "",
        matches("a 48 b 32", "a 40 b 40"),
        carried=[{"entry": "b", "points": 70, "weight": 2}],
    )

    # b: 40, 50, and 70 for two more
    assert table(ranked) == [("1", "b", 57.5), ("2", "a", 55)]


def test_what_is_carried_is_added_where_points_are_and_no_tiebreak_sees_it():
    ranked = rows(
        "match_points",
        "progressive",
        matches("a 5 b 3"),
        carried=[{"entry": "b", "points": 3.5}],
    )

    assert table(ranked) == [("1", "b", 3.5), ("2", "a", 2)]
    assert column(ranked, "progressive") == {"a": 2, "b": 0}


def test_one_monster_match_is_capped():
    played = matches("a 900 b 100, c 300 d 250", "a 100 c 200, b 400 d 350")

    for cap, expected in (
        ({}, {"a": 1000, "b": 500, "c": 500, "d": 600}),
        ({"cap": 350}, {"a": 450, "b": 450, "c": 500, "d": 600}),
        ({"cap_margin": 200}, {"a": 400, "b": 500, "c": 500, "d": 600}),
        ({"cap": 500, "cap_margin": 10}, {"a": 210, "b": 460, "c": 370, "d": 600}),
    ):
        assert points(rows({"name": "total_points", **cap}, "", played)) == expected


def test_a_cap_of_the_margin_holds_for_the_tiebreaks_of_match_points():
    played = matches("a 900 b 100, c 300 d 50")

    ranked = rows({"name": "match_points", "cap_margin": 200}, "point_difference", played)

    assert column(ranked, "point_difference") == {"a": 200, "b": -200, "c": 200, "d": -200}
    assert ranked[0]["tied"]


def test_partners_and_many_sides_are_capped_too():
    ranked = rows({"name": "total_points", "cap_margin": 5}, "", [match(1, "a+b 30 c+d 10 e 12")])

    assert points(ranked) == {"a": 17, "b": 17, "c": 10, "d": 10, "e": 12}


def forfeited(number, home, away, sides):
    return {
        "round": number,
        "sides": [{"entries": [home]}, {"entries": [away]}],
        "forfeit": sides,
    }


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("match_points", {"a": 4, "b": 0, "c": 0, "d": 2}),
        (
            {"name": "match_points", "forfeit": {"win": 1, "loss": -1}},
            {"a": 3, "b": 0, "c": -1, "d": 2},
        ),
        ("total_points", {"a": 80, "b": 30, "c": 10, "d": 50}),
        ({"name": "total_points", "forfeit": {"win": 25}}, {"a": 65, "b": 30, "c": 10, "d": 50}),
        ({"name": "victory_points", "blitz": 10}, {"a": 32, "b": 0, "c": 0, "d": 20}),
        (
            {"name": "victory_points", "blitz": 10, "forfeit": {"win": "win"}},
            {"a": 40, "b": 0, "c": 0, "d": 20},
        ),
    ],
)
def test_a_forfeit_gives_what_the_method_says(method, expected):
    played = [*matches("a 40 b 30, c 10 d 50"), forfeited(2, "a", "c", 1)]

    ranked = rows(method, "wins played points_for", played)

    assert points(ranked) == expected
    a, c = (next(r for r in ranked if r["entry"] == name) for name in "ac")
    assert (a["played"], a["won"], a["lost"], c["played"], c["lost"]) == (2, 2, 0, 2, 2)
    assert a["tiebreaks"] == {"wins": 2, "played": 2, "points_for": 40}
    assert c["tiebreaks"] == {"wins": 0, "played": 1, "points_for": 10}


def test_where_neither_side_came_both_have_lost():
    played = [*matches("a 40 b 30"), forfeited(2, "b", "a", [0, 1])]

    assert [(r["entry"], r["won"], r["lost"]) for r in rows("match_points", "", played)] == [
        ("a", 1, 1),
        ("b", 0, 2),
    ]


def test_a_forfeit_counts_head_to_head():
    played = [forfeited(1, "a", "b", 0), match(2, "a 9 c 1"), match(3, "b 1 c 9")]

    ranked = rows("match_points", "head_to_head", played)

    assert column(ranked, "head_to_head") == {"a": 2, "b": 2, "c": 2}


def test_play_off_separates_only_those_who_were_all_in_it():
    played = matches("a 5 b 5, c 9 d 1")
    play_offs = [
        {"sides": [{"entries": ["a"], "points": 10}, {"entries": ["b"], "points": 10}]},
        {"sides": [{"entries": ["a"], "points": 7}, {"entries": ["b"], "points": 11}]},
        {"sides": [{"entries": ["c"], "points": 0}, {"entries": ["d"], "points": 99}]},
    ]

    ranked = rows("match_points", "play_off", played, play_offs=play_offs)

    assert table(ranked) == [("1", "c", 2), ("2", "b", 1), ("3", "a", 1), ("4", "d", 0)]
    assert column(ranked, "play_off") == {"a": 7, "b": 11, "c": None, "d": None}
    assert ranked[1]["why"].endswith("ahead of a on play-off, 11 to 7")


def test_lots_can_be_drawn_again_by_anyone():
    ranked = rows("match_points", "lot", matches("a 1 b 1, c bye"), seed=7)
    order = sorted("abc", key=lambda entry: sha256(f"7:{entry}".encode()).hexdigest())

    assert column(ranked, "lot") == {entry: order.index(entry) + 1 for entry in "abc"}
    level = [row["entry"] for row in ranked if row["entry"] != "c"]
    assert level == [entry for entry in order if entry != "c"]
    assert not any(row["tied"] for row in ranked)


def test_deal_facts_break_ties_and_fewer_sets_are_ahead():
    def side(entry, points, sets, made, highest):
        facts = {"sets": sets, "bids_made": made, "highest_deal": highest}
        return {"entries": [entry], "points": points} | facts

    played = [
        {"round": 1, "sides": [side("a", 5, 3, 4, 80), side("b", 5, 1, 6, 60)]},
        {"round": 2, "sides": [side("a", 5, 0, 1, 90), side("b", 5, 1, 1, 95)]},
    ]

    ranked = rank(request("match_points", "fewer_sets bids_made highest_deal", played))["rows"]

    assert [(r["entry"], r["tiebreaks"]) for r in ranked] == [
        ("b", {"fewer_sets": 2, "bids_made": 7, "highest_deal": 95}),
        ("a", {"fewer_sets": 3, "bids_made": 5, "highest_deal": 90}),
    ]
    assert ranked[0]["why"] == "ahead of a on fewer sets, 2 to 3"


def test_strength_of_opponents_and_partners_with_changing_partners():
    # four players, three rounds, everybody once with everybody
    played = matches("a+b 30 c+d 10", "a+c 20 b+d 20", "a+d 25 b+c 5")

    ranked = rows(
        "total_points", "opponents_strength partners_strength opponents_to_partners", played
    )

    assert points(ranked) == {"a": 75, "b": 55, "c": 35, "d": 55}
    assert column(ranked, "opponents_strength")["a"] == 2 * (55 + 35 + 55)
    assert column(ranked, "partners_strength") == {"a": 145, "b": 165, "c": 185, "d": 165}
    assert column(ranked, "opponents_to_partners") == dict.fromkeys("abcd", 2)
