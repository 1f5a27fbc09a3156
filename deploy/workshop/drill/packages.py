"""What the drill needs of the machine: Debian's servers, and the rights to cut networks."""

import os
import shutil
import subprocess
from pathlib import Path

from deploy.site.address import CannotStart

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
