"""Phones that send at the same moment, on real connections of their own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Barrier, BrokenBarrierError
from uuid import uuid4

import pytest
from django.db import OperationalError, connection, transaction

from games.models import Deal
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.play.events.models import Event
from league.play.results import services as results
from league.play.results.models import Dispute, Submission, TableResult
from league.play.results.services import entering
from league.play.rounds.models import Round, Table
from tests.league.play.results.factories import (
    ANN,
    BOB,
    NOW,
    make_director,
    make_table,
    pinochle,
    submit,
)
from tests.recovery.mishaps import waiting_for_a_lock
from tests.recovery.truth import wait_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Run the acts together, each on a connection of its own; what one raises is its answer."""
    start = Barrier(len(acts))

    def run(act):
        try:
            start.wait(30)
            return act()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))


def states(table):
    return sorted(Submission.objects.filter(table=table).values_list("number", "state"))


def test_different_numbers_of_two_phones_stand_side_by_side():
    table = make_table()

    at_once(
        lambda: submit(table, side=0, number=1),
        lambda: submit(table, pinochle(points=(31, 19)), side=1, number=1, actor=BOB),
    )

    assert states(table) == [(1, "disputed"), (1, "disputed")]
    assert Dispute.objects.count() == 1
    assert TableResult.objects.get().totals == [0, 0]


def test_one_key_sent_five_times_at_once_is_one_deal():
    table, key = make_table(), uuid4()

    answers = at_once(*[lambda: submit(table, key=key)] * 5)

    assert len({answer.pk for answer in answers}) == 1
    assert (Submission.objects.count(), Deal.objects.count()) == (1, 1)
    assert Happening.objects.filter(kind="deal.submitted").count() == 1


def test_confirming_and_taking_back_at_once_leaves_one_of_the_two():
    table = make_table()
    submission = submit(table)

    at_once(
        lambda: results.confirm(
            table=table, side=1, submissions=[submission.pk], by=Act(BOB, NOW), device=""
        ),
        lambda: results.take_back(table=table, side=0, submission=submission, by=Act(ANN, NOW)),
    )

    assert states(table) in ([(1, "confirmed")], [(1, "void")])
    result = TableResult.objects.get()
    assert result.totals == ([64, 42] if states(table) == [(1, "confirmed")] else [0, 0])


def test_the_event_and_the_round_are_held_before_the_table():
    table = make_table()
    event, round_ = table.round.stage.event, table.round
    in_order = [Event.objects.filter(pk=event.pk), Round.objects.filter(pk=round_.pk)]

    with ThreadPoolExecutor(1) as phone, transaction.atomic():
        Table.objects.select_for_update().get(pk=table.pk)
        sent = phone.submit(at_once, lambda: submit(table))
        wait_for(lambda: waiting_for_a_lock() == 1)
        for rows in in_order:
            # as whoever closes the round; it must wait there, and not hold what the phone needs
            with pytest.raises(OperationalError), transaction.atomic():
                rows.select_for_update(nowait=True).get()

    assert isinstance(sent.result()[0], Submission)


def test_a_round_that_closes_while_a_deal_waits_for_its_table_is_seen_closed():
    table = make_table()

    with ThreadPoolExecutor(1) as phone, transaction.atomic():
        round_ = Round.objects.select_for_update().get(pk=table.round_id)
        sent = phone.submit(at_once, lambda: submit(table))
        wait_for(lambda: waiting_for_a_lock() == 1)
        round_.state = "closed"
        round_.save(update_fields=["state"])

    assert isinstance(sent.result()[0], results.RoundNotOpen)


@pytest.fixture
def both_read_first(monkeypatch):
    """Let neither of two directors enter a sheet before both have read it, where no lock holds."""
    barrier = Barrier(2)
    read = entering.read_sheet

    def read_and_wait(table, **how):
        sheet = read(table, **how)
        with suppress(BrokenBarrierError):  # the other director waits for the lock
            barrier.wait(1)
        return sheet

    monkeypatch.setattr(entering, "read_sheet", read_and_wait)


def paper_sheet(*points):
    """Return the rows of a sheet: what side 0 took in each deal."""
    return [
        results.PaperDeal(
            number=number, summary=pinochle(points=(taken, 50 - taken))["summary"], key=uuid4()
        )
        for number, taken in enumerate(points, start=1)
    ]


def enter_both(table, *sheets):
    """Enter two sheets at once, each by its own director; one that was refused comes last."""
    directors = [make_director(table) for _sheet in sheets]
    answers = at_once(
        *[
            partial(results.enter_sheet, table=table, deals=deals, by=Act(director, NOW))
            for deals, director in zip(sheets, directors, strict=True)
        ]
    )
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    return sorted(answers, key=lambda written: written.refused is not None)


@pytest.mark.usefixtures("both_read_first")
@pytest.mark.parametrize("same_keys", [True, False], ids=["sent twice", "typed by two directors"])
def test_a_sheet_that_comes_twice_at_once_is_entered_once(same_keys):
    table, sheet = make_table(), paper_sheet(30, 31)

    answers = enter_both(table, sheet, sheet if same_keys else paper_sheet(30, 31))

    assert [(written.entered, written.refused) for written in answers] == [([1, 2], None)] * 2
    assert states(table) == [(1, "confirmed"), (2, "confirmed")]
    assert (Deal.objects.count(), TableResult.objects.get().totals[0]) == (2, 2 * 34 + 61)
    assert Happening.objects.filter(kind="deal.entered").count() == 2
