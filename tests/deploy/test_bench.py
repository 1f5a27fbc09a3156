"""The bench's table says what was wanted and whether it came; its load counts what was answered."""

import http.server
import threading
from pathlib import Path

import pytest

from deploy.bench.__main__ import main, names_of_parts, part
from deploy.bench.goals import Goal, as_markdown
from deploy.bench.lines import Line, table
from deploy.bench.load import load


PERFORMANCE = Path(__file__).parents[2] / "docs" / "performance.md"


@pytest.mark.parametrize(
    ("bound", "value", "met"),
    [
        ({"at_least": 0.8}, 0.8, True),
        ({"at_least": 0.8}, 0.79, False),
        ({"at_most": 1.5}, 1.5, True),
        ({"at_most": 1.5}, 1.51, False),
    ],
)
def test_a_goal_is_met_up_to_its_bound(bound, value, met):
    assert Goal(what="pages", **bound).is_met_by(value) is met


def test_a_goal_against_something_is_one_of_the_ratio_and_another_one_of_the_figure():
    figure = Line(goal="P10", what="memory", figure=600, unit="MB", ratio=1_000)
    ratio = Line(goal="P13", what="matchpoints", figure=1_000, unit="ms", ratio=0.25)

    assert figure.is_met is ratio.is_met is True
    assert Line(what="pages", figure=1, unit="s", ratio=3.0).is_met is None


@pytest.mark.parametrize("bounds", [{}, {"at_least": 1, "at_most": 2}])
def test_a_goal_has_one_bound(bounds):
    with pytest.raises(ValueError, match="one bound"):
        Goal(what="pages", **bounds)


def test_a_line_names_a_goal_that_there_is_and_says_why_it_was_not_measured():
    with pytest.raises(ValueError, match="no goal P99"):
        Line(goal="P99", what="pages", figure=1, unit="s")
    with pytest.raises(ValueError, match="nothing says why"):
        Line(goal="P1", what="events", figure=1, unit="s")
    assert Line(goal="P1", what="events", figure=1, unit="s", left_out="not there").is_met is None


def test_table_has_a_column_for_each_thing_one_asks():
    drawn = table(
        [
            Line(goal="P13", what="events", figure=1234.5, unit="µs", ratio=0.25),
            Line(goal="P9", what="ページ", figure=0.01234, unit="s", ratio=5.0),
        ]
    ).splitlines()

    assert drawn[0].split() == ["goal", "what", "figure", "held", "against", "ratio", "wanted"]
    assert drawn[2].split() == [
        *("P13", "events", "1", "234", "µs", "0.25", "x", "<=", "0.25", "x", "met"),
    ]
    assert drawn[3].split() == ["P9", "ページ", "0.0123", "s", "5", "x", "<=", "4", "x", "MISSED"]


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


def test_the_goals_of_the_docs_are_those_that_are_measured():
    listed = PERFORMANCE.read_text().split("\n\n")
    assert "\n".join(as_markdown()) in listed
