"""Several things in a row within a sentence."""

from league.lists import listed


def test_things_of_any_kind_stand_in_a_row_in_their_order():
    assert listed(["wins", 12, "lot"]) == "wins, 12, lot"
    assert listed(["wins"]) == "wins"
    assert listed([]) == ""
