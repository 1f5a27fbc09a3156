"""Taking back the last deal."""

import pytest

from league.foundation.journal.actor import Act
from league.play.results import services as results
from tests.league.play.results.factories import (
    ANN,
    NOW,
    make_pitch_table,
    make_table,
    pinochle,
    pitch,
    play,
    states,
    submit,
)

pytestmark = pytest.mark.django_db


def take_back(table, side=0, submission=None):
    return results.take_back(table=table, side=side, submission=submission, by=Act(ANN, NOW))


@pytest.mark.long
def test_taking_back_the_named_deal_twice_takes_nothing_else():
    table = make_table()
    submit(table)
    second = submit(table)
    take_back(table, submission=second)

    take_back(table, submission=second)

    assert states(table) == [(1, "submitted"), (2, "void")]


def test_an_earlier_deal_is_not_taken_back():
    table = make_table()
    first = submit(table)
    submit(table)

    with pytest.raises(results.CannotTakeBack) as refused:
        take_back(table, submission=first)

    assert "dispute the earlier one" in str(refused.value)


def test_a_confirmed_deal_is_disputed_instead():
    table = make_table()
    play(table, pinochle())

    with pytest.raises(results.CannotTakeBack) as refused:
        take_back(table)

    assert "confirmed already" in str(refused.value)


def test_another_sides_deal_is_not_taken_back():
    table = make_table()
    submit(table)

    with pytest.raises(results.CannotTakeBack):
        take_back(table, side=1)


def test_of_three_submissions_two_stay_disputed():
    table = make_pitch_table(players=4)
    submit(table, pitch(), side=0)
    submit(table, pitch(jack=1), side=1, number=1)
    submit(table, pitch(jack=2), side=2, number=1)

    take_back(table, side=2)
    assert states(table) == [(1, "disputed"), (1, "disputed"), (1, "void")]

    take_back(table, side=0)
    assert states(table) == [(1, "void"), (1, "submitted"), (1, "void")]
