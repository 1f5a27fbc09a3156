"""A table is read once a submission: in few queries, and to the result that reading again gives."""

from uuid import uuid4

import pytest
from django.db import transaction

from league.play.results import services as results
from league.play.results import sheet
from league.play.results.models import TableResult
from tests.league.play.results.factories import (
    ANN,
    BOB,
    NOW,
    make_director,
    make_pinochle_game,
    make_table,
    pinochle,
    play,
    submit,
)

pytestmark = [pytest.mark.django_db, pytest.mark.long]

# with the beginning and the end of the transaction
MOST_QUERIES = 12


def stored(table):
    row = TableResult.objects.filter(table=table).values().get()
    del row["version"], row["changed_at"], row["updated_at"]
    return row


def check_as_read_again(table):
    """Compare the stored result with that of a sheet which is read afresh."""
    before = stored(table)
    with transaction.atomic():
        results.work_out(table=type(table).objects.get(pk=table.pk), actor=ANN, at=NOW)
    assert stored(table) == before


class TestQueries:
    @pytest.mark.parametrize("deals", [0, 1, 5])
    def test_a_submission_takes_as_many_however_long_the_sheet(
        self, deals, django_assert_max_num_queries
    ):
        table = make_table(deals_a_round=6)
        play(table, *[pinochle()] * deals)

        with django_assert_max_num_queries(MOST_QUERIES):
            submit(table)

    def test_the_same_numbers_of_the_other_side(self, django_assert_max_num_queries):
        table = make_table(deals_a_round=1)
        submit(table)

        with django_assert_max_num_queries(MOST_QUERIES + 1):  # the table is finished with it
            submit(table, side=1, number=1, actor=BOB)

    def test_a_deal_sent_again_is_found_and_nothing_is_written(self, django_assert_num_queries):
        table, key = make_table(), uuid4()
        submit(table, key=key)

        with django_assert_num_queries(6):
            submit(table, key=key)

    def test_confirming_the_last_deal(self, django_assert_max_num_queries):
        table = make_table(deals_a_round=1)
        submit(table)

        with django_assert_max_num_queries(MOST_QUERIES):
            results.confirm(table=table, side=1, actor=BOB, at=NOW)

    def test_each_further_deal_to_confirm_takes_three_more(self, django_assert_max_num_queries):
        table = make_table(deals_a_round=4)
        play(table, *[pinochle()] * 4, confirmed=False)

        with django_assert_max_num_queries(MOST_QUERIES + 3 * 3):
            results.confirm(table=table, side=1, actor=BOB, at=NOW)


@pytest.fixture
def reads(monkeypatch):
    """Return the ids of the tables whose sheets were read, in their order."""
    tables = []
    usual = sheet.SUBMISSIONS

    def counted(**values):
        tables.append(values["table"])
        return usual(**values)

    monkeypatch.setattr(sheet, "SUBMISSIONS", counted)
    return tables


class TestReads:
    """How often the sheet is read by what somebody does at a table."""

    def check(self, reads, act, times=1):
        reads.clear()
        done = act()
        assert len(reads) == times
        return done

    def test_of_what_players_say(self, reads):
        table = make_table(table_play="timed", deals_a_round=None, minutes_a_round=60)
        at = {"table": table, "at": NOW}

        first = self.check(reads, lambda: submit(table))
        self.check(reads, lambda: results.confirm(side=1, actor=BOB, **at))
        who = {"actor": BOB, "at": NOW}
        self.check(reads, lambda: results.dispute(submission=first, side=1, reason="x", **who))
        self.check(reads, lambda: submit(table))
        other = pinochle(points=(31, 19))
        self.check(reads, lambda: submit(table, other, side=1, number=2, actor=BOB))
        # again once it is known which disputes are over
        self.check(reads, lambda: results.take_back(side=1, actor=BOB, **at), times=2)
        self.check(reads, lambda: results.end_table(side=0, actor=ANN, **at))
        self.check(reads, lambda: results.resume_table(side=0, actor=ANN, **at))

    def test_of_what_the_director_decides(self, reads):
        table = make_table()
        who = {"actor": make_director(table), "at": NOW}
        first = submit(table)

        self.check(reads, lambda: results.confirm_for_all(table=table, **who))
        right = {"data": pinochle(points=(31, 19)), "reason": "x"}
        corrected = self.check(reads, lambda: results.correct(submission=first, **right, **who))
        results.dispute(submission=corrected, side=1, reason="x", actor=BOB, at=NOW)
        held = {"number": 1, "choose": corrected, "reason": "x"}
        self.check(reads, lambda: results.settle(table=table, **held, **who))
        self.check(reads, lambda: results.void(submission=corrected, reason="x", **who))
        self.check(reads, lambda: results.enter(table=table, data=pinochle(), **who))
        award = {"points": [3, 1], "reason": "x"}
        self.check(reads, lambda: results.award(table=table, **award, **who))


