"""The worker is killed with -9 in the middle of a mail: it is never lost.

It arrives at least once: a second time only when the mail server had taken it already, under the
same Message-ID.
"""

import re

import pytest
from django.utils import timezone

from league.foundation.outbox import services as outbox
from league.foundation.outbox.models import MessageState, OutboxMessage
from tests.league.factories import make_user
from tests.mail_servers import HoldsBeforeServer, HoldsBehindServer, running
from tests.recovery import queue
from tests.recovery.mishaps import kill_all_of
from tests.recovery.truth import wait_for

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True), pytest.mark.long]


@pytest.mark.parametrize(
    ("server", "arrivals"),
    [(HoldsBeforeServer, 1), (HoldsBehindServer, 2)],
    ids=["before it was taken", "behind that"],
)
def test_a_mail_whose_worker_is_killed_is_sent_by_the_next(server, arrivals, start_quick_worker):
    queue.empty()
    user = make_user("Ann Lee", email="ann@example.org")
    data = {"email": user.email, "language": "en", "back_to": ""}
    with running(server) as mail_server:
        there = {
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": str(mail_server.port),
            "EMAIL_TLS": "False",
            # a busy machine writes its first mail in more than three seconds
            "TASK_VISIBILITY_TIMEOUT": "12",
        }
        worker = start_quick_worker(sweeps=True, **there)
        outbox.request_mail("sign_in_link", data=data, at=timezone.now())
        assert mail_server.held.acquire(timeout=60), "nobody sends the mail"
        kill_all_of(worker)
        assert OutboxMessage.objects.get().state == MessageState.CLAIMED

        start_quick_worker(sweeps=True, **there)
        wait_for(
            lambda: OutboxMessage.objects.get().state == MessageState.SENT,
            what="the mail is not noted as sent",
        )

    ids = [found for text in mail_server.took for found in re.findall("Message-ID: (.+)", text)]
    assert [one.strip() for one in ids] == [OutboxMessage.objects.get().message_id] * arrivals
