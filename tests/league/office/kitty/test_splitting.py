"""Sums are shared out to the last unit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.office.kitty.charges import Placed, prizes_by_entry, prizes_by_player, shares

WEIGHTS = st.lists(st.integers(0, 1_000), min_size=1, max_size=20).filter(sum)


def test_what_cannot_be_divided_goes_to_the_first():
    assert shares(100, [1, 1, 1]) == [34, 33, 33]
    assert shares(1001, [50, 30, 20]) == [501, 300, 200]
    assert shares(2, [0, 1, 1, 1]) == [0, 1, 1, 0]


@pytest.mark.long
@given(st.integers(0, 10**9), WEIGHTS)
def test_shares_sum_to_the_amount_and_are_fair_to_one_unit(amount, weights):
    parts = shares(amount, weights)
    assert sum(parts) == amount
    for part, weight in zip(parts, weights, strict=True):
        assert 0 <= part - amount * weight // sum(weights) <= 1


def places(*ranks, size=2):
    return [
        Placed(number, rank, [10 * number + seat for seat in range(size)])
        for number, rank in enumerate(ranks, start=1)
    ]


def test_entries_level_share_the_prizes_of_the_places_they_take():
    assert prizes_by_entry(1000, [50, 30, 20], places(1, 2, 2, 4)) == {1: 500, 2: 250, 3: 250}
    assert prizes_by_entry(1000, [60, 40], places(1, 1, 1)) == {1: 334, 2: 333, 3: 333}


def test_the_last_prize_is_shared_by_all_who_are_level_for_it():
    assert prizes_by_entry(1000, [50, 30, 20], places(1, 2, 3, 3)) == {
        1: 500,
        2: 300,
        3: 100,
        4: 100,
    }


def test_prizes_for_places_that_nobody_took_stay_in_the_pot():
    assert prizes_by_entry(1000, [50, 30, 20], places(1, 2)) == {1: 500, 2: 300}


def test_the_players_of_an_entry_share_its_prize():
    found = places(1, 2)
    assert prizes_by_player({1: 501, 2: 1}, found) == {10: 251, 11: 250, 20: 1}


@given(
    st.integers(0, 10**7),
    st.lists(st.integers(1, 100), min_size=1, max_size=6),
    st.lists(st.integers(0, 3), min_size=6, max_size=12),
)
def test_with_entries_enough_the_whole_pot_is_shared_out(pot, weights, points):
    order = sorted(points, reverse=True)
    found = places(*[order.index(point) + 1 for point in order], size=3)
    prizes = prizes_by_entry(pot, weights, found)
    assert sum(prizes.values()) == pot
    assert sum(prizes_by_player(prizes, found).values()) == pot
