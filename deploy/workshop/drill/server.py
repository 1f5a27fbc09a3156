"""A server of the drill, on which releases are installed as docs/operations.md says."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING
from zipfile import ZipFile

from deploy.site.address import CannotStart
from deploy.workshop.drill import server_settings
from deploy.workshop.drill.machines import Machine
from deploy.workshop.drill.services import UNITS, Services, Systemd
from deploy.workshop.drill.units import written

if TYPE_CHECKING:
    from deploy.workshop.drill.pairs_evening import Evening

SETTINGS, RELEASES, PROGRAMS = "/etc/tricktable", "/opt/tricktable", "/usr/local/bin"
# the drill has no users of its own
RUNUSER = '#!/bin/sh\nshift 3\nexec "$@"\n'


class Server:
    """Pages, live pages and background work on one machine, by its units."""

    PLACES = (SETTINGS, RELEASES, PROGRAMS, UNITS)

    def __init__(
        self, machine: Machine, environment: Mapping[str, str], own: Mapping[str, str]
    ) -> None:
        """`own` is what processes have in their environment besides what the files say."""
        machine.places = self.PLACES
        self.machine = machine
        self.environment = environment
        self.services = Services(machine, own)

    def urls_of(self, evening: "Evening") -> list[str]:
        """Return where the machine has the pages and the live page of an evening."""
        web, live = server_settings.WEB_PORT, server_settings.LIVE_PORT
        here = f"http://{self.machine.address}"
        return [f"{here}:{web}{evening.standings_path}", f"{here}:{live}{evening.live_path}"]

    @contextmanager
    def made(self, databases: Sequence[str]) -> Iterator["Server"]:
        """Make what is on the machine before the first release."""
        for place in self.PLACES:
            self.machine.inside(place).mkdir(parents=True)
        self._write_settings(databases)
        self._write_addresses()
        programs = self.machine.inside(PROGRAMS)
        for python in Path(PROGRAMS).glob("python*"):  # the host's may be there
            shutil.copy2(python, programs, follow_symlinks=False)
        (programs / "runuser").write_text(RUNUSER)
        (programs / "runuser").chmod(0o755)
        with Systemd(self.services) as systemd:
            systemd.write_systemctl(programs)
            Thread(target=systemd.serve_forever, daemon=True).start()
            try:
                yield self
            finally:
                systemd.shutdown()
                self.services.close()

    def _write_settings(self, databases: Sequence[str]) -> None:
        for name, variables in settings_of(self.environment, databases).items():
            if name == "environment":
                data = self.machine.folder / f"{self.machine.name}-data"
                variables |= {"DATA_DIR": str(data), "STATIC_ROOT": str(data / "static")}
            self.machine.inside(f"{SETTINGS}/{name}").write_text(written(variables))

    def _write_addresses(self) -> None:
        """Let the sockets listen at the machine's address, as behind a proxy on another one."""
        ports = {"web": server_settings.WEB_PORT, "live": server_settings.LIVE_PORT}
        for part, port in ports.items():
            folder = self.machine.inside(f"{UNITS}/tricktable-{part}.socket.d")
            folder.mkdir()
            lines = ("[Socket]", "ListenStream=", f"ListenStream={self.machine.address}:{port}")
            (folder / "override.conf").write_text("\n".join(lines))

    def install_first(self, wheel: Path, name: str) -> None:
        """Install a release by the script that is taken out of its wheel."""
        script = self.machine.folder / f"{self.machine.name}-upgrade"
        with ZipFile(wheel) as inside:
            script.write_bytes(inside.read("deploy/ops/tricktable-upgrade"))
        self._run("sh", str(script), str(wheel), name)

    def upgrade(self, wheel: Path, name: str) -> None:
        """Put a release in the place of the one that runs, by the script that one has brought."""
        self._run("tricktable-upgrade", str(wheel), name)

    def _run(self, *words: str) -> None:
        """Run a command of root on the machine, where packages can be had from."""
        python = Path(sys.base_prefix) / "bin"
        done = subprocess.run(
            ["unshare", "--mount", *self.machine.in_its_places(words)],
            env={
                **os.environ,
                "PATH": f"{PROGRAMS}:{python}:{os.environ['PATH']}",
                "PYTHONPATH": "",  # the release's own code, not that beside the drill
            },
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise CannotStart(f"{' '.join(words)} failed:\n{done.stdout}{done.stderr}")


def settings_of(
    environment: Mapping[str, str], databases: Sequence[str]
) -> dict[str, dict[str, str]]:
    """Return what stands in the files of SETTINGS: behind a pooler each kind has its own database.

    Live streams listen past it, by the proxy that leads to the primary.
    """
    pooler = server_settings.POOLER_PORT
    return {
        "environment": {
            **environment,
            "DATABASE_URL": server_settings.local_database_url(pooler, server_settings.WEB_POOL),
            "DATABASE_POOLER": "pgbouncer",
            "LIVE_DATABASE_URL": server_settings.local_database_url(
                server_settings.POSTGRES_PORT, server_settings.DATABASE
            ),
            "C_FORCE_ROOT": "1",
        },
        "environment.worker": {
            "DATABASE_URL": server_settings.local_database_url(pooler, server_settings.WORKER_POOL)
        },
        "environment.commands": {
            "DATABASE_URL": server_settings.database_address(databases),
            "DATABASE_POOLER": "none",
        },
    }


# --- The two releases of the drill, each as the wheel that would be given to people ---

ROOT = Path(__file__).resolve().parents[3]
BEFORE, PRESENT = "before", "present"  # as they are called below /opt/tricktable
UPGRADE = "deploy/ops/tricktable-upgrade"


def release_before(root: Path = ROOT) -> str:
    """Return the tag of the newest release before this commit; without one the commit before."""
    done = _asked_of_git(root, "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*", "HEAD~1")
    return done.stdout.strip() if done.returncode == 0 else "HEAD~1"


def see_to_means(revision: str, root: Path = ROOT) -> None:
    """Raise CannotStart unless a release can be put beside another one by what it brings."""
    _git(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    if _asked_of_git(root, "cat-file", "-e", f"{revision}:{UPGRADE}").returncode == 0:
        return
    added = _git(root, "log", "--diff-filter=A", "--format=%h", "--", UPGRADE).split()
    raise CannotStart(
        f"{revision} has no {UPGRADE}, by which a release is put beside another one:"
        f" the drill can upgrade from {added[-1] if added else 'no commit here'} on."
    )


def present_wheel(folder: Path) -> Path:
    return _wheel_of(ROOT, folder / f"wheel-{PRESENT}")


def former_wheel(folder: Path, revision: str) -> Path:
    """Build the release before, with the parts of this one that are in no repository."""
    tree = folder / "tree"
    _git(ROOT, "worktree", "add", "--detach", "--force", str(tree), revision)
    try:
        (tree / "node_modules").symlink_to(ROOT / "node_modules")
        return _wheel_of(tree, folder / f"wheel-{BEFORE}")
    finally:
        _git(ROOT, "worktree", "remove", "--force", str(tree))


def _wheel_of(tree: Path, folder: Path) -> Path:
    words = ["--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), "."]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", *words],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise CannotStart(f"The wheel of {tree} could not be built:\n{done.stdout}{done.stderr}")
    (wheel,) = folder.glob("*.whl")
    return wheel


def _git(root: Path, *words: str) -> str:
    done = _asked_of_git(root, *words)
    if done.returncode != 0:
        raise CannotStart(f"git {' '.join(words)} failed: {done.stderr.strip()}")
    return done.stdout


def _asked_of_git(root: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
