"""`python -m deploy.workshop.java`: see that Java is there, or say how to get it."""

import shutil
import sys

from deploy.workshop.chromium import apt_install
from deploy.workshop.ops_programs import REQUIRED

PACKAGE = "default-jre-headless"


def find_java() -> str:
    """Return where Java is, "" if it is nowhere."""
    return shutil.which("java") or ""


def main() -> int:
    if find_java() or (apt_install(PACKAGE) and find_java()):
        return 0
    print(
        "The pages are only read by the Nu HTML checker with Java: run"
        f" 'sudo apt-get install {PACKAGE}' to test them too.",
        file=sys.stderr,
    )
    return 1 if REQUIRED else 0


if __name__ == "__main__":
    sys.exit(main())
