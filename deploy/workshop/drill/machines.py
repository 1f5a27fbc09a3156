"""Machines of the drill: network namespaces at one bridge, and the programs that run in them.

A machine can be cut off (its cable is pulled), and lose its power (all it runs is killed).
"""

import contextlib
import os
import shutil
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote
from threading import Event, RLock, Thread

from deploy.run.embedded.children import Child, start_child
from deploy.site.address import CannotStart

BRIDGE = "ttdrill"
HOST_ADDRESS = "10.77.0.1"
IP = "/usr/sbin/ip"
RESTART_S = 1.0  # a service manager starts again what ended
# how systemd hands a socket over
AS_THE_THIRD = "import os, sys; os.dup2(int(sys.argv[1]), 3); os.execvp(sys.argv[2], sys.argv[2:])"


@dataclass(slots=True)
class Program:
    """Something a machine is to run; `child` is there while it does.

    `socket` is the number of a file on which it listens; `is_ready` is for those that say so.
    """

    name: str
    command: Sequence[str]
    env: Mapping[str, str]
    user: str | None = None
    socket: int | None = None
    working: str = "/"
    is_ready: Event | None = None
    child: Child | None = None
    is_wanted: bool = True


@dataclass
class Machine:
    """`places` are the folders that are its own; all others are those of the host."""

    name: str
    address: str
    folder: Path
    programs: dict[str, Program] = field(default_factory=dict)
    places: Sequence[str] = ()
    lock: RLock = field(default_factory=RLock)

    @property
    def namespace(self) -> str:
        return f"{BRIDGE}-{self.name}"

    @property
    def cable(self) -> str:
        return f"ttd-{self.name}"

    def make(self) -> None:
        """Make the namespace and connect it to the bridge."""
        inside = f"ttx-{self.name}"
        ip("netns", "add", self.namespace)
        ip("link", "add", self.cable, "type", "veth", "peer", "name", inside)
        ip("link", "set", inside, "netns", self.namespace)
        ip("link", "set", self.cable, "master", BRIDGE, "up")
        ip("-n", self.namespace, "address", "add", f"{self.address}/24", "dev", inside)
        ip("-n", self.namespace, "link", "set", inside, "up")
        ip("-n", self.namespace, "link", "set", "lo", "up")

    def cut(self) -> None:
        """Pull the cable: nothing arrives any more, and nobody is notified."""
        ip("link", "set", self.cable, "down")

    def connect(self) -> None:
        ip("link", "set", self.cable, "up")

    def inside(self, path: str) -> Path:
        """Return where on the host a file of one of the machine's own folders is."""
        return Path(f"{self.folder}/{self.name}{path}")

    def in_its_places(self, command: Sequence[str], working: str = "/") -> list[str]:
        """Return the words that run a command where the machine's own folders are seen.

        They are for a process that sees what is mounted alone.
        """
        mounts = [
            f"mount --bind {quote(str(self.inside(one)))} {quote(one)}" for one in self.places
        ]
        script = " && ".join([*mounts, f"cd {quote(working)}", 'exec "$@"'])
        return ["/bin/sh", "-c", script, "sh", *command]

    def run(
        self,
        name: str,
        command: Sequence[str],
        env: Mapping[str, str],
        user: str | None = None,
        *,
        socket: int | None = None,
        working: str = "/",
        is_ready: Event | None = None,
    ) -> None:
        """Run a program from now on, and again whenever it ends."""
        with self.lock:
            self.programs[name] = Program(name, command, env, user, socket, working, is_ready)
            self.start(name)

    def start(self, name: str) -> None:
        with self.lock:
            program = self.programs[name]
            program.is_wanted = True
            handed_over = [] if program.socket is None else [program.socket]
            command = list(program.command)
            if handed_over:
                command = [sys.executable, "-c", AS_THE_THIRD, str(program.socket), *command]
            command = [*as_user(program.user), *command]
            if self.places:  # which only root can mount
                command = self.in_its_places(command, program.working)
            program.child = start_child(
                f"{program.name} of {self.name}",
                [IP, "netns", "exec", self.namespace, *command],
                log=self.folder / f"{self.name}-{program.name}.log",
                env=program.env,
                inherit=handed_over,
            )

    def stop(self, name: str, *, seconds: float) -> None:
        """Stop a program in good order, and leave it so."""
        with self.lock:
            program = self.programs[name]
            program.is_wanted = False
        # the others of the machine are looked after meanwhile
        if program.child is not None:
            program.child.stop(seconds)
            self._end(program.child)

    def kill(self, name: str) -> None:
        """Kill a program with all its processes; it is started again as any that ends."""
        with self.lock:
            program = self.programs[name]
            if program.is_ready is not None:
                program.is_ready.clear()
            if program.child is not None:
                self._end(program.child)

    @staticmethod
    def _end(child: Child) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.process.pid, signal.SIGKILL)
        child.process.wait()

    def power_off(self) -> None:
        """Kill everything on the machine at once; nothing is started until `power_on`."""
        with self.lock:
            for program in self.programs.values():
                program.is_wanted = False
            kill_in(self.namespace)

    def power_on(self) -> None:
        for name in self.programs:
            self.start(name)

    def revive(self) -> None:
        """Start again what is wanted and has ended."""
        with self.lock:
            for name, program in self.programs.items():
                if program.is_wanted and program.child and not program.child.is_running:
                    self.start(name)


