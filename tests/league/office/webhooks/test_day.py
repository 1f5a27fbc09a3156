"""A receiver that is down for a day gets every message, once, in the attempts that are promised."""

from collections import Counter
from datetime import timedelta

import pytest
from django.db.models import Count

from league.foundation.journal.services import deliver_all
from league.foundation.outbox import services as outbox
from league.foundation.outbox.models import MessageState, OutboxMessage, Way
from league.foundation.outbox.retries import RETRIES
from league.office.webhooks.models import Attempt
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
