"""`make compiled`: a copy of the games whose hottest files are compiled by mypyc, as an extra.

Nothing needs it. The files are the same; where a C compiler is at hand, the copy scores records in
about half the time. It is used by whoever puts it before the site's own games:
`PYTHONSAFEPATH=1 PYTHONPATH=.build/compiled`. A change of the games needs a new copy.
"""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".build" / "compiled"
# what a record and a summary pass through; reading files and options has no loop worth compiling
SHARED = (
    "sentences/__init__",
    *("engine/" + name for name in ("cards", "phases", "record", "result", "summaries", "tricks")),
    "engine/summary_fields",
    *("engine/single_deck/" + name for name in ("meld", "play", "saved", "score", "summary")),
)
OF_GAMES = {
    "double_deck_pinochle": (
        *("auction", "deal", "exchange", "meld", "play", "score", "state", "steps", "summary"),
    ),
    "partnership_pinochle": ("score", "summary"),
    "three_handed_pinochle": ("score", "summary"),
}


def main() -> int:
    if not shutil.which("cc"):
        print("Compiling needs a C compiler, such as Debian's package gcc.", file=sys.stderr)
        return 1
    shutil.rmtree(FOLDER, ignore_errors=True)
    shutil.copytree(ROOT / "games", FOLDER / "games", ignore=shutil.ignore_patterns("__pycache__"))
    (FOLDER / "mypy.ini").write_text("[mypy]\nignore_missing_imports = True\n")
    command = [sys.executable, "-m", "mypyc", "--follow-imports=silent", *files_to_compile()]
    done = subprocess.run(command, cwd=FOLDER, check=False)  # noqa: S603 - fixed words
    shutil.rmtree(FOLDER / "build", ignore_errors=True)
    return done.returncode


def files_to_compile() -> list[str]:
    """Return the files, from the folder of the copy."""
    names = [
        *SHARED,
        *(f"engine/variants/{game}/{name}" for game, files in OF_GAMES.items() for name in files),
    ]
    return [f"games/{name}.py" for name in names]


if __name__ == "__main__":
    sys.exit(main())
