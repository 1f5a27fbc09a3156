"""Turns: who is slow holds nobody up, who is gone is left alone, nothing is lost with a worker."""

from datetime import timedelta

import pytest
from django.core import mail as mailbox

from league.foundation.journal.models import Happening
from league.foundation.outbox import services as outbox
from league.foundation.outbox.models import MessageState, OutboxMessage, Way
from league.foundation.outbox.retries import RETRIES
from league.foundation.outbox.services import MOST_OF_A_TURN, claim
from league.office.webhooks.exchange import Answer
from league.office.webhooks.models import Attempt, Off
from league.office.webhooks.services import MOST_FAILING, MOST_OF_A_CLUB, OFF_AFTER, rest_after
from tests.league.factories import NOW, make_club, make_user
from tests.league.office.webhooks.receivers import make_webhook, take_turn

pytestmark = pytest.mark.django_db

OK, ERROR = Answer(status=204), Answer(status=500, excerpt="no")


@pytest.fixture(autouse=True)
def _no_turn_ends_by_the_clock(monkeypatch):
    monkeypatch.setattr(outbox, "LONGEST_TURN_S", 3_600)


def make_message(webhook, number=1, **fields):
    about = {"subject_id": number, "kind": "table.confirmed", "body": "{}"}
    about |= {"way": "webhook", "webhook": webhook, "club": webhook.club}
    return OutboxMessage.objects.create(made_at=NOW, due_at=NOW, **(about | fields))


def answers(answer):
    return lambda _url, _body, _headers: answer


def waiting_webhook(club, **fields):
    webhook = make_webhook(club, **fields)
    make_message(webhook)
    return webhook


def turn(answer=OK, at=NOW):
    return take_turn(at, answers(answer))


def claimed():
    message = claim(Way.WEBHOOK, at=NOW)
    return message and message.webhook


@pytest.mark.long
def test_clubs_take_turns_however_much_one_of_them_has():
    first, second = make_club("First"), make_club("Second")
    busy, quiet = make_webhook(first), make_webhook(second)
    for number in range(3 * MOST_OF_A_TURN):
        make_message(busy, number)
    make_message(quiet)

    turns = [turn(at=NOW + timedelta(seconds=n)) for n in range(4)]

    assert turns.index(quiet) <= 1
    assert turns.count(busy) == 3
    assert not OutboxMessage.objects.filter(state=MessageState.WAITING).exists()


def test_a_slow_receiver_ends_its_turn(monkeypatch):
    monkeypatch.setattr(outbox, "LONGEST_TURN_S", -1)
    webhook = make_webhook(make_club())
    for number in range(5):
        make_message(webhook, number)

    turn()

    assert Attempt.objects.count() == 1
    assert OutboxMessage.objects.filter(attempts__gte=1).count() == 1


@pytest.mark.long
def test_a_webhook_is_in_one_hand_and_a_club_in_few():
    club = make_club()
    for _webhook in range(MOST_OF_A_CLUB + 1):
        waiting_webhook(club)
    other = waiting_webhook(make_club("Other"))

    taken = [claimed() for _turn in range(MOST_OF_A_CLUB + 2)]

    assert taken.count(other) == 1
    assert len({webhook.pk for webhook in taken if webhook}) == MOST_OF_A_CLUB + 1
    assert taken[-1] is None


def test_those_that_fail_hold_few_hands_and_come_behind_those_that_do_not():
    failing = {"failures": 1, "failing_since": NOW - timedelta(hours=1)}
    for number in range(MOST_FAILING + 2):
        waiting_webhook(make_club(f"Club {number}"), **failing)
    well = waiting_webhook(make_club("Well"))

    taken = [claimed() for _turn in range(MOST_FAILING + 3)]

    assert taken[0] == well
    assert sum(webhook is not None for webhook in taken) == MOST_FAILING + 1


def test_after_a_failure_it_is_left_alone_and_a_success_wakes_all_that_waits():
    webhook = make_webhook(make_club())
    make_message(webhook, 1)
    make_message(webhook, 2)
    turn(ERROR)
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.rests_until) == (1, NOW + rest_after(1))
    assert turn() is None

    later = NOW + timedelta(seconds=5)
    OutboxMessage.objects.filter(subject_id=1).update(due_at=NOW + timedelta(hours=5))
    turn(at=later)

    states = set(OutboxMessage.objects.values_list("state", flat=True))
    webhook.refresh_from_db()
    assert (states, webhook.failures) == ({MessageState.SENT}, 0)


def test_one_that_says_it_is_gone_is_switched_off_and_the_owners_are_written_to(mailoutbox):
    club = make_club(owner=make_user("Olive Owner"))
    webhook = waiting_webhook(club)

    turn(Answer(status=410))
    turn(Answer(status=410), at=NOW + timedelta(days=1))

    webhook.refresh_from_db()
    assert (webhook.off, Attempt.objects.count()) == (Off.GONE, 1)
    assert Happening.objects.get().data == {"host": "club.example", "why": "gone"}
    assert OutboxMessage.objects.get(way="mail").kind == "webhook_off"
    outbox.send_next(Way.MAIL, at=NOW)
    assert "Harbour Cards to club.example was switched off" in mailbox.outbox[0].body
    assert f"/desk/harbour-cards/webhooks/{webhook.pk}/" in mailbox.outbox[0].body


def test_one_that_failed_for_days_is_switched_off():
    webhook = waiting_webhook(make_club(), failures=9, failing_since=NOW - OFF_AFTER)

    turn(ERROR)

    webhook.refresh_from_db()
    assert webhook.off == Off.FAILING
    # what waits is kept: switched on again it is sent
    assert OutboxMessage.objects.get().state == MessageState.WAITING


def test_gaps_grow_and_chance_makes_them_a_little_longer():
    gap_after = RETRIES[Way.WEBHOOK].gap_after
    assert gap_after(1, 0.0) < gap_after(1, 1.0) == timedelta(seconds=5.5)
    assert [rest_after(n) for n in (1, 2, 3, 99)] == [
        *(timedelta(seconds=s) for s in (5, 20, 80)),
        timedelta(minutes=10),
    ]
