"""Disputes: one deal waits, the rest stands, the director settles."""

from uuid import uuid4

import pytest

from league.foundation.journal.actor import Act
from league.foundation.once.services import KeyReused
from league.play.results import services as results
from league.play.results.models import TableResult
from tests.league.play.results.factories import (
    BOB,
    NOW,
    make_director,
    make_pinochle_game,
    make_table,
    pinochle,
    play,
    states,
    submit,
)

pytestmark = pytest.mark.django_db


def dispute(submission, side=1, reason="we took 31 points"):
    return results.dispute(submission=submission, side=side, reason=reason, by=Act(BOB, NOW))


@pytest.mark.long
def test_a_dispute_that_arrives_again_after_it_was_settled_is_not_another_one():
    table = make_table()
    submission, key = submit(table), uuid4()

    def send():
        return results.dispute(
            submission=submission, side=1, reason="we took 31", by=Act(BOB, NOW), key=key
        )

    first = send()
    settle(table, choose=submission)

    assert send().pk == first.pk
    assert states(table) == [(1, "confirmed")]


def test_other_numbers_under_the_key_of_a_settlement_are_refused():
    table = make_table()
    submission, key = submit(table), uuid4()
    dispute(submission)
    who = {"table": table, "number": 1, "reason": "Counted.", "key": key}
    who["by"] = Act(make_director(table), NOW)
    right = pinochle(points=(31, 19))
    settled = results.settle(data=right, **who)
    assert results.settle(data=right, **who) == settled
    for other in ({"data": pinochle(points=(32, 18))}, {"choose": submission}):
        with pytest.raises(KeyReused):
            results.settle(**other, **who)
    assert states(table) == [(1, "corrected"), (1, "confirmed")]


def settle(table, number=1, **chosen):
    return results.settle(
        table=table,
        number=number,
        reason="counted the cards",
        by=Act(make_director(table), NOW),
        **chosen,
    )


def test_what_is_not_disputed_is_not_settled():
    table = make_table()
    submit(table)

    with pytest.raises(results.NothingToSettle):
        settle(table, data=pinochle())


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
