"""What became of the matches of a round that was changed by hand."""

import pytest

from league.play.rounds.merged_seats import edited_matches

BEFORE = {1: ((11,), (12,)), 2: ((13,), (14,)), 3: ((15,), (16,), (17,))}


@pytest.mark.parametrize(
    ("after", "gone", "moved", "turned"),
    [
        ({}, set(), {}, set()),
        ({1: ((13,), (12,)), 2: ((11,), (14,))}, {1, 2}, {}, set()),
        ({1: BEFORE[2], 2: BEFORE[1]}, set(), {1: 2, 2: 1}, set()),
        ({1: ((12,), (11,))}, set(), {}, {1}),
        ({1: ((13,), (11,)), 2: ((14,), (13,))}, {1}, {}, {2}),
        ({3: ((16,), (15,), (17,))}, {3}, {}, set()),
    ],
)
def test_a_match_is_who_plays_it_whichever_side_is_named_first(after, gone, moved, turned):
    found = edited_matches(BEFORE, BEFORE | after)

    assert (found.gone, found.moved, found.turned) == (gone, moved, turned)


def test_a_table_that_was_dissolved_is_gone_and_its_number_free():
    found = edited_matches(BEFORE, {1: BEFORE[2]})

    assert (found.gone, found.moved) == ({1, 3}, {2: 1})
    assert found.freed == {1, 3}


def test_the_number_that_a_match_gets_is_free_unless_its_own_match_moves_too():
    found = edited_matches({1: BEFORE[1], 2: BEFORE[2]}, {2: BEFORE[1], 5: BEFORE[2]})

    assert (found.moved, found.freed) == ({1: 2, 2: 5}, {5})
