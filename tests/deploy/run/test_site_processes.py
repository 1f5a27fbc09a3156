"""The web server and the worker that `make run` starts, on the test's database."""

import urllib.request

import pytest

from tests.site_processes import database_address

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]


def get(url):
    with urllib.request.urlopen(url, timeout=30) as response:  # noqa: S310 - our own server
        return response.status, response.headers, response.read()


@pytest.mark.long
def test_many_requests_at_once_share_the_pools_few_connections(start_site_web):
    from concurrent.futures import ThreadPoolExecutor

    from django.db import connection

    # named: connections of other servers, which may linger, are not those that are counted
    web = start_site_web(
        DATABASE_URL=f"{database_address()}&application_name=few",
        DATABASE_POOL_MAX="3",
        WEB_THREADS="12",
    )
    get(f"{web.url}/readyz")  # alone: the first one loads what the others find there

    with ThreadPoolExecutor(24) as people:
        statuses = list(people.map(lambda _: get(f"{web.url}/readyz")[0], range(96)))

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = 'few'"
        )
        (connections,) = cursor.fetchone()
    assert statuses == [200] * 96
    assert 1 <= connections <= 3


def test_broker_that_is_down_is_named_and_the_web_server_stays_ready(web, no_broker):
    import json

    status, _headers, body = get(f"{web.url}/readyz")

    assert status == 200
    assert json.loads(body)["missing"] == ["broker"]
    assert json.loads(body)["parts"]["broker"] == "missing"
    assert get(f"{web.url}/livez")[0] == 200


@pytest.mark.long
def test_open_stream_does_not_keep_the_web_server_from_stopping(own_web):
    from tests.league.faces.public.live_reader import LiveReader
    from tests.league.tables.standings.factories import build, make_stage

    stage = make_stage("Ann", "Bea")
    build(stage)
    stream = LiveReader(f"{own_web.url}/live/events/{stage.event_id}/?only=standings-{stage.pk}")
    assert stream.status == 200
    # pages go on beside it, on the same address
    assert get(f"{own_web.url}/livez")[0] == 200

    own_web.stop()
    while stream.next_event() is not None:
        pass  # what was still on its way

    assert own_web.child.process.returncode in (0, -15), "stopped by force"
    assert stream.ended
    stream.close()
