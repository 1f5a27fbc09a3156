"""Traces reach a collector with what helps, and without anybody's name, link or value."""

import gzip
import os
import subprocess
import sys
import threading
import time
from contextlib import closing
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.urls import reverse
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from deploy.site.celery import app
from deploy.site.redaction import kept_in_traces
from league.foundation.journal.services import DELIVER
from league.play.rounds.links import link_of
from tests.league.faces.public.factories import make_played


class Collector:
    """A receiver of OTLP over HTTP: `url`, and the spans that have come."""

    def __init__(self):
        collector = self
        self.bodies = []

        class Receiver(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if self.headers.get("Content-Encoding") == "gzip":
                    body = gzip.decompress(body)
                collector.bodies.append(body)
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_words):
                return None

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def spans(self):
        return [
            span
            for body in list(self.bodies)
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]

    def wait_for(self, *names):
        """Wait until spans of these names have come, and return all by name."""
        give_up_at = time.monotonic() + 60
        while not set(names) <= (found := {span.name: span for span in self.spans()}).keys():
            assert time.monotonic() < give_up_at, sorted(found)
            time.sleep(0.1)
        return found

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def collector():
    collector = Collector()
    yield collector
    collector.stop()


def fetch(server, path):
    with closing(HTTPConnection(server.url.removeprefix("http://"), timeout=30)) as asking:
        asking.request("GET", path, headers={"User-Agent": "Phone of Ann Lee"})
        answer = asking.getresponse()
        answer.read()
        return answer.status


@pytest.mark.long
@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_requests_queries_and_tasks_are_traced_and_nobody_is_named(
    start_site_web, start_site_worker, collector
):
    _stage, table, _deal = make_played()
    club, event = table.round.stage.event.club, table.round.stage.event
    here = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, "OTEL_BSP_SCHEDULE_DELAY": "200"}
    web = start_site_web(**here)
    start_site_worker(with_clock=False, **here)
    token = link_of(table)
    assert fetch(web, f"/t/{token}/") == 200
    assert fetch(web, reverse("public:standings", args=[club.slug, event.slug])) == 200
    app.send_task(DELIVER)

    found = collector.wait_for("GET t/<str:token>/", f"run/{DELIVER}", "SELECT")

    request, query = found["GET t/<str:token>/"], found["SELECT"]
    attributes = {one.key: one.value for one in request.attributes}
    assert attributes["http.route"].string_value == "t/<str:token>/"
    assert attributes["http.status_code"].int_value == 200
    by_trace = {span.trace_id for span in collector.spans() if span.name == "SELECT"}
    assert request.trace_id in by_trace  # a query belongs to its request
    assert any(one.key == "db.statement" for one in query.attributes)
    sent = b"".join(collector.bodies)
    for secret in (token, token[:12], club.slug, event.slug, "Ann Lee", "127.0.0.1"):
        assert secret.encode() not in sent


def test_only_attributes_of_the_list_leave_and_no_secret_in_them():
    recorded = {
        "http.route": "t/<str:token>/",
        "http.url": "https://cards.example.org/t/abcdefghijkl/",
        "http.user_agent": "Phone of Ann Lee",
        "net.peer.ip": "203.0.113.7",
        "db.statement": "SELECT 1 -- /t/abcdefghijkl/",
        "db.statement.parameters": "('Ann Lee',)",
        "exception.message": "no player Ann Lee",
        "exception.type": "LookupError",
    }

    assert kept_in_traces(recorded) == {
        "http.route": "t/<str:token>/",
        "db.statement": "SELECT 1 -- /t/[secret]/",
        "exception.type": "LookupError",
    }
    assert kept_in_traces(None) == {}


def run(program, **environment):
    kept_env = {k: v for k, v in os.environ.items() if not k.startswith("OTEL_")}
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**kept_env, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
