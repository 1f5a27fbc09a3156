"""The row of a fault: how long until it was whole again, and how that is written."""

from dataclasses import replace

from deploy.drill.__main__ import FIRST, is_as_wanted
from deploy.drill.fault_row import FaultRow, concerned, longest_wait, moved_after, whole_after
from deploy.drill.submitters import Played
from deploy.drill.table_of_faults import HEADINGS, as_table
from deploy.drill.verdict import Verdict


def played(began, shown_at):
    return Played(evening=None, table=None, points=20, began=began, shown_at=shown_at)


BEFORE, DURING, AFTER, LATER = played(1, 3), played(4, 20), played(14, 16), played(40, 99)
BEGAN, UNTIL = 5.0, 15.0


def test_those_on_their_way_or_beginning_during_a_fault_are_concerned():
    assert concerned([BEFORE, DURING, AFTER, LATER], BEGAN, UNTIL) == [DURING, AFTER]


def test_whole_again_is_when_the_last_of_them_was_seen():
    assert whole_after([BEFORE, DURING, AFTER, LATER], BEGAN, UNTIL) == 15.0


def test_it_is_never_whole_while_one_of_them_is_not_seen_or_nobody_tried():
    assert whole_after([DURING, played(6, None)], BEGAN, UNTIL) is None
    assert whole_after([BEFORE, LATER], BEGAN, UNTIL) is None


def test_standings_move_when_they_show_what_was_acknowledged_since():
    late = replace(played(4, 30), acknowledged_at=4.5)
    first, second = (replace(played(6, at), acknowledged_at=7) for at in (12, 9))

    assert moved_after([late, first, second], BEGAN) == 4.0
    assert moved_after([late], BEGAN) is None
    assert longest_wait([late, first, played(8, None)]) == 25.5


ROW = FaultRow(
    fault="nginx is killed",
    verdict=Verdict(acknowledged=41, lost=[], doubled=0, standings_are_equal=True),
    lasted_s=0.04,
    whole_after_s=2.345,
    moved_after_s=1.5,
    longest_wait_s=None,
    trouble={"502": 2},
    statuses={"502": 1, "200": 40},
    past_proxy={"200": 80, "refused": 3},
    longest_gap_s=1.04,
    stream_starts=2,
    stream_gap_s=2.0,
)


def test_table_says_everything_in_a_line_a_fault():
    heading, _rule, line = as_table([ROW]).splitlines()

    assert [cell.strip() for cell in heading.strip("|").split("|")] == list(HEADINGS)
    assert [cell.strip() for cell in line.strip("|").split("|")] == [
        *("nginx is killed", "41", "0", "0", "yes", "0.0 s", "2.3 s", "1.5 s, never"),
        *("200: 40, 502: 1", "200: 80, refused: 3", "1.0 s", "2, 2.0 s", "502: 2"),
    ]


def test_what_was_never_whole_or_unequal_is_not_clean_and_stands_out():
    never = replace(ROW, whole_after_s=None)
    unequal = replace(ROW, verdict=replace(ROW.verdict, standings_are_equal=False))

    assert ROW.is_clean
    assert not never.is_clean
    assert not unequal.is_clean
    assert "| never" in as_table([never])
    assert "| NO " in as_table([unequal])


def test_an_upgrade_that_anybody_notices_is_not_as_wanted():
    quiet = replace(ROW, fault=FIRST, trouble={}, statuses={"200": 9}, past_proxy={"200": 9})

    assert is_as_wanted(ROW)
    assert is_as_wanted(quiet)
    for noticed in (
        {"trouble": {"503": 1}},
        {"statuses": {"200": 9, "500": 1}},
        {"past_proxy": {"refused": 1}},
    ):
        assert not is_as_wanted(replace(quiet, **noticed))
