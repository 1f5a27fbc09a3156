"""A paper sheet: its rows checked together as they would be one after the other, then entered."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

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


@pytest.mark.long
def test_a_check_adds_up_as_entering_would_and_writes_nothing():
    table = make_table()

    checked = check(table, {1: GOOD, 2: GOOD, 3: GOOD})
    assert not Submission.objects.exists()
    results.enter_sheet(
        table=table, deals=paper(GOOD, GOOD, GOOD), actor=make_director(table), at=NOW
    )

    assert [checked.deals[n].running for n in (1, 2, 3)] == [(64, 42), (128, 84), (192, 126)]
    assert list(checked.totals) == TableResult.objects.get().totals == [192, 126]
    assert [checked.dealers[n] for n in (1, 2, 3)] == [0, 1, 2]
    assert checked.is_played_out


@pytest.mark.long
def test_a_wrong_row_has_its_refusal_and_the_rows_after_it_are_scored_without_totals():
    checked = check(make_table(), {1: GOOD, 2: WRONG, 3: GOOD})

    assert checked.deals[1].running == (64, 42)
    assert checked.deals[2].submitted is None
    assert checked.deals[2].refused.field == "points"
    assert "48" in str(checked.deals[2].refused)
    assert checked.deals[3].submitted.result.score == (64, 42)
    assert checked.deals[3].running is None


@pytest.mark.long
def test_deals_submitted_by_phone_count_in_the_totals_of_the_paper():
    table = make_table()
    submit(table)

    checked = check(table, {2: GOOD})

    assert set(checked.deals) == {2}
    assert checked.deals[2].running == (128, 84)


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
        table=table, deals=paper(GOOD, WRONG, GOOD), actor=make_director(table), at=NOW
    )

    assert (written.entered, written.stopped_at) == ([1], 2)
    assert isinstance(written.refused, results.DealRefused)
    assert list(Submission.objects.values_list("number", "state")) == [(1, "confirmed")]


def test_a_sheet_sent_twice_is_entered_once():
    table, deals = make_table(), paper(GOOD, GOOD)
    for _time in range(2):
        written = results.enter_sheet(table=table, deals=deals, actor=make_director(table), at=NOW)
        assert written.entered == [1, 2]

    assert Submission.objects.count() == 2


@pytest.mark.long
def test_a_long_sheet_is_read_and_worked_out_once():
    counts = []
    for deals in (2, 12):
        table = make_table(deals_a_round=deals)
        director = make_director(table)
        with CaptureQueriesContext(connection) as queries:
            results.enter_sheet(table=table, deals=paper(*[GOOD] * deals), actor=director, at=NOW)
        counts.append(len(queries))
        assert TableResult.objects.get(table=table).deals == deals

    # what the journal says of each of the ten more
    assert counts[1] - counts[0] == 10


def test_a_deal_of_the_sheet_that_a_phone_submitted_is_confirmed_by_it():
    table = make_table()
    submit(table)

    results.enter_sheet(table=table, deals=paper(GOOD, GOOD), actor=make_director(table), at=NOW)

    assert states(table) == [(1, "confirmed"), (2, "confirmed")]
    assert TableResult.objects.get(table=table).deals_unconfirmed == 0


def test_sums_are_compared_side_by_side():
    agree, differ, empty = results.check_sums([10, 20, 30], [10, 25, None], ["Ann", "Bob", "Cy"])

    assert (agree, empty) == (None, None)
    assert str(differ) == (
        "The paper says 25 for Bob, but the deals typed here add up to 20, a difference of 5. "
        "Check the rows again, or clear this number."
    )


@pytest.mark.long
def test_below_a_wrong_row_nobody_is_named_as_the_dealer_until_it_is_known():
    wrong = check(make_table(), {1: GOOD, 2: WRONG, 3: GOOD}, up_to=5)
    missing = check(make_table(), {1: GOOD, 3: GOOD}, up_to=5)

    assert list(wrong.dealers.values()) == [0, 1, None, None, None]
    assert list(missing.dealers.values()) == [0, 1, None, None, None]
    # what can be scored is scored as if the deal had moved on
    assert wrong.deals[3].dealer == missing.deals[3].dealer == 2


@pytest.mark.long
def test_a_deal_submitted_by_phone_says_who_deals_below_a_wrong_row():
    table = make_table()
    for number in (1, 2, 3):
        submit(table, number=number)
    Submission.objects.filter(number=2).update(state="void")

    checked = check(table, {2: WRONG}, up_to=4)

    assert [checked.dealers[n] for n in (1, 2, 3, 4)] == [0, 1, 2, 3]


@pytest.mark.long
def test_each_missing_deal_moves_the_deal_on_by_one_seat():
    table = make_table()
    assert [read_sheet(table).dealer_of(n) for n in (1, 2, 5)] == [0, 1, 0]
    submit(table)
    assert [read_sheet(table).dealer_of(n) for n in (2, 3, 6)] == [1, 2, 1]
