"""Days that suit both sides of a match: which they are, in which order, and what they cost."""

from collections import Counter
from datetime import date, time, timedelta

import pytest

from league.calendar.availability.models import Answer
from league.calendar.captains.suggested_days import (
    Evenings,
    Known,
    best_first,
    days_for,
    suitable_days,
)
from league.play.rounds.models import Round
from tests.league.calendar.captains.factories import (
    A_DAY,
    NOW,
    PLAYS_AT,
    make_date,
    make_home,
    make_match,
    match_of,
)

FRIDAY = date(2026, 3, 20)
WEEK = timedelta(days=7)


def known(**changes):
    values = {
        "evenings": Evenings(weekdays=frozenset({4}), begins=time(19), venue=None),
        "first": FRIDAY,
        "last": FRIDAY + 3 * WEEK,
        "blocked": frozenset(),
        "full": frozenset(),
        "played": frozenset(),
        "rest_days": 0,
        "wanted_rest": 0,
    }
    return Known(**(values | changes))


def fridays(*weeks):
    return [FRIDAY + week * WEEK for week in weeks]


def test_the_home_evenings_of_the_span_suit():
    assert suitable_days(known()) == fridays(0, 1, 2, 3)
    assert suitable_days(known(last=FRIDAY - A_DAY)) == []


def test_days_that_are_blocked_full_or_too_near_do_not():
    found = known(
        blocked=frozenset(fridays(0)),
        full=frozenset(fridays(1)),
        played=frozenset([FRIDAY + 2 * WEEK - 2 * A_DAY]),
    )

    assert suitable_days(found) == fridays(2, 3)
    assert suitable_days(known(played=frozenset(fridays(2)))) == fridays(0, 1, 3)


@pytest.mark.parametrize(("rest", "suit"), [(1, [0, 1, 2, 3]), (2, [0, 1, 3])])
def test_rest_days_are_kept_before_and_after_a_match(rest, suit):
    found = known(rest_days=rest, played=frozenset([FRIDAY + 2 * WEEK + 2 * A_DAY]))

    assert suitable_days(found) == fridays(*suit)


def test_the_best_day_has_rest_then_few_who_cannot_then_many_who_come():
    near = known(wanted_rest=4, played=frozenset([FRIDAY + 3 * A_DAY]))
    answers = {
        FRIDAY + WEEK: Counter({Answer.NOT: 1, Answer.COMES: 5}),
        FRIDAY + 3 * WEEK: Counter({Answer.COMES: 1}),
    }

    assert best_first(fridays(0, 1, 2, 3), near, answers) == fridays(3, 2, 1, 0)


def days_of(match, at=NOW):
    return [match.day_of(one.begins_at) for one in days_for(match, at=at)]


@pytest.mark.django_db
def test_a_round_with_a_deadline_is_played_by_then():
    match = make_match(teams=4, dated=False)
    hall = make_home(match, 0)
    Round.objects.filter(pk=match.round.pk).update(deadline=PLAYS_AT + A_DAY)

    assert days_of(match_of(match.round)) == [FRIDAY - WEEK, FRIDAY]
    make_date(match_of(match.round, 2), PLAYS_AT, venue=hall)
    assert days_of(match_of(match.round)) == [FRIDAY - WEEK], "the hall has room for one match"
