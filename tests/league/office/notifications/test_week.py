"""A week of a club by a given clock: each is notified once of what concerns them."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail

from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.services import deliver_all
from league.foundation.outbox.models import MessageState, OutboxMessage
from league.office.notifications import services
from league.office.notifications.models import Notification
from league.play.results import services as results
from league.play.rounds import services as rounds
from tests.league.factories import actor_of, make_player, make_user
from tests.league.office.notifications.notifying_club import NotifyingClub, submit_at, turn
from tests.league.play.results.factories import BOB

pytestmark = pytest.mark.django_db

MONDAY = datetime(2026, 3, 9, 12, 0, tzinfo=UTC)
SUNDAY = MONDAY + timedelta(days=6)


@pytest.fixture
def club(time_machine):
    time_machine.move_to(MONDAY, tick=False)
    made = NotifyingClub(MONDAY, deadline=SUNDAY)
    turn(MONDAY)
    mail.outbox.clear()
    return made


@pytest.mark.long
def test_a_week_of_a_league(club, time_machine):
    club.open_round(MONDAY)
    sent = turn(MONDAY + timedelta(minutes=1))
    assert sorted(to for to, _subject in sent) == sorted(user.email for user in club.users)
    assert all("round 1 of Spring cup" in subject for _to, subject in sent)
    assert all(club.club.name in subject for _to, subject in sent)
    assert turn(MONDAY + timedelta(minutes=2)) == []

    # on Tuesday table 1 enters a score; the others are asked half an hour later
    tuesday = MONDAY + timedelta(days=1)
    submit_at(club.table(1), tuesday)
    assert turn(tuesday) == []
    sent = turn(tuesday + timedelta(minutes=31))
    seats = club.table(1).seats.filter(placement__side=1)
    assert sorted(to for to, _s in sent) == sorted(s.player.user.email for s in seats)
    assert all("waits for your confirmation" in subject for _to, subject in sent)

    # two days before the end those who have not played are reminded, once
    friday = SUNDAY - timedelta(hours=47)
    sent = turn(friday)
    assert sorted(to for to, _s in sent) == sorted(user.email for user in club.users)
    assert all(subject.startswith("To be played by") for _to, subject in sent)
    assert turn(friday + timedelta(hours=1)) == []

    # table 2 is decided at the desk: its four learn of it, and of nothing else
    results.award(
        table=club.table(2),
        points=[12, 0],
        reason="nobody came",
        by=Act(actor_of(club.dora), friday + timedelta(hours=2)),
    )
    sent = turn(friday + timedelta(hours=2))
    assert sorted(to for to, _s in sent) == sorted(club.people_at(2))
    assert all("nobody came" in subject for _to, subject in sent)

    # the deadline passes: table 1 and the director learn of it
    sent = turn(SUNDAY + timedelta(minutes=1))
    assert sorted(to for to, _s in sent) == sorted([*club.people_at(1), club.dora.email])
    assert turn(SUNDAY + timedelta(hours=2)) == []

    counted = Counter(
        Notification.objects.values_list("user", "what", "about", "subject", "version")
    )
    assert max(counted.values()) == 1
    assert not OutboxMessage.objects.exclude(state=MessageState.SENT).exists()


@pytest.mark.long
def test_handed_over_twice_each_is_notified_once(club):
    club.open_round(MONDAY)
    turn(MONDAY)
    services.dispatch(list(Happening.objects.all()), MONDAY)

    assert turn(MONDAY + timedelta(hours=1)) == []


@pytest.mark.long
def test_whoever_did_it_is_not_notified(club):
    member = club.users[0]
    club.open_round(MONDAY)
    turn(MONDAY)
    results.award(table=club.table(1), points=[1, 0], reason="x", by=Act(actor_of(member), MONDAY))

    assert member.email not in [to for to, _s in turn(MONDAY)]


@pytest.mark.long
def test_history_that_is_handed_over_again_is_sent_to_nobody_and_the_log_says_so(club, caplog):
    club.open_round(MONDAY)
    services.dispatch(list(Happening.objects.all()), MONDAY + timedelta(days=31))

    assert Notification.objects.count() == 0
    assert "too_old_to_notify" in caplog.text


@pytest.mark.long
def test_a_match_that_is_over_before_it_is_sent_is_sent_to_nobody(club):
    club.open_round(MONDAY)
    deliver_all(at=MONDAY)
    rounds.close_round(round=club.round, even_unfinished=True, by=Act(actor_of(club.dora), MONDAY))

    assert turn(MONDAY + timedelta(minutes=1)) == []
    states = set(OutboxMessage.objects.values_list("state", flat=True))
    assert states == {MessageState.NOT_NEEDED}


@pytest.mark.long
def test_what_is_confirmed_within_half_an_hour_needs_no_mail(club):
    club.open_round(MONDAY)
    turn(MONDAY)
    submit_at(club.table(1), MONDAY)
    results.confirm(table=club.table(1), side=1, by=Act(BOB, MONDAY))

    assert turn(MONDAY + timedelta(hours=1)) == []


@pytest.mark.long
def test_a_dispute_goes_to_the_table_and_the_directors(club):
    club.open_round(MONDAY)
    turn(MONDAY)
    one = submit_at(club.table(1), MONDAY)
    results.dispute(
        submission=one, side=1, reason="we had 70", by=Act(actor_of(club.users[0]), MONDAY)
    )
    sent = turn(MONDAY + timedelta(minutes=6))

    disputing = club.users[0].email
    assert sorted(to for to, _s in sent) == sorted(
        {*club.people_at(1), club.dora.email} - {disputing}
    )


@pytest.mark.long
def test_an_evening_in_the_room_is_sent_to_phones_alone(time_machine):
    at = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)  # the day of the event
    time_machine.move_to(at, tick=False)
    made = NotifyingClub(at)
    made.open_round(at)

    assert turn(at) == []
    assert Notification.objects.count() == 0


@pytest.mark.long
def test_the_substitute_is_notified_of_a_seat(club):
    club.open_round(MONDAY)
    turn(MONDAY)
    seat = club.table(1).seats.order_by("number").first()
    zoe = make_player(club.club, "Zoe Single", user=make_user("Zoe Single"))
    rounds.seat_substitute(seat=seat, player=zoe, by=Act(actor_of(club.dora), MONDAY))

    sent = turn(MONDAY)

    assert [to for to, _s in sent] == [zoe.user.email]
    assert "You stand in at table 1" in sent[0][1]
