"""What `make install` does, each step only when its lock has changed since."""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterable, Sequence
from pathlib import Path

from deploy.site.catalogues import stale_catalogues

ROOT = Path(__file__).resolve().parents[3]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
NODE_MODULES = ROOT / "node_modules"


class CannotInstall(Exception):
    """A tool is missing or said no; the text says what to do about it."""


def make_environment() -> None:
    """Make .venv for this Python, once more when it was made for another one or is broken."""
    if _environment_version() == sys.version.split()[0]:
        return
    _say(f"Making .venv for Python {sys.version.split()[0]} ...")
    try:
        venv.EnvBuilder(clear=True, symlinks=True, with_pip=True).create(VENV)
    except OSError as error:
        raise CannotInstall(
            f"{ROOT} cannot be written ({error.strerror}): work in a copy that is yours."
        ) from error
    except subprocess.CalledProcessError as error:
        raise CannotInstall(
            ".venv could not be made: this Python lacks its venv module"
            " ('sudo apt-get install python3-venv' on Debian and Ubuntu)."
        ) from error


def _environment_version() -> str:
    if not PYTHON.exists():
        return ""
    code = "import pip, sys; print(sys.version.split()[0])"
    answer = subprocess.run([PYTHON, "-c", code], capture_output=True, text=True, check=False)
    return answer.stdout.strip()


def link_project() -> None:
    """Let the environment's programs find the project's own packages from everywhere."""
    paths = {"base": str(VENV), "platbase": str(VENV)}
    folder = Path(sysconfig.get_path("purelib", "posix_prefix", paths))
    link = folder / "tricktable.pth"
    if not link.exists() or link.read_text() != f"{ROOT}\n":
        link.write_text(f"{ROOT}\n")


def install_set(name: str) -> None:
    """Install requirements/<name>.txt with its hashes: fast by uv, else by pip."""
    lock = ROOT / "requirements" / f"{name}.txt"
    mark = VENV / f".installed-{name}"
    wanted = fingerprint([lock])
    if mark.exists() and mark.read_text() == wanted:
        return
    _say(f"Installing requirements/{name}.txt ...")
    uv = find_uv()
    by_pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--require-hashes", "-r", str(lock)]
    by_uv = [uv, "pip", "install", "--quiet", "--python", str(PYTHON), "--require-hashes", "-r"]
    if not (uv and _succeeds([*by_uv, str(lock)])) and not _succeeds(by_pip):
        raise CannotInstall(
            f"requirements/{name}.txt could not be installed; the lines above say why"
            " (no network? then run 'make install' again with one)."
        )
    mark.write_text(wanted)


def find_uv() -> str:
    """Return uv, installed into the environment when it is nowhere; "" when it cannot be had."""
    inside = VENV / "bin" / "uv"
    path = shutil.which("uv") or (str(inside) if inside.exists() else "")
    if path:
        return path
    lock = str(ROOT / "requirements" / "uv.txt")
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--require-hashes", "-r", lock]
    got = subprocess.run(pip, capture_output=True, check=False)
    return str(inside) if got.returncode == 0 else ""


def find_npm() -> str:
    """Return npm. Raises CannotInstall when it or Node.js is missing."""
    npm = shutil.which("npm")
    if npm and shutil.which("node"):
        return npm
    raise CannotInstall(
        "Node.js and npm are needed for styles and fonts and were not found: install them"
        " ('sudo apt-get install nodejs npm' on Debian and Ubuntu) and try again."
    )


def packages_of_pages_are_installed(*, with_checkers: bool = False) -> bool:
    """Say whether styles and fonts are there, and what checks pages, if wanted."""
    wanted = fingerprint([ROOT / "package-lock.json", ROOT / "package.json"])
    marks = (NODE_MODULES / ".installed", NODE_MODULES / ".installed-checkers")
    return any(
        mark.exists() and mark.read_text() == wanted for mark in marks[1 if with_checkers else 0 :]
    )


def install_packages_of_pages(*, with_checkers: bool = False) -> None:
    """Install styles, fonts and, if wanted, what checks pages by npm; no script of theirs runs."""
    if packages_of_pages_are_installed(with_checkers=with_checkers):
        return
    npm = find_npm()
    _say("Installing styles and fonts with npm ...")
    words = ["ci", "--ignore-scripts", "--loglevel=error"]
    if not _succeeds([npm, *words, *([] if with_checkers else ["--omit=dev"])], quiet=True):
        raise CannotInstall(
            "npm could not install the styles and fonts; the lines above say why"
            " (no network? then run 'make install' again with one)."
        )
    mark = ".installed-checkers" if with_checkers else ".installed"
    wanted = fingerprint([ROOT / "package-lock.json", ROOT / "package.json"])
    (NODE_MODULES / mark).write_text(wanted)


def compile_catalogues() -> None:
    """Compile each catalogue that is newer than what was compiled from it."""
    if stale := stale_catalogues(ROOT):
        command = [str(PYTHON), "-m", "deploy.workshop.messages", "compile", *map(str, stale)]
        if not _succeeds(command):
            raise CannotInstall("A catalogue cannot be read; it is named above.")


def fingerprint(files: Iterable[Path]) -> str:
    mark = hashlib.sha256()
    for file in files:
        mark.update(file.read_bytes())
    return mark.hexdigest()


def _succeeds(command: Sequence[str], *, quiet: bool = False) -> bool:
    output = subprocess.DEVNULL if quiet else None
    done = subprocess.run(command, cwd=ROOT, env=_environment(), stdout=output, check=False)
    return done.returncode == 0


def _environment() -> dict[str, str]:
    # as root pip warns about itself, which is of no use to anybody here
    return {**os.environ, "PIP_ROOT_USER_ACTION": "ignore", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def _say(text: str) -> None:
    # in one piece: two steps may speak at once
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
