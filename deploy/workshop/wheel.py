"""Builds the wheel: setuptools, on a copy in which everything lies where the installed site looks.

`pip wheel .` and `uv build --wheel` ask for it (`build-backend` in pyproject.toml); `make install`
comes first, for the packages of the pages. Standard library, setuptools and Babel only.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from setuptools import build_meta

from deploy.site.files import TAKEN
from deploy.site.minified import KINDS, minify

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("deploy", "games", "league")
OF_THE_PROJECT = ("pyproject.toml", "README.md", "requirements")
# of the packages of the pages: what is served, the sheets that say what is in it, and the licences
OF_PAGES = ("files/*-wght-normal.woff2", "*.css", "LICENSE", "package.json")
BUILT_WITH = {"esbuild"}
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc", "packaged")

get_requires_for_build_wheel = build_meta.get_requires_for_build_wheel


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: Mapping[str, Any] | None = None
) -> str:
    """Write what the wheel will say of itself into the folder; return its name there."""
    folder = os.path.abspath(metadata_directory)
    with staged():
        settings = dict(config_settings or {})
        return str(build_meta.prepare_metadata_for_build_wheel(folder, settings))


def build_wheel(
    wheel_directory: str,
    config_settings: Mapping[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """Build the wheel into the folder; return its name."""
    folder = os.path.abspath(wheel_directory)
    with staged():
        return str(build_meta.build_wheel(folder, dict(config_settings or {})))


@contextmanager
def staged() -> Iterator[Path]:
    """Work in a copy of the project that is laid out as it will be installed."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="tricktable-wheel-") as name:
        stage = Path(name)
        _copy(stage)
        _compile_catalogues(stage)
        _minify_files_of_pages(stage)
        os.chdir(stage)
        try:
            yield stage
        finally:
            os.chdir(before)


def _copy(stage: Path) -> None:
    for package in PACKAGES:
        shutil.copytree(ROOT / package, stage / package, ignore=LEFT_OUT)
    packaged = stage / "deploy" / "packaged"
    for taken in TAKEN:
        _copy_one(ROOT / taken, packaged / taken)
    for file in OF_THE_PROJECT:
        _copy_one(ROOT / file, stage / file)
    _copy_fonts(packaged / "node_modules")


def _copy_one(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=LEFT_OUT)
    else:
        shutil.copy2(source, target)


def _copy_fonts(target: Path) -> None:
    needed = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["dependencies"]
    for folder in needed.keys() - BUILT_WITH:
        source = ROOT / "node_modules" / folder
        if not source.is_dir():
            raise FileNotFoundError(f"{source} is missing: run 'make install' first.")
        for pattern in OF_PAGES:
            for file in source.glob(pattern):
                _copy_one(file, target / folder / file.relative_to(source))


def _minify_files_of_pages(stage: Path) -> None:
    """Make our styles and scripts small here: the site from the wheel has nothing to do it with."""
    for file in (*stage.glob("*/**/static/**/*"), *stage.glob("deploy/site/styles/*")):
        if file.suffix in KINDS:
            file.write_bytes(minify(file.read_bytes(), kind=file.suffix))


def _compile_catalogues(stage: Path) -> None:
    """Compile every catalogue; the wheel has what was compiled and not what from."""
    # where the command for catalogues looks for those of all subjects
    shutil.move(stage / "deploy" / "packaged" / "locale", stage / "locale")
    sources = [*stage.rglob("*.po")]
    command = [sys.executable, "-m", "deploy.workshop.messages", "compile", *map(str, sources)]
    without_bytecode = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run(command, cwd=stage, env=without_bytecode, check=True)
    for source in sources:
        source.unlink()
    shutil.move(stage / "locale", stage / "deploy" / "packaged" / "locale")
