"""What systemd is on a machine of the drill: `systemctl` of the release's script asks it.

Sockets are the machine's, so that whatever release runs takes connections from them.
"""

import shlex
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingUnixStreamServer
from threading import Event, Thread

from deploy.workshop.drill.machines import IP, Machine, plain_environment
from deploy.workshop.drill.units import full_name, values_of, variables_of

UNITS = "/etc/systemd/system"
# systemd's own for what does not say it
START_S, STOP_S = "90", "90"
DONE, FAILED = 0, 1

OPEN = """
import socket, sys
number, host, port, backlog = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
opened = socket.create_server((host, port), backlog=backlog)
socket.send_fds(socket.socket(fileno=number), [b"."], [opened.fileno()])
"""
SYSTEMCTL = """#!{python}
import socket, sys
with socket.socket(socket.AF_UNIX) as systemd:
    systemd.connect({path!r})
    systemd.sendall("\\0".join(sys.argv[1:]).encode())
    systemd.shutdown(socket.SHUT_WR)
    status, _, said = systemd.makefile().read().partition(" ")
print(said)
sys.exit(int(status))
"""


def opened_on(machine: Machine, host: str, port: int, backlog: int) -> socket.socket:
    """Listen in the network of a machine."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        words = (str(theirs.fileno()), host, str(port), str(backlog))
        subprocess.run(
            [IP, "netns", "exec", machine.namespace, sys.executable, "-c", OPEN, *words],
            pass_fds=[theirs.fileno()],
            check=True,
        )
        _said, (number,), *_ = socket.recv_fds(ours, 1, 1)
    return socket.socket(fileno=number)


class Services:
    """The units of one machine; `own` is what its processes have in their environment besides."""

    def __init__(
        self,
        machine: Machine,
        own: Mapping[str, str],
        *,
        listen: Callable[[Machine, str, int, int], socket.socket] = opened_on,
    ) -> None:
        self.machine = machine
        self.own = own
        self.listen = listen
        self.sockets: dict[str, socket.socket] = {}
        self.heard: list[socket.socket] = []

    def close(self) -> None:
        for notify_socket in self.heard:
            notify_socket.shutdown(socket.SHUT_RD)  # ends who hears
        for opened in self.sockets.values():
            opened.close()

    def ask(self, words: Sequence[str]) -> tuple[int, str]:
        """Do what `systemctl` with these words does; return its exit code and what it says."""
        verb, *names = [word for word in words if not word.startswith("-")]
        units = [full_name(name) for name in names]
        if verb == "start":
            answers = [self.start(unit) for unit in units]
            return DONE if all(answers) else FAILED, ""
        if verb == "stop":
            for unit in units:
                stopping = Thread(target=self.stop, args=[unit])
                stopping.start()
                if "--no-block" not in words:
                    stopping.join()
        # what is enabled at the start of a machine matters to none that does not start again
        return DONE, "disabled" if verb == "is-enabled" else ""

    def start(self, unit: str) -> bool:
        """Start a unit; return whether it answers, for those that say so."""
        if unit.endswith(".socket"):
            self._open(unit)
            return True
        program = self.machine.programs.get(name_of(unit))
        if program is not None and program.is_wanted:
            return True
        is_ready = Event() if "notify" in self._values(unit, "Type") else None
        self.machine.run(
            name_of(unit),
            shlex.split(self._value(unit, "ExecStart")),
            self._environment(unit, is_ready),
            socket=next(
                (self.sockets[value].fileno() for value in self._values(unit, "Sockets")), None
            ),
            working=self._value(unit, "WorkingDirectory"),
            is_ready=is_ready,
        )
        if is_ready is None or is_ready.wait(float(self._value(unit, "TimeoutStartSec", START_S))):
            return True
        self.stop(unit)
        return False

    def stop(self, unit: str) -> None:
        name = name_of(unit)
        if name in self.machine.programs:
            self.machine.stop(name, seconds=float(self._value(unit, "TimeoutStopSec", STOP_S)))

    def _open(self, unit: str) -> None:
        if unit not in self.sockets:
            host, _, port = self._value(unit, "ListenStream").rpartition(":")
            backlog = int(self._value(unit, "Backlog"))
            self.sockets[unit] = self.listen(self.machine, host, int(port), backlog)

    def _environment(self, unit: str, is_ready: Event | None) -> dict[str, str]:
        variables = plain_environment()
        for named in self._values(unit, "EnvironmentFile"):
            file = self.machine.inside(named.removeprefix("-"))
            if file.exists() or not named.startswith("-"):
                variables |= variables_of(file.read_text())
        if is_ready is not None:
            variables["NOTIFY_SOCKET"] = str(self._heard(name_of(unit), is_ready))
        return {**variables, **self.own}

    def _heard(self, name: str, is_ready: Event) -> Path:
        """Listen to what a program says of itself; return where."""
        # former releases take an @ anywhere for that of a socket without a file
        path = self.machine.folder / f"{self.machine.name}-{name.replace('@', '-')}.notify"
        path.unlink(missing_ok=True)
        notify_socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        notify_socket.bind(str(path))
        self.heard.append(notify_socket)

        def hear() -> None:
            with notify_socket:
                while said := notify_socket.recv(1024):
                    if b"READY=1" in said:
                        is_ready.set()

        Thread(target=hear, daemon=True).start()
        return path

    def _values(self, unit: str, key: str) -> list[str]:
        return values_of(self.machine.inside(UNITS), unit, key)

    def _value(self, unit: str, key: str, default: str = "") -> str:
        return next(iter(self._values(unit, key)[-1:]), default)


def name_of(unit: str) -> str:
    """Return what the drill calls the program of a unit, as in web@present."""
    return unit.removeprefix("tricktable-").removesuffix(".service")


class Systemd(ThreadingUnixStreamServer):
    """Takes what the `systemctl` of a machine is asked, which `write_systemctl` puts there."""

    daemon_threads = True

    def __init__(self, services: Services) -> None:
        self.services = services
        self.path = str(services.machine.folder / f"{services.machine.name}.systemd")
        super().__init__(self.path, _Asked)

    def write_systemctl(self, folder: Path) -> None:
        file = folder / "systemctl"
        file.write_text(SYSTEMCTL.format(python=sys.executable, path=self.path))
        file.chmod(0o755)


class _Asked(StreamRequestHandler):
    server: Systemd

    def handle(self) -> None:
        words = self.rfile.read().decode().split("\0")
        status, said = self.server.services.ask(words)
        self.wfile.write(f"{status} {said}".encode())
