"""Text in our fonts: which font has a character, how long a line is, where it is cut."""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, cast

from league.office.paper.fonts import MISSING, plain, static_part
from league.office.paper.runs import ELLIPSIS, Run, runs_of, without_last

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
