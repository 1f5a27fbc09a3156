"""Our styles and scripts as they are served: made small by esbuild, of the packages of the pages.

Standard library only: the wheel is built with it, and has them as it made them.
"""

import subprocess
from functools import cache
from pathlib import Path

from deploy.site.files import CODE, IS_INSTALLED

KINDS = (".css", ".js")


def minify(data: bytes, *, kind: str) -> bytes:
    """Return a style or a script without what only its readers here need."""
    if IS_INSTALLED:
        return data
    words = (_esbuild(), f"--loader={kind[1:]}", "--minify", "--charset=utf8")
    done = subprocess.run(words, input=data, capture_output=True, check=False)  # noqa: S603 - fixed words
    if done.returncode:
        raise ValueError(done.stderr.decode())
    return done.stdout


@cache
def _esbuild() -> Path:
    """Return the program itself: what npm lays before it takes a Node.js to start."""
    for program in (CODE / "node_modules" / "@esbuild").glob("*/bin/esbuild"):
        return program
    raise FileNotFoundError("esbuild is missing: run 'make install' first.")
