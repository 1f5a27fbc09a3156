import pytest

from tests.league.tables.standings.methods.results import match, matches, rows, table

# four pairs, a double-deck league in three rounds, worked out by hand
LEAGUE = matches("a 500 b 320, c 410 d 410", "a 280 c 505, d 515 b 500", "d 90 a 600, b 505 c 400")


def test_total_points_add_up_every_match():
    ranked = rows("total_points", "", LEAGUE)

    assert table(ranked) == [
        ("1", "a", 500 + 280 + 600),
        ("2", "b", 320 + 500 + 505),
        ("3", "c", 410 + 505 + 400),
        ("4", "d", 410 + 515 + 90),
    ]


def test_match_points_count_wins_draws_and_losses():
    ranked = rows("match_points", "point_difference", LEAGUE)

    assert [
        (r["entry"], r["rank"], r["points"], r["played"], r["won"], r["drawn"], r["lost"])
        for r in ranked
    ] == [
        ("a", 1, 4, 3, 2, 0, 1),
        ("c", 2, 3, 3, 1, 1, 1),  # 1315 to 1195: +120
        ("d", 3, 3, 3, 1, 1, 1),  # 1015 to 1510: -495
        ("b", 4, 2, 3, 1, 0, 2),
    ]
    assert [r["tiebreaks"]["point_difference"] for r in ranked] == [465, 120, -495, -90]


@pytest.mark.parametrize(
    ("worth", "points"),
    [
        ({"win": 3, "draw": 1, "loss": 0}, [6, 4, 4, 3]),
        ({"win": 1, "draw": 0.5, "loss": 0}, [2, 1.5, 1.5, 1]),
        ({"win": 3, "draw": 2, "loss": 1}, [7, 6, 6, 5]),
        ({"win": 0, "draw": -1, "loss": -2}, [-2, -3, -3, -4]),
        ({"win": 1, "draw": 1 / 3}, [2, 1.33, 1.33, 1]),
    ],
)
def test_a_win_is_worth_what_the_club_says(worth, points):
    ranked = rows({"name": "match_points", **worth}, "", LEAGUE)

    assert [row["points"] for row in ranked] == points


def test_level_entries_share_the_rank_and_the_next_is_skipped():
    ranked = rows("match_points", "", LEAGUE)

    assert table(ranked) == [("1", "a", 4), ("2=", "c", 3), ("2=", "d", 3), ("4", "b", 2)]


def test_named_winner_counts_even_with_fewer_points():
    # a game to 500: the bidder goes out first, at 505 to 510
    played = [match(1, "a 505 b 510", winner=0)]

    assert table(rows("match_points", "", played)) == [("1", "a", 2), ("2", "b", 0)]
    assert table(rows("total_points", "", played)) == [("1", "b", 510), ("2", "a", 505)]
    assert [row["won"] for row in rows("total_points", "", played)] == [0, 1]


def test_tables_of_many_sides_give_everybody_their_total():
    played = matches("a 21 b 12 c 9 d 21 e 4", "a 7 b 11 c 3, d 8 e 10")

    ranked = rows("total_points", "point_difference wins", played)

    assert table(ranked) == [
        ("1", "d", 29),
        ("2", "a", 28),
        ("3", "b", 23),
        ("4", "e", 14),
        ("5", "c", 12),
    ]
    # at the table of five d made 21, the other four 11.5 on average: 9.5, and then -2
    assert [row["tiebreaks"]["point_difference"] for row in ranked] == [
        7.5,
        9.5,
        4.25,
        -9.75,
        -11.5,
    ]
    assert [(r["won"], r["drawn"], r["lost"]) for r in ranked] == [
        (0, 1, 1),
        (0, 1, 1),
        (1, 0, 1),
        (1, 0, 1),
        (0, 0, 2),
    ]


def test_partners_of_a_round_each_get_what_their_side_made():
    played = matches("a+b 30 c+d 20", "a+c 10 b+d 25")

    ranked = rows("total_points", "point_difference", played)

    assert table(ranked) == [("1", "b", 55), ("2", "d", 45), ("3", "a", 40), ("4", "c", 30)]
    assert [row["tiebreaks"]["point_difference"] for row in ranked] == [25, 5, -5, -25]


def test_tenths_are_tenths():
    played = [
        {
            "round": number,
            "sides": [{"entries": [one], "points": points}, {"entries": [other], "points": 0}],
        }
        for number, one, points, other in [
            (1, "a", 0.1, "c"),
            (2, "a", 0.2, "c"),
            (3, "b", 0.3, "c"),
        ]
    ]

    # as floats, 0.1 + 0.2 would be ahead of 0.3
    assert table(rows("total_points", "", played))[:2] == [("1=", "a", 0.3), ("1=", "b", 0.3)]


