"""Confirming, agreeing after all, and confirming as the director."""

import pytest

from league.foundation.journal.models import Happening
from league.play.results import services as results
from league.play.results.models import Dispute, Submission, TableResult
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
        table=table, side=side, submissions=submissions, actor=BOB, device="b", at=NOW
    )


@pytest.mark.long
def test_another_side_confirms_everything_that_waits():
    table = make_table()
    submit(table)
    submit(table)

    confirmed = confirm(table)

    assert [one.number for one in confirmed] == [1, 2]
    assert states(table) == [(1, "confirmed"), (2, "confirmed")]
    assert TableResult.objects.get().deals_unconfirmed == 0


@pytest.mark.long
def test_only_what_was_named_is_confirmed():
    table = make_table()
    first = submit(table)
    submit(table)

    confirm(table, submissions=[first.pk])

    assert states(table) == [(1, "confirmed"), (2, "submitted")]


@pytest.mark.long
def test_confirming_twice_writes_nothing_more():
    table = make_table()
    submit(table)
    confirm(table)
    before = Happening.objects.count()

    assert confirm(table) == []
    assert confirm(table, submissions=[Submission.objects.get().pk]) == []
    assert Happening.objects.count() == before


def test_nobody_confirms_the_own_submission():
    table = make_table()
    submission = submit(table, side=1)

    assert confirm(table) == []
    with pytest.raises(results.OwnSubmission):
        confirm(table, submissions=[submission.pk])
    assert states(table) == [(1, "submitted")]


@pytest.mark.long
def test_at_a_table_of_single_players_one_other_is_enough():
    table = make_pitch_table(players=5)
    submit(table, pitch(), side=0)

    confirm(table, side=4)

    assert states(table) == [(1, "confirmed")]


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
        actor=make_director(table),
        at=NOW,
    )

    with pytest.raises(OutOfDate):
        confirm(table, submissions=[submission.pk])


@pytest.mark.long
def test_the_last_confirmation_confirms_the_table():
    table = make_table(deals_a_round=1)
    submit(table)

    confirm(table)

    assert TableResult.objects.get().state == "confirmed"
    kinds = list(Happening.objects.order_by("id").values_list("kind", flat=True))
    assert kinds[-2:] == ["deal.confirmed", "table.confirmed"]


@pytest.mark.long
def test_a_side_that_contradicted_gives_in():
    table = make_table()
    first = submit(table)
    submit(table, pinochle(points=(31, 19)), side=1, number=1)

    confirm(table, submissions=[first.pk])

    assert states(table) == [(1, "confirmed"), (1, "void")]
    assert not Dispute.objects.filter(settled_at__isnull=True).exists()
    assert TableResult.objects.get().totals == [64, 42]


@pytest.mark.long
def test_the_side_that_was_contradicted_gives_in():
    table = make_table()
    submit(table)
    second = submit(table, pinochle(points=(31, 19)), side=1, number=1)

    confirm(table, side=0, submissions=[second.pk])

    assert states(table) == [(1, "void"), (1, "confirmed")]


def test_a_third_opinion_alone_does_not_settle_a_dispute():
    table = make_pitch_table(players=4)
    first = submit(table, pitch(), side=0)
    submit(table, pitch(jack=1), side=1, number=1)

    assert confirm(table, side=2, submissions=[first.pk]) == []
    assert states(table) == [(1, "disputed")] * 2

    confirm(table, side=1, submissions=[first.pk])
    assert states(table) == [(1, "confirmed"), (1, "void")]


@pytest.mark.long
def test_who_disputed_a_deal_can_agree_after_all():
    table = make_table()
    submission = submit(table)
    confirm(table)
    results.dispute(submission=submission, side=1, reason="wait", actor=BOB, at=NOW)
    assert states(table) == [(1, "disputed")]

    confirm(table, submissions=[submission.pk])

    assert states(table) == [(1, "confirmed")]
    assert not Dispute.objects.filter(settled_at__isnull=True).exists()


@pytest.mark.long
def test_the_director_confirms_at_once():
    table = make_table(deals_a_round=1)
    submit(table)

    results.confirm_for_all(table=table, actor=make_director(table), at=NOW)

    assert TableResult.objects.get().state == "confirmed"


def test_the_director_does_not_confirm_what_is_disputed():
    table = make_table()
    submission = submit(table)
    results.dispute(submission=submission, side=1, reason="no", actor=BOB, at=NOW)

    with pytest.raises(results.DealDisputed):
        results.confirm_for_all(
            table=table, submissions=[submission.pk], actor=make_director(table), at=NOW
        )


def test_a_side_that_is_not_there_confirms_nothing():
    table = make_table()
    submit(table)

    with pytest.raises(results.NoSuchSide):
        confirm(table, side=7)
