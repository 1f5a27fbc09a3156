"""Disputes: one deal waits, the rest stands, the director settles."""

from uuid import uuid4

import pytest

from league.journal.models import Happening
from league.once.services import KeyReused
from league.refusal import NotAllowed
from league.results import services as results
from league.results.models import Dispute, TableResult
from tests.league.results.factories import (
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
    tell,
)

pytestmark = pytest.mark.django_db


def dispute(told, side=1, reason="we took 31 points"):
    return results.dispute(submission=told, side=side, reason=reason, actor=BOB, at=NOW)


def test_one_deal_is_disputed_and_the_rest_stands():
    table = make_table()
    first, _second = play(table, pinochle(), pinochle())

    dispute(first)

    assert states(table) == [(1, "disputed"), (2, "confirmed")]
    result = TableResult.objects.get()
    assert (result.state, result.totals, result.deals) == ("disputed", [64, 42], 1)
    assert Happening.objects.get(kind="deal.disputed").data["reason"] == "we took 31 points"


def test_play_goes_on_while_a_deal_is_disputed():
    table = make_table()
    dispute(tell(table))

    second = tell(table)

    assert (second.number, second.deal.data["dealer"]) == (2, 1)


def test_disputing_twice_is_one_dispute():
    told = tell(make_table())

    assert dispute(told).pk == dispute(told).pk
    assert Dispute.objects.count() == 1


def test_a_dispute_that_arrives_again_after_it_was_settled_is_not_another_one():
    table = make_table()
    told, key = tell(table), uuid4()

    def send():
        return results.dispute(
            submission=told, side=1, reason="we took 31", actor=BOB, at=NOW, key=key
        )

    first = send()
    settle(table, choose=told)

    assert send().pk == first.pk
    assert states(table) == [(1, "confirmed")]


def test_another_reason_or_side_under_the_key_of_a_dispute_is_refused():
    table = make_table()
    told, key = tell(table), uuid4()
    who = {"submission": told, "actor": BOB, "at": NOW, "key": key}
    results.dispute(side=1, reason="we took 31", **who)
    for side, reason in ((1, "we took 32"), (0, "we took 31")):
        with pytest.raises(KeyReused):
            results.dispute(side=side, reason=reason, **who)
    assert Dispute.objects.get().reason == "we took 31"


def test_other_numbers_under_the_key_of_a_settlement_are_refused():
    table = make_table()
    told, key = tell(table), uuid4()
    dispute(told)
    who = {"table": table, "number": 1, "reason": "Counted.", "at": NOW, "key": key}
    who["actor"] = make_director(table)
    right = pinochle(points=(31, 19))
    settled = results.settle(data=right, **who)
    assert results.settle(data=right, **who) == settled
    for other in ({"data": pinochle(points=(32, 18))}, {"choose": told}):
        with pytest.raises(KeyReused):
            results.settle(**other, **who)
    assert states(table) == [(1, "corrected"), (1, "confirmed")]


def test_a_second_side_is_told_that_it_is_disputed_already():
    told = tell(make_pitch_table(players=4), pitch())
    dispute(told, side=1)

    with pytest.raises(results.AlreadyDisputed) as refused:
        dispute(told, side=2)

    assert "Bob Lee disputes deal 1" in str(refused.value)


@pytest.mark.parametrize("reason", ["", "   ", "\x00", "x" * 301])
def test_a_dispute_needs_a_reason_of_some_sense(reason):
    told = tell(make_table())

    with pytest.raises(results.ReasonMissing):
        dispute(told, reason=reason)


def test_a_table_with_a_dispute_is_not_confirmed_even_when_all_is_told():
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


def test_the_director_settles_for_one_of_two_tellings():
    table = make_table()
    tell(table)
    second = tell(table, pinochle(points=(31, 19)), side=1, number=1)

    settle(table, choose=second)

    assert states(table) == [(1, "void"), (1, "confirmed")]
    closed = Dispute.objects.get()
    assert (closed.settlement, closed.settled_by.name) == (
        "counted the cards",
        str(closed.settled_by),
    )
    assert Happening.objects.filter(kind="dispute.settled").count() == 1


def test_the_director_settles_with_numbers_of_his_own():
    table = make_table()
    first = tell(table)
    dispute(first)

    settled = settle(table, data=pinochle(points=(32, 18)))

    assert states(table) == [(1, "corrected"), (1, "confirmed")]
    assert (settled.replaces_id, settled.deal.score) == (first.pk, [66, 0])


def test_settling_the_same_way_again_changes_nothing():
    table = make_table()
    told = tell(table)
    dispute(told)
    settle(table, choose=told)
    before = Happening.objects.count()

    settle(table, choose=told)

    assert Happening.objects.count() == before


def test_what_is_not_disputed_is_not_settled():
    table = make_table()
    tell(table)

    with pytest.raises(results.NothingToSettle):
        settle(table, data=pinochle())


def test_settling_needs_an_account():
    table = make_table()
    told = tell(table)
    dispute(told)

    with pytest.raises(NotAllowed):
        results.settle(table=table, number=1, choose=told, reason="x", actor=ANN, at=NOW)


def test_after_settling_another_telling_from_a_phone_is_refused():
    table = make_table()
    told = tell(table)
    dispute(told)
    settle(table, choose=told)

    with pytest.raises(results.SettledByDirector):
        tell(table, pinochle(points=(31, 19)), side=1, number=1)


def test_a_settlement_that_ends_the_game_before_later_deals_is_refused():
    big = pinochle(declarer=0, bid=150, melds=(150, 20), points=(30, 20))
    table = make_pinochle_game()
    told = play(table, big, big)
    dispute(told[0])
    play(table, big, big)

    with pytest.raises(results.SurplusDeals) as refused:
        settle(table, choose=told[0])

    assert "deal 4" in str(refused.value)
    assert states(table)[0] == (1, "disputed")


def test_a_game_is_not_called_over_while_a_deal_is_disputed():
    big = pinochle(declarer=0, bid=150, melds=(150, 20), points=(30, 20))
    table = make_pinochle_game()
    told = play(table, pinochle(), big, big)
    dispute(told[0])

    play(table, big)

    result = TableResult.objects.get()
    assert (result.totals, result.is_complete) == ([540, 120], False)
    assert tell(table).number == 5
