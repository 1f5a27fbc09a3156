"""A club's evening goes on beside another one's large work and a mail server that never answers.

Both obstacles last until the test removes them: what comes through comes through beside them.
"""

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from league.foundation.outbox import services as outbox
from league.foundation.outbox.models import MessageState, OutboxMessage
from league.tables.standings.models import StageStandings
from tests.league.factories import make_user
from tests.mail_servers import EndlessServer, running
from tests.recovery import queue
from tests.recovery.evenings import make_evening, score_of
from tests.recovery.mishaps import agree, large_work_without_end
from tests.recovery.truth import are_right, check_tables, wait_for, wait_for_standings

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True), pytest.mark.long]

GIANT = 250  # tables of two pairs: so many entries make a stage large


@pytest.fixture(autouse=True)
def _empty_queue(embedded_servers):
    queue.empty()


def is_wanted(evening):
    return StageStandings.objects.filter(pk=evening.stage.pk, wanted__gt=F("built")).exists()


def want_links(count):
    """Request so many mails with which people sign in."""
    for number in range(count):
        user = make_user(f"Waiting {number}", email=f"waiting{number}@example.org")
        data = {"email": user.email, "language": "en", "back_to": ""}
        outbox.request_mail("sign_in_link", data=data, at=timezone.now())


def test_a_small_clubs_results_are_seen_before_either_obstacle_ends(start_site_worker):
    giant, small = make_evening(GIANT), make_evening(2)
    with running(EndlessServer) as server:
        worker = start_site_worker(
            SWEEP_SECONDS="1",
            EMAIL_HOST="127.0.0.1",
            EMAIL_PORT=str(server.port),
            EMAIL_TLS="False",
        )
        see_small_beside(giant, small, server, worker)
    check_tables(small, {1: [score_of(22)], 2: [score_of(23)]})
    wait_for_standings(giant)


def see_small_beside(giant, small, server, worker):
    with large_work_without_end(worker):
        agree(giant, 1, points=21)
        wait_for(lambda: is_wanted(giant), what="the giant's standings are not wanted")
        want_links(6)
        for _thread in range(2):
            assert server.connected.acquire(timeout=60), "nobody is at the mail server"

        agree(small, 1, points=22)
        wait_for_standings(small)
        page = Client().get(small.standings_path).content.decode()
        agree(small, 2, points=23)
        wait_for_standings(small)

        # the obstacles are still there
        assert "League night" in page
        assert OutboxMessage.objects.filter(state=MessageState.CLAIMED).count() == 2
        assert not OutboxMessage.objects.filter(state=MessageState.SENT).exists()
        assert not are_right(giant)
