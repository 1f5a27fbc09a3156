"""Text in our fonts: which font has a character, how long a line is, where it is cut."""

from collections.abc import Iterator

from fpdf import FPDF
from fpdf.fonts import TTFFont

from league.paper.fonts import MISSING, part_of_character, plain, static_part

MM_OF_POINT = 25.4 / 72
REGULAR, BOLD = 400, 650
# text becomes smaller down to this part of its size before it is shortened
SMALLEST = 0.72
RED_SUITS = {"♥", "♦"}
# from here on a line may be cut before any character: Chinese and Japanese
WITHOUT_SPACES = 0x2E80


class Lettering:
    """The fonts of one PDF, which come in as characters ask for them; lengths in millimetres."""

    def __init__(self, pdf: FPDF) -> None:
        self.pdf = pdf
        self._keys: dict[tuple[str, int], str] = {}

    def length(self, text: str, size: float, weight: int = REGULAR) -> float:
        """Return how long the text is in one line."""
        runs = self.runs(plain(text), weight)
        return sum(self.length_in(font, piece, size) for font, piece, _is_red in runs)

    def length_in(self, font: str, piece: str, size: float) -> float:
        widths = self._font(font).cw
        return float(sum(widths[ord(c)] for c in piece)) * size / 1000 * MM_OF_POINT

    def fitted(
        self, text: str, width: float, size: float, weight: int = REGULAR
    ) -> tuple[str, float]:
        """Return text and size with which it fits: smaller, at last with an ellipsis."""
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

    def runs(self, text: str, weight: int) -> Iterator[tuple[str, str, bool]]:
        """Yield the text in pieces of one font and colour: (font, piece, is red).

        What no font of ours has becomes a question mark.
        """
        piece, before = "", ("", False)
        for character in text:
            font = self._font_for(character, weight)
            if not font:
                character = MISSING
                font = self._font_for(MISSING, weight)
            now = (font, character in RED_SUITS)
            if piece and now != before:
                yield (before[0], piece, before[1])
                piece = ""
            piece, before = piece + character, now
        if piece:
            yield (before[0], piece, before[1])

    def _font_for(self, character: str, weight: int) -> str:
        """Return the key of a font that has the character, or nothing where none has."""
        known = self._keys.get((character, weight))
        if known is None:
            known = self._keys[character, weight] = self._find(character, weight)
        return known

    def _find(self, character: str, weight: int) -> str:
        part = part_of_character().get(ord(character))
        if part is None:
            return ""
        key = f"{part.stem}-{weight}".lower()
        if key not in self.pdf.fonts:
            self.pdf.add_font(key, fname=static_part(part, weight))
        return key if ord(character) in self._font(key).cmap else ""

    def _font(self, key: str) -> TTFFont:
        font = self.pdf.fonts[key]
        assert isinstance(font, TTFFont)  # noqa: S101 - no other kind is ever added
        return font


def _words(text: str) -> Iterator[str]:
    """Yield what may not be torn apart, each with the space behind it."""
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
