"""Is there room on the disk on which this machine keeps its files?"""

import shutil
from pathlib import Path

from django.conf import settings

from deploy.ops.doctor.result import Result, fault, well

MEGABYTE = 1024 * 1024
LEAST_BYTES = 200 * MEGABYTE
LEAST_SHARE = 0.02


def look() -> Result:
    """Look where uploads and fonts of papers are written; the database's disk is the database's."""
    folder = _nearest(Path(settings.PLACES.data))
    usage = shutil.disk_usage(folder)
    figures: dict[str, int | str] = {
        "free": usage.free,
        "total": usage.total,
        "folder": str(folder),
    }
    says = (
        f"{usage.free // MEGABYTE} MB of the {usage.total // MEGABYTE} MB below {folder} are free"
    )
    if usage.free >= LEAST_BYTES and usage.free >= LEAST_SHARE * usage.total:
        return well(f"{says}.", **figures)
    return fault(
        f"{says}: the disk is nearly full.",
        "Remove what is not needed ('journalctl --vacuum-size=200M' for the logs of the system),"
        " or give the machine a larger disk. A database on it stops when it is full.",
        **figures,
    )


def _nearest(folder: Path) -> Path:
    """Return the folder, or the one above it that exists."""
    return next(place for place in (folder, *folder.parents) if place.is_dir())
