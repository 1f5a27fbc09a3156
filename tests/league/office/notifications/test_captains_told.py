"""What captains are told of their matches, and that everybody is told once."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core import mail
from django.urls import reverse

from league.calendar.captains import services as captains
from tests.league.calendar.captains.factories import (
    A_DAY,
    NOW,
    PLAYS_AT,
    line_up,
    set_rules,
)
from tests.league.office.notifications.captains_told import LATER, MatchThatTells
from tests.league.office.notifications.club_that_tells import turn

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def told(time_machine):
    time_machine.move_to(NOW, tick=False)
    return MatchThatTells(NOW)


def told_of(sent, words):
    return sorted(to for to, subject in sent if words in subject)


# What captains owe.


def rules(told, **changes):
    set_rules(told.match, **changes)


def leaders(told, *sides):
    return sorted(told.leaders[side].email for side in sides)


def clicked(told, user):
    """Return the address of a match on which its captain acts, as the mail has it."""
    letter = next(one for one in reversed(mail.outbox) if one.to == [user.email])
    page = reverse("account:match", args=[told.match.round.pk, told.match.number])
    return page in letter.body


@pytest.mark.long
def test_a_missing_line_up_is_asked_for_once_two_days_before_it_is_due(told):
    rules(told, lineup_days=3)
    near = PLAYS_AT - 5 * A_DAY
    line_up(told.match, 1, 0, 1)

    assert told_of(turn(near - MINUTE), "Name your line-up") == []
    sent = turn(near)

    assert told_of(sent, "Name your line-up by Tue 17 Mar 2026, 19:00: A – B") == leaders(told, 0)
    assert clicked(told, told.leaders[0])
    assert turn(near + MINUTE) == turn(near + A_DAY) == []


def test_proposed_dates_are_brought_to_mind_a_day_before_the_organiser_decides(told):
    rules(told, decide_days=7)
    told.propose(0, PLAYS_AT + LATER, at=NOW)
    assert told_of(turn(NOW), "proposed other dates") == leaders(told, 1)
    assert clicked(told, told.leaders[1])
    near = NOW + 6 * A_DAY

    assert turn(near - MINUTE) == []
    assert told_of(turn(near), "answer by Sat 14 Mar 2026, 20:00") == leaders(told, 1)
    assert turn(near + MINUTE) == []


@pytest.mark.long
def test_a_disputed_result_is_told_to_both_captains_and_the_organiser(scored):
    told = scored
    entered(told, NOW)
    turn(NOW)

    who = {"actor": told.acting(1), "at": NOW + MINUTE}
    captains.dispute_result(match=told.match, side=1, reason="We won.", **who)

    turn(NOW + MINUTE)
    sent = told_of(turn(NOW + 7 * MINUTE), "We won.")
    assert {told.leaders[0].email, told.dora.email} <= set(sent)
    assert told.leaders[1].email not in sent


def entered(told, at):
    """Have the captain of the first side enter the final score."""
    captains.enter_result(
        match=told.match,
        table=told.match.tables[0],
        side=0,
        data={"final_score": [120, 80]},
        key=uuid4(),
        even_early=True,
        actor=told.acting(0),
        at=at,
    )


@pytest.fixture
def scored(time_machine):
    time_machine.move_to(NOW, tick=False)
    return MatchThatTells(NOW, final_scores="table")


def test_a_result_waits_for_the_captain_and_is_then_told_to_the_organiser(scored):
    told = scored
    rules(told, confirm_days=2)
    entered(told, PLAYS_AT)
    waits = turn(PLAYS_AT + A_DAY)
    assert leaders(told, 1)[0] in told_of(waits, "A score waits for your confirmation")
    assert leaders(told, 0)[0] not in told_of(waits, "A score waits for your confirmation")
    assert clicked(told, told.leaders[1])
    late = PLAYS_AT + 2 * A_DAY

    assert told_of(turn(late - MINUTE), "Not confirmed") == []
    sent = turn(late)

    concerned = sorted([told.leaders[1].email, told.dora.email])
    assert told_of(sent, "Not confirmed by Sun 22 Mar 2026, 19:00: the result of A") == concerned
    assert told_of(turn(late + MINUTE), "Not confirmed") == []


def test_the_days_to_confirm_begin_when_the_result_is_entered(scored):
    told = scored
    rules(told, confirm_days=2)
    entered(told, PLAYS_AT + LATER)

    assert told_of(turn(PLAYS_AT + LATER + A_DAY), "Not confirmed") == []
    assert len(told_of(turn(PLAYS_AT + LATER + 2 * A_DAY), "Not confirmed")) == 2
