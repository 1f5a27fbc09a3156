import pytest

from league.play.rounds.drawing.formats.individual_tables.table_sizes import table_sizes


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, [3]),
        (4, [4]),
        (5, [5]),
        (6, [3, 3]),  # one table of 6 is further from 4
        (7, [4, 3]),
        (8, [4, 4]),
        (9, [5, 4]),
        (10, [5, 5]),  # as near as 4, 3, 3, and the same for everybody
        (11, [4, 4, 3]),
        (13, [5, 4, 4]),
        (14, [5, 5, 4]),
        (22, [5, 5, 4, 4, 4]),
    ],
)
def test_sizes_come_as_near_to_four_as_they_can(players, sizes):
    assert table_sizes(players, minimum=3, maximum=7, preferred=4) == sizes


@pytest.mark.long
@pytest.mark.sampled(40)
@pytest.mark.parametrize("preferred", range(3, 8))
@pytest.mark.parametrize("players", range(3, 61))
def test_every_number_from_three_on_can_be_seated(players, preferred):
    sizes = table_sizes(players, minimum=3, maximum=7, preferred=preferred)

    assert sum(sizes) == players
    assert all(3 <= size <= 7 for size in sizes)
    assert sizes[0] - sizes[-1] <= 1
