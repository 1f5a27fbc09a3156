from tests.league.tables.standings.methods.results import column, matches, rows, whys

CHESS = {"name": "match_points", "win": 1, "draw": 0.5, "loss": 0}


def test_cuts_leave_nothing_of_a_single_opponent():
    ranked = rows(CHESS, "buchholz_cut_1 buchholz_cut_2 median_buchholz", matches("a 2 b 1"))

    assert [list(row["tiebreaks"].values()) for row in ranked] == [[0, 0, 0], [0, 0, 0]]


def test_many_opponents_at_a_table_all_count_for_buchholz():
    ranked = rows(
        "total_points", "buchholz sonneborn_berger", matches("a 5 b 3 c 2", "a 1 b 4 c 0")
    )

    assert column(ranked, "buchholz") == {"a": 2 * (7 + 2), "b": 2 * (6 + 2), "c": 2 * (6 + 7)}
    assert column(ranked, "sonneborn_berger") == {"a": 6 * 9, "b": 7 * 8, "c": 2 * 13}


def test_why_names_the_first_tiebreak_that_separated_and_its_numbers():
    played = matches("a 9 b 1, c 9 d 1", "a 9 d 2, c 8 b 3", "a 7 c 7, b 4 d 4")

    ranked = rows("match_points", "wins point_difference points_for", played)

    assert whys(ranked) == {
        "a": "ahead of c on point difference, 15 to 13",
        "c": "behind a on point difference, 13 to 15; ahead of b on points, 5 to 1",
        "b": "behind c on points, 1 to 5; ahead of d on point difference, -13 to -15",
        "d": "behind b on point difference, -15 to -13",
    }
