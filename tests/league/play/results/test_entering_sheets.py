"""A paper sheet: its rows checked together as they would be one after the other, then entered."""

from uuid import uuid4

import pytest

from league.foundation.journal.actor import Act
from league.play.results import services as results
from league.play.results.models import Submission, TableResult
from league.play.results.selectors import result_of
from league.play.results.sheet import read_sheet
from tests.league.play.results.factories import (
    NOW,
    make_director,
    make_pinochle_game,
    make_table,
    pinochle,
    states,
    submit,
)

pytestmark = pytest.mark.django_db

GOOD = pinochle()["summary"]
WRONG = pinochle(points=(30, 18))["summary"]


def check(table, summaries, up_to=3):
    return results.check_sheet(
        sheet=read_sheet(table),
        result=result_of(table),
        summaries=summaries,
        up_to=up_to,
        actor=make_director(table),
    )


def paper(*summaries):
    return [
        results.PaperDeal(number=number, summary=summary, key=uuid4())
        for number, summary in enumerate(summaries, start=1)
    ]


def test_no_row_may_follow_the_end_of_a_game():
    table = make_pinochle_game()
    far = pinochle(bid=100, melds=(250, 0), points=(40, 10))["summary"]

    checked = check(table, {1: far, 2: far, 3: GOOD})

    assert checked.is_played_out
    assert checked.deals[2].running == (580, 0)
    assert "no deal may follow" in str(checked.deals[3].refused)


def test_the_first_refusal_stops_the_sheet_and_what_stands_before_it_stays():
    table = make_table()

    written = results.enter_sheet(
        table=table, deals=paper(GOOD, WRONG, GOOD), by=Act(make_director(table), NOW)
    )

    assert (written.entered, written.stopped_at) == ([1], 2)
    assert isinstance(written.refused, results.DealRefused)
    assert list(Submission.objects.values_list("number", "state")) == [(1, "confirmed")]


def test_a_sheet_sent_twice_is_entered_once():
    table, deals = make_table(), paper(GOOD, GOOD)
    for _time in range(2):
        written = results.enter_sheet(table=table, deals=deals, by=Act(make_director(table), NOW))
        assert written.entered == [1, 2]

    assert Submission.objects.count() == 2


def test_a_deal_of_the_sheet_that_a_phone_submitted_is_confirmed_by_it():
    table = make_table()
    submit(table)

    results.enter_sheet(table=table, deals=paper(GOOD, GOOD), by=Act(make_director(table), NOW))

    assert states(table) == [(1, "confirmed"), (2, "confirmed")]
    assert TableResult.objects.get(table=table).deals_unconfirmed == 0


def test_sums_are_compared_side_by_side():
    agree, differ, empty = results.check_sums([10, 20, 30], [10, 25, None], ["Ann", "Bob", "Cy"])

    assert (agree, empty) == (None, None)
    assert str(differ) == (
        "The paper says 25 for Bob, but the deals typed here add up to 20, a difference of 5. "
        "Check the rows again, or clear this number."
    )
