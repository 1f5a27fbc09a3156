"""`python -m deploy.workshop.drill`: run the whole site, break it in every way, judge."""

import argparse
import fcntl
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from deploy.site.address import CannotStart
from deploy.workshop.drill.machines import see_to_packages
from deploy.workshop.drill.server import former_wheel, present_wheel, release_before, see_to_means
from deploy.workshop.drill.whole_site import WholeSite

if TYPE_CHECKING:
    from deploy.workshop.drill.faults import FaultRow

CLEAN, NOT_CLEAN, NOT_STARTED = 0, 1, 2
EVENINGS, TABLES = 6, 40
EVENINGS_OF_UPGRADE = 40  # it lasts longest: packages are installed
FIRST = "the release before is upgraded"


def main(words: Sequence[str]) -> int:
    given = arguments(words)
    before = given.before or release_before()
    try:
        see_to_means(before)
        see_to_packages()
        with alone(), own_folder(keep=given.keep) as folder:
            rows = drill(folder, before, given)
    except CannotStart as refused:
        print(refused, file=sys.stderr)
        return NOT_STARTED
    return CLEAN if all(is_as_wanted(row) for row in rows) else NOT_CLEAN


def is_as_wanted(row: "FaultRow") -> bool:
    """Nothing may be lost, doubled or wrong; of an upgrade nobody may notice anything besides."""
    return row.is_clean and (row.is_unnoticed or row.fault != FIRST)


def arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m deploy.workshop.drill", description=__doc__)
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


def drill(folder: Path, before: str, given: argparse.Namespace) -> "list[FaultRow]":
    """Let the faults happen and return a row of each; the table is printed and written."""
    report(f"Building the wheels of {before} and of what stands here ...")
    former, present = former_wheel(folder, before), present_wheel(folder)
    site = WholeSite(folder)
    report("Starting three databases, three brokers, two servers with the former wheel, nginx ...")
    with site.running(former):
        os.environ.update(site.environment)
        # this process judges with the code of this release
        site.migrate()
        import django

        django.setup()
        return rows_of(site, present, given)


def rows_of(site: WholeSite, present: Path, given: argparse.Namespace) -> "list[FaultRow]":
    from deploy.workshop.drill.faults import as_table, faults_of, upgraded

    rows = []
    upgrade: Callable[[], None] = partial(upgraded, site, present)
    for name, cause in {FIRST: upgrade, **faults_of(site)}.items():
        if name == FIRST or re.search(given.only, name):
            site.wait_until_safe()
            rows.append(suffered(site, name, cause))
            write(as_table(rows), Path(given.table))
    print(as_table(rows))
    return rows


def suffered(site: WholeSite, name: str, cause: Callable[[], None]) -> "FaultRow":
    from django.db import connection

    from deploy.workshop.drill.faults import Load, seconds, suffer
    from deploy.workshop.drill.pairs_evening import make_evening

    connection.close()
    began = time.monotonic()
    number = EVENINGS_OF_UPGRADE if name == FIRST else EVENINGS
    evenings = [make_evening(TABLES) for _ in range(number)]
    row = suffer(name, cause, site.url, evenings, Load(), past_proxy=site.past_proxy)
    report(
        f"{name}: {row.report.acknowledged} acknowledged, {len(row.report.lost)} lost,"
        f" {row.report.doubled} doubled, whole again after {seconds(row.whole_after_s)},"
        f" standings moved after {seconds(row.moved_after_s)}"
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