class TestResult:
    def test_of_a_game_deal_by_deal(self):
        table = make_pinochle_game()

        for number, deal in enumerate([pinochle(), pinochle(bid=70), pinochle(bid=65)], start=1):
            submit(table, deal)
            check_as_read_again(table)
            submit(table, deal, side=1, number=number, actor=BOB)
            check_as_read_again(table)

    def test_of_a_gap_that_is_filled(self):
        table, director = make_table(), None
        first, *_others = play(table, *[pinochle()] * 2)
        director = make_director(table)
        results.void(submission=first, reason="Dealt wrongly.", actor=director, at=NOW)

        submit(table, pinochle(points=(40, 10)))

        check_as_read_again(table)

    def test_of_a_dispute_that_is_agreed_to_after_all(self):
        table = make_table()
        first = submit(table)
        submit(table, pinochle(points=(31, 19)), side=1, number=1, actor=BOB)
        check_as_read_again(table)

        results.confirm(table=table, side=1, submissions=[first.pk], actor=BOB, at=NOW)

        check_as_read_again(table)

    def test_of_deals_of_the_director(self):
        table = make_table()
        director = make_director(table)
        submit(table)

        results.enter(table=table, number=1, data=pinochle(), actor=director, at=NOW)
        check_as_read_again(table)
        results.enter(table=table, data=pinochle(bid=70), actor=director, at=NOW)
        check_as_read_again(table)
        results.award(table=table, points=[3, 1], reason="Late.", actor=director, at=NOW)
        check_as_read_again(table)

    def test_of_deals_that_are_corrected_and_struck_out(self):
        table = make_table()
        who = {"actor": make_director(table), "at": NOW}
        first, second, _third = play(table, *[pinochle()] * 3)

        corrected = results.correct(
            submission=first, data=pinochle(points=(31, 19)), reason="x", **who
        )
        check_as_read_again(table)
        results.void(submission=second, reason="x", **who)
        check_as_read_again(table)
        results.void(submission=corrected, reason="x", **who)
        check_as_read_again(table)

    @pytest.mark.parametrize("with_numbers", [True, False])
    def test_of_a_dispute_that_is_settled(self, with_numbers):
        table = make_table()
        submit(table)
        theirs = submit(table, pinochle(points=(31, 19)), side=1, number=1, actor=BOB)
        check_as_read_again(table)
        held = {"data": pinochle(points=(32, 18))} if with_numbers else {"choose": theirs}

        who = {"actor": make_director(table), "at": NOW}
        results.settle(table=table, number=1, reason="x", **held, **who)

        check_as_read_again(table)

    def test_of_a_deal_that_is_disputed_and_one_that_is_taken_back(self):
        table = make_table()
        first, _second = play(table, *[pinochle()] * 2)

        results.dispute(submission=first, side=1, reason="x", actor=BOB, at=NOW)
        check_as_read_again(table)
        submit(table)
        submit(table, pinochle(points=(31, 19)), side=1, number=3, actor=BOB)
        results.take_back(table=table, side=1, actor=BOB, at=NOW)
        check_as_read_again(table)
        results.take_back(table=table, side=0, actor=ANN, at=NOW)
        check_as_read_again(table)

    def test_of_a_table_that_is_ended_and_goes_on(self):
        table = make_table(table_play="timed", deals_a_round=None, minutes_a_round=60)
        play(table, *[pinochle()] * 2)

        results.end_table(table=table, side=0, actor=ANN, at=NOW)
        check_as_read_again(table)
        results.resume_table(table=table, side=0, actor=ANN, at=NOW)
        check_as_read_again(table)

    def test_of_a_table_nobody_has_played_at(self):
        table = make_table()
        director = make_director(table)

        results.forfeit(table=table, absent=[1], actor=director, at=NOW)
        check_as_read_again(table)
        results.forfeit(table=table, absent=None, actor=director, at=NOW)
        check_as_read_again(table)

    def test_of_a_sheet_of_paper(self):
        table = make_table()
        submit(table)
        rows = [
            results.PaperDeal(number=n, summary=pinochle()["summary"], key=uuid4())
            for n in (1, 2, 3)
        ]

        results.enter_sheet(table=table, deals=rows, actor=make_director(table), at=NOW)

        check_as_read_again(table)
        assert TableResult.objects.get().state == "confirmed"
