"""Starts the launchers as other processes and looks at what is left of them."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path


def processes_of(folder):
    """Return the processes whose command line names the folder, or that have a file open in it."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        if int(process.name) == os.getpid():
            continue
        with contextlib.suppress(OSError):
            words = (process / "cmdline").read_bytes()
            names = [os.readlink(file) for file in (process / "fd").iterdir()]
            if os.fsencode(folder) in words or any(str(folder) in name for name in names):
                found.append(int(process.name))
    return found


def wait_until(is_so, seconds=120):
    give_up_at = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > give_up_at:
            return False
        time.sleep(0.05)
    return True


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Launcher:
    """A launcher in a process of its own: `said` is what it printed so far."""

    def __init__(self, *words, log, python=sys.executable, cwd=None, **environment):
        kept = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "BROKER_URL")}
        self.log = Path(log)
        with self.log.open("ab") as file:
            self.process = subprocess.Popen(
                [python, *words],
                cwd=cwd,
                env={**kept, **environment},
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
            )

    @property
    def said(self):
        return self.log.read_text()

    def wait_for(self, text, seconds=240):
        came = wait_until(lambda: text in self.said or self.process.poll() is not None, seconds)
        assert came, f"{text!r} did not come within {seconds} s:\n{self.said}"
        assert text in self.said, self.said

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(30)

    def kill(self):
        self.process.kill()
        self.process.wait()