@pytest.mark.parametrize(
    ("method", "points"),
    [
        ({"name": "match_points"}, {"a": 2, "b": 0, "c": 2}),
        ({"name": "match_points", "bye": "draw"}, {"a": 2, "b": 0, "c": 1}),
        ({"name": "match_points", "bye": "loss"}, {"a": 2, "b": 0, "c": 0}),
        ({"name": "match_points", "bye": 1.5}, {"a": 2, "b": 0, "c": 1.5}),
        ({"name": "match_points", "win": 3, "bye": "win"}, {"a": 3, "b": 0, "c": 3}),
        # without a match of its own: the average of those who played the round
        ({"name": "match_points", "bye": "own_average"}, {"a": 2, "b": 0, "c": 1}),
        ({"name": "total_points", "bye": "own_average"}, {"a": 40, "b": 10, "c": 25}),
        ({"name": "total_points"}, {"a": 40, "b": 10, "c": 0}),
        ({"name": "total_points", "bye": 12}, {"a": 40, "b": 10, "c": 12}),
        ({"name": "total_points", "bye": "winners_average"}, {"a": 40, "b": 10, "c": 40}),
    ],
)
def test_a_bye_is_worth_what_the_event_says(method, points):
    ranked = rows(method, "", matches("a 40 b 10, c bye"))

    assert {row["entry"]: row["points"] for row in ranked} == points
    assert {row["entry"]: (row["played"], row["byes"], row["won"]) for row in ranked}["c"] == (
        0,
        1,
        0,
    )


def test_own_average_counts_matches_only_and_is_exact():
    played = matches("a 10 b 4, c bye", "c 5 a 1, b bye", "b 3 c 6, a bye", "a 9 b 8, c bye")

    ranked = rows({"name": "total_points", "bye": "own_average"}, "", played)

    assert {row["entry"]: row["points"] for row in ranked} == {
        "a": 26.67,  # 20 in three matches, and a third of that
        "b": 20,  # 15 in three matches, and 5
        "c": 22,  # 11 in two matches, and twice 5.5
    }


def test_winners_average_is_of_the_round_of_the_bye():
    played = matches("a 10 b 4, c 8 d 8, e bye", "a 100 b 0, c 0 d 100, e 1 f 2")

    ranked = rows({"name": "total_points", "bye": "winners_average"}, "", played)

    # round 1: a won with 10, c and d drew with 8 each
    assert {row["entry"]: row["points"] for row in ranked}["e"] == 9.67  # 26 / 3 + 1


def test_penalties_and_awards_count_for_their_entry_only():
    adjustments = [
        {"entry": "a", "points": -1.5, "reason": "late to round 2"},
        {"entry": "b", "points": 2},
    ]
    played = matches("a 10 b 5, c 8 d 2", "a 9 c 1, b 7 d 3")

    without = rows("match_points", "buchholz", played)
    ranked = rows("match_points", "buchholz", played, adjustments=adjustments)

    assert table(ranked) == [("1", "b", 4), ("2", "a", 2.5), ("3", "c", 2), ("4", "d", 0)]
    buchholz = [
        {row["entry"]: row["tiebreaks"]["buchholz"] for row in one} for one in (without, ranked)
    ]
    assert buchholz[0] == buchholz[1]
    assert {row["entry"]: row.get("adjustments") for row in ranked} == {
        "a": [{"points": -1.5, "reason": "late to round 2"}],
        "b": [{"points": 2, "reason": ""}],
        "c": None,
        "d": None,
    }


def test_provisional_results_mark_those_who_played_them():
    played = [
        match(1, "a 10 b 5"),
        match(1, "c 3 d 4", provisional=True),
        match(2, "e 1 f 2 g 3", provisional=True),
    ]

    ranked = rows("total_points", "", played)

    assert {row["entry"] for row in ranked if row["provisional"]} == {"c", "d", "e", "f", "g"}


def test_groups_are_ranked_each_by_itself():
    played = matches("a 10 x 5, b 3 y 8", "a 7 y 7, b 1 x 9")

    ranked = rows("match_points", "", played, groups=[["b", "a"], ["x", "y"]])

    assert [(row["group"], row["rank"], row["tied"], row["entry"]) for row in ranked] == [
        (0, 1, False, "a"),
        (0, 2, False, "b"),
        (1, 1, False, "y"),
        (1, 2, False, "x"),
    ]


def test_before_the_first_result_everybody_is_first():
    entries = [{"id": name} for name in "abcdef"]

    ranked = rows("match_points", "head_to_head buchholz", [], entries=entries)

    assert table(ranked) == [("1=", name, 0) for name in "abcdef"]
    assert ranked[5]["why"] == "level with a, b, c and 2 more on all that counts"
