"""A receiver that is down for a day gets every message, once, in the attempts that are promised."""

from collections import Counter
from datetime import timedelta
from itertools import pairwise

import pytest
from django.db.models import Count
from standardwebhooks import Webhook as Verifier

from league.foundation.journal.services import deliver_all
from league.foundation.outbox import services as outbox
from league.foundation.outbox.models import MessageState, OutboxMessage, Way
from league.foundation.outbox.retries import RETRIES
from league.office.webhooks.models import Attempt, Off
from tests.league.factories import NOW, make_club
from tests.league.office.webhooks.receivers import happen, make_webhook, receiving, take_turn

pytestmark = [pytest.mark.django_db, pytest.mark.long]

DAY, STEP = timedelta(days=1), timedelta(minutes=10)


@pytest.fixture(autouse=True)
def _a_site_at_home(settings, time_machine):
    settings.WEBHOOK_PRIVATE_ADDRESSES = True
    time_machine.move_to(NOW, tick=False)


def everything_due(at):
    """Do what the workers would do at this moment."""
    outbox.sweep(at=at)
    while take_turn(at, chance=0.5) is not None:
        pass


@pytest.mark.long
@pytest.mark.parametrize("status", [500, 302])
def test_each_message_of_a_day_arrives_once(status):
    club = make_club()
    with receiving(status) as receiver:
        webhook = make_webhook(club, receiver.url)
        at, last = NOW, NOW + DAY
        while at < last:
            if (at - NOW) % timedelta(hours=1) == timedelta():
                happen(club, at=at)
                deliver_all(at=at)
            everything_due(at)
            at += STEP
        assert receiver.accepted == []
        receiver.answer = 200
        everything_due(last)
        everything_due(last + timedelta(minutes=10))
        arrived = Counter(receiver.accepted)

    messages = OutboxMessage.objects.filter(webhook=webhook)
    assert arrived == Counter(message.message_id for message in messages)
    assert (len(arrived), set(arrived.values())) == (24, {1})
    assert set(messages.values_list("state", flat=True)) == {MessageState.SENT}
    tries = messages.annotate(count=Count("tries")).values_list("count", flat=True)
    assert max(tries) <= RETRIES[Way.WEBHOOK].most_attempts
    # the address is left alone between: at most every ten minutes somebody asks there
    assert Attempt.objects.filter(at__lt=last).count() <= 24 * 6 + 6
    webhook.refresh_from_db()
    assert (webhook.off, webhook.failures, webhook.failing_since) == ("", 0, None)


@pytest.mark.long
def test_they_arrive_in_their_order_with_a_signature_that_is_good(settings):
    club = make_club()
    with receiving() as receiver:
        webhook = make_webhook(club, receiver.url)
        written = [happen(club, at=NOW).pk for _number in range(5)]
        deliver_all(at=NOW)
        everything_due(NOW)
        read = [Verifier(webhook.secret).verify(body, headers) for headers, body in receiver.got]

    assert [message["data"]["sequence"] for message in read] == written
    assert {message["type"] for message in read} == {"table.confirmed"}


def test_a_message_alone_is_tried_after_the_gaps_that_are_documented_and_then_given_up():
    club = make_club()
    with receiving(503) as receiver:
        make_webhook(club, receiver.url)
        happen(club)
        deliver_all(at=NOW)
        at = NOW
        tried = []
        while (message := OutboxMessage.objects.get()).state == MessageState.WAITING:
            at = max(at, message.due_at)
            webhook = message.webhook
            at = max(at, webhook.rests_until or at)
            assert take_turn(at) is not None
            tried.append(at)

    assert message.state == MessageState.GIVEN_UP
    assert [later - earlier for earlier, later in pairwise(tried)] == list(
        RETRIES[Way.WEBHOOK].gaps
    )
    assert len(receiver.got) == RETRIES[Way.WEBHOOK].most_attempts == 10
    assert len({headers["webhook-id"] for headers, _body in receiver.got}) == 1
    assert len({body for _headers, body in receiver.got}) == 1
    assert tried[-1] - NOW > timedelta(days=3)


@pytest.mark.long
def test_a_correction_while_the_first_message_waits_is_the_later_one_by_its_sequence(time_machine):
    """What failed comes later, byte for byte as it was; the time it was sent is signed anew."""
    club = make_club()
    with receiving(500) as receiver:
        webhook = make_webhook(club, receiver.url, "deals")
        first = happen(club, "deal.confirmed").pk
        deliver_all(at=NOW)
        everything_due(NOW)
        correction = happen(club, "deal.corrected", at=NOW + timedelta(seconds=2)).pk
        deliver_all(at=NOW + timedelta(seconds=2))
        receiver.answer = 204
        later = NOW + timedelta(seconds=6)
        time_machine.move_to(later, tick=False)
        everything_due(later)
        everything_due(later + DAY)
        read = [Verifier(webhook.secret).verify(body, headers) for headers, body in receiver.got]

    failed, *arrived = receiver.got
    (again,) = (one for one in arrived if one[0]["webhook-id"] == failed[0]["webhook-id"])
    assert again[1] == failed[1]
    sent_at = [headers["webhook-timestamp"] for headers, _body in (failed, again)]
    assert sent_at == [f"{NOW.timestamp():.0f}", f"{later.timestamp():.0f}"]
    assert failed[0]["webhook-signature"] != again[0]["webhook-signature"]
    newest = max(read[1:], key=lambda message: message["data"]["sequence"])
    assert (newest["type"], newest["data"]["sequence"]) == ("deal.corrected", correction)
    assert sorted(message["data"]["sequence"] for message in read[1:]) == [first, correction]


@pytest.mark.long
def test_one_that_is_gone_after_a_failure_is_asked_no_more():
    club = make_club()
    with receiving(500) as receiver:
        webhook = make_webhook(club, receiver.url)
        happen(club)
        deliver_all(at=NOW)
        everything_due(NOW)
        receiver.answer = 410
        for hours in range(1, 4):
            everything_due(NOW + timedelta(hours=hours))

    webhook.refresh_from_db()
    assert (webhook.off, len(receiver.got)) == (Off.GONE, 2)
    (headers, body), (again, same) = receiver.got
    assert (headers["webhook-id"], body) == (again["webhook-id"], same)
