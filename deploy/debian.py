"""Installing a package of Debian or Ubuntu that the tests need, where that can be done."""

import os
import shutil
import subprocess


def apt_install(package: str) -> bool:
    """As root, install a package with what the system has for that; say whether it went well."""
    apt = shutil.which("apt-get")
    if os.geteuid() != 0 or not apt:
        return False
    print(f"Installing {package} for the tests ...", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update"], ["install", "-y", "--no-install-recommends", package]):
        done = subprocess.run(  # noqa: S603 - fixed words
            [apt, "-qq", *words],
            env=quiet,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode != 0:
            return False
    return True
