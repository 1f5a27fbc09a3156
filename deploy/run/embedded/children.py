"""Child processes that never outlive the launcher, each with a log file of its own."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from deploy.site.address import CannotStart

CHILD = Path(__file__).with_name("child.py")
STOP_SECONDS = 10.0


@dataclass(slots=True)
class Child:
    """A running server. `ends_by` is the signal that makes it stop in good order."""

    name: str
    process: "subprocess.Popen[bytes]"
    log: Path
    ends_by: signal.Signals

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def ask_to_stop(self) -> None:
        if self.is_running:
            self.process.send_signal(self.ends_by)

    def stop(self, seconds: float = STOP_SECONDS) -> None:
        """Stop in good order, or after that many seconds by force."""
        self.ask_to_stop()
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def kill(self) -> None:
        """End at once, as a power cut would."""
        self.process.kill()
        self.process.wait()

    def last_words(self, lines: int = 12) -> str:
        try:
            return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])
        except OSError:
            return ""


def start_child(
    name: str,
    command: Sequence[str],
    *,
    log: Path,
    ends_by: signal.Signals = signal.SIGTERM,
    env: Mapping[str, str] | None = None,
    identity: str | None = None,
    inherit: Sequence[int] = (),
) -> Child:
    """Start a command that gets `ends_by` from the kernel when this process ends.

    What it writes goes to the log. `inherit` are open files it keeps, such as the lock of the
    data folder.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as log_file:
        process = subprocess.Popen(
            command_line(command, ends_by=ends_by, identity=identity),
            stdin=subprocess.DEVNULL,
            stdout=log_file,
            stderr=log_file,
            env=None if env is None else dict(env),
            # Ctrl-C in the terminal reaches the launcher alone, which stops all in order
            start_new_session=True,
            pass_fds=tuple(inherit),
        )
    return Child(name=name, process=process, log=log, ends_by=ends_by)


def command_line(
    command: Sequence[str], *, ends_by: signal.Signals, identity: str | None
) -> list[str]:
    options = ["--parent", str(os.getpid()), "--signal", ends_by.name]
    if identity:
        options.append(f"--{identity}")
    return [sys.executable, "-I", "-S", str(CHILD), *options, "--", *command]


def wait_until(
    is_ready: Callable[[], bool], child: Child, *, seconds: float, pause: float = 0.02
) -> None:
    """Wait until the child answers. Raises CannotStart with its last words when it does not."""
    give_up_at = time.monotonic() + seconds
    while not is_ready():
        if not child.is_running:
            raise CannotStart(
                f"{child.name} stopped while starting (exit {child.process.returncode});"
                f" it wrote in {child.log}:\n{child.last_words()}"
            )
        if time.monotonic() > give_up_at:
            child.stop()
            raise CannotStart(
                f"{child.name} did not answer within {seconds:.0f} seconds;"
                f" it wrote in {child.log}:\n{child.last_words()}"
            )
        time.sleep(pause)
