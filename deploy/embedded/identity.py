"""As whom a server runs that refuses to be root."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from deploy.embedded.child import NOBODY
from deploy.embedded.children import CHILD
from deploy.embedded.refusal import CannotStart


@cache
def identity() -> str | None:
    """Return None (as we are), "namespace" or "nobody"."""
    if os.geteuid() != 0:
        return None
    tried = subprocess.run(
        [
            *(sys.executable, "-I", "-S", str(CHILD), "--parent", str(os.getpid())),
            *("--signal", "SIGTERM", "--namespace", "--", sys.executable, "-I", "-S", "-c", ""),
        ],
        capture_output=True,
        check=False,
    )
    return "namespace" if tried.returncode == 0 else "nobody"


def give(folder: Path, to: str | None) -> None:
    """Make the folder belong to whom the server will be.

    Raises CannotStart when that user could not reach it.
    """
    if to != "nobody":
        return
    for parent in folder.parents:
        if not parent.stat().st_mode & 0o001:
            raise CannotStart(
                f"PostgreSQL does not run as root, and other users may not enter {parent}:"
                " start as an ordinary user, or set DATA_DIR to a folder others may enter."
            )
    for path in (folder, *folder.rglob("*")):
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
