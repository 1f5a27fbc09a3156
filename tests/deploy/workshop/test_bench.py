"""The bench says what was wanted and whether it came; all its parts can run."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.workshop.bench.goals import GOALS, ON_REQUEST
from deploy.workshop.bench.latest import with_latest
from deploy.workshop.bench.lines import Line

ROOT = Path(__file__).parents[3]


def test_the_page_has_each_goal_once_with_what_was_measured():
    page = (ROOT / "docs" / "performance.md").read_text()
    lines = [Line(goal="L2", figures=(35, 20.1)), Line(goal="L6", figures=(7.9,))]

    written = with_latest(page, lines, "2026-03-07, 2 cores")

    assert "Measured on 2026-03-07, 2 cores: 1 of 2 goals met; missed: L2." in written
    assert "| <= 8 s | 7.9 s |" in written
    assert "| requests 35 ms, what follows 20.1 ms MISSED |" in written
    assert all(written.count(f"| {name}: {goal.what} |") == 1 for name, goal in GOALS.items())
    assert with_latest(written, lines, "2026-03-07, 2 cores") == written


@pytest.mark.long
@pytest.mark.processes
def test_every_part_measures():
    done = subprocess.run(
        [sys.executable, "-m", "deploy.workshop.bench", "--tiny"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    shown = {re.split(r"\s{2,}", line)[0] for line in done.stdout.splitlines()}
    assert set(GOALS) - ON_REQUEST <= shown
