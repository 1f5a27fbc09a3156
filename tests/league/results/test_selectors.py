"""What is asked of results, and how many queries it takes."""

from datetime import timedelta
from decimal import Decimal
from uuid import uuid4

import pytest

from league.events.models import Entry
from league.results import services as results
from league.results.selectors import (
    adjustments_of,
    confirmed_matches,
    history_of,
    room_of,
    sheet_of,
)
from league.rounds.selectors import side_names, table_with_names
from league.standings.methods import rank
from tests.league.results.factories import (
    NOW,
    make_director,
    make_pitch_table,
    make_table,
    pinochle,
    pitch,
    play,
    submit,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("deals", [1, 12])
def test_a_sheet_takes_the_same_number_of_queries_however_long_it_is(
    deals, django_assert_num_queries
):
    table = make_table(deals_a_round=12)
    play(table, *[pinochle()] * deals)
    table = table_with_names(table.pk)

    with django_assert_num_queries(3):
        sheet = sheet_of(table)
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


def test_the_rank_door_takes_the_matches_of_a_stage(django_assert_num_queries):
    first = make_table(entries=4, deals_a_round=1)
    stage = first.round.stage
    done, waiting = first.round.tables.order_by("number")
    play(done, pinochle())
    submit(waiting)
    entry = Entry.objects.filter(event=stage.event).order_by("id").first()
    results.adjust(
        stage=stage,
        entry=entry,
        kind="penalty",
        points=Decimal(1),
        reason="late",
        key=uuid4(),
        actor=make_director(first),
        at=NOW,
    )

    with django_assert_num_queries(3):
        facts = confirmed_matches(stage)
    answer = rank(
        {
            "method": {"name": "total_points"},
            "entries": [{"id": str(one.pk)} for one in stage.event.entries.all()],
            **facts,
        }
    )

    played = [match for match in facts["matches"] if "sides" in match]
    assert [match.get("provisional", False) for match in played] == [False, True]
    due = {
        one: side["points"]
        for match in played
        for side in match["sides"]
        for one in side["entries"]
    }
    due[str(entry.pk)] -= 1
    assert {row["entry"]: row["points"] for row in answer["rows"]} == due


def test_a_table_still_playing_is_not_among_the_matches():
    table = make_pitch_table(players=4)
    play(table, pitch())

    assert [one for one in confirmed_matches(table.round.stage)["matches"] if "sides" in one] == []


@pytest.mark.parametrize("count", [1, 6])
def test_adjustments_take_the_same_number_of_queries(count, django_assert_num_queries):
    from league.events.names import name_of

    table = make_table(entries=6)
    for entry in table.round.stage.event.entries.all()[:count]:
        results.adjust(
            stage=table.round.stage,
            entry=entry,
            kind="award",
            points=Decimal(2),
            reason="x",
            key=uuid4(),
            actor=make_director(table),
            at=NOW,
        )

    with django_assert_num_queries(2):
        assert len([name_of(one.entry) for one in adjustments_of(table.round.stage.event)]) == count
