"""The fonts of every page, made of those of the packages: no more of them than pages show."""

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from zlib import crc32

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.utils import matches_patterns
from django.core.files.storage import FileSystemStorage

from league.public.few_characters import font_made

# they change with what is in the packages
SHEETS = ("@fontsource-variable/inter/index.css", "@fontsource-variable/noto-sans-jp/index.css")
LATIN = "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"
# the weights that our stylesheets name lie between these: the others are a quarter of the file
WEIGHTS = (400, 700)
WORD_WEIGHT = 500


def latin() -> bytes:
    """Return Inter's Latin part as WOFF2, variable between our weights."""
    # takes long to read, and is needed once
    from fontTools.ttLib import TTFont  # noqa: PLC0415
    from fontTools.varLib.instancer import instantiateVariableFont  # noqa: PLC0415

    font = TTFont(Path(settings.NPM_ROOT) / LATIN, recalcTimestamp=False)
    instantiateVariableFont(font, {"wght": WEIGHTS}, inplace=True)
    font["post"].formatType = 3.0  # without names of glyphs, which nobody reads
    font.flavor = "woff2"
    made = BytesIO()
    font.save(made)
    return made.getvalue()


def names_of_languages() -> bytes:
    """Return the characters of the language switch that Latin fonts do not have, as WOFF2."""
    characters = font_made.characters_of(name for _code, name in settings.LANGUAGES)
    return font_made.joined_font(characters, WORD_WEIGHT)


MADE: dict[str, Callable[[], bytes]] = {
    "site/inter-latin.woff2": latin,
    "site/language-names.woff2": names_of_languages,
}


class PageFontsFinder(BaseFinder):
    """Finds the fonts that are made here: each when it is first asked for, and then kept."""

    def __init__(self, *_args: Any, **_kwargs: Any) -> None:
        self.storage = FileSystemStorage(location=settings.MADE_FILES / "fonts" / _mark())

    def check(self, **_kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **_kwargs: Any) -> Any:
        if path not in MADE:
            return []
        made = self._make(path)
        return [made] if find_all else made

    def list(
        self, ignore_patterns: Iterable[str] | None
    ) -> Iterator[tuple[str, FileSystemStorage]]:
        for path in MADE:
            if not matches_patterns(path, [*(ignore_patterns or ())]):
                self._make(path)
                yield path, self.storage

    def _make(self, path: str) -> str:
        """Return where the font is; whoever looks beside us finds the whole file or none."""
        made = Path(self.storage.path(path))
        if not made.is_file():
            made.parent.mkdir(parents=True, exist_ok=True)
            begun = made.with_suffix(f".{os.getpid()}.{threading.get_ident()}")
            begun.write_bytes(MADE[path]())
            begun.replace(made)
        return str(made)


def _mark() -> str:
    """Return a mark of what the fonts are made of, so that new packages never get old fonts."""
    root = Path(settings.NPM_ROOT)
    makers = [Path(__file__), Path(font_made.__file__)]
    read = [root / LATIN, *(root / name for name in SHEETS), *makers]
    return f"{crc32(b''.join(path.read_bytes() for path in read)):08x}"
