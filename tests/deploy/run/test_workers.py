"""The workers of a machine: which parts it runs, and what happens when one of them ends."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest

pytestmark = pytest.mark.processes

# parts that do nothing, under the watch of deploy/run/workers.py
IDLE_PARTS = """
import os, signal, sys
from deploy.run import workers
workers.SOON_S = float(sys.argv.pop())
workers.run.__kwdefaults__["patience_s"] = 0.5
workers.load = lambda: None
def start(part):
    child = os.fork()
    if not child:
        if "deaf" in os.environ:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, workers.WAITED_FOR)
        while True:
            signal.pause()
        os._exit(0)
    print(part.__self__.name, child, flush=True)
    return child
workers.start = start
sys.exit(workers.main())
"""


@contextmanager
def idle_parts(*, soon, names, **more):
    with subprocess.Popen(
        [sys.executable, "-c", IDLE_PARTS, str(soon)],
        env={**os.environ, "WORKERS": names, **more},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        try:
            yield running
        finally:
            running.terminate()


def started(running):
    name, _, process = running.stdout.readline().partition(" ")
    return name, int(process)


def test_a_part_that_is_killed_is_started_again_alone():
    with idle_parts(soon=0, names="results sends") as running:
        (first, killed), (second, other) = started(running), started(running)
        os.kill(killed, signal.SIGKILL)
        again = started(running)
        os.kill(other, 0)  # it still runs
        running.terminate()
        running.wait()

    assert (first, second, again[0]) == ("results", "sends", "results")
    assert running.returncode == 0


def test_a_part_that_ends_as_soon_as_it_is_started_ends_the_others():
    with idle_parts(soon=600, names="large results") as running:
        os.kill(started(running)[1], signal.SIGKILL)
        running.wait()

    assert running.returncode == 1


def test_a_part_that_does_not_stop_is_killed():
    with idle_parts(soon=0, names="results", deaf="yes") as running:
        _name, part = started(running)
        running.terminate()
        running.wait(60)

    assert running.returncode == 0
    with pytest.raises(ProcessLookupError):
        os.kill(part, 0)
