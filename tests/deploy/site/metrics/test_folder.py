"""What processes counted outlives them, what they held does not."""

import os
import subprocess
import sys

import pytest

from deploy.site.metrics.answer import text_of_folder
from tests.deploy.site.metrics.reading_figures import figure

COUNT = """
from league.foundation.metrics import LIVE_READERS, REQUESTS, REQUEST_SECONDS
REQUESTS.labels("public", "200").inc(3)
REQUEST_SECONDS.labels("public").observe(0.02)
LIVE_READERS.inc(7)
print("counted", flush=True)
input()
"""


class Counting:
    """A process that counts into the folder and stays until it is killed."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [sys.executable, "-c", COUNT],
            env={**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self.process.stdout.readline() == b"counted\n"

    def kill(self):
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def counting(tmp_path):
    started = []

    def start():
        started.append(Counting(tmp_path))
        return started[-1]

    yield start
    for one in started:
        one.kill()


def test_figures_are_those_of_all_processes_also_of_those_that_were_killed(counting, tmp_path):
    one, _other = counting(), counting()
    before = text_of_folder(str(tmp_path))
    one.kill()
    after = text_of_folder(str(tmp_path))
    again = text_of_folder(str(tmp_path))

    assert figure(before, "tricktable_live_readers") == 14
    for text in (before, after, again):
        assert figure(text, "tricktable_requests_total", face="public", status="200") == 6
        assert figure(text, "tricktable_request_seconds_count", face="public") == 2
        assert figure(text, "tricktable_request_seconds_bucket", face="public", le="0.025") == 2
    # an open page of a process that is gone is none
    assert figure(after, "tricktable_live_readers") == 7


def test_a_file_of_a_process_killed_while_it_wrote_costs_its_own_figures_alone(counting, tmp_path):
    living, killed = counting(), counting()
    killed.kill()
    broken = tmp_path / f"counter_{killed.process.pid}.db"
    content = bytearray(broken.read_bytes())
    content[8:12] = (2**30).to_bytes(4, "little")  # a key longer than the file
    broken.write_bytes(content)

    text = text_of_folder(str(tmp_path))

    assert living.process.poll() is None
    assert figure(text, "tricktable_requests_total", face="public", status="200") == 3
    assert figure(text, "tricktable_request_seconds_count", face="public") == 2
    assert not broken.exists()
