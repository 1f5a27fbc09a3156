"""P10, P11 and P33: the memory of `make run`, and its time on a fresh machine."""

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from deploy.bench.lines import Line
from deploy.bench.processor import family
from deploy.bench.site import UNTOUCHED, Site
from deploy.install.steps import ROOT, find_uv

PORT = 18_999


@dataclass(frozen=True, slots=True)
class Sizes:
    """`rest_seconds` pass until nothing happens any more."""

    rest_seconds: float = 20
    installs: bool = True


FULL = Sizes()
TINY = Sizes(rest_seconds=0, installs=False)


def measure(site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    yield memory(site, sizes.rest_seconds)
    yield from fresh_start() if sizes.installs else not_installed()


def memory(site: Site, rest_seconds: float) -> Line:
    """Measure all that `make run` starts, after a page was served and beat has run."""
    assert site.url
    assert site.worker
    time.sleep(rest_seconds)
    children = [*site.servers.children, *site.children]
    megabytes = sum(proportional(process) for child in children for process in family(child))
    return Line(
        goal="P10",
        what="memory of all of make run at rest (each page of memory counted once)",
        figure=megabytes,
        unit="MB",
    )


def proportional(pid: int) -> float:
    """Return the megabytes of a process; pages that several share are divided (Linux's PSS)."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0.0  # it has just ended
    return sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:")) / 1024


def fresh_start() -> Iterator[Line]:
    """Measure from a copy of the project to the first page, against installing the lock alone.

    Once on a machine that has nothing, and once where only the requirements are installed.
    """
    folder = Path(tempfile.mkdtemp(prefix="tt-"))
    copy = folder / "copy"
    try:
        alone = installing_alone(folder / "alone")
        subprocess.run(["git", "clone", "--quiet", "--depth=1", f"file://{ROOT}", copy], check=True)
        whole = make_run(copy)
        forget_all_but_requirements(copy)
        installed = make_run(copy)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    yield Line(
        goal="P11",
        what="make run on a machine that has nothing, to its address",
        figure=whole,
        unit="s",
        against="making .venv and installing requirements/run.txt alone",
        reference=alone,
        ratio=whole / alone,
    )
    yield Line(goal="P33", what="make run, its requirements installed", figure=installed, unit="s")


def not_installed() -> Iterator[Line]:
    for goal in ("P11", "P33"):
        yield Line(
            goal=goal,
            what="make run on a new folder",
            figure=None,
            unit="s",
            left_out="nothing is installed",
        )


def forget_all_but_requirements(copy: Path) -> None:
    """Remove the data, what was collected and the compiled catalogues."""
    for made in (".data", ".build"):
        shutil.rmtree(copy / made)
    for compiled in (*copy.glob("locale/**/*.mo"), *copy.glob("league/**/*.mo")):
        compiled.unlink()


def installing_alone(venv: Path) -> float:
    started = time.perf_counter()
    lock = str(ROOT / "requirements" / "run.txt")
    python = str(venv / "bin" / "python")
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    words = ["pip", "install", "--quiet", "--require-hashes", "-r", lock]
    uv = find_uv()
    command = [uv, *words, "--python", python] if uv else [python, "-m", *words]
    subprocess.run(command, check=True)
    return time.perf_counter() - started


def make_run(copy: Path) -> float:
    """Return the seconds from `make run` in a copy of what is committed to its address."""
    started = time.perf_counter()
    with subprocess.Popen(
        ["make", "run", f"PORT={PORT}"], cwd=copy, env=UNTOUCHED, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        is_ready = any("Tricktable is ready" in line for line in process.stdout)
        passed = time.perf_counter() - started
        process.terminate()
        process.communicate()
    assert is_ready, "make run ended before it was ready; its words are above"
    return passed
