import pytest

from league.play.rounds.drawing import CannotDraw, draw
from league.play.rounds.drawing.deal_sets import SetBook, deals_of, sets_of
from tests.league.play.rounds.drawing.requests import request


@pytest.mark.parametrize("deals", range(1, 6))
def test_sets_are_blocks_of_consecutive_numbers(deals):
    numbers = [number for one in range(1, 9) for number in deals_of(one, deals)]

    assert numbers == list(range(1, 8 * deals + 1))
    assert [sets_of(deals_of(one, deals), deals) for one in range(1, 9)] == [
        {one} for one in range(1, 9)
    ]
    assert deals_of(3, 0) == ()


def test_tables_get_sets_that_nobody_there_has_played():
    book = SetBook()
    assert book.hand_out(["ab", "cd"]) == [1, 2]
    # crosswise: each could play the other's set
    assert book.hand_out(["cx", "ay"]) == [1, 2]
    # b has played 1, d 2, together nothing is left
    assert book.hand_out(["bd"]) == [3]


def test_a_set_already_at_hand_comes_before_a_fresh_one_and_as_many_tables_as_can_share():
    book = SetBook()
    book.note("a", [1])
    book.note("b", [2])

    # the second table can only play 1, so the first takes 2
    assert book.hand_out(["xy", "bz"], at_hand=[1, 2]) == [2, 1]


def test_what_nobody_can_tell_is_kept_out():
    book = SetBook()
    book.note("ab", [4])
    book.unknown_before(7)

    assert book.hand_out(["cd"], at_hand=range(1, 9)) == [7]
    assert book.fresh() == 8


def test_history_may_say_which_deals_were_played():
    played = {"round": 1, "table": 1, "sides": [{"entries": ["e1"]}, {"entries": ["e3"]}]}
    data = request("mitchell", 4, options={"deals": 0}, history=[played | {"deals": [1, 2]}])
    assert draw(data)["rounds"]

    data["history"] = [played | {"deals": [0]}]
    with pytest.raises(CannotDraw) as refused:
        draw(data)
    assert refused.value.path == "history[0].deals[0]"
