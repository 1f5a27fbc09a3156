"""What captains are notified of in their matches, and that everybody is notified once."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core import mail
from django.urls import reverse

from league.calendar.captains import services as captains
from league.foundation.journal.actor import Act
from tests.league.calendar.captains.factories import (
    A_DAY,
    NOW,
    PLAYS_AT,
    line_up,
    set_rules,
)
from tests.league.office.notifications.match_with_captains import LATER, MatchWithCaptains
from tests.league.office.notifications.notifying_club import turn

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def league(time_machine):
    time_machine.move_to(NOW, tick=False)
    return MatchWithCaptains(NOW)


def sent_to(sent, words):
    return sorted(to for to, subject in sent if words in subject)


# What captains owe.


def rules(league, **changes):
    set_rules(league.match, **changes)


def leaders(league, *sides):
    return sorted(league.leaders[side].email for side in sides)


def clicked(league, user):
    """Return the address of a match on which its captain acts, as the mail has it."""
    letter = next(one for one in reversed(mail.outbox) if one.to == [user.email])
    page = reverse("account:match", args=[league.match.round.pk, league.match.number])
    return page in letter.body


@pytest.mark.long
def test_a_missing_line_up_is_asked_for_once_two_days_before_it_is_due(league):
    rules(league, lineup_days=3)
    near = PLAYS_AT - 5 * A_DAY
    line_up(league.match, 1, 0, 1)

    assert sent_to(turn(near - MINUTE), "Name your line-up") == []
    sent = turn(near)

    assert sent_to(sent, "Name your line-up by Tue 17 Mar 2026, 19:00: A – B") == leaders(league, 0)
    assert clicked(league, league.leaders[0])
    assert turn(near + MINUTE) == turn(near + A_DAY) == []


def test_proposed_dates_are_brought_to_mind_a_day_before_the_organiser_decides(league):
    rules(league, decide_days=7)
    league.propose(0, PLAYS_AT + LATER, at=NOW)
    assert sent_to(turn(NOW), "proposed other dates") == leaders(league, 1)
    assert clicked(league, league.leaders[1])
    near = NOW + 6 * A_DAY

    assert turn(near - MINUTE) == []
    assert sent_to(turn(near), "answer by Sat 14 Mar 2026, 20:00") == leaders(league, 1)
    assert turn(near + MINUTE) == []


@pytest.mark.long
def test_both_captains_and_the_organiser_are_notified_of_a_disputed_result(scored):
    league = scored
    entered(league, NOW)
    turn(NOW)

    by = Act(league.acting(1), NOW + MINUTE)
    captains.dispute_result(match=league.match, side=1, reason="We won.", by=by)

    turn(NOW + MINUTE)
    sent = sent_to(turn(NOW + 7 * MINUTE), "We won.")
    assert {league.leaders[0].email, league.dora.email} <= set(sent)
    assert league.leaders[1].email not in sent


def entered(league, at):
    """Have the captain of the first side enter the final score."""
    captains.enter_result(
        match=league.match,
        table=league.match.tables[0],
        side=0,
        data={"final_score": [120, 80]},
        key=uuid4(),
        even_early=True,
        by=Act(league.acting(0), at),
    )


@pytest.fixture
def scored(time_machine):
    time_machine.move_to(NOW, tick=False)
    return MatchWithCaptains(NOW, final_scores="table")


def test_a_result_waits_for_the_captain_and_then_the_organiser_is_notified(scored):
    league = scored
    rules(league, confirm_days=2)
    entered(league, PLAYS_AT)
    waits = turn(PLAYS_AT + A_DAY)
    assert leaders(league, 1)[0] in sent_to(waits, "A score waits for your confirmation")
    assert leaders(league, 0)[0] not in sent_to(waits, "A score waits for your confirmation")
    assert clicked(league, league.leaders[1])
    late = PLAYS_AT + 2 * A_DAY

    assert sent_to(turn(late - MINUTE), "Not confirmed") == []
    sent = turn(late)

    concerned = sorted([league.leaders[1].email, league.dora.email])
    assert sent_to(sent, "Not confirmed by Sun 22 Mar 2026, 19:00: the result of A") == concerned
    assert sent_to(turn(late + MINUTE), "Not confirmed") == []


def test_the_days_to_confirm_begin_when_the_result_is_entered(scored):
    league = scored
    rules(league, confirm_days=2)
    entered(league, PLAYS_AT + LATER)

    assert sent_to(turn(PLAYS_AT + LATER + A_DAY), "Not confirmed") == []
    assert len(sent_to(turn(PLAYS_AT + LATER + 2 * A_DAY), "Not confirmed")) == 2
