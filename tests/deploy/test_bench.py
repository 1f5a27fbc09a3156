"""The bench says what was wanted and whether it came, and writes it; all its parts can run."""

import asyncio
import http.server
import sys
import threading
from datetime import date
from pathlib import Path
from types import SimpleNamespace

import pytest

from deploy.bench.__main__ import count_cores, main, measure_all, names_of_parts
from deploy.bench.goals import GOALS, Goal, as_markdown
from deploy.bench.lines import Line, table
from deploy.bench.load import load
from deploy.bench.measured import by_urgency, with_measured
from deploy.bench.parts import engine, swiss
from deploy.bench.readers import Page, digest_of
from league.public.live.messages import event_bytes
from tests.deploy.bench_site import ON_THE_DEMO, SmallSite

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
    with pytest.raises(ValueError, match="P34 is measured and left out"):
        Line(goal="P34", what="pages", figure=0, unit="kB", left_out="not installed")
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


def test_missed_goals_are_shown_first_and_what_has_no_goal_last():
    free = Line(what="deals", figure=1, unit="")
    met = Line(goal="P2", what="events", figure=1, unit="µs", ratio=0.5)
    left_out = Line(goal="P1", what="events", figure=1, unit="µs", left_out="not installed")
    missed, later = (
        Line(goal=goal, what="a script", figure=99, unit="s") for goal in ("P16", "P23")
    )

    ordered = [missed, later, left_out, met, free]
    assert by_urgency(reversed(ordered)) == ordered


DAY, NEXT_DAY = date(2026, 3, 7), date(2026, 3, 8)


def rows_of(text):
    """Return the goal, the figure, whether it is met, the part, the day and the cores."""
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [[row[0][2:], row[2], *row[6:]] for row in rows[2:]]


def test_lines_of_a_part_replace_its_former_ones_and_those_of_others_stay_with_their_day():
    script = Line(goal="P16", what="a script", figure=9, unit="s")
    quicker = Line(goal="P16", what="a script", figure=0.1, unit="s")
    pages = Line(goal="P26", what="one | two", figure=5, unit="requests/s")
    empty = "# Performance\n\n## Measured\n"

    first = with_measured(empty, {"engine": [script], "web": [pages]}, on=DAY, cores=2)
    second = with_measured(first, {"engine": [quicker]}, on=NEXT_DAY, cores=4)

    assert first.startswith(empty)
    assert second.startswith(empty)
    assert rows_of(first) == [
        ["P16", "9 s", "MISSED", "engine", "2026-03-07", "2 |"],
        ["P26", "5 requests/s", "MISSED", "web", "2026-03-07", "2 |"],
    ]
    assert rows_of(second) == [
        ["P26", "5 requests/s", "MISSED", "web", "2026-03-07", "2 |"],
        ["P16", "0.1 s", "met", "engine", "2026-03-08", "4 |"],
    ]
    assert with_measured(second, {}, on=NEXT_DAY, cores=8) == second


def test_docs_have_a_place_for_what_is_measured():
    assert with_measured(PERFORMANCE.read_text(), {}, on=DAY, cores=2)
    with pytest.raises(ValueError, match="no heading"):
        with_measured("# Performance\n", {}, on=DAY, cores=2)


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
    page = Line(goal="P26", what="a page", figure=500, unit="requests/s")
    parts = {"quick": part_of(page, page), "slow": part_of(page, fails=True)}
    monkeypatch.setattr("deploy.bench.__main__.names_of_parts", lambda: list(parts))
    monkeypatch.setattr("deploy.bench.__main__.part", parts.get)


@pytest.mark.parametrize(("words", "written"), [([], 2), (["quick", "quick"], 2), (["--print"], 0)])
def test_run_writes_what_it_measured_but_not_the_half_of_a_part_that_failed(
    words, written, two_parts, tmp_path, capsys
):
    performance = tmp_path / "performance.md"
    performance.write_text("# Performance\n\n## Measured\n")
    fails = not words or words == ["--print"]

    assert main(words, on=DAY, performance=performance) == int(fails)

    assert (
        rows_of(performance.read_text())
        == [["P26", "500 requests/s", "met", "quick", "2026-03-07", str(count_cores()) + " |"]]
        * written
    )
    said = capsys.readouterr()
    assert said.out.count("a page") == 2 + fails
    assert ("Could not be measured: slow." in said.err) is fails


def test_help_names_each_part_with_its_goals_and_sizes(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--help"], on=DAY)

    said = capsys.readouterr().out
    assert ended.value.code == 0
    assert "docs/performance.md" in said
    for name in names_of_parts():
        assert f"  {name} " in said
    assert "entrants 1000, many 10000" in said


def test_part_that_does_not_exist_is_named(capsys):
    assert main(["weather"], on=DAY) == 2
    assert "nothing to measure named weather" in capsys.readouterr().err


def test_a_reference_that_is_not_installed_is_left_out_and_the_table_says_so(monkeypatch):
    for library in ("chess", "pyspiel", "py4swiss", "py4swiss.engines", "networkx"):
        monkeypatch.setitem(sys.modules, library, None)

    lines = [*swiss.measure(None, swiss.TINY), *engine.replays(engine.TINY)]

    left_out = {line.goal for line in lines if "not installed" in line.cells()[-1]}
    assert left_out == {"P1", "P2", "P5", "P17"}


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
        if self.path != "/endless":
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


def test_load_refuses_an_answer_that_does_not_say_where_it_ends(address):
    with pytest.raises(AssertionError, match="how long"):
        load(f"{address}/endless", seconds=0.3, connections=2, headers=("X-Given: yes",))


def test_load_refuses_to_count_a_server_that_sometimes_fails(address):
    with pytest.raises(AssertionError, match="/half answered"):
        load(f"{address}/half", seconds=0.3, connections=2, headers=("X-Given: yes",))


@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
def test_a_page_shows_the_text_that_its_last_event_carried(end):
    text = f"<table>\n<tr>{end}"

    async def page_that_received() -> Page:
        page = Page(b"")
        page.data_received(b"HTTP/1.1 200 OK\r\n\r\n")
        page.data_received(event_bytes(name="standings-1", version=2, data=text))
        return page

    page = asyncio.run(page_that_received())

    assert page.shows(3, digest_of(text))
    assert not page.shows(3, digest_of("<table>"))


def test_the_goals_of_the_docs_are_those_that_are_measured():
    listed = PERFORMANCE.read_text().split("\n\n")
    assert "\n".join(as_markdown()) in listed


@pytest.fixture
def small_site(site_env):
    site = SmallSite(site_env)
    yield site
    site.stop()


@pytest.mark.long
@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_every_part_measures(small_site, capsys):
    names = [name for name in names_of_parts() if name not in ON_THE_DEMO]
    measured, broken = measure_all(names, small_site, tiny=True)

    assert not broken, capsys.readouterr().err
    assert all(measured.values())
    goals = {line.goal for lines in measured.values() for line in lines if line.goal}
    assert goals.union(*ON_THE_DEMO.values()) == set(GOALS)
