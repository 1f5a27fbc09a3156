"""The site's own fonts, as a PDF embeds them: static, one weight, only the parts that are needed.

The packages hold a variable font cut into parts by characters; their style sheets say which part
holds what (`unicode-range`). A part is made static once for each weight and kept.
"""

import re
from functools import lru_cache
from io import BytesIO
from os import getpid
from pathlib import Path
from tempfile import TemporaryFile, mkdtemp
from unicodedata import normalize
from zlib import crc32

from django.conf import settings

# the first that has a character is taken: Latin letters and figures come from Inter
STYLES = ("@fontsource-variable/inter/wght.css", "@fontsource-variable/noto-sans-jp/wght.css")
FACE = re.compile(
    r"url\(\./files/(?P<file>[\w.-]+\.woff2)\).*?unicode-range: (?P<range>[^;]+);", re.S
)
# layout, variable metrics and vertical writing: nothing that a line of a list needs
UNUSED = ("GSUB", "GPOS", "GDEF", "STAT", "HVAR", "VVAR", "MVAR", "BASE", "vhea", "vmtx", "VORG")
MISSING = "?"


def plain(text: str) -> str:
    """Return the text on one line, each accent composed with its letter."""
    return normalize("NFC", " ".join(text.split()))


@lru_cache(maxsize=1)
def part_of_character() -> dict[int, Path]:
    """Return for each character, by its code point, the file of the part that holds it."""
    parts: dict[int, Path] = {}
    for style in STYLES:
        sheet = Path(settings.NPM_ROOT) / style
        for face in FACE.finditer(sheet.read_text(encoding="utf-8")):
            for code in _codes(face["range"]):
                parts.setdefault(code, sheet.parent / "files" / face["file"])
    return parts


def _codes(ranges: str) -> list[int]:
    """Return the code points of "U+0301,U+0400-045F"."""
    codes: list[int] = []
    for span in ranges.split(","):
        first, _dash, last = span.strip().removeprefix("U+").partition("-")
        codes.extend(range(int(first, 16), int(last or first, 16) + 1))
    return codes


@lru_cache(maxsize=512)
def static_part(part: Path, weight: int) -> Path:
    """Return a TrueType file with the part at one weight.

    Made once and kept: it takes a tenth of a second. Its name says what it was made from, so
    that a new version of the package never gets an old part.
    """
    packed = part.read_bytes()
    name = f"{part.stem}-{weight}-{crc32(packed):08x}.ttf"
    file = _folder() / name
    if not file.exists():
        # whoever reads beside us finds the whole file or none
        unfinished = file.with_suffix(f".{getpid()}")
        unfinished.write_bytes(_made_static(packed, weight))
        unfinished.replace(file)
    return file


def _made_static(packed: bytes, weight: int) -> bytes:
    # takes long to read, and is needed once a part
    from fontTools.ttLib import TTFont  # noqa: PLC0415
    from fontTools.varLib.instancer import instantiateVariableFont  # noqa: PLC0415

    font = TTFont(BytesIO(packed), recalcTimestamp=False)
    for table in UNUSED:
        if table in font:
            del font[table]
    instantiateVariableFont(font, {"wght": weight}, inplace=True)
    font.flavor = None
    made = BytesIO()
    font.save(made)
    return made.getvalue()


@lru_cache(maxsize=1)
def _folder() -> Path:
    """Return where the parts are kept; where the site may not write, for this process only."""
    folder = Path(settings.PAPER_FONTS)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return folder
    except OSError:
        return Path(mkdtemp(prefix="paper-fonts-"))
