"""Texts beside lines: set apart so that none lies on another, and cut where they are too long."""

from collections.abc import Sequence
from unicodedata import east_asian_width

# how wide letters are drawn, in parts of their height; capitals and figures are a little wider
NARROW, WIDE = 0.56, 1.0
CAPITAL = 0.66
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


def set_apart(
    wanted: Sequence[float], *, gap: float, first: float, last: float
) -> tuple[float, ...]:
    """Return heights near the wanted ones, each at least `gap` from the next, in the same order.

    `wanted` ascends. All stay between `first` and `last` where there is room for them; where there
    is none, they begin at `first` and go beyond `last`.
    """
    heights: list[float] = []
    for height in wanted:
        least = heights[-1] + gap if heights else first
        heights.append(max(height, least))
    limit = last
    for number in reversed(range(len(heights))):
        heights[number] = max(min(heights[number], limit), first + number * gap)
        limit = heights[number] - gap
    return tuple(round(height, 1) for height in heights)


def width_of(text: str, size: float) -> float:
    """Return about how wide a text of this size is drawn, in the same units."""
    return size * sum(_width(letter) for letter in text)


def shortened(text: str, *, size: float, room: float) -> str:
    """Return the text, cut with an ellipsis where it would not fit into the room."""
    if width_of(text, size) <= room:
        return text
    kept = ""
    for letter in text:
        if width_of(kept + letter + ELLIPSIS, size) > room:
            break
        kept += letter
    return kept.rstrip() + ELLIPSIS


def _width(letter: str) -> float:
    if east_asian_width(letter) in "WF" or letter == ELLIPSIS:
        return WIDE
    return CAPITAL if letter.isupper() or letter.isdecimal() else NARROW
