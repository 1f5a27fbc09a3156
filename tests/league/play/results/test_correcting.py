"""What a director does: enter, correct, strike out; each correction names what it replaces."""

import pytest

from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.refusal import OutOfDate
from league.play.results import services as results
from league.play.results.models import TableResult
from league.play.rounds import services as rounds
from tests.league.play.events.factories import DIRECTOR
from tests.league.play.results.factories import (
    ALL_PASS,
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

BIG = pinochle(declarer=0, bid=150, melds=(150, 20), points=(30, 20))


def by(table):
    return {"by": Act(make_director(table), NOW)}


def test_entering_what_a_side_submitted_confirms_it():
    table = make_table()
    submission = submit(table)

    assert results.enter(table=table, number=1, data=pinochle(), **by(table)).pk == submission.pk
    assert states(table) == [(1, "confirmed")]


def test_entering_what_was_submitted_with_other_numbers_is_refused():
    table = make_table()
    submit(table)

    with pytest.raises(results.AlreadySubmitted):
        results.enter(table=table, number=1, data=BIG, **by(table))


@pytest.mark.long
def test_a_correction_replaces_and_keeps_what_it_replaces():
    table = make_table()
    first = submit(table)
    who = by(table)

    second = results.correct(
        submission=first, data=pinochle(points=(31, 19)), reason="miscounted", **who
    )
    third = results.correct(submission=second, data=pinochle(), reason="no, it was right", **who)

    assert states(table) == [(1, "corrected"), (1, "corrected"), (1, "confirmed")]
    assert (third.replaces_id, second.replaces_id) == (second.pk, first.pk)
    assert (third.reason, third.deal.score) == ("no, it was right", [64, 42])
    data = Happening.objects.filter(kind="deal.corrected").latest("id").data
    assert (data["before"], data["score"]) == ([65, 0], [64, 42])


@pytest.mark.long
def test_two_directors_cannot_both_correct_the_same_submission():
    table = make_table()
    submission = submit(table)
    who = by(table)
    results.correct(submission=submission, data=BIG, reason="a", **who)

    with pytest.raises(OutOfDate):
        results.correct(submission=submission, data=pinochle(points=(31, 19)), reason="b", **who)


@pytest.mark.long
def test_a_week_later_in_a_closed_round_the_director_still_corrects():
    table = make_table(deals_a_round=1)
    (submission,) = play(table, pinochle())
    rounds.close_round(round=table.round, by=Act(DIRECTOR, NOW))

    results.correct(submission=submission, data=BIG, reason="found the paper", **by(table))

    assert TableResult.objects.get().totals == [180, 40]


@pytest.mark.long
def test_a_deal_is_struck_out_and_its_number_submitted_again():
    table = make_table()
    _first, second, _third = play(table, pinochle(), pinochle(), pinochle())
    results.void(submission=second, reason="another table's deal", **by(table))
    result = TableResult.objects.get()
    assert (result.deals, result.is_complete, result.state) == (2, False, "playing")

    again = submit(table, BIG)

    assert (again.number, again.deal.data["dealer"]) == (2, 1)
    assert TableResult.objects.get().is_complete


def test_a_correction_that_ends_the_game_earlier_names_the_deals_in_the_way():
    table = make_pinochle_game()
    submissions = play(table, pinochle(), BIG, pinochle(), pinochle())

    with pytest.raises(results.SurplusDeals) as refused:
        results.correct(
            submission=submissions[0],
            data=pinochle(declarer=0, bid=150, melds=(300, 20), points=(30, 20)),
            reason="x",
            **by(table),
        )

    assert "before deals 3, 4" in str(refused.value)
    assert states(table)[0] == (1, "confirmed")


@pytest.mark.long
def test_correcting_a_passed_out_deal_keeps_who_dealt_the_others():
    table = make_pitch_table(players=4)
    submissions = play(table, ALL_PASS, pitch())

    results.correct(
        submission=submissions[0], data=pitch(declarer=2, high=2, low=2), reason="x", **by(table)
    )

    assert TableResult.objects.get().totals == [0, 2, 2, 0]
    assert submit(table, pitch()).deal.data["dealer"] == 1
