"""`python -m deploy.workshop.ops_programs`: the programs that read deploy/ops, for its tests.

Also the library with which pictures have names in Malayalam or Arabic, as on a server. As root on
Debian or Ubuntu they are installed. Elsewhere a line says what installs them, and the tests that
need one say that it is missing; with OPS_PROGRAMS=required they fail.
"""

import os
import shutil
import sys
from ctypes.util import find_library

from deploy.workshop.chromium import apt_install

PACKAGES = {
    "systemd-analyze": "systemd",
    "nginx": "nginx-light",
    "caddy": "caddy",
    "pgbouncer": "pgbouncer",
    "promtool": "prometheus",
}
LIBRARIES = {"fribidi": "libfribidi0"}
# where Debian keeps servers; not on everybody's path
FOLDERS = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
REQUIRED = os.environ.get("OPS_PROGRAMS") == "required"


def find_program(name: str) -> str:
    """Return where a program is, "" if it is nowhere."""
    return shutil.which(name, path=FOLDERS) or ""


def missing_packages() -> list[str]:
    programs = [package for name, package in PACKAGES.items() if not find_program(name)]
    return programs + [package for name, package in LIBRARIES.items() if not find_library(name)]


def main() -> int:
    missing = missing_packages()
    if not missing or (apt_install(*missing) and not missing_packages()):
        return 0
    print(
        "The files of deploy/ops and names in some scripts are only tested with what reads them:"
        f" run 'sudo apt-get install {' '.join(missing)}' to test them too.",
        file=sys.stderr,
    )
    return 1 if REQUIRED else 0


if __name__ == "__main__":
    sys.exit(main())
