from tests.league.tables.standings.methods.results import column, matches, rows, table, whys


def given(**points):
    """Return adjustments that bring entries level."""
    return [{"entry": entry, "points": number} for entry, number in points.items()]


def test_two_level_entries_are_separated_by_their_match():
    played = matches("a 5 b 9, c 8 d 2", "a 7 c 3, b 1 d 4", "a 6 d 2, c 1 b 5")

    ranked = rows("match_points", "head_to_head point_difference", played)

    assert table(ranked) == [("1", "b", 4), ("2", "a", 4), ("3", "c", 2), ("4", "d", 2)]
    assert column(ranked, "head_to_head") == {"a": 0, "b": 2, "c": 2, "d": 0}
    assert whys(ranked)["a"] == "behind b on head-to-head, 0 to 2; ahead of c on points, 4 to 2"


def test_three_level_entries_make_a_league_of_their_own():
    played = matches(
        "a 9 b 1, c 9 d 1",
        "a 9 c 1, b 1 e 9",
        "a 1 d 9, c 9 e 1",
        "a 1 e 9, b 9 d 1",
        "b 9 c 1, d 1 e 9",
    )

    ranked = rows("match_points", "head_to_head", played)

    assert table(ranked) == [
        ("1", "e", 6),
        ("2", "a", 4),
        ("3", "b", 4),
        ("4", "c", 4),
        ("5", "d", 2),
    ]
    assert column(ranked, "head_to_head") == {"a": 4, "b": 2, "c": 0, "d": None, "e": None}
    assert whys(ranked)["b"] == (
        "behind a on head-to-head, 2 to 4; ahead of c on head-to-head, 2 to 0"
    )


def test_circle_of_three_stays_level_for_the_next_tiebreak():
    played = matches("a 10 b 5, c 7 d 2", "b 9 c 1, d 3 a 8", "c 6 a 5, b 9 d 8")

    by_matches, by_points = (
        rows("match_points", tiebreaks, played)
        for tiebreaks in ("head_to_head", "head_to_head points_for")
    )

    assert table(by_matches)[:3] == [("1=", "a", 4), ("1=", "b", 4), ("1=", "c", 4)]
    assert table(by_points)[:3] == [("1=", "a", 4), ("1=", "b", 4), ("3", "c", 4)]
    assert (
        whys(by_points)["a"]
        == "level with b on all that counts; ahead of c on points for, 23 to 14"
    )


def test_entries_still_level_in_the_mini_league_are_compared_among_themselves():
    played = matches("w 9 x 1, y 9 z 1", "w 9 y 1, x 9 z 1", "w 1 z 9, x 9 y 1")

    ranked = rows("match_points", "head_to_head", played, adjustments=given(y=2, z=2))

    assert table(ranked) == [("1", "w", 4), ("2", "x", 4), ("3", "y", 4), ("4", "z", 4)]
    assert column(ranked, "head_to_head") == {"w": 4, "x": 4, "y": 2, "z": 2}
    assert whys(ranked)["x"] == (
        "behind w on head-to-head, 0 to 2; ahead of y on head-to-head, 4 to 2"
    )


def test_an_entry_that_is_first_whatever_the_missing_match_brings_is_first():
    # b and c have not met
    played = matches("a 9 b 1", "a 9 c 1")

    ranked = rows("match_points", "head_to_head", played, adjustments=given(b=4, c=4))

    assert table(ranked) == [("1", "a", 4), ("2=", "b", 4), ("2=", "c", 4)]
    assert whys(ranked) == {
        "a": "ahead of b on head-to-head, at least 4 to at most 2",
        "b": "level with c on all that counts; behind a on head-to-head, at most 2 to at least 4",
        "c": "level with b on all that counts; behind a on head-to-head, at most 2 to at least 4",
    }


def test_all_are_separated_where_the_missing_match_cannot_change_a_place():
    # a and e have not met
    played = matches(
        "a 9 b 1, c 9 e 1", "a 9 c 1, d 9 e 1", "a 9 d 1, b 9 e 1", "b 9 c 1", "b 5 d 5", "c 9 d 1"
    )

    ranked = rows("match_points", "head_to_head", played, adjustments=given(b=1, c=2, d=3, e=6))

    assert [row[:2] for row in table(ranked)] == list(zip("12345", "abcde", strict=True))


def test_place_that_a_missing_match_could_change_is_not_given():
    # c has met neither: it could still be ahead of a
    played = matches("a 9 b 1, c 2 d 1")

    ranked = rows("match_points", "head_to_head points_for", played, adjustments=given(b=2))

    assert table(ranked) == [("1", "a", 2), ("2", "c", 2), ("3", "b", 2), ("4", "d", 0)]
    assert whys(ranked)["a"] == "ahead of c on points for, 9 to 2"


def test_several_matches_count_as_their_mean_where_not_all_met_as_often():
    # as sums a and c would be level with 2
    played = matches("a 9 b 1", "a 1 b 9", "a 1 c 9", "b 9 c 1")

    ranked = rows("match_points", "head_to_head", played, adjustments=given(a=2, c=2))

    assert table(ranked) == [("1", "b", 4), ("2", "c", 4), ("3", "a", 4)]
    assert column(ranked, "head_to_head") == {"a": 1, "b": 3, "c": 2}


def test_matches_add_up_where_all_met_equally_often():
    played = matches("a 9 b 1", "b 1 a 9")

    ranked = rows("match_points", "head_to_head", played, adjustments=given(b=4))

    assert column(ranked, "head_to_head") == {"a": 4, "b": 0}


def test_total_points_compare_the_points_of_the_matches_among_the_level():
    played = matches("a 30 b 20", "a 10 c 0", "b 20 c 0")

    ranked = rows("total_points", "head_to_head", played)

    assert table(ranked) == [("1", "a", 40), ("2", "b", 40), ("3", "c", 0)]
    assert column(ranked, "head_to_head") == {"a": 30, "b": 20, "c": None}


def test_total_points_of_entries_that_have_not_met_cannot_be_compared():
    played = matches("a 40 c 0, b 40 d 0")

    ranked = rows("total_points", "head_to_head", played)

    assert table(ranked)[:2] == [("1=", "a", 40), ("1=", "b", 40)]


def test_earlier_tiebreak_decides_who_is_still_level():
    # a, b and c have 4 points; point difference leaves only a and b level
    played = matches("a 10 b 5, c 7 d 2", "b 14 c 1, d 3 a 8", "c 6 a 5, d 8 b 9")

    ranked = rows("match_points", "wins point_difference head_to_head", played)

    assert column(ranked, "point_difference") == {"a": 9, "b": 9, "c": -7, "d": -11}
    assert column(ranked, "head_to_head") == {"a": 2, "b": 0, "c": None, "d": None}
    assert [row["entry"] for row in ranked] == ["a", "b", "c", "d"]
