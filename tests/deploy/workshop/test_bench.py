"""The bench says what was wanted and whether it came; all its parts can run."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.workshop.bench.goals import GOALS, ON_REQUEST

ROOT = Path(__file__).parents[2]


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
