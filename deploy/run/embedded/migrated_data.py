"""A PostgreSQL data folder whose database has all tables, made once and copied for each session.

It lies in `.cache/test-database` under the digest of what its tables are made from, so that a
change of a model or a migration makes another one, and the folder before goes.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from deploy.run.embedded.postgres import find_binaries, give, identity
from deploy.run.embedded.servers import Servers
from deploy.site.address import CannotStart
from deploy.site.data_folder import Places, places_for

ROOT = Path(__file__).resolve().parents[3]
KEPT_IN = ROOT / ".cache" / "test-database"
# what decides how the tables look, and what `migrate` writes into them
SOURCES = ("**/migrations/**/*.py", "**/models/**/*.py", "**/models.py", "**/apps.py")
LONG_DIGEST = 32
OTHER_SOURCES = ("deploy/site/settings.py", "deploy/run/embedded/roles.py", "requirements/run.txt")


def copy_migrated_data(places: Places) -> None:
    """Put a data folder with the migrated database where `places` has none yet.

    Raises CannotStart when the tables cannot be made.
    """
    kept = KEPT_IN / digest_of_sources()
    if not kept.is_dir():
        make_migrated_data(kept)
    places.data.mkdir(parents=True, exist_ok=True)
    shutil.copytree(kept, places.postgres, symlinks=True)
    places.postgres.chmod(0o700)
    give(places.postgres, identity())


def digest_of_sources() -> str:
    digest = hashlib.sha256(f"{find_binaries()}{identity()}".encode())
    folders = (ROOT / name for name in ("league", "games", "deploy"))
    paths = {path for folder in folders for source in SOURCES for path in folder.glob(source)}
    for path in sorted([*paths, *(ROOT / name for name in OTHER_SOURCES)]):
        digest.update(f"{path.relative_to(ROOT)}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:LONG_DIGEST]


def make_migrated_data(kept: Path) -> None:
    """Make the tables on a server of their own, which ends in good order, and keep its files."""
    KEPT_IN.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="tt-migrating-") as folder:
        places = places_for(folder)
        with Servers(places, fast=True, with_broker=False):
            migrated = subprocess.run(
                [sys.executable, "manage.py", "migrate", "-v", "0"],
                cwd=ROOT,
                env={**os.environ, "DATABASE_URL": places.database_url, "DEMO": "True"},
                check=False,
            )
        if migrated.returncode != 0:
            raise CannotStart("The tables of the tests' database could not be made: see above.")
        for former in KEPT_IN.glob("[0-9a-f]" * LONG_DIGEST):
            shutil.rmtree(former, ignore_errors=True)
        # copied beside and then renamed: what was cut short looks like nothing
        draft = Path(tempfile.mkdtemp(prefix="draft-", dir=KEPT_IN))
        shutil.copytree(places.postgres, draft / "data", symlinks=True)
        try:
            (draft / "data").rename(kept)
        except OSError:  # another session was quicker
            if not kept.is_dir():
                raise
        shutil.rmtree(draft, ignore_errors=True)
