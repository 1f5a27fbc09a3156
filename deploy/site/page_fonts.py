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

from league.faces.public.font_subset import views

# they change with what is in the packages
SHEETS = ("@fontsource-variable/inter/index.css", "@fontsource-variable/noto-sans-jp/index.css")
LATIN = "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"
# the weights that our stylesheets name lie between these: the others are a quarter of the file
WEIGHTS = (400, 700)
WORD_WEIGHT = 500
BLANK = "site/blank-japanese.woff2"
EM = 1000
# the first and the last of the letters, and how wide they are
JAPANESE = (
    (0x3000, 0x30FF, EM),
    (0x31F0, 0x31FF, EM),
    (0x3400, 0x4DBF, EM),
    (0x4E00, 0x9FFF, EM),
    (0xF900, 0xFAFF, EM),
    (0xFF01, 0xFF60, EM),
    (0xFF61, 0xFFDC, EM // 2),
    (0xFFE0, 0xFFE6, EM),
    (0x20000, 0x2FFFF, EM),
)
MANY_TO_ONE = 13  # the format of a table of characters


# what pages ask of the letters; small figures, fractions and others are asked for nowhere
FEATURES = ("kern", "mark", "mkmk", "ccmp", "locl", "calt", "tnum")


def latin() -> bytes:
    """Return Inter's Latin part as WOFF2, variable between our weights, with our features."""
    # takes long to read, and is needed once
    from fontTools.subset import Options, Subsetter  # noqa: PLC0415
    from fontTools.ttLib import TTFont  # noqa: PLC0415
    from fontTools.varLib.instancer import instantiateVariableFont  # noqa: PLC0415

    font = TTFont(Path(settings.NPM_ROOT) / LATIN, recalcTimestamp=False)
    subsetter = Subsetter(Options(layout_features=list(FEATURES), notdef_outline=True))
    subsetter.populate(unicodes=font.getBestCmap())
    subsetter.subset(font)
    font = _read_again(font)  # what is changed next knows nothing of what was left out
    instantiateVariableFont(font, {"wght": WEIGHTS}, inplace=True)
    font["post"].formatType = 3.0  # without names of glyphs, which nobody reads
    font.flavor = "woff2"
    made = BytesIO()
    font.save(made)
    return made.getvalue()


def _read_again(font: Any) -> Any:
    written = BytesIO()
    font.flavor = None
    font.save(written)
    written.seek(0)
    return type(font)(written, recalcTimestamp=False)


def names_of_languages() -> bytes:
    """Return the characters of the language switch that Latin fonts do not have, as WOFF2."""
    characters = views.characters_of(name for _code, name in settings.LANGUAGES)
    return views.joined_font(characters, WORD_WEIGHT)


def ranges_of_blank() -> str:
    """Return the characters of the blank font as `unicode-range` says it."""
    return ",".join(f"U+{first:X}-{last:X}" for first, last, _width in JAPANESE)


def blank_japanese() -> bytes:
    """Return, as WOFF2, a font whose Japanese letters are empty and as wide as in every font.

    Its table of characters maps a range to one glyph (format 13): it has some 300 bytes.
    """
    # takes long to read, and is needed once
    from fontTools.fontBuilder import FontBuilder  # noqa: PLC0415
    from fontTools.pens.ttGlyphPen import TTGlyphPen  # noqa: PLC0415

    widths = {f"w{width}": (width, 0) for *_range, width in JAPANESE}
    built = FontBuilder(EM, isTTF=True)
    built.setupGlyphOrder([".notdef", *widths])
    # browsers refuse a font without any outline
    dot = TTGlyphPen(None)
    dot.moveTo((0, 0)), dot.lineTo((0, 1)), dot.lineTo((1, 0)), dot.closePath()
    built.setupGlyf({".notdef": dot.glyph(), **{name: TTGlyphPen(None).glyph() for name in widths}})
    built.setupHorizontalMetrics({".notdef": (EM, 0), **widths})
    built.setupHorizontalHeader(ascent=EM, descent=0)
    built.font["cmap"] = _table_of_ranges()
    built.setupOS2(sTypoAscender=EM, sTypoDescender=0)
    built.setupNameTable({"familyName": "Blank Japanese", "styleName": "Regular"})
    built.setupPost(keepGlyphNames=False)
    return views.packed(built)


def _table_of_ranges() -> Any:
    from fontTools.ttLib import newTable  # noqa: PLC0415
    from fontTools.ttLib.tables._c_m_a_p import CmapSubtable  # noqa: PLC0415

    ranges = CmapSubtable.newSubtable(MANY_TO_ONE)
    ranges.platformID, ranges.platEncID, ranges.language = 3, 10, 0
    ranges.format, ranges.reserved, ranges.length, ranges.nGroups = MANY_TO_ONE, 0, 0, 0
    ranges.cmap = {
        code: f"w{width}" for first, last, width in JAPANESE for code in range(first, last + 1)
    }
    table = newTable("cmap")
    table.tableVersion, table.tables = 0, [ranges]
    return table


MADE: dict[str, Callable[[], bytes]] = {
    "site/inter-latin.woff2": latin,
    "site/language-names.woff2": names_of_languages,
    BLANK: blank_japanese,
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
    makers = [Path(__file__), Path(views.__file__)]
    read = [root / LATIN, *(root / name for name in SHEETS), *makers]
    return f"{crc32(b''.join(path.read_bytes() for path in read)):08x}"
