"""The catalogues of languages, one a subject, kept by Babel: no gettext tools are needed."""

from pathlib import Path

# from the root of the project: what several subjects say, then what each says alone
FOLDERS = ("locale", "games/locale", "league/*/locale", "league/*/*/locale")


def stale_catalogues(root: Path) -> list[Path]:
    """Return the catalogues that are newer than what was compiled from them."""
    sources = (path for folder in FOLDERS for path in root.glob(f"{folder}/*/LC_MESSAGES/*.po"))
    return sorted(path for path in sources if not _is_newer(path.with_suffix(".mo"), path))


def _is_newer(made: Path, source: Path) -> bool:
    return made.exists() and made.stat().st_mtime_ns >= source.stat().st_mtime_ns
