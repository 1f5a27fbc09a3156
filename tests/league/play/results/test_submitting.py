"""Submitting deals: what is kept, what confirms, what contradicts, what is refused."""

from uuid import uuid4

import pytest

from games.models import Deal
from league.foundation.journal.actor import Act
from league.foundation.once.services import KeyReused
from league.play.results import services as results
from league.play.results.models import Submission, TableResult
from league.play.rounds import services as rounds
from tests.league.play.events.factories import DIRECTOR
from tests.league.play.results.factories import (
    NOW,
    make_director,
    make_table,
    pinochle,
    play,
    states,
    submit,
)

pytestmark = pytest.mark.django_db


def result_of(table):
    row = TableResult.objects.get(table=table)
    return row.state, row.totals, row.deals, row.deals_unconfirmed, row.is_complete, row.winner


@pytest.mark.long
def test_the_same_key_again_is_the_same_submission_and_takes_no_other_deal():
    table, key = make_table(), uuid4()

    first = submit(table, key=key)

    assert submit(table, key=key).pk == first.pk
    with pytest.raises(KeyReused):
        submit(table, pinochle(points=(31, 19)), key=key)
    assert (Submission.objects.count(), Deal.objects.count()) == (1, 1)


@pytest.mark.long
def test_a_key_that_confirmed_is_remembered_even_when_the_deal_was_corrected_since():
    table, key = make_table(), uuid4()
    first = submit(table)
    submit(table, side=1, number=1, key=key)
    results.correct(
        submission=first,
        data=pinochle(points=(31, 19)),
        reason="miscounted",
        by=Act(make_director(table), NOW),
    )

    again = submit(table, side=1, number=1, key=key)

    assert again.pk == first.pk
    assert states(table) == [(1, "corrected"), (1, "confirmed")]


@pytest.mark.long
def test_a_full_record_agrees_with_the_summary_of_the_same_deal():
    from random import Random

    from games import services as games

    table = make_table()
    ruleset = games.ruleset("double-deck-pinochle", "standard", {}, 4)
    record = games.random_record(ruleset, Random(5), 0)
    submit(table, {"summary": games.summary_of(ruleset, record)["summary"]})

    submit(table, record, side=1, number=1)

    assert states(table) == [(1, "confirmed")]


@pytest.mark.long
def test_the_same_score_by_another_bid_is_another_submission():
    table = make_table()
    submit(table, pinochle(bid=60))

    submit(table, pinochle(bid=59), side=1, number=1)

    assert states(table) == [(1, "disputed"), (1, "disputed")]


@pytest.mark.long
def test_the_same_side_has_to_take_its_deal_back_first():
    table = make_table()
    submit(table)

    with pytest.raises(results.SubmittedDifferently) as refused:
        submit(table, pinochle(points=(31, 19)), number=1)

    assert "as deal 2" in str(refused.value)
    assert states(table) == [(1, "submitted")]


@pytest.mark.long
def test_no_deal_is_submitted_before_the_one_before_it():
    table = make_table()

    with pytest.raises(results.DealMissing) as refused:
        submit(table, number=2)

    assert "Deal 1 has not been entered yet" in str(refused.value)


def test_no_deal_follows_the_last_of_a_fixed_number():
    table = make_table(deals_a_round=2)
    play(table, pinochle(), pinochle())

    with pytest.raises(results.TableFinished) as refused:
        submit(table)

    assert "All 2 deals" in str(refused.value)
    assert result_of(table) == ("confirmed", [128, 84], 2, 0, True, 0)


def test_a_closed_round_is_refused_with_a_sentence():
    table = make_table()
    rounds.close_round(round=table.round, even_unfinished=True, by=Act(DIRECTOR, NOW))

    with pytest.raises(results.RoundNotOpen) as refused:
        submit(table)

    assert "Round 1 is closed" in str(refused.value)


def test_a_deal_that_the_director_entered_is_disputed_not_submitted_again():
    table = make_table()
    results.enter(table=table, data=pinochle(), by=Act(make_director(table), NOW))

    with pytest.raises(results.SettledByDirector):
        submit(table, pinochle(points=(31, 19)), number=1)
