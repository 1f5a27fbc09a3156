"""The drill's clock jumps under a program that runs; what counts seconds goes on."""

import os
import shutil
import subprocess
import sys

import pytest

from deploy.drill import wall_clock
from deploy.drill.wall_clock import WallClock, made_library
from deploy.embedded.children import CannotStart

LOOK = """
import datetime, sys, time
for _line in sys.stdin:
    time.sleep(0.001)
    print(time.time(), datetime.datetime.now().timestamp(), time.monotonic(), flush=True)
"""
HOUR_S = 3_600
SLACK_S = 600  # what a busy machine may take; far less than an hour


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs a C compiler")
def test_it_jumps_ahead_and_back_under_a_program_that_runs(tmp_path):
    clock = WallClock(tmp_path / "clock")
    clock.set(ahead_s=0)
    watching = subprocess.Popen(
        [sys.executable, "-c", LOOK],
        env={**os.environ, **clock.environment(made_library(tmp_path))},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )

    def look():
        watching.stdin.write("\n")
        watching.stdin.flush()
        return [float(word) for word in watching.stdout.readline().split()]

    with watching:
        looks = []
        for ahead_s in (0, HOUR_S, 0):
            clock.set(ahead_s=ahead_s)
            looks.append(look())
        watching.stdin.close()

    (time1, date1, count1), (time2, date2, count2), (time3, date3, count3) = looks
    for before, ahead, back in ((time1, time2, time3), (date1, date2, date3)):
        assert HOUR_S <= ahead - before < HOUR_S + SLACK_S
        assert 0 <= back - before < SLACK_S
    assert 0 < count2 - count1 < SLACK_S
    assert 0 < count3 - count2 < SLACK_S


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs a C compiler")
def test_what_cannot_be_compiled_is_said(tmp_path, monkeypatch):
    broken = tmp_path / "broken.c"
    broken.write_text("no program")
    monkeypatch.setattr(wall_clock, "SOURCE", broken)

    with pytest.raises(CannotStart, match="could not be compiled"):
        made_library(tmp_path)
