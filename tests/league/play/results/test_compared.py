"""The same deal at several tables: shares worked by hand, and who is in the list."""

from league.play.results.visible_results import shares


def test_two_sides_are_compared_by_the_difference():
    """Differences 420, 300, 300, -50: beats 3; 1 and a tie twice; none. Of 3 others each."""
    shared = shares([[500, 80], [300, 0], [0, -300], [0, 50]])

    assert [one[0] for one in shared] == [100, 50, 50, 0]
    assert all(a + b == 100 for a, b in shared)


def test_three_sides_are_compared_by_their_own_points():
    assert shares([[10, 5, 0], [20, 5, -5], [10, 0, 0]]) == [
        (25, 75, 75),
        (100, 75, 0),
        (25, 0, 75),
    ]


def test_tables_without_a_result_are_no_comparison():
    assert shares([[1, 0], None, [0, 1]]) == [(100, 0), (), (0, 100)]
    assert shares([[1, 0], None]) == [(None, None), ()]
    assert shares([]) == []
