"""Text in pictures, in the shipped fonts: how long it is, where it is cut, and how it is drawn."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from PIL import ImageDraw, ImageFont, features

from league.office.paper.fonts import MISSING, is_shaped, part_with
from league.office.paper.runs import ELLIPSIS, Run, runs_of, without_last


def drawn_runs(text: str) -> tuple[Run, ...]:
    """Return what can be drawn of the text, from left to right; a question mark where all cannot.

    Letters that no font has, such as emoji, are left out, and so are those that need shaping
    where the machine has no library for it (docs/operations.md): boxes or wrong forms say nothing.
    """
    shapes = can_shape()
    there = "".join(one for one in normalize("NFC", text) if _can_be_drawn(one, shapes=shapes))
    shown = " ".join(there.split())
    return runs_of(shown if shown or not text.strip() else MISSING)


def _can_be_drawn(character: str, *, shapes: bool) -> bool:
    part = part_with(character)
    return part is not None and (shapes or not is_shaped(part))


def can_shape() -> bool:
    return bool(features.check("raqm"))


@lru_cache(maxsize=128)
def _font(path: Path, size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(str(path), size)
    font.set_variation_by_axes([weight])
    return font


class Style(NamedTuple):
    """How a text is written: pixels, 100 (thin) to 900 (black), "#rrggbb"."""

    size: int
    weight: int
    colour: str

    def width(self, text: str) -> float:
        return sum(width for _run, _font, width in self._runs(text))

    def write(self, draw: ImageDraw.ImageDraw, x: float, baseline: float, text: str) -> None:
        for run, font, width in self._runs(text):
            place = (x, baseline)
            draw.text(place, run.text, self.colour, font, "ls", direction=_direction(run))
            x += width

    def _runs(self, text: str) -> Iterator[tuple[Run, ImageFont.FreeTypeFont, float]]:
        for run in drawn_runs(text):
            if run.part is not None:
                font = _font(run.part, self.size, self.weight)
                yield run, font, font.getlength(run.text, direction=_direction(run))

    def shortened(self, text: str, width: float) -> str:
        """Return the text, cut with three dots where it is wider."""
        if self.width(text) <= width:
            return text
        while text and self.width(text + ELLIPSIS) > width:
            text = without_last(text)
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


def _direction(run: Run) -> str | None:
    """Return the direction in which the run is shaped; without a library nothing is shaped."""
    return ("rtl" if run.to_left else "ltr") if can_shape() else None
