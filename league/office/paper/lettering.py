"""Text in our fonts: which font has a character, how long a line is, where it is cut."""

import re
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryFile, mkdtemp
from typing import TYPE_CHECKING, NamedTuple, cast
from unicodedata import bidirectional, category, normalize
from zlib import crc32

from django.conf import settings

# --- Fonts ---
# The site's own fonts, as a PDF embeds them: static, one weight, only the parts that are needed.
#
# The packages hold a variable font cut into parts by characters; their style sheets say which part
# holds what (`unicode-range`). A part is made static once for each weight and kept.

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


# --- A text in runs: pieces in one font and of one direction, as they stand from left to right ---
# Scripts that are written from right to left are set in order here, once for pictures and paper;
# forms of letters that depend on their neighbours are the work of whoever draws the run.

TO_LEFT = {"R", "AL"}
# these join letters or keep them apart, and their fonts know them
JOINERS = "\u200c\u200d"
ELLIPSIS = "…"


class Run(NamedTuple):
    """A piece of a text in the order in which it is read; `part` is the file of its font.

    Without a part no font of ours has its characters. `is_shaped` says that its letters cannot be
    put down one by one, `to_left` that they are read from right to left.
    """

    text: str
    part: Path | None
    is_shaped: bool
    to_left: bool


@lru_cache(maxsize=4_096)
def runs_of(text: str) -> tuple[Run, ...]:
    """Return the text on a line in runs from left to right; signs without a form are left out."""
    shown = "".join(filter(_is_seen, normalize("NFC", text)))
    parts = list(_parts(shown))
    runs = []
    for (part, to_left), group in groupby(
        _in_sight(shown), key=lambda one: (parts[one[0]], one[1])
    ):
        places = [place for place, _to_left in group]
        piece = "".join(shown[place] for place in (places[::-1] if to_left else places))
        shaped = part is not None and (to_left or is_shaped(part))
        runs.append(Run(piece, part, shaped, to_left))
    return tuple(runs)


def without_last(text: str) -> str:
    """Return the text without its last letter and what is written on it."""
    end = len(text) - 1
    while end > 0 and is_on_another(text[end]):
        end -= 1
    return text[:end].rstrip(JOINERS) if end > 0 else ""


def _is_seen(character: str) -> bool:
    return character in JOINERS or category(character) != "Cf"


def _parts(text: str) -> Iterator[Path | None]:
    """Yield the part of each character; what is written on a letter, or joins it, stays with it."""
    last: Path | None = None
    for character in text:
        if not _stays(character, last):
            last = part_with(character)
        yield last


def _stays(character: str, part: Path | None) -> bool:
    if part is None:
        return is_on_another(character)
    stays = character == " " or is_on_another(character)
    return stays and character in characters_of(part)


def is_on_another(character: str) -> bool:
    """Say whether the character belongs to the letter before it: an accent, a vowel, a joiner."""
    return character in JOINERS or category(character).startswith("M")


def _in_sight(text: str) -> list[tuple[int, bool]]:
    """Return the places of the characters from left to right, and whether each goes to the left."""
    if not any(bidirectional(character) in TO_LEFT for character in text):
        return [(place, False) for place in range(len(text))]
    # takes long to read, and few names are written from right to left
    from fpdf.bidi import BidiParagraph  # noqa: PLC0415
    from fpdf.enums import TextDirection  # noqa: PLC0415

    line = BidiParagraph(text, TextDirection.LTR, preserve_bn_chars=True)
    return [
        (one.character_index, one.embedding_level % 2 == 1)
        for one in line.get_reordered_characters()
    ]


if TYPE_CHECKING:  # read when the first document is laid out
    from fpdf import FPDF
    from fpdf.enums import TextDirection
    from fpdf.fonts import TTFFont

MM_OF_POINT = 25.4 / 72
REGULAR, BOLD = 400, 650
# text becomes smaller down to this part of its size before it is shortened
SMALLEST = 0.72
RED_SUITS = {"♥", "♦"}
# from here on a line may be cut before any character: Chinese and Japanese
WITHOUT_SPACES = 0x2E80


