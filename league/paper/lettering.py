"""Text in our fonts: which font has a character, how long a line is, where it is cut."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, cast

from league.paper.fonts import MISSING, part_of_character, plain, static_part

if TYPE_CHECKING:  # read when the first document is laid out
    from fpdf import FPDF
    from fpdf.fonts import TTFFont

MM_OF_POINT = 25.4 / 72
REGULAR, BOLD = 400, 650
# text becomes smaller down to this part of its size before it is shortened
SMALLEST = 0.72
RED_SUITS = {"♥", "♦"}
# from here on a line may be cut before any character: Chinese and Japanese
WITHOUT_SPACES = 0x2E80


class Lettering:
    """The fonts of one PDF, each added when a character needs it; lengths in millimetres."""

    def __init__(self, pdf: "FPDF") -> None:
        self.pdf = pdf
        # all fonts of the PDF are added here, so each is a TrueType font
        self._fonts = cast("dict[str, TTFFont]", pdf.fonts)
        self._letters: dict[tuple[str, int], Letter] = {}

    def length(self, text: str, size: float, weight: int = REGULAR) -> float:
        """Return how long the text is in one line."""
        em = sum(self._letter(character, weight).width for character in plain(text))
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
            text = f"{text.removesuffix('…')[:-1].rstrip()}…" if len(text) > 1 else ""
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

    def runs(self, text: str, weight: int) -> Iterator[tuple[str, str, float]]:
        """Yield the text in pieces of one font, red suits alone: (font, piece, its length in em).

        A character that no font has becomes a question mark.
        """
        font, piece, length, is_red = "", "", 0.0, False
        for character in text:
            letter = self._letter(character, weight)
            if piece and (letter.font != font or is_red != (character in RED_SUITS)):
                yield font, piece, length
                piece, length = "", 0.0
            font, is_red = letter.font, character in RED_SUITS
            piece, length = piece + letter.character, length + letter.width
        if piece:
            yield font, piece, length

    def close(self) -> None:
        """Close the files of the fonts, which fpdf2 reads bit by bit; nothing is written after."""
        for font in self._fonts.values():
            font.ttfont.close()

    def _letter(self, character: str, weight: int) -> "Letter":
        letter = self._letters.get((character, weight))
        if letter is None:
            letter = self._find(character, weight) or self._letter(MISSING, weight)
            self._letters[character, weight] = letter
        return letter

    def _find(self, character: str, weight: int) -> "Letter | None":
        part = part_of_character().get(ord(character))
        if part is None:
            return None
        key = f"{part.stem}-{weight}".lower()
        if key not in self._fonts:
            self.pdf.add_font(key, fname=static_part(part, weight))
        font = self._fonts[key]
        if ord(character) not in font.cmap:
            return None
        return Letter(character, key, font.cw[ord(character)] / 1000)


class Letter(NamedTuple):
    """A character in one of our fonts; its width in em."""

    character: str
    font: str
    width: float


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
