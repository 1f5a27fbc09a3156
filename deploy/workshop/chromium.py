"""`python -m deploy.workshop.chromium`: see that the browser is there, or say how to get it."""

import os
import shutil
import subprocess
import sys

# --- Installing packages of Debian or Ubuntu that the tests need, where that can be done ---


def apt_install(*packages: str) -> bool:
    """As root, install packages and start none of them; say whether it went well."""
    apt = shutil.which("apt-get")
    if os.geteuid() != 0 or not apt:
        return False
    print(f"Installing {', '.join(packages)} for the tests ...", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    for words in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        done = subprocess.run(
            [apt, "-qq", *words],
            env=quiet,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode != 0:
            return False
    return True


NAMES = ("chromium", "chromium-browser", "google-chrome")
LINE = "apt-get install -y chromium"
# with which it runs where there is no screen, asks nobody else and may be root
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find_chromium() -> str:
    """Return where the browser is: CHROMIUM names it, else the path is searched; "" without one."""
    wanted = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), "")
    return wanted if wanted and os.access(wanted, os.X_OK) else ""


def main() -> int:
    if find_chromium() or (apt_install("chromium") and find_chromium()):
        return 0
    print(
        f"The browser tests need Chromium, which is not installed: run 'sudo {LINE}' and try"
        " again (or set CHROMIUM to where it is).",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
