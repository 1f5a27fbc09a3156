"""What captains are told of their matches, and that everybody is told once."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core import mail
from django.urls import reverse

from league.calendar.captains import services as captains
from league.calendar.match_dates.models import DateProposal, DateState, MatchDate
from league.foundation.journal.models import Happening
from league.foundation.outbox.models import OutboxMessage
from league.office.notifications.models import CaptainReminder
from league.office.notifications.services.reminding_captains import remind_captains
from league.office.notifications.topics import What
from league.play.rounds.models import Round
from tests.league.calendar.captains.factories import (
    A_DAY,
    NOW,
    PLAYS_AT,
    line_up,
    make_date,
    make_match,
    match_of,
    set_rules,
)
from tests.league.factories import actor_of
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


def accept(told, side, at):
    who = {"side": side, "actor": told.acting(side), "at": at}
    captains.accept_date(match=told.match, proposal=DateProposal.objects.get().pk, **who)


@pytest.mark.long
def test_an_agreed_date_is_one_message_to_each_player_and_captain(told):
    told.propose(0, PLAYS_AT + LATER, at=NOW)
    assert [to for to, _ in turn(NOW)] == [told.leaders[1].email]

    accept(told, 1, NOW + MINUTE)
    sent = turn(NOW + MINUTE)

    assert sorted(to for to, _ in sent) == told.everybody(but=told.leaders[1])
    assert {subject.split(" against ")[0] for _, subject in sent} == {
        "Changed: you now play on Friday, 27 March, 19:00"
    }
    assert turn(NOW + 2 * MINUTE) == []


@pytest.mark.long
def test_a_captain_who_does_not_play_reads_who_the_others_are(told):
    told.propose(0, PLAYS_AT + LATER, at=NOW)
    turn(NOW)
    accept(told, 1, NOW + MINUTE)

    subjects = dict(turn(NOW + MINUTE))

    assert " against B: round 1" in subjects[told.leaders[0].email]
    assert " against B: round 1" in subjects[told.players[0][0].email]
    assert " against A: round 1" in subjects[told.players[1][0].email]


@pytest.mark.long
def test_a_date_that_the_organiser_sets_is_one_message_to_each(told):
    who = {"actor": actor_of(told.dora), "at": NOW}
    captains.rule_date(match=told.match, begins_at=PLAYS_AT + LATER, **who)

    sent = turn(NOW)

    assert sorted(to for to, _ in sent) == told.everybody(but=told.dora)
    assert len(told_of(sent, "Changed: you now play on Friday, 27 March")) == len(sent)


@pytest.mark.long
def test_who_asked_for_another_date_learns_that_it_stays(told):
    told.propose(0, PLAYS_AT + LATER, at=NOW)
    turn(NOW)

    who = {"actor": actor_of(told.dora), "at": NOW + MINUTE}
    captains.rule_date(match=told.match, begins_at=PLAYS_AT, **who)
    sent = turn(NOW + MINUTE)

    assert len(told_of(sent, "It stays as it was: you play on Friday, 20 March")) == len(sent)
    assert sorted(to for to, _ in sent) == told.everybody(but=told.dora)


@pytest.mark.long
def test_the_first_date_of_a_match_is_no_change_of_one(time_machine):
    time_machine.move_to(NOW, tick=False)
    told = MatchThatTells(NOW, dated=False)
    told.propose(0, PLAYS_AT, at=NOW)
    turn(NOW)
    assert MatchDate.objects.get().state == DateState.POSTPONED

    accept(told, 1, NOW + MINUTE)

    assert {subject.split(" on ")[0] for _, subject in turn(NOW + MINUTE)} == {"You play"}
    assert Happening.objects.filter(kind__startswith="match.").get().kind == "match.dated"


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


@pytest.mark.long
def test_a_line_up_made_before_the_mail_goes_is_not_asked_for(told):
    rules(told, lineup_days=3)
    near = PLAYS_AT - 5 * A_DAY
    remind_captains(near)
    waiting = OutboxMessage.objects.filter(notification__what=What.LINE_UP_WAITS)
    assert waiting.count() == 2
    for side in (0, 1):
        line_up(told.match, side, 0, 1, at=near)

    assert turn(near + MINUTE) == []


def test_a_match_without_a_day_has_its_line_ups_due_before_the_deadline(time_machine):
    time_machine.move_to(NOW, tick=False)
    told = MatchThatTells(NOW, dated=False)
    rules(told, lineup_days=3)
    Round.objects.filter(pk=told.match.round.pk).update(deadline=PLAYS_AT)

    sent = turn(PLAYS_AT - 4 * A_DAY)

    assert told_of(sent, "Name your line-up") == leaders(told, 0, 1)


@pytest.mark.long
def test_a_postponed_match_asks_for_no_line_up(told):
    rules(told, lineup_days=3)
    MatchDate.objects.update(state=DateState.POSTPONED, begins_at=None, sequence=1)
    Round.objects.filter(pk=told.match.round.pk).update(deadline=PLAYS_AT)

    assert told_of(turn(PLAYS_AT - 4 * A_DAY), "Name your line-up") == []


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
def test_who_is_asked_for_another_date_reads_why_and_which_one_it_replaces(told):
    captains.propose_dates(
        match=told.match,
        side=0,
        dates=[PLAYS_AT + LATER],
        reason="Two players in hospital",
        actor=told.acting(0),
        at=NOW,
    )

    turn(NOW)

    (message,) = mail.outbox
    assert "Why: Two players in hospital" in message.body
    assert "Date until now: Friday, 20 March, 19:00" in message.body


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


@pytest.mark.long
def test_who_was_just_asked_is_not_reminded_and_who_answered_neither(told):
    rules(told, decide_days=1)
    told.propose(0, PLAYS_AT + LATER, at=NOW)

    assert len(turn(NOW)) == 1
    assert CaptainReminder.objects.get().what == What.ANSWER_WAITS
    assert told_of(turn(NOW + MINUTE), "answer by") == []


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


@pytest.mark.long
def test_mails_name_the_home_side_first(scored):
    MatchDate.objects.update(home_side=1)
    rules(scored, home_enters=False)
    entered(scored, PLAYS_AT)

    (subject,) = {subject for _to, subject in turn(PLAYS_AT + A_DAY) if "A score waits" in subject}

    assert "B – A" in subject


def test_the_days_to_confirm_begin_when_the_result_is_entered(scored):
    told = scored
    rules(told, confirm_days=2)
    entered(told, PLAYS_AT + LATER)

    assert told_of(turn(PLAYS_AT + LATER + A_DAY), "Not confirmed") == []
    assert len(told_of(turn(PLAYS_AT + LATER + 2 * A_DAY), "Not confirmed")) == 2


@pytest.mark.long
def test_what_is_reminded_of_costs_the_same_for_many_matches(django_assert_max_num_queries):
    match = make_match(teams=8)
    set_rules(match, lineup_days=3, confirm_days=2)
    for number in (2, 3, 4):
        make_date(match_of(match.round, number))
    near = PLAYS_AT - 4 * A_DAY
    remind_captains(near)

    assert CaptainReminder.objects.count() == 4
    with django_assert_max_num_queries(6):
        remind_captains(near)