class Keeper:
    """Starts again what ended, a second later, as systemd would."""

    def __init__(self, machines: Sequence[Machine]) -> None:
        self.machines = machines
        self._is_over = Event()
        self._thread = Thread(target=self._watch, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._is_over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._is_over.wait(RESTART_S):
            for machine in self.machines:
                machine.revive()


def plain_environment() -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}


@contextlib.contextmanager
def mount_points(places: Sequence[str]) -> Iterator[None]:
    """See to it that the host has the folders over which machines see their own."""
    missing = [Path(place) for place in places if not Path(place).exists()]
    for place in missing:
        place.mkdir(parents=True)
    try:
        yield
    finally:
        for place in missing:
            place.rmdir()


def as_user(user: str | None) -> list[str]:
    if user is None:
        return []
    words = ["/usr/bin/setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"]
    return [*words, "--pdeathsig", "TERM"]


def ip(*words: str) -> None:
    """Run `ip`. Raises CalledProcessError when it refuses."""
    subprocess.run([IP, *words], check=True)


def kill_in(namespace: str) -> None:
    """Kill every process of a namespace, until none is left."""
    for _try in range(20):
        pids = pids_in(namespace)
        if not pids:
            return
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.05)


def pids_in(namespace: str) -> list[int]:
    done = subprocess.run(
        [IP, "netns", "pids", namespace], capture_output=True, text=True, check=False
    )
    return [int(pid) for pid in done.stdout.split()]


@contextlib.contextmanager
def network(machines: Sequence[Machine]) -> Iterator[None]:
    """Make the bridge and the machines; at the end all they run is killed and nothing is left."""
    remove_left_over()
    ip("link", "add", BRIDGE, "type", "bridge")
    try:
        ip("address", "add", f"{HOST_ADDRESS}/24", "dev", BRIDGE)
        ip("link", "set", BRIDGE, "up")
        for machine in machines:
            machine.make()
        yield
    finally:
        remove_left_over()


