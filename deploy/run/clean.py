"""`python3 -m deploy.run.clean data|all`: remove what our commands made. Standard library only."""

import fcntl
import os
import shutil
import sys
from pathlib import Path

from deploy.site.catalogues import FOLDERS

ROOT = Path(__file__).resolve().parents[2]
MADE = (
    ".venv",
    "node_modules",
    ".build",
    ".cache",
    ".mypy_cache",
    ".ruff_cache",
    ".pytest_cache",
    ".import_linter_cache",
    ".hypothesis",
    ".benchmarks",
)


def main(what: list[str]) -> int:
    data = Path(os.environ.get("DATA_DIR") or ROOT / ".data")
    if is_in_use(data):
        print(f"{data} is in use: stop 'make run' first (Ctrl-C in its terminal).", file=sys.stderr)
        return 1
    remove_data(data)
    if what == ["all"]:
        for name in MADE:
            shutil.rmtree(ROOT / name, ignore_errors=True)
        remove_compiled()
    return 0


def is_in_use(data: Path) -> bool:
    try:
        lock = os.open(data / "lock", os.O_RDWR)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(lock)
    return False


def remove_data(data: Path) -> None:
    """Remove what the launcher keeps in the data folder, and the folder when that empties it."""
    for name in ("postgres", "postgres.new", "broker", "run", "log", "mail"):
        shutil.rmtree(data / name, ignore_errors=True)
    for name in ("lock", "secret_key"):
        (data / name).unlink(missing_ok=True)
    if data.is_dir() and not any(data.iterdir()):
        data.rmdir()


def remove_compiled() -> None:
    for top in ("deploy", "games", "league", "tests"):
        for folder in (ROOT / top).rglob("__pycache__"):
            shutil.rmtree(folder, ignore_errors=True)
    for made in (file for folder in FOLDERS for file in ROOT.glob(f"{folder}/*/LC_MESSAGES/*.mo")):
        made.unlink()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
