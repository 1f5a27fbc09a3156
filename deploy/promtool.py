"""`python -m deploy.promtool`: see that the tests find promtool, or say what installs it."""

import os
import shutil
import sys

from deploy.debian import apt_install

PACKAGE = "prometheus"
LINE = f"apt-get install -y --no-install-recommends {PACKAGE}"


def find_promtool() -> str:
    """Return where it is: PROMTOOL names it, else the path is searched; "" without one."""
    wanted = os.environ.get("PROMTOOL") or shutil.which("promtool") or ""
    return wanted if wanted and os.access(wanted, os.X_OK) else ""


def main() -> int:
    if find_promtool() or (apt_install(PACKAGE) and find_promtool()):
        return 0
    print(
        f"The tests of the alert rules need promtool, which is not installed: run 'sudo {LINE}'"
        " and try again (or set PROMTOOL to where it is).",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