def remove_left_over() -> None:
    """Remove what a drill has made, also one that was interrupted; only drills use these names."""
    done = subprocess.run([IP, "netns", "list"], capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        namespace = line.split(" ", 1)[0]
        if namespace.startswith(f"{BRIDGE}-"):
            kill_in(namespace)
            ip("netns", "delete", namespace)
    # a namespace goes, and its cables with it, some time after its last process
    for cable in Path("/sys/class/net").glob("ttd-*"):
        with contextlib.suppress(subprocess.CalledProcessError):
            ip("link", "delete", cable.name)
    if Path(f"/sys/class/net/{BRIDGE}").exists():
        ip("link", "delete", BRIDGE)


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int, owner: str) -> Iterator[Path]:
    """Yield a folder on a disk of that size, which is in memory."""
    folder.mkdir(parents=True)
    options = f"size={megabytes}m,mode=0755,uid={owner}"
    subprocess.run(["/usr/bin/mount", "-t", "tmpfs", "-o", options, "drill", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["/usr/bin/umount", "--lazy", folder], check=False)


# --- What the drill needs of the machine: Debian's servers, and the rights to cut networks ---

# by package: what shows that it is there
PACKAGES = {
    "patroni": "/usr/bin/patroni",
    "python3-etcd": "/usr/lib/python3/dist-packages/etcd",
    "etcd-server": "/usr/bin/etcd",
    "haproxy": "/usr/sbin/haproxy",
    "rabbitmq-server": "/usr/lib/rabbitmq/bin/rabbitmq-server",
    "nginx-light": "/usr/sbin/nginx",
    "postgresql": "/usr/lib/postgresql",
    "pgbouncer": "/usr/sbin/pgbouncer",
    "gcc": "/usr/bin/gcc",
    "libc6-dev": "/usr/include/time.h",
    "iproute2": "/usr/sbin/ip",
    "util-linux": "/usr/bin/setpriv",
}
POLICY = Path("/usr/sbin/policy-rc.d")
# asked by Debian's packages before they start a service: no
NOTHING_STARTS = "#!/bin/sh\nexit 101\n"


def missing() -> list[str]:
    """Return the packages that are not installed."""
    return [name for name, shown_by in PACKAGES.items() if not Path(shown_by).exists()]


def see_to_packages() -> None:
    """Install what is missing. Raises CannotStart with what is needed where that is not allowed."""
    wanted = missing()
    if os.geteuid() != 0:
        raise CannotStart(
            "The drill cuts networks and fills disks of its own, for which it must be root:"
            " run 'sudo make drill' on a machine where nothing else matters."
        )
    if not wanted:
        return
    if shutil.which("apt-get") is None:
        raise CannotStart(
            f"The drill needs {', '.join(wanted)}, and there is no apt-get to install them:"
            " run it on Debian 12 or newer."
        )
    print(f"Installing {', '.join(wanted)} ...", flush=True)
    _install(wanted)
    if missing():
        raise CannotStart(
            f"The drill needs {', '.join(missing())}, which apt-get did not install:"
            " 'apt-get update' may help."
        )


def _install(wanted: list[str]) -> None:
    """Install packages so that none of the services they bring is started."""
    is_ours = not POLICY.exists()
    if is_ours:
        POLICY.write_text(NOTHING_STARTS)
        POLICY.chmod(0o755)
    try:
        subprocess.run(
            ["apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *wanted],
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            stdout=subprocess.DEVNULL,
            check=False,
        )
    finally:
        if is_ours:
            POLICY.unlink()


def postgres_programs() -> str:
    """Return the folder of the newest PostgreSQL's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parts[-2]))
    if not found:
        raise CannotStart("The drill needs Debian's postgresql, whose programs were not found.")
    return str(found[-1])


# --- The wall clock of a machine of the drill, which can be set while its programs run ---
# Debian's libfaketime is not used: where it leaves monotonic clocks alone, as a clock that is set
# does, each sleep of Python fails.

SOURCE = Path(__file__).with_name("wall_clock.c")
SECONDS = struct.Struct("=q")


def made_library(folder: Path) -> Path:
    """Compile what programs are loaded with. Raises CannotStart where that fails."""
    made = folder / "wall_clock.so"
    words = ["gcc", "-shared", "-fPIC", "-O2", "-o", str(made), str(SOURCE)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CannotStart(f"The drill's clock could not be compiled:\n{done.stderr}")
    return made


@dataclass(frozen=True, slots=True)
class WallClock:
    """`file` says how many seconds it is ahead, to whoever was started with `environment`."""

    file: Path

    def set(self, *, ahead_s: int) -> None:
        # in place: programs have the file mapped
        with self.file.open("r+b" if self.file.exists() else "w+b") as file:
            file.write(SECONDS.pack(ahead_s))

    def environment(self, library: Path) -> Mapping[str, str]:
        return {"LD_PRELOAD": str(library), "DRILL_CLOCK": str(self.file)}
