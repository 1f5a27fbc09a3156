"""What takes an entry past those ahead of it as they stand."""

from league.tables.outlook.methods.contest import Result
from league.tables.outlook.methods.passing import Passing, passing

RESULTS = [Result(2, 0, 1), Result(1, 1, 0), Result(0, 2, -1)]


def test_the_least_result_that_is_enough_is_named_nearest_first():
    found = passing(6, [(1, 9), (2, 7), (3, 6)], RESULTS)

    assert found == [
        Passing(3, RESULTS[1], 0),
        Passing(2, RESULTS[0], 1),
        Passing(1, None, 3),
    ]


def test_without_known_results_it_is_a_number_of_points():
    assert passing(410, [(1, 440)], []) == [Passing(1, None, 30)]


def test_a_scale_says_the_margin():
    scale = [Result(12, 8, 1, 50), Result(11, 9, 1, 20), Result(10, 10, 0), Result(8, 12, -1)]

    assert passing(30, [(1, 40)], scale)[0].result == Result(11, 9, 1, 20)
