"""The site's own fonts, as a PDF embeds them: static, one weight, only the parts that are needed.

The packages hold a variable font cut into parts by characters; their style sheets say which part
holds what (`unicode-range`). A part is made static once for each weight and kept.
"""

import re
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryFile, mkdtemp
from unicodedata import normalize
from zlib import crc32

from django.conf import settings

FOLDER = "@fontsource-variable"
# their letters stand side by side as they come; of two with a character the first is taken: Latin
# letters, Greek, Cyrillic and figures come from Inter, Chinese characters as Japan writes them
UNSHAPED = ("inter", "noto-sans-jp", "noto-sans-kr", "noto-sans-sc")
# letters have other forms beside others, stand on each other, or go from right to left
SHAPED = tuple(
    f"noto-sans-{script}"
    for script in (
        *("hebrew", "arabic", "armenian", "georgian", "ethiopic", "thai", "lao", "khmer"),
        *("myanmar", "malayalam", "tamil", "kannada", "telugu", "sinhala", "devanagari"),
        *("bengali", "gujarati", "gurmukhi", "oriya"),
    )
)
FAMILIES = (*UNSHAPED, *SHAPED)
FACE = re.compile(
    r"url\(\./files/(?P<file>[\w.-]+\.woff2)\).*?unicode-range: (?P<range>[^;]+);", re.S
)
# variable metrics and vertical writing: nothing that a line of a list needs
UNUSED = ("STAT", "HVAR", "VVAR", "MVAR", "BASE", "vhea", "vmtx", "VORG")
LAYOUT = ("GSUB", "GPOS", "GDEF")
MISSING = "?"


def plain(text: str) -> str:
    """Return the text on one line, each accent composed with its letter."""
    return normalize("NFC", " ".join(text.split()))


@lru_cache(maxsize=16_384)
def part_with(character: str) -> Path | None:
    """Return the file of the first part that has the character, or None where no font has it."""
    claimed = _parts_of_codes().get(ord(character), ())
    return next((part for part in claimed if character in characters_of(part)), None)


@lru_cache(maxsize=1)
def _parts_of_codes() -> dict[int, tuple[Path, ...]]:
    """Return for each code point the files of the parts whose sheets promise it, in order."""
    parts: dict[int, tuple[Path, ...]] = {}
    for family in FAMILIES:
        sheet = Path(settings.NPM_ROOT) / FOLDER / family / "wght.css"
        for face in FACE.finditer(sheet.read_text(encoding="utf-8")):
            part = sheet.parent / "files" / face["file"]
            for code in _codes(face["range"]):
                parts[code] = (*parts.get(code, ()), part)
    return parts


def _codes(ranges: str) -> list[int]:
    """Return the code points of "U+0301,U+0400-045F"."""
    codes: list[int] = []
    for span in ranges.split(","):
        first, _dash, last = span.strip().removeprefix("U+").partition("-")
        codes.extend(range(int(first, 16), int(last or first, 16) + 1))
    return codes


@lru_cache(maxsize=512)
def characters_of(part: Path) -> frozenset[str]:
    """Return the characters that the part really has; its sheet promises more."""
    # takes long to read
    from fontTools.ttLib import TTFont  # noqa: PLC0415

    with TTFont(part, lazy=True) as font:
        return frozenset(map(chr, font.getBestCmap()))


def is_shaped(part: Path) -> bool:
    """Say whether the letters of the part need to be shaped by their neighbours."""
    return part.name.startswith(SHAPED)


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
        # whoever reads beside us finds the whole file or none; other threads may make it too
        unfinished = file.with_suffix(f".{token_hex(8)}")
        unused = UNUSED if is_shaped(part) else (*UNUSED, *LAYOUT)
        unfinished.write_bytes(_made_static(packed, weight, unused))
        unfinished.replace(file)
    return file


def _made_static(packed: bytes, weight: int, unused: tuple[str, ...]) -> bytes:
    # takes long to read, and is needed once a part
    from fontTools.ttLib import TTFont  # noqa: PLC0415
    from fontTools.varLib.instancer import instantiateVariableFont  # noqa: PLC0415

    font = TTFont(BytesIO(packed), recalcTimestamp=False)
    for table in unused:
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
