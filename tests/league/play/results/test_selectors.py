"""What is asked of results, and how many queries it takes."""

from datetime import timedelta

import pytest

from league.play.results import services as results
from league.play.results.selectors import (
    adjustments_of,
    history_of,
    room_of,
)
from league.play.results.sheet import read_sheet
from league.play.rounds.selectors import side_names, table_with_names
from tests.league.play.results.factories import (
    NOW,
    make_adjustment,
    make_director,
    make_table,
    pinochle,
    play,
    submit,
)

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.mark.parametrize("deals", [1, 12])
def test_a_sheet_takes_the_same_number_of_queries_however_long_it_is(
    deals, django_assert_num_queries
):
    table = make_table(deals_a_round=12)
    play(table, *[pinochle()] * deals)
    table = table_with_names(table.pk)

    with django_assert_num_queries(3):
        sheet = read_sheet(table)
        assert sheet.outcome.running[deals] == (64 * deals, 42 * deals)
        assert [one.disputes.all().exists for one in sheet.submissions]


@pytest.mark.parametrize("entries", [2, 12])
def test_the_room_takes_the_same_number_of_queries_however_full_it_is(
    entries, django_assert_num_queries
):
    round = make_table(entries=entries).round
    for table in round.tables.all():
        submit(table)

    with django_assert_num_queries(4):
        rows = room_of(round, NOW)
        assert all(len(side_names(one.table)) == 2 for one in rows)
        assert {one.state for one in rows} == {"playing"}


def test_a_table_is_late_after_the_deadline_until_it_is_played():
    first = make_table(entries=4, deals_a_round=1)
    done, _waiting = first.round.tables.order_by("number")
    play(done, pinochle())
    first.round.deadline = NOW
    first.round.save()

    late = room_of(first.round, NOW + timedelta(minutes=1))
    in_time = room_of(first.round, NOW - timedelta(minutes=1))

    assert [one.state for one in late] == ["confirmed", "late"]
    assert [one.state for one in in_time] == ["confirmed", "waiting"]


def test_the_history_of_a_deal_keeps_everything():
    table = make_table()
    first = submit(table)
    results.correct(
        submission=first,
        data=pinochle(points=(31, 19)),
        reason="x",
        actor=make_director(table),
        at=NOW,
    )

    assert [one.state for one in history_of(table, 1)] == ["corrected", "confirmed"]


@pytest.mark.parametrize("count", [1, 6])
def test_adjustments_take_the_same_number_of_queries(count, django_assert_num_queries):
    from league.play.events.names import name_of

    table = make_table(entries=6)
    for entry in table.round.stage.event.entries.all()[:count]:
        make_adjustment(table.round.stage, entry, actor=make_director(table))

    with django_assert_num_queries(2):
        assert len([name_of(one.entry) for one in adjustments_of(table.round.stage.event)]) == count
