"""The bench says what was wanted and whether it came; all its parts can run."""

import asyncio
import http.server
import re
import subprocess
import sys
import threading
from datetime import date
from pathlib import Path
from types import SimpleNamespace

import pytest

from deploy.bench.__main__ import PARTS, main
from deploy.bench.goals import GOALS, ON_REQUEST, Bound
from deploy.bench.latest import with_latest
from deploy.bench.lines import Line, as_markdown, as_text, by_urgency, in_a_sentence
from deploy.bench.load import Viewing, Views
from deploy.bench.parts.evening import entries_shown
from deploy.bench.processor import Processor
from deploy.bench.readers import Page
from deploy.bench.readers import Path as Stream
from league.faces.public.live.messages import event_bytes

ROOT = Path(__file__).parents[2]
PERFORMANCE = ROOT / "docs" / "performance.md"
DAY = date(2026, 3, 7)

MET = Line(goal="L6", figures=(7.9,))
MISSED = Line(goal="L2", figures=(35, 20.1), note="one of them | took long.")
LEFT_OUT = Line(goal="L7 Swiss", left_out="not installed")


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
    assert Bound(unit="s", **bound).is_met_by(value) is met


@pytest.mark.parametrize("bounds", [{}, {"at_least": 1, "at_most": 2}])
def test_a_figure_has_one_bound(bounds):
    with pytest.raises(ValueError, match="one bound"):
        Bound(unit="s", **bounds)


def test_a_goal_is_met_where_all_of_its_figures_are():
    assert MET.verdict == "met"
    assert Line(goal="L2", figures=(35, 20)).verdict == "met"
    assert MISSED.verdict == "MISSED"
    assert LEFT_OUT.verdict == "not installed"


def test_a_line_has_the_figures_of_its_goal_or_says_why_it_has_none():
    with pytest.raises(ValueError, match="no goal P99"):
        Line(goal="P99", figures=(1,))
    with pytest.raises(ValueError, match="says why"):
        Line(goal="L6")
    with pytest.raises(ValueError, match="says why"):
        Line(goal="L6", figures=(1,), left_out="not installed")
    with pytest.raises(ValueError, match="has 2 figures"):
        Line(goal="L2", figures=(1,))


def test_there_are_at_most_fifteen_goals_and_each_has_its_part():
    assert len(GOALS) <= 15
    assert sorted(GOALS) == sorted(goal for goals in PARTS.values() for goal in goals)


def test_missed_goals_are_shown_first():
    later = Line(goal="L6", figures=(9,))

    assert by_urgency([MET, LEFT_OUT, later, MISSED]) == [MISSED, later, LEFT_OUT, MET]
    assert in_a_sentence([MET, LEFT_OUT, later, MISSED]) == "1 of 4 goals met; missed: L2, L6"


def test_the_table_shows_what_was_wanted_beside_what_was_measured():
    drawn = as_text([MISSED, LEFT_OUT]).splitlines()

    assert re.split(r"\s{2,}", drawn[2]) == [
        "L2",
        "requests <= 35 ms, what follows <= 20 ms",
        "requests 35 ms, what follows 20.1 ms",
        "MISSED",
    ]
    assert drawn[3].endswith("not installed")


def test_the_docs_have_the_goals_that_are_measured_and_a_place_for_the_table():
    text = PERFORMANCE.read_text()
    listed = as_markdown(
        [("goal", "what", "wanted"), *((name, g.what, g.wanted) for name, g in GOALS.items())]
    )

    assert listed in text.split("\n\n")
    assert "Measured on 2026-03-07" in with_latest(text, [MET], "2026-03-07")


def test_the_latest_table_takes_the_place_of_the_one_before():
    once = with_latest("# Speed\n\n## The latest table\n\nold\n", [MISSED], "2026-03-07, 2 cores")

    assert once.startswith(
        "# Speed\n\n## The latest table\n\nMeasured on 2026-03-07, 2 cores: 0 of"
    )
    assert "old" not in once
    assert "- L2: one of them | took long." in once
    assert with_latest(once, [MISSED], "2026-03-07, 2 cores") == once
    with pytest.raises(ValueError, match="no heading"):
        with_latest("# Speed\n", [MISSED], "")


