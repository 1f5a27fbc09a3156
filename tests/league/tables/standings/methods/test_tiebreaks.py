import re
from pathlib import Path

import pytest

from league.tables.standings.methods import TIEBREAKS
from league.tables.standings.methods.tiebreaks import by_name
from tests.league.tables.standings.methods.results import column, match, matches, rows, whys

PAGE = Path(__file__).parents[5] / "docs" / "tie-breaks.md"

# five players, three rounds, 1 for a win and a half for a draw, worked out by hand:
#   a beat b, beat c, lost to d: 2     b lost to a, beat e, had a bye: 2
#   c beat d, lost to a, beat e: 2     d lost to c, had a bye, beat a: 2     e: bye, lost, lost: 1
SWISS = matches("a 9 b 1, c 9 d 1, e bye", "a 9 c 1, b 9 e 1, d bye", "d 9 a 1, c 9 e 1, b bye")
CHESS = {"name": "match_points", "win": 1, "draw": 0.5, "loss": 0}


@pytest.mark.long
@pytest.mark.parametrize(
    ("tiebreak", "values"),
    [
        # an absent opponent counts as oneself, at most three draws: 1.5
        ("buchholz", {"a": 6, "b": 4.5, "c": 5, "d": 5.5, "e": 5}),
        ("buchholz_cut_1", {"a": 4, "b": 3.5, "c": 4, "d": 4, "e": 4}),
        ("buchholz_cut_2", {"a": 2, "b": 2, "c": 2, "d": 2, "e": 2}),
        ("median_buchholz", {"a": 2, "b": 1.5, "c": 2, "d": 2, "e": 2}),
        ("sonneborn_berger", {"a": 4, "b": 2.5, "c": 3, "d": 3.5, "e": 1}),
        ("progressive", {"a": 5, "b": 3, "c": 4, "d": 3, "e": 3}),
        ("wins", {"a": 2, "b": 1, "c": 2, "d": 1, "e": 0}),
        ("points_for", {"a": 19, "b": 10, "c": 19, "d": 10, "e": 2}),
        ("point_difference", {"a": 8, "b": 0, "c": 8, "d": 0, "e": -16}),
        ("average", {"a": 6.33, "b": 5, "c": 6.33, "d": 5, "e": 1}),
    ],
)
def test_tiebreaks_of_a_small_swiss(tiebreak, values):
    assert column(rows(CHESS, tiebreak, SWISS), tiebreak) == values


def test_every_tiebreak_has_a_label_and_a_help_of_its_own():
    assert len({str(tiebreak.label) for tiebreak in TIEBREAKS.values()}) == len(TIEBREAKS)
    assert all(str(tiebreak.help).endswith(".") for tiebreak in TIEBREAKS.values())


def test_the_page_of_the_tiebreaks_has_a_row_for_each():
    rows = [line for line in PAGE.read_text().splitlines() if line.startswith("| `")]
    assert re.findall("`([a-z0-9_]+)`", "".join(line.split("|")[1] for line in rows)) == [
        *TIEBREAKS
    ]


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


def test_why_calls_people_by_their_names():
    entries = [{"id": "7", "name": "Ann & Bea"}, {"id": "8", "name": "Cat & Dan"}]

    ranked = rows("total_points", "", [match(1, "7 12 8 9")], entries=entries)

    assert [row["why"] for row in ranked] == [
        "ahead of Cat & Dan on points, 12 to 9",
        "behind Ann & Bea on points, 9 to 12",
    ]


def test_numbers_in_why_are_shown_far_enough_to_differ():
    # x: 100 points in three matches, y: 33.334 in one
    played = matches("x 33 p 200", "x 33 p 200", "x 34 p 200", "y 33.334 p 200")

    ranked = rows("match_points", "average", played)

    assert column(ranked, "average") == {"p": 200, "x": 33.33, "y": 33.33}
    assert whys(ranked)["y"] == (
        "behind p on points, 0 to 8; ahead of x on average points, 33.334 to 33.333"
    )


def test_two_tiebreaks_of_one_name_are_an_error():
    one = TIEBREAKS["wins"]
    with pytest.raises(ValueError, match="same name"):
        by_name(one, TIEBREAKS["played"], one)
