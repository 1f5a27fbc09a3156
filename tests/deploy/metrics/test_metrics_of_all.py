"""`/metrics` of one web process tells what every process of the machine has counted."""

import time
from contextlib import closing
from http.client import HTTPConnection

import pytest

from deploy.celery import app
from league.foundation.journal.services import DELIVER
from league.foundation.queues import JOURNAL
from tests.deploy.metrics.reading_figures import figure

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True), pytest.mark.long]

TOKEN = {"Authorization": "Bearer figures"}


def fetch(server, path):
    with closing(HTTPConnection(server.url.removeprefix("http://"), timeout=30)) as asking:
        asking.request("GET", path, headers=TOKEN)
        answer = asking.getresponse()
        assert answer.status == 200
        return answer.read()


def scrape(server):
    return fetch(server, "/metrics")


def wait_for(server, name, **labels):
    """Return the figures of a server that are kept no longer, once one of them is there."""
    give_up_at = time.monotonic() + 60
    while not figure(text := scrape(server), name, **labels):
        assert time.monotonic() < give_up_at, text
        time.sleep(0.2)
    return text


def test_either_web_process_tells_what_the_other_and_the_worker_have_done(
    start_site_web, start_site_worker, tmp_path
):
    here = {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "figures"), "METRICS_TOKEN": "figures"}
    app.control.purge()  # what other tests have sent and nobody took
    one, other = start_site_web(**here), start_site_web(**here)
    worker = start_site_worker(with_clock=False, **here)
    fetch(one, "/")
    app.send_task(DELIVER)

    text = wait_for(other, "tricktable_tasks_total", task=DELIVER, outcome="done")

    assert figure(text, "tricktable_requests_total", face="public", status="200") == 1
    assert figure(text, "tricktable_metrics_shared") == 1
    assert figure(text, "tricktable_task_wait_seconds_count", queue=JOURNAL) == 1
    assert figure(text, "tricktable_task_seconds_count", queue=JOURNAL) == 1
    assert figure(text, "tricktable_pool_connections", state="free") > 0

    worker.kill()
    one.kill()
    time.sleep(5.1)  # until the figures are gathered again
    text = scrape(other)
    assert figure(text, "tricktable_tasks_total", task=DELIVER, outcome="done") == 1
    assert figure(text, "tricktable_requests_total", face="public", status="200") == 1
