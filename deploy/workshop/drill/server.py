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
            env={**os.environ, "PATH": f"{PROGRAMS}:{python}:{os.environ['PATH']}"},
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
