"""The same deal at several tables: shares worked by hand, and who is in the list."""

from fractions import Fraction

import pytest

from league.play.results.compared import shares, tables_with_deal
from tests.league.play.prepared.factories import make_mitchell, open_first, prepare
from tests.league.play.results.factories import pinochle, play


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


def test_nothing_is_rounded():
    shared = shares([[n, 0] for n in range(8)])

    assert shared[3][0] == Fraction(300, 7)


@pytest.mark.long
@pytest.mark.django_db
def test_every_table_that_plays_the_deal_is_listed(django_assert_max_num_queries):
    event = make_mitchell(3)
    prepare(event)
    tables = open_first(event)
    play(tables[0], pinochle())
    stage = event.stages.get()
    deal = tables[0].deal_numbers[0]

    with django_assert_max_num_queries(6):
        rows = tables_with_deal(stage, deal)
    assert [row.table.pk for row in rows] == [tables[0].pk]  # the others' rounds are not open
    assert list(rows[0].score) == [64, 42]
