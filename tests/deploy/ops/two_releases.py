"""One release takes the place of another at the same socket, while people go on asking."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection

from tests.deploy.ops.ops_files import command_of, environment_of

WEB = "tricktable-web@a-release.service"
ENOUGH = 40
AS_THE_THIRD = "import os, sys; os.dup2(int(sys.argv[1]), 3); os.execv(sys.argv[2], sys.argv[2:])"


def started(unit, socket_, *, programs, log, env, cwd=None, notified=None):
    """Start what a unit starts, with the socket as systemd hands it over: as the third."""
    own = environment_of(unit, env)
    notify_socket = {"NOTIFY_SOCKET": str(notified)} if notified else {}
    words = command_of(unit, own, programs)
    if words[0].endswith("/tricktable"):  # which a checkout has not installed
        words = [f"{programs}/python", "-m", "deploy.run.command_line", *words[1:]]
    with log.open("ab") as file:
        return subprocess.Popen(
            [sys.executable, "-c", AS_THE_THIRD, str(socket_.fileno()), *words],
            cwd=cwd,
            env=own | notify_socket,
            pass_fds=[socket_.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            start_new_session=True,
        )


@contextmanager
def heard(folder):
    """Listen as systemd does; what is yielded waits until somebody says that it is ready."""
    path = folder / "notified"
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as systemd:
        systemd.bind(str(path))
        systemd.settimeout(1)

        def wait(process):
            give_up_at = time.monotonic() + 120
            while process.poll() is None and time.monotonic() < give_up_at:
                with suppress(TimeoutError):
                    if b"READY=1" in systemd.recv(1024):
                        return
            raise AssertionError("it did not say that it is ready")

        yield path, wait
        path.unlink()


class People:
    """Some who ask and send, fifty times a second each, every time by a new connection."""

    def __init__(self, port, number=4):
        self.port = port
        self.answers, self.troubles = Counter(), []
        self._is_over = threading.Event()
        self._threads = [threading.Thread(target=self._go_on) for _ in range(number)]

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_error):
        self._is_over.set()
        for thread in self._threads:
            thread.join()

    def _go_on(self):
        while not self._is_over.wait(0.02):
            for method, body in (("GET", None), ("POST", b"x" * 20_000)):
                try:
                    self.answers[method, self._ask(method, body)] += 1
                except OSError as error:
                    self.troubles.append(repr(error))

    def _ask(self, method, body):
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request(method, "/livez", body=body)
            answer = connection.getresponse()
            answer.read()
            return answer.status

    def wait_for_more(self):
        until, give_up_at = self.answers.total() + ENOUGH, time.monotonic() + 120
        while self.answers.total() < until and not self.troubles:
            assert time.monotonic() < give_up_at, self.answers
            time.sleep(0.01)


def replaced(start, port, folder):
    """Let a second one of `start(name, path)` take the place of the first; return who asked."""
    with heard(folder) as (path, wait), ExitStack() as started_ones:
        first = start("first", path)
        started_ones.callback(stop, first)
        wait(first)
        with People(port) as people:
            people.wait_for_more()
            second = start("second", path)
            started_ones.callback(stop, second)
            wait(second)
            people.wait_for_more()
            stop(first)
            people.wait_for_more()
    return people


def stop(process):
    process.terminate()
    try:
        process.wait(60)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
