"""Installing packages of Debian or Ubuntu that the tests need, where that can be done."""

import os
import shutil
import subprocess


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
