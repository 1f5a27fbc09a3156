"""Disputes: one deal waits, the rest stands, the director settles."""

from uuid import uuid4

import pytest

from league.foundation.journal.models import Happening
from league.foundation.once.services import KeyReused
from league.foundation.refusal import NotAllowed
from league.play.results import services as results
from league.play.results.models import Dispute, TableResult
from tests.league.play.results.factories import (
    ANN,
    BOB,
    NOW,
    make_director,
    make_pinochle_game,
    make_pitch_table,
    make_table,
    pinochle,
    pitch,
    play,
    states,
    submit,
)

pytestmark = pytest.mark.django_db


def dispute(submission, side=1, reason="we took 31 points"):
    return results.dispute(submission=submission, side=side, reason=reason, actor=BOB, at=NOW)


@pytest.mark.long
def test_one_deal_is_disputed_and_the_rest_stands():
    table = make_table()
    first, _second = play(table, pinochle(), pinochle())

    dispute(first)

    assert states(table) == [(1, "disputed"), (2, "confirmed")]
    result = TableResult.objects.get()
    assert (result.state, result.totals, result.deals) == ("disputed", [64, 42], 1)
    assert Happening.objects.get(kind="deal.disputed").data["reason"] == "we took 31 points"


@pytest.mark.long
def test_play_goes_on_while_a_deal_is_disputed():
    table = make_table()
    dispute(submit(table))

    second = submit(table)

    assert (second.number, second.deal.data["dealer"]) == (2, 1)


@pytest.mark.long
def test_disputing_twice_is_one_dispute():
    submission = submit(make_table())

    assert dispute(submission).pk == dispute(submission).pk
    assert Dispute.objects.count() == 1


@pytest.mark.long
def test_a_dispute_that_arrives_again_after_it_was_settled_is_not_another_one():
    table = make_table()
    submission, key = submit(table), uuid4()

    def send():
        return results.dispute(
            submission=submission, side=1, reason="we took 31", actor=BOB, at=NOW, key=key
        )

    first = send()
    settle(table, choose=submission)

    assert send().pk == first.pk
    assert states(table) == [(1, "confirmed")]


def test_another_reason_or_side_under_the_key_of_a_dispute_is_refused():
    table = make_table()
    submission, key = submit(table), uuid4()
    who = {"submission": submission, "actor": BOB, "at": NOW, "key": key}
    results.dispute(side=1, reason="we took 31", **who)
    for side, reason in ((1, "we took 32"), (0, "we took 31")):
        with pytest.raises(KeyReused):
            results.dispute(side=side, reason=reason, **who)
    assert Dispute.objects.get().reason == "we took 31"


def test_other_numbers_under_the_key_of_a_settlement_are_refused():
    table = make_table()
    submission, key = submit(table), uuid4()
    dispute(submission)
    who = {"table": table, "number": 1, "reason": "Counted.", "at": NOW, "key": key}
    who["actor"] = make_director(table)
    right = pinochle(points=(31, 19))
    settled = results.settle(data=right, **who)
    assert results.settle(data=right, **who) == settled
    for other in ({"data": pinochle(points=(32, 18))}, {"choose": submission}):
        with pytest.raises(KeyReused):
            results.settle(**other, **who)
    assert states(table) == [(1, "corrected"), (1, "confirmed")]


@pytest.mark.long
def test_a_second_side_learns_that_it_is_disputed_already():
    submission = submit(make_pitch_table(players=4), pitch())
    dispute(submission, side=1)

    with pytest.raises(results.AlreadyDisputed) as refused:
        dispute(submission, side=2)

    assert "Bob Lee disputes deal 1" in str(refused.value)


@pytest.mark.long
@pytest.mark.parametrize("reason", ["", "   ", "\x00", "x" * 301])
def test_a_dispute_needs_a_reason_of_some_sense(reason):
    submission = submit(make_table())

    with pytest.raises(results.ReasonMissing):
        dispute(submission, reason=reason)


@pytest.mark.long
def test_a_table_with_a_dispute_is_not_confirmed_even_when_all_is_submitted():
    table = make_table(deals_a_round=2)
    first, _second = play(table, pinochle(), pinochle())

    dispute(first)

    assert TableResult.objects.get().state == "disputed"
    assert not TableResult.objects.get().is_complete


def settle(table, number=1, **chosen):
    return results.settle(
        table=table,
        number=number,
        reason="counted the cards",
        actor=make_director(table),
        at=NOW,
        **chosen,
    )


@pytest.mark.long
def test_the_director_settles_for_one_of_two_submissions():
    table = make_table()
    submit(table)
    second = submit(table, pinochle(points=(31, 19)), side=1, number=1)

    settle(table, choose=second)

    assert states(table) == [(1, "void"), (1, "confirmed")]
    closed = Dispute.objects.get()
    assert (closed.settlement, closed.settled_by.name) == (
        "counted the cards",
        str(closed.settled_by),
    )
    assert Happening.objects.filter(kind="dispute.settled").count() == 1


@pytest.mark.long
def test_the_director_settles_with_numbers_of_his_own():
    table = make_table()
    first = submit(table)
    dispute(first)

    settled = settle(table, data=pinochle(points=(32, 18)))

    assert states(table) == [(1, "corrected"), (1, "confirmed")]
    assert (settled.replaces_id, settled.deal.score) == (first.pk, [66, 0])


@pytest.mark.long
def test_settling_the_same_way_again_changes_nothing():
    table = make_table()
    submission = submit(table)
    dispute(submission)
    settle(table, choose=submission)
    before = Happening.objects.count()

    settle(table, choose=submission)

    assert Happening.objects.count() == before


def test_what_is_not_disputed_is_not_settled():
    table = make_table()
    submit(table)

    with pytest.raises(results.NothingToSettle):
        settle(table, data=pinochle())


@pytest.mark.long
def test_settling_needs_an_account():
    table = make_table()
    submission = submit(table)
    dispute(submission)

    with pytest.raises(NotAllowed):
        results.settle(table=table, number=1, choose=submission, reason="x", actor=ANN, at=NOW)


@pytest.mark.long
def test_after_settling_another_submission_from_a_phone_is_refused():
    table = make_table()
    submission = submit(table)
    dispute(submission)
    settle(table, choose=submission)

    with pytest.raises(results.SettledByDirector):
        submit(table, pinochle(points=(31, 19)), side=1, number=1)


@pytest.mark.long
def test_a_settlement_that_ends_the_game_before_later_deals_is_refused():
    big = pinochle(declarer=0, bid=150, melds=(150, 20), points=(30, 20))
    table = make_pinochle_game()
    submissions = play(table, big, big)
    dispute(submissions[0])
    play(table, big, big)

    with pytest.raises(results.SurplusDeals) as refused:
        settle(table, choose=submissions[0])

    assert "deal 4" in str(refused.value)
    assert states(table)[0] == (1, "disputed")


@pytest.mark.long
def test_a_game_is_not_called_over_while_a_deal_is_disputed():
    big = pinochle(declarer=0, bid=150, melds=(150, 20), points=(30, 20))
    table = make_pinochle_game()
    submissions = play(table, pinochle(), big, big)
    dispute(submissions[0])

    play(table, big)

    result = TableResult.objects.get()
    assert (result.totals, result.is_complete) == ([540, 120], False)
    assert submit(table).number == 5
