"""Where files that are no Python lie: in a checkout beside the packages, in a wheel in `deploy`.

Standard library only: the settings and the launcher ask before anything else is there.
"""

import hashlib
import os
from pathlib import Path

PACKAGED = Path(__file__).parents[1] / "packaged"
# what the wheel has there, from the root of the project
TAKEN = ("templates", "locale", "manage.py", "requirements/run.txt")
IS_INSTALLED = PACKAGED.is_dir()
CODE = Path(__file__).resolve().parents[2]
FILES = PACKAGED if IS_INSTALLED else CODE
MANAGE = FILES / "manage.py"


def mark_of(code: Path) -> str:
    """Return what the lists of an installed release have in their names."""
    return f"-{hashlib.sha256(bytes(code)).hexdigest()[:8]}"


# releases that are installed side by side collect into one folder: each has a list of its own
OF_RELEASE = mark_of(CODE) if IS_INSTALLED else ""


def marks_of_releases() -> set[str]:
    """Return the marks of this release and of those that lie beside it."""
    if not IS_INSTALLED:
        return {OF_RELEASE}
    # of /opt/tricktable/1.2.0/lib/python3.13/site-packages the first two
    beside = CODE.parents[3].glob("*/lib/python3*/site-packages")
    return {mark_of(code) for code in (CODE, *beside)}


def default_data_folder() -> Path:
    """Return where a site keeps its data unless configured: below the home when installed."""
    if not IS_INSTALLED:
        return CODE / ".data"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tricktable"


def folder_of_made_files(data: Path) -> Path:
    """Return where files go that are made from others and can be made again."""
    return data / "build" if IS_INSTALLED else CODE / ".build"


def how_to_run(port: int) -> str:
    """Return what is typed to start the site on another port."""
    return f"tricktable run --port {port}" if IS_INSTALLED else f"make run PORT={port}"
