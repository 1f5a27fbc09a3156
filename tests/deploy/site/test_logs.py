"""Every line of the log names the request and the task it belongs to."""

import io
import json
import logging

import pytest
import structlog
from django.http import HttpResponse
from django.test import RequestFactory

from deploy.site.celery import _bind_ids, _forget_ids, _send_request_id
from deploy.site.logs import configure_logs
from deploy.site.request_log import RequestLogMiddleware


@pytest.fixture
def lines(settings):
    """Return what was logged since, as JSON objects."""
    configure_logs("json", "INFO")
    handler = logging.getLogger().handlers[0]
    stream = io.StringIO()
    handler.setStream(stream)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    configure_logs(settings.LOG_FORMAT, settings.LOG_LEVEL)


def answer(request):
    structlog.stdlib.get_logger("some.subject").info("deal_entered", deal=7)
    logging.getLogger("a.library").info("%s cards", 80)
    return HttpResponse()


def test_all_lines_of_a_request_and_its_answer_carry_its_id(lines):
    response = RequestLogMiddleware(answer)(RequestFactory().get("/secret-link/"))

    assert [line["event"] for line in lines()] == ["deal_entered", "80 cards", "request"]
    assert {line["request_id"] for line in lines()} == {response.headers["X-Request-ID"]}
    assert "secret-link" not in str(lines())


def test_an_id_of_a_proxy_is_kept_and_a_strangers_text_is_not(lines):
    kept = RequestLogMiddleware(answer)(
        RequestFactory().get("/", headers={"x-request-id": "proxy-0123456789"})
    )
    replaced = RequestLogMiddleware(answer)(
        RequestFactory().get("/", headers={"x-request-id": 'x" injected="yes" padding'})
    )

    assert kept.headers["X-Request-ID"] == "proxy-0123456789"
    assert "injected" not in replaced.headers["X-Request-ID"]


def test_a_task_carries_the_id_of_the_request_that_asked_for_it(lines):
    class Task:
        name = "league.some.task"
        request: dict = {}

    structlog.contextvars.bind_contextvars(request_id="request-1234")
    _send_request_id(headers=Task.request)
    structlog.contextvars.clear_contextvars()
    _bind_ids(task_id="task-1", task=Task)
    answer(None)
    _forget_ids()
    answer(None)

    inside, outside = lines()[:2], lines()[2:]
    assert {(line["task_id"], line["request_id"]) for line in inside} == {
        ("task-1", "request-1234")
    }
    assert not any("task_id" in line or "request_id" in line for line in outside)
