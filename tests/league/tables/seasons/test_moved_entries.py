"""Whom signed moves put into the events of a division, entry by entry."""

from types import SimpleNamespace

from league.play.events.services import Competing
from league.tables.seasons.keys import Moved


def entry(*players, name=""):
    return Competing([SimpleNamespace(pk=pk) for pk in players], name)


def move(key, before, after):
    return {"key": key, "before": before, "after": after}


def players_in(entries):
    return [tuple(player.pk for player in one.players) for one in entries]


def test_entries_stand_in_the_order_of_the_moves_with_those_who_were_not_moved_behind():
    first, second = [entry(1), entry(2), entry(9)], [entry(3), entry(4)]
    moves = [move("p3", 2, 1), move("p1", 1, 1), move("p2", 1, 2), move("p4", 2, None)]
    moved = Moved(moves, [first, second])
    assert players_in(moved.entries_of(1, first)) == [(3,), (1,), (9,)]
    assert players_in(moved.entries_of(2, second)) == [(2,)]


def test_a_pair_of_a_season_of_single_players_goes_where_both_partners_go():
    first, second = [entry(1, 2), entry(3, 4)], [entry(5, 6)]
    moves = [
        *(move(f"p{pk}", 1, 2) for pk in (1, 2)),
        # these two part: their pair stays where it was
        *(move("p3", 1, 1), move("p4", 1, 2)),
        *(move(f"p{pk}", 2, 1) for pk in (5, 6)),
    ]
    moved = Moved(moves, [first, second])
    assert players_in(moved.entries_of(1, first)) == [(5, 6), (3, 4)]
    assert players_in(moved.entries_of(2, second)) == [(1, 2)]


def test_a_division_is_common_where_nobody_was_of_another():
    moves = [move("p1", 1, 1), move("p2", 1, 1), move("p3", 2, 2)]
    moved = Moved(moves, [[entry(1), entry(2), entry(3)]])
    assert moved.common_division([entry(1), entry(2)]) == 1
    assert moved.common_division([entry(1), entry(3)]) is None
    assert moved.common_division([]) is None
