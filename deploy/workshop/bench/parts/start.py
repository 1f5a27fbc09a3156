"""L6: `make run` in an empty clone, to its first page."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from deploy.run.install.steps import ROOT, find_uv
from deploy.run.processes import listen
from deploy.workshop.bench.lines import Line
from deploy.workshop.bench.site import UNTOUCHED, Site

CACHES = ("UV_CACHE_DIR", "PIP_CACHE_DIR", "npm_config_cache")


@dataclass(frozen=True, slots=True)
class Sizes:
    """`installs`: anything at all is installed; `cold`: with empty package caches too."""

    installs: bool = True
    cold: bool = False


FULL = Sizes()
TINY = Sizes(installs=False)


def measure(_site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    if not sizes.installs:
        yield Line(goal="L6", left_out="nothing is installed")
        return
    folder = Path(tempfile.mkdtemp(prefix="tt-"))
    try:
        alone = installing_alone(folder / "alone", UNTOUCHED)  # which warms the caches
        warm = make_run(folder / "warm", UNTOUCHED)
        yield Line(
            goal="L6",
            figures=(warm,),
            note=f"making .venv and installing requirements/run.txt alone {alone:.1f} s.",
        )
        if sizes.cold:
            yield with_empty_caches(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def with_empty_caches(folder: Path) -> Line:
    def fresh(name: str) -> dict[str, str]:
        return UNTOUCHED | {variable: str(folder / name / variable) for variable in CACHES}

    alone = installing_alone(folder / "cold-alone", fresh("one"))
    whole = make_run(folder / "cold", fresh("two"))
    return Line(
        goal="L6 cold", figures=(whole / alone,), note=f"{whole:.1f} s, against {alone:.1f} s."
    )


def installing_alone(venv: Path, env: Mapping[str, str]) -> float:
    started = time.perf_counter()
    lock = str(ROOT / "requirements" / "run.txt")
    python = str(venv / "bin" / "python")
    subprocess.run([sys.executable, "-m", "venv", venv], check=True, env=env)
    words = ["pip", "install", "--quiet", "--require-hashes", "-r", lock]
    uv = find_uv()
    command = [uv, *words, "--python", python] if uv else [python, "-m", *words]
    subprocess.run(command, check=True, env=env)
    return time.perf_counter() - started


def make_run(copy: Path, env: Mapping[str, str]) -> float:
    """Return the seconds from `make run` in a clone of what is committed to its first page."""
    subprocess.run(["git", "clone", "--quiet", "--depth=1", f"file://{ROOT}", copy], check=True)
    with listen("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    started = time.perf_counter()
    with subprocess.Popen(
        ["make", "run", f"PORT={port}"],
        cwd=copy,
        env={**env, "PATH": os.environ["PATH"]},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        is_ready = any("Tricktable is ready" in line for line in process.stdout)
        if is_ready:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30).read()
        passed = time.perf_counter() - started
        process.terminate()
        process.communicate()
    assert is_ready, "make run ended before it was ready; its words are above"
    return passed
