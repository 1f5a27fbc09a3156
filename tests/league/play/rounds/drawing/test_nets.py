from collections import Counter
from itertools import combinations

import pytest

from league.play.rounds.drawing.nets import net_rounds


@pytest.mark.long
@pytest.mark.parametrize(
    ("tables", "seats"),
    [(q, seats) for q in (2, 3, 4, 5, 7, 8, 11) for seats in range(2, min(q, 7) + 1)],
)
def test_no_two_players_share_a_table_twice(tables, seats):
    rounds = net_rounds(tables, seats)

    met = Counter(
        pair
        for at in rounds
        for pair in combinations(range(tables * seats), 2)
        if at[pair[0]] == at[pair[1]]
    )
    assert len(rounds) == (tables + 1 if seats == tables else tables)
    assert all(set(Counter(at).values()) == {seats} for at in rounds)
    assert set(met.values()) == {1}


@pytest.mark.parametrize(("tables", "seats"), [(1, 3), (6, 4), (9, 4), (10, 3), (3, 4)])
def test_where_no_field_fits_there_is_nothing(tables, seats):
    assert net_rounds(tables, seats) == []
