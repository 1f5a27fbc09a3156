"""Where the catalogues of the languages lie, which are stale, and how one is compiled.

Standard library only, but for compiling: the installation asks before anything else is there.
"""

from pathlib import Path

# from the root of the project: what several subjects say, then what each says alone
FOLDERS = ("locale", "games/locale", "league/*/locale", "league/*/*/locale")


def stale_catalogues(root: Path) -> list[Path]:
    """Return the catalogues that are newer than what was compiled from them."""
    sources = (path for folder in FOLDERS for path in root.glob(f"{folder}/*/LC_MESSAGES/*.po"))
    return sorted(path for path in sources if not _is_newer(path.with_suffix(".mo"), path))


def _is_newer(made: Path, source: Path) -> bool:
    return made.exists() and made.stat().st_mtime_ns >= source.stat().st_mtime_ns


def compile_catalogue(path: Path) -> None:
    """Compile a catalogue beside it. Raises OSError, ValueError or PoFileError."""
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - see above
    from babel.messages.pofile import read_po  # noqa: PLC0415

    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.parent.parent.name, abort_invalid=True)
    # beside and then renamed: a server that starts meanwhile never reads half a file
    draft = path.with_suffix(".mo.new")
    with draft.open("wb") as file:
        write_mo(file, catalogue)
    draft.rename(path.with_suffix(".mo"))
