"""The shipped fonts for pictures: each is cut into files by ranges of characters."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from PIL import ImageDraw, ImageFont

# in the order in which they are asked: what the first does not have, the next may
FAMILIES = ("@fontsource-variable/inter", "@fontsource-variable/noto-sans-jp")
FACE = re.compile(r"src: url\(\./([^)]+)\)[^;]*;\s*unicode-range: ([^;]+);")
ELLIPSIS = "…"

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


class Face(NamedTuple):
    """A file of a font, and the characters it has as (first, last) code points."""

    path: Path
    ranges: tuple[tuple[int, int], ...]


@cache
def faces() -> tuple[Face, ...]:
    """Return the files of the shipped fonts; none where they are not installed."""
    fonts = []
    for family in FAMILIES:
        folder = Path(settings.NPM_ROOT, family)
        sheet = folder / "index.css"
        if sheet.is_file():
            for name, ranges in FACE.findall(sheet.read_text()):
                fonts.append(Face(folder / name, tuple(map(_range, ranges.split(",")))))
    return tuple(fonts)


def _range(text: str) -> tuple[int, int]:
    first, _dash, last = text.strip().removeprefix("U+").partition("-")
    return int(first, 16), int(last or first, 16)


@lru_cache(maxsize=4_096)
def face_of(character: str) -> Path | None:
    """Return the file that has the character, or None where no shipped font has it."""
    point = ord(character)
    for face in faces():
        if any(first <= point <= last for first, last in face.ranges):
            return face.path
    return None


@lru_cache(maxsize=128)
def _font(path: Path | None, size: int, weight: int) -> Font:
    if path is None:
        return ImageFont.load_default(size)
    font = ImageFont.truetype(str(path), size)
    font.set_variation_by_axes([weight])
    return font


def runs(text: str) -> Iterator[tuple[str, Path | None]]:
    """Yield the text in pieces of one file each; a space stays with what is before it."""
    last: Path | None = None
    files = []
    for character in text:
        last = last if character == " " and last is not None else face_of(character)
        files.append((character, last))
    for path, piece in groupby(files, key=lambda one: one[1]):
        yield "".join(character for character, _path in piece), path


class Style(NamedTuple):
    """How a text is written: pixels, 100 (thin) to 900 (black), "#rrggbb"."""

    size: int
    weight: int
    colour: str

    def width(self, text: str) -> float:
        return sum(
            _font(path, self.size, self.weight).getlength(piece) for piece, path in runs(text)
        )

    def write(self, draw: ImageDraw.ImageDraw, x: float, baseline: float, text: str) -> None:
        for piece, path in runs(text):
            font = _font(path, self.size, self.weight)
            draw.text((x, baseline), piece, fill=self.colour, font=font, anchor="ls")
            x += font.getlength(piece)

    def shortened(self, text: str, width: float) -> str:
        """Return the text, cut with three dots where it is wider."""
        if self.width(text) <= width:
            return text
        while text and self.width(text + ELLIPSIS) > width:
            text = text[:-1]
        return text.rstrip() + ELLIPSIS

    def lines(self, text: str, width: float, most: int) -> list[str]:
        """Return the text in lines of that width; what is more than `most` is cut off.

        Lines break at spaces, and inside what is too wide without any: Japanese has none.
        """
        lines: list[str] = []
        rest = text.strip()
        while rest and len(lines) < most - 1 and self.width(rest) > width:
            at = self._break(rest, width)
            lines.append(rest[:at].rstrip())
            rest = rest[at:].lstrip()
        return [*lines, self.shortened(rest, width)] if rest else lines

    def _break(self, text: str, width: float) -> int:
        fits = next(
            (at for at in range(1, len(text)) if self.width(text[: at + 1]) > width), len(text)
        )
        space = text.rfind(" ", 0, fits + 1)
        return space if space > 0 else fits
