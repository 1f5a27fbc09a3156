"""Workers are killed with -9 while people are notified by mail and on phones: nothing is lost.

A mail that the mail server took, and whose sending was not noted when the worker died, comes a
second time with the same Message-ID, by which mail programs know it again; every other mail comes
once. A push that was taken and not noted is sent again with the same tag, which a phone shows once.
"""

import os
import re
from collections import Counter
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone

from league.foundation.outbox.models import MessageState, OutboxMessage, Way
from league.office.notifications import services
from league.office.notifications.models import Notification
from league.office.notifications.push_keys import encoded, new_private_key
from tests.league.office.notifications.notifying_club import NotifyingClub
from tests.league.office.webhooks.receivers import receiving
from tests.mail_servers import HoldsBehindServer, running
from tests.recovery import queue
from tests.recovery.mishaps import kill_all_of
from tests.recovery.truth import wait_for

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True), pytest.mark.long]


def add_phone(user, endpoint):
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    known = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    keys = {"p256dh": encoded(known), "auth": encoded(os.urandom(16))}
    services.add_phone(user=user, endpoint=endpoint, **keys, at=timezone.now())


def all_are(state, way):
    rows = OutboxMessage.objects.filter(way=way)
    return rows.exists() and not rows.exclude(state=state).exists()


def test_nothing_is_lost_or_sent_twice_when_workers_are_killed(start_quick_worker, settings):
    queue.empty()
    settings.WEBHOOK_PRIVATE_ADDRESSES = True
    now = timezone.now()
    club = NotifyingClub(now, deadline=now + timedelta(days=6))
    # at any time of the day that the test runs
    for user in (club.dora, *club.users):
        user.notification_choices.create(club=club.club, quiet_from="00:00", quiet_until="00:00")
    with running(HoldsBehindServer) as mail_server, receiving(201) as push_service:
        for number, user in enumerate(club.users):
            add_phone(user, f"http://127.0.0.1:{push_service.port}/{number}")
        there = {
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": str(mail_server.port),
            "EMAIL_TLS": "False",
            "VAPID_PRIVATE_KEY": new_private_key(),
            "WEBHOOK_PRIVATE_ADDRESSES": "True",
        }
        worker = start_quick_worker(sweeps=True, **there)
        club.open_round(timezone.now())
        assert mail_server.held.acquire(timeout=90), "nobody sends a mail"
        kill_all_of(worker)

        start_quick_worker(sweeps=True, **there)
        wait_for(lambda: all_are(MessageState.SENT, Way.MAIL), what="mails are left")
        wait_for(lambda: all_are(MessageState.SENT, Way.PUSH), what="pushes are left")

    notifications = Notification.objects.all()
    assert {row.user for row in notifications} == set(club.users)
    assert notifications.count() == len(club.users)
    took = "".join(mail_server.took)
    ids = Counter(one.strip() for one in re.findall("Message-ID: (.+)", took))
    mails = OutboxMessage.objects.filter(kind="notifications", way=Way.MAIL)
    assert ids.keys() == {mail.message_id for mail in mails}
    assert len(ids) == len(club.users)
    # what was taken when the worker died, by one of its two threads for mails or by both
    assert sorted(number for number in ids.values() if number > 1) in ([2], [2, 2])
    # each phone had its own, again only under the same topic
    by_phone = {}
    for path, (headers, _body) in zip(push_service.paths, push_service.got, strict=True):
        by_phone.setdefault(path, set()).add(headers["topic"])
    assert len(by_phone) == len(club.users)
    assert all(len(topics) == 1 for topics in by_phone.values())
    assert len({topic for topics in by_phone.values() for topic in topics}) == len(club.users)
