"""`python -m deploy.drill`: start the whole site, let one fault after the other happen, judge."""

import argparse
import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from deploy.drill.packages import see_to_packages
from deploy.drill.whole_site import ROOT, WholeSite
from deploy.embedded.children import CannotStart

if TYPE_CHECKING:
    from deploy.drill.fault_row import FaultRow

CLEAN, NOT_CLEAN, NOT_STARTED = 0, 1, 2
EVENINGS, TABLES = 6, 40
FIRST = "the release before is upgraded"


def main(words: Sequence[str]) -> int:
    given = arguments(words)
    try:
        see_to_packages()
        with alone(), own_folder(keep=given.keep) as folder:
            rows = drill(folder, given)
    except CannotStart as refused:
        print(refused, file=sys.stderr)
        return NOT_STARTED
    return CLEAN if all(row.is_clean for row in rows) else NOT_CLEAN


def arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m deploy.drill", description=__doc__)
    parser.add_argument(
        "--before", default="", help="the release to upgrade from (the one before this commit)"
    )
    parser.add_argument("--only", default="", help="only the faults whose name this finds")
    parser.add_argument("--table", default=".build/drill.md", help="where the table is written")
    parser.add_argument("--keep", action="store_true", help="leave the logs of all programs there")
    return parser.parse_args(words)


@contextmanager
def alone() -> Iterator[None]:
    """Keep other drills off this machine: networks have the same names. Raises CannotStart."""
    with Path(tempfile.gettempdir(), "tricktable-drill.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotStart(
                "Another drill runs on this machine: start this one when it has ended."
            ) from None
        yield


@contextmanager
def own_folder(*, keep: bool) -> Iterator[Path]:
    """Yield a folder for everything the drill writes; it is removed at the end."""
    folder = Path(tempfile.mkdtemp(prefix="tt-drill-"))
    folder.chmod(0o755)  # PostgreSQL runs as another user
    try:
        yield folder
    finally:
        if keep:
            print(f"The logs are in {folder}.")
        else:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def former_release(folder: Path, revision: str) -> Iterator[Path]:
    """Check out the release before, with the parts of this one that are in no repository."""
    tree = folder / "before"
    _git("worktree", "add", "--detach", "--force", str(tree), revision)
    try:
        (tree / "node_modules").symlink_to(ROOT / "node_modules")
        yield tree
    finally:
        _git("worktree", "remove", "--force", str(tree))


def release_before(root: Path = ROOT) -> str:
    """Return the tag of the newest release before this commit; without one the commit before."""
    done = _asked_of_git(root, "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*", "HEAD~1")
    return done.stdout.strip() if done.returncode == 0 else "HEAD~1"


def _git(*words: str) -> None:
    done = _asked_of_git(ROOT, *words)
    if done.returncode != 0:
        raise CannotStart(f"git {words[0]} {words[1]} failed: {done.stderr.strip()}")


def _asked_of_git(root: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)


def drill(folder: Path, given: argparse.Namespace) -> "list[FaultRow]":
    """Let the faults happen and return a row of each; the table is printed and written."""
    site = WholeSite(folder)
    report("Starting three databases, three brokers, two of each process and nginx ...")
    with former_release(folder, given.before or release_before()) as before, site.running(before):
        os.environ.update(site.environment)
        # this process judges with the code of this release
        site.manage_with(ROOT, "migrate", "--verbosity", "0")
        import django

        django.setup()
        return rows_of(site, given)


def rows_of(site: WholeSite, given: argparse.Namespace) -> "list[FaultRow]":
    from deploy.drill.faults import faults_of, upgraded
    from deploy.drill.table_of_faults import as_table

    rows = []
    for name, cause in {FIRST: lambda: upgraded(site), **faults_of(site)}.items():
        if name == FIRST or re.search(given.only, name):
            site.wait_until_safe()
            rows.append(suffered(site, name, cause))
            write(as_table(rows), Path(given.table))
    print(as_table(rows))
    return rows


def suffered(site: WholeSite, name: str, cause: Callable[[], None]) -> "FaultRow":
    from django.db import connection

    from deploy.drill.fault_row import Load, suffer
    from deploy.drill.pairs_evening import make_evening

    connection.close()
    began = time.monotonic()
    evenings = [make_evening(TABLES) for _ in range(EVENINGS)]
    row = suffer(name, cause, site.url, evenings, Load())
    whole = "never" if row.whole_after_s is None else f"{row.whole_after_s:.1f} s"
    report(
        f"{name}: {row.verdict.acknowledged} acknowledged, {len(row.verdict.lost)} lost,"
        f" {row.verdict.doubled} doubled, whole again after {whole}"
        f" ({time.monotonic() - began:.0f} s)"
    )
    return row


def write(table: str, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(table)


def report(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    # whatever ends the drill, nothing of it stays behind
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main(sys.argv[1:]))
