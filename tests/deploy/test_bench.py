"""The bench's table says what was wanted and whether it came; its load counts what was answered."""

import http.server
import threading

import pytest

from deploy.bench.__main__ import main, names_of_parts, part
from deploy.bench.lines import Line, table
from deploy.bench.load import load


@pytest.mark.parametrize(
    ("changes", "met"),
    [
        ({"ratio": 0.8, "at_least": 0.8}, True),
        ({"ratio": 0.79, "at_least": 0.8}, False),
        ({"ratio": 1.5, "at_most": 1.5}, True),
        ({"ratio": 1.51, "at_most": 1.5}, False),
        ({"at_most": 600}, False),
        ({"at_most": 700}, True),
        ({"ratio": 3.0}, None),
    ],
)
def test_a_goal_is_compared_with_the_ratio_or_without_one_with_the_figure(changes, met):
    assert Line(what="memory", figure=650, unit="MB", **changes).is_met is met


def test_table_has_a_column_for_each_thing_one_asks():
    drawn = table(
        [
            Line(goal="P1", what="events", figure=1234.5, unit="µs", ratio=0.5, at_most=1),
            Line(what="ページ", figure=0.01234, unit="s", ratio=2.0, at_most=1),
        ]
    ).splitlines()

    assert drawn[0].split() == ["goal", "what", "figure", "held", "against", "ratio", "wanted"]
    assert drawn[2].split() == ["P1", "events", "1", "234", "µs", "0.5", "x", "<=", "1", "met"]
    assert drawn[3].split() == ["ページ", "0.0123", "s", "2", "x", "<=", "1", "MISSED"]


def test_every_part_of_the_bench_can_be_called():
    assert {"machine", "web"} <= set(names_of_parts())
    for name in names_of_parts():
        assert callable(part(name))


def test_part_that_does_not_exist_is_named(capsys):
    assert main(["weather"]) == 2
    assert "nothing to measure named weather" in capsys.readouterr().err


class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    asked = 0

    def do_GET(self):
        type(self).asked += 1
        status = 200 if self.headers["X-Given"] == "yes" else 404
        if self.path == "/half" and self.asked % 2:
            status = 500
        self.send_response(status)
        self.send_header("Content-Length", "5")
        self.end_headers()
        self.wfile.write(b"tric")
        self.wfile.flush()
        self.wfile.write(b"k")

    def log_message(self, *_words):
        pass


@pytest.fixture
def address():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        Answer.asked = 0
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


def test_load_counts_whole_answers_only(address):
    found = load(f"{address}/", seconds=0.3, connections=2, headers=("X-Given: yes",))

    assert list(found.statuses) == ["200"]
    assert found.statuses["200"] == Answer.asked
    assert 0 < found.median_ms <= found.p95_ms


def test_load_refuses_to_count_a_server_that_sometimes_fails(address):
    with pytest.raises(AssertionError, match="/half answered"):
        load(f"{address}/half", seconds=0.3, connections=2, headers=("X-Given: yes",))