def part_of(*lines, fails=False):
    """Return a part that yields the lines and then fails, if it is to."""

    def measure(_site, size):
        assert size == "full"
        yield from lines
        if fails:
            raise RuntimeError("the server is away")

    return SimpleNamespace(measure=measure, FULL="full", TINY="tiny")


@pytest.fixture
def two_parts(monkeypatch):
    """The parts are quick, which measures two pages, and slow, which fails after one."""
    parts = {"quick": part_of(MET), "slow": part_of(MISSED, fails=True)}
    monkeypatch.setattr("deploy.bench.__main__.PARTS", dict.fromkeys(parts, ()))
    monkeypatch.setattr("deploy.bench.__main__.part", parts.get)


def test_a_part_that_fails_is_named_and_nothing_is_written(two_parts, tmp_path, capsys):
    performance = tmp_path / "performance.md"
    performance.write_text("# Speed\n\n## The latest table\n")

    assert main(["--write"], on=DAY, performance=performance) == 1

    said = capsys.readouterr()
    assert performance.read_text() == "# Speed\n\n## The latest table\n"
    assert "Could not be measured: slow." in said.err
    assert "1 of 2 goals met; missed: L2." in said.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["weather"], "nothing to measure named weather"),
        (["--write", "quick"], "Only a run of all parts"),
        (["--write", "--tiny"], "Only a run of all parts"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(words, said, two_parts, capsys):
    assert main(words, on=DAY) == 2
    assert said in capsys.readouterr().err


class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1

    def do_GET(self):
        self.send_response(500 if self.path == "/broken" else 200)
        if self.path != "/endless":
            self.send_header("Content-Length", "5")
        self.end_headers()
        self.wfile.write(b"tric")
        self.wfile.flush()
        self.wfile.write(b"k")

    def log_message(self, *_words):
        pass


@pytest.fixture
def port():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def test_views_are_counted_by_what_was_answered(port):
    paths = ["/", "/broken", "/endless"]
    viewed = Viewing(Views("127.0.0.1", port, paths, a_second=30, seconds=0.5)).result()

    assert viewed.statuses == {"200": 5, "500": 5, "no length": 5}
    assert len(viewed.took_ms) == 15
    assert all(took > 0 for took in viewed.took_ms)


def test_a_page_shows_the_last_text_of_its_part():
    async def followed() -> Stream:
        stream = Stream(b"", b"standings-1")
        for _ in range(2):
            page = Page(stream)
            page.data_received(b"HTTP/1.1 200 OK\r\n\r\n")
            page.data_received(event_bytes(name="standings-1", version=1, data="one"))
            page.data_received(event_bytes(name="lines-1", version=2, data="other"))
        first, _second = stream.pages
        sent = event_bytes(name="standings-1", version=2, data="two\nlines")
        first.data_received(sent[:20])
        first.data_received(sent[20:])
        return stream

    reached = asyncio.run(followed()).reached

    assert [version.text for version in reached.versions] == ["one", "two\nlines"]
    assert reached.up_to_date == 1


def test_entries_are_shown_when_their_figures_are_not_all_nought():
    row = '<tr data-key="%d" class=""><td class="rank">7</td><td class="num" data-label="2">%s</td>'
    text = "\n".join(f"{row % (key, figure)}</tr>" for key, figure in ((3, "0"), (4, "<i>1</i>")))

    assert entries_shown(text) == {4}


def test_processor_time_is_that_of_this_process_and_of_those_it_asks():
    burn = "import time\ninput()\nwhile time.process_time() < 0.3: pass\nprint()\ninput()"
    with subprocess.Popen(
        [sys.executable, "-c", burn], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:

        def have_it_burn() -> None:
            process.stdin.write(b"\n")
            process.stdin.flush()
            process.stdout.readline()

        processor = Processor([SimpleNamespace(process=process)])
        assert 0.2 < processor.seconds(have_it_burn) < 3
        assert processor.seconds(lambda: None) < 0.1
        process.kill()


@pytest.mark.long
@pytest.mark.processes
def test_every_part_measures():
    done = subprocess.run(
        [sys.executable, "-m", "deploy.bench", "--tiny"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    shown = {re.split(r"\s{2,}", line)[0] for line in done.stdout.splitlines()}
    assert set(GOALS) - ON_REQUEST <= shown
