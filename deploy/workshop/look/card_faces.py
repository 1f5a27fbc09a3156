"""Draws the playing cards: `python -m deploy.workshop.look.card_faces` writes `cards.svg`.

One symbol a card twice: `AS` (rank and suit only, readable at 28 pixels high) and `AS-large` (pips
or a court figure). Suits take the colour of the page (`currentColor`), so that two-colour and
four-colour packs are a matter of the stylesheet.
"""

from collections.abc import Sequence
from pathlib import Path

TARGET = Path(__file__).resolve().parents[2] / "site" / "static" / "site" / "cards.svg"

WIDTH, HEIGHT = 50, 70
RANKS = "AKQJT98765432"
FONT = "Inter Variable, Inter, Arial, sans-serif"

# each in a box of 24 by 24
SUITS = {
    "S": "M12 1.5C14 6 21.5 9.8 21.5 15.2a4.7 4.7 0 0 1-8.4 2.9c.2 1.7 1 3.1 2.4 4.4"
    "h-7c1.4-1.3 2.2-2.7 2.4-4.4a4.7 4.7 0 0 1-8.4-2.9C2.5 9.8 10 6 12 1.5z",
    "H": "M12 22.3C5.2 16.8 1.7 12.6 1.7 8.2A5.7 5.7 0 0 1 12 4.8a5.7 5.7 0 0 1 10.3 3.4"
    "c0 4.4-3.5 8.6-10.3 14.1z",
    "D": "M12 1.2Q15.6 7 20.8 12 15.6 17 12 22.8 8.4 17 3.2 12 8.4 7 12 1.2z",
    "C": "M12 1.7a4.9 4.9 0 0 1 4.1 7.5 4.9 4.9 0 1 1-3 8.6c.2 1.9 1 3.4 2.4 4.7h-7"
    "c1.4-1.3 2.2-2.8 2.4-4.7a4.9 4.9 0 1 1-3-8.6A4.9 4.9 0 0 1 12 1.7z",
}

LEFT, MIDDLE, RIGHT = 16.5, 25.0, 33.5
# where the pips of each rank stand; those in the lower half stand on their heads
PIPS: dict[str, Sequence[tuple[float, float]]] = {
    "2": [(MIDDLE, 16), (MIDDLE, 54)],
    "3": [(MIDDLE, 16), (MIDDLE, 35), (MIDDLE, 54)],
    "4": [(x, y) for x in (LEFT, RIGHT) for y in (16, 54)],
    "5": [(x, y) for x in (LEFT, RIGHT) for y in (16, 54)] + [(MIDDLE, 35)],
    "6": [(x, y) for x in (LEFT, RIGHT) for y in (16, 35, 54)],
    "7": [(x, y) for x in (LEFT, RIGHT) for y in (16, 35, 54)] + [(MIDDLE, 25.5)],
    "8": [(x, y) for x in (LEFT, RIGHT) for y in (16, 35, 54)] + [(MIDDLE, 25.5), (MIDDLE, 44.5)],
    "9": [(x, y) for x in (LEFT, RIGHT) for y in (13, 27.7, 42.3, 57)] + [(MIDDLE, 35)],
    "T": [(x, y) for x in (LEFT, RIGHT) for y in (13, 27.7, 42.3, 57)]
    + [(MIDDLE, 20.3), (MIDDLE, 49.7)],
}
PIP_SIZE = 11.0

# the upper half of each court: what is worn on the head, above a collar
HEADS = {
    "K": "M17.5 19l-1.5-8 4.8 3.5L25 8.5l4.2 6L34 11l-1.5 8z",
    "Q": "M17.5 19c-2-3.5-2-6-1.5-7.5 2 .2 3.4 1.2 4.5 3 .5-2.6 2-4.6 4.5-6 2.5 1.4 4 3.4 4.5 6"
    " 1.1-1.8 2.5-2.8 4.5-3 .5 1.5.5 4-1.5 7.5z",
    "J": "M16.5 19.5c0-5 3.5-8 9-8 2.5-3.5 5.5-4 9-3-1 1.5-1.8 2.5-3 3.2 1.5 2 2 4.8 2 7.8z",
}


