"""Confirming, agreeing after all, and confirming as the director."""

import pytest

from league.foundation.journal.actor import Act
from league.play.results import services as results
from tests.league.play.results.factories import (
    BOB,
    NOW,
    make_director,
    make_pitch_table,
    make_table,
    pinochle,
    pitch,
    states,
    submit,
)

pytestmark = pytest.mark.django_db


def confirm(table, side=1, submissions=None):
    return results.confirm(
        table=table, side=side, submissions=submissions, by=Act(BOB, NOW), device="b"
    )


def test_nobody_confirms_the_own_submission():
    table = make_table()
    submission = submit(table, side=1)

    assert confirm(table) == []
    with pytest.raises(results.OwnSubmission):
        confirm(table, submissions=[submission.pk])
    assert states(table) == [(1, "submitted")]


@pytest.mark.long
def test_a_deal_of_another_table_is_refused():
    first, second = make_table(entries=4).round.tables.order_by("number")
    submission = submit(second)

    with pytest.raises(results.NotAtThisTable):
        confirm(first, submissions=[submission.pk])


def test_a_deal_that_was_corrected_meanwhile_is_looked_at_again():
    from league.foundation.refusal import OutOfDate

    table = make_table()
    submission = submit(table)
    results.correct(
        submission=submission,
        data=pinochle(points=(31, 19)),
        reason="counted again",
        by=Act(make_director(table), NOW),
    )

    with pytest.raises(OutOfDate):
        confirm(table, submissions=[submission.pk])


def test_a_third_opinion_alone_does_not_settle_a_dispute():
    table = make_pitch_table(players=4)
    first = submit(table, pitch(), side=0)
    submit(table, pitch(jack=1), side=1, number=1)

    assert confirm(table, side=2, submissions=[first.pk]) == []
    assert states(table) == [(1, "disputed")] * 2

    confirm(table, side=1, submissions=[first.pk])
    assert states(table) == [(1, "confirmed"), (1, "void")]


def test_the_director_does_not_confirm_what_is_disputed():
    table = make_table()
    submission = submit(table)
    results.dispute(submission=submission, side=1, reason="no", by=Act(BOB, NOW))

    with pytest.raises(results.DealDisputed):
        results.confirm_for_all(
            table=table, submissions=[submission.pk], by=Act(make_director(table), NOW)
        )


def test_a_side_that_is_not_there_confirms_nothing():
    table = make_table()
    submit(table)

    with pytest.raises(results.NoSuchSide):
        confirm(table, side=7)