class Piece(NamedTuple):
    """A part of a line in one font, with its length in em; the letters of some must be shaped."""

    font: str
    text: str
    em: float
    is_shaped: bool = False
    to_left: bool = False


class Lettering:
    """The fonts of one PDF, each added when a character needs it; lengths in millimetres."""

    def __init__(self, pdf: "FPDF") -> None:
        self.pdf = pdf
        # all fonts of the PDF are added here, so each is a TrueType font
        self._fonts = cast("dict[str, TTFFont]", pdf.fonts)
        self._pieces: dict[tuple[Run, int], Piece] = {}

    def length(self, text: str, size: float, weight: int = REGULAR) -> float:
        """Return how long the text is in one line."""
        em = sum(self._piece(run, weight).em for run in runs_of(plain(text)))
        return em * size * MM_OF_POINT

    def fitted(
        self, text: str, width: float, size: float, weight: int = REGULAR
    ) -> tuple[str, float]:
        """Return text and size with which it fits: first smaller, then cut with an ellipsis."""
        length = self.length(text, size, weight)
        if length <= width:
            return text, size
        smaller = max(size * width / length * 0.999, size * SMALLEST)
        while text and self.length(text, smaller, weight) > width:
            shorter = without_last(text.removesuffix(ELLIPSIS)).rstrip()
            text = f"{shorter}{ELLIPSIS}" if text != ELLIPSIS else ""
        return text, smaller

    def lines(self, text: str, width: float, size: float, weight: int = REGULAR) -> list[str]:
        """Cut a text into lines: between words, and Japanese between any two characters."""
        lines, line = [], ""
        for word in _words(plain(text)):
            if line and self.length(line + word.rstrip(), size, weight) > width:
                lines.append(line.rstrip())
                line = ""
            line += word
        return [*lines, line.rstrip()] if line.strip() else lines

    def pieces(self, text: str, weight: int) -> Iterator[Piece]:
        """Yield the text from left to right in pieces of one font, red suits alone.

        What no font has becomes a question mark.
        """
        for run in runs_of(text):
            if run.is_shaped or not RED_SUITS.intersection(run.text):
                yield self._piece(run, weight)
                continue
            for _is_red, letters in groupby(run.text, key=RED_SUITS.__contains__):
                yield self._piece(run._replace(text="".join(letters)), weight)

    def close(self) -> None:
        """Close the files of the fonts, which fpdf2 reads bit by bit; nothing is written after."""
        for font in self._fonts.values():
            font.close()

    def _piece(self, run: Run, weight: int) -> Piece:
        piece = self._pieces.get((run, weight))
        if piece is None:
            piece = self._pieces[run, weight] = self._measured(run, weight)
        return piece

    def _measured(self, run: Run, weight: int) -> Piece:
        if run.part is None:
            return self._measured(runs_of(MISSING)[0], weight)
        key = f"{run.part.stem}-{weight}".lower()
        if key not in self._fonts:
            self.pdf.add_font(key, fname=static_part(run.part, weight))
        font = self._fonts[key]
        if not run.is_shaped:
            em = sum(font.cw[ord(character)] for character in run.text) / 1000
            return Piece(key, run.text, em)
        direction = {"features": {}, "fragment_direction": direction_of(to_left=run.to_left)}
        _glyphs, em = font.get_text_width(run.text, 1, direction)
        return Piece(key, run.text, em, True, run.to_left)


def direction_of(*, to_left: bool) -> "TextDirection":
    from fpdf.enums import TextDirection  # noqa: PLC0415 - read when a document is laid out

    return TextDirection.RTL if to_left else TextDirection.LTR


def _words(text: str) -> Iterator[str]:
    """Yield the parts of a text between which a line may break, each with the space after it."""
    word = ""
    for character in text:
        if ord(character) > WITHOUT_SPACES and word and character not in "、。，．）」』】・ー":
            yield word
            word = ""
        word += character
        if character == " ":
            yield word
            word = ""
    if word:
        yield word