def sprite() -> str:
    """Return the whole sprite: suits, the back, and every card small and large."""
    symbols = [
        _symbol(suit, 24, 24, f'<path fill="currentColor" d="{path}"/>')
        for suit, path in SUITS.items()
    ]
    symbols.append(_symbol("back", WIDTH, HEIGHT, _back()))
    for suit in SUITS:
        for rank in RANKS:
            symbols.append(_symbol(rank + suit, WIDTH, HEIGHT, _small(rank, suit)))
            symbols.append(_symbol(f"{rank}{suit}-large", WIDTH, HEIGHT, _large(rank, suit)))
    body = "\n".join(symbols)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{body}\n</svg>\n'


def _symbol(name: str, width: int, height: int, content: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {width} {height}">{content}</symbol>'


def _paper() -> str:
    return (
        f'<rect x=".75" y=".75" width="{WIDTH - 1.5}" height="{HEIGHT - 1.5}" rx="5.5"'
        ' fill="#fffefa" stroke="#b9b5a6" stroke-width="1.5"/>'
    )


def _pip(suit: str, x: float, y: float, size: float, *, turned: bool = False) -> str:
    scale = size / 24
    turn = " rotate(180)" if turned else ""
    place = f"translate({x:g} {y:g}){turn} scale({scale:.3g}) translate(-12 -12)"
    return f'<path fill="currentColor" transform="{place}" d="{SUITS[suit]}"/>'


def _letter(rank: str, x: float, y: float, size: float, anchor: str = "middle") -> str:
    text = "10" if rank == "T" else rank
    tight = ' letter-spacing="-2.5"' if rank == "T" and size > 20 else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="{FONT}" font-size="{size:g}" font-weight="700"'
        f' text-anchor="{anchor}" fill="currentColor"{tight}>{text}</text>'
    )


def _small(rank: str, suit: str) -> str:
    return _paper() + _letter(rank, 24, 35, 36) + _pip(suit, 26, 51.5, 27)


def _large(rank: str, suit: str) -> str:
    corner = _letter(rank, 7.4, 13.5, 10) + _pip(suit, 7.4, 19, 6.5)
    corners = corner + f'<g transform="rotate(180 25 35)">{corner}</g>'
    if rank == "A":
        return _paper() + corners + _pip(suit, MIDDLE, 35, 26)
    if rank in HEADS:
        return _paper() + corners + _court(rank, suit)
    pips = "".join(_pip(suit, x, y, PIP_SIZE, turned=y > HEIGHT / 2) for x, y in PIPS[rank])
    return _paper() + corners + pips


def _court(rank: str, suit: str) -> str:
    """Return a figure that reads the same both ways up, in the suit's colour on its own tint."""
    half = (
        f'<path d="{HEADS[rank]}" fill="#e2b33c" stroke="currentColor" stroke-width=".9"/>'
        '<path d="M18.5 19h13v4.5a6.5 6.5 0 0 1-13 0z" fill="#f6dcc0" stroke="currentColor"'
        ' stroke-width=".9"/>'
        '<path d="M13 35c.5-4.5 3-6.5 7-7.2l5 4 5-4c4 .7 6.5 2.7 7 7.2z" fill="currentColor"/>'
        '<path d="M22 22.3v.1M28 22.3v.1M23.6 26h2.8" stroke="currentColor" stroke-width="1.1"'
        ' stroke-linecap="round" fill="none"/>'
    )
    frame = (
        '<rect x="12" y="6" width="26" height="58" rx="2" fill="currentColor" fill-opacity=".07"'
        ' stroke="currentColor" stroke-width=".8"/>'
    )
    pip = _pip(suit, 25, 35, 9)
    disc = '<circle cx="25" cy="35" r="6.5" fill="#fffefa"/>'
    return f'{frame}{half}<g transform="rotate(180 25 35)">{half}</g>{disc}{pip}'


def _back() -> str:
    diamonds = "".join(
        f'<path d="M{x} {y - 5}l4 5-4 5-4-5z"/>'
        for x in (13, 21, 29, 37)
        for y in range(15, 56, 10)
    )
    return (
        f'{_paper()}<rect x="5" y="5" width="40" height="60" rx="3" fill="#0e5f4a"/>'
        f'<g fill="none" stroke="#fffefa" stroke-opacity=".55" stroke-width=".8">{diamonds}'
        '<rect x="7.5" y="7.5" width="35" height="55" rx="1.5"/></g>'
    )


if __name__ == "__main__":
    TARGET.write_text(sprite(), encoding="utf-8")
