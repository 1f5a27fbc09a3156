"""The picture that stands beside a link to one of our pages: 1200 by 630 pixels, PNG.

Drawn from facts alone, so that the same facts are the same picture.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import NamedTuple
from unicodedata import normalize

from PIL import Image, ImageDraw, ImageFont, features

from league.clubs.colours import Tokens, shades
from league.office.paper.lettering import (
    ELLIPSIS,
    MISSING,
    Run,
    is_shaped,
    part_with,
    runs_of,
    without_last,
)

# --- Fonts ---
# Text in pictures, in the shipped fonts: how long it is, where it is cut, and how it is drawn.


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


WIDTH, HEIGHT = 1_200, 630
MARGIN = 72
ROOM = WIDTH - 2 * MARGIN
LOGO = 96
TITLE_ABOVE_ROWS, TITLE_ABOVE_MANY, TITLE_ALONE = (72, 62, 54), (58, 50, 44), 84
BELOW_TITLE = 58
SITE_COLOUR, SITE_ACCENT = "#0d3f33", "#e2b94f"
# more than this is never read from facts, however long names are
MOST_LETTERS = 160
# so many rows are large; more are small, and those of a whole table stand in two columns
MOST_ROWS, MOST_SMALL_ROWS, MOST_IN_COLUMNS = 3, 6, 12
BETWEEN_COLUMNS = 56
WAIT_SECONDS = 5.0
# fonts are shared and not made for several threads; and a picture at a time is enough work
_drawing = Lock()


class Busy(Exception):
    """Other pictures are being drawn; ask again in a few seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What the picture says. Rows are (place, name, points); `logo` is the picture's bytes.

    `bold` are the numbers of the rows that are written in bold, from 0.
    """

    club: str
    title: str
    line: str = ""
    heading: str = ""
    rows: Sequence[tuple[str, str, str]] = ()
    bold: Sequence[int] = (0,)
    main_colour: str = ""
    accent_colour: str = ""
    logo: bytes = b""

    @property
    def digest(self) -> str:
        return sha256(repr(self).encode()).hexdigest()[:32]


def drawn(card: Card) -> bytes:
    """Return the picture as PNG. Raises Busy where others are drawn for too long."""
    if not _drawing.acquire(timeout=WAIT_SECONDS):
        raise Busy
    try:
        return _drawn(card)
    finally:
        _drawing.release()


def _drawn(card: Card) -> bytes:
    colours = shades(card.main_colour or SITE_COLOUR, card.accent_colour, dark=False)
    stripe = colours["club-stripe"] if card.main_colour else SITE_ACCENT
    picture = Image.new("RGB", (WIDTH, HEIGHT), colours["felt"])
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, HEIGHT - 16, WIDTH, HEIGHT), fill=stripe)
    _head(picture, draw, card, colours)
    bottom = _title(draw, card, colours)
    _rows(draw, card, colours, bottom)
    out = BytesIO()
    # few colours: a tenth of the size, and nobody sees a difference
    picture.quantize(128).save(out, "PNG", optimize=True)
    return out.getvalue()


def _head(picture: Image.Image, draw: ImageDraw.ImageDraw, card: Card, colours: Tokens) -> None:
    """Draw the club's logo on white, its name, and whose site it is."""
    x = float(MARGIN)
    if card.logo:
        with Image.open(BytesIO(card.logo)) as opened:
            logo = opened.convert("RGBA")
        logo.thumbnail((2 * LOGO, LOGO - 16))
        box = (MARGIN, MARGIN - 24, MARGIN + logo.width + 16, MARGIN - 24 + LOGO)
        draw.rounded_rectangle(box, radius=12, fill="#ffffff")
        place = (MARGIN + 8, MARGIN - 24 + (LOGO - logo.height) // 2)
        picture.paste(logo, place, logo)
        x = box[2] + 28.0
    name = Style(38, 600, colours["on-felt"])
    room = ROOM - x - 110
    name.write(draw, x, MARGIN + 38, name.shortened(card.club[:MOST_LETTERS], room))
    site = Style(26, 500, colours["on-felt-2"])
    site.write(draw, WIDTH - MARGIN - site.width("Tricktable"), MARGIN + 36, "Tricktable")


def _title(draw: ImageDraw.ImageDraw, card: Card, colours: Tokens) -> float:
    """Draw the title and the line below it; return where they end.

    Above rows the title has one line, and is rather smaller than cut; alone it stands in the
    middle.
    """
    title = card.title[:MOST_LETTERS]
    is_dense = len(card.rows) > MOST_ROWS
    sizes = TITLE_ABOVE_MANY if is_dense else TITLE_ABOVE_ROWS if card.rows else (TITLE_ALONE,)
    styles = [Style(size, 740, colours["on-felt"]) for size in sizes]
    big = next((style for style in styles if style.width(title) <= ROOM), styles[-1])
    lines = big.lines(title, ROOM, 1 if card.rows else 3)
    step = big.size * 1.18
    y = MARGIN + (148.0 if is_dense else 168.0)
    if not card.rows:
        y = max(y, (HEIGHT - step * len(lines) - BELOW_TITLE) / 2 + big.size)
    for number, line in enumerate(lines):
        big.write(draw, MARGIN, y + number * step, line)
    end = y + step * (len(lines) - 1) + (BELOW_TITLE - 10 if is_dense else BELOW_TITLE)
    small = Style(28 if is_dense else 32, 450, colours["on-felt-2"])
    small.write(draw, MARGIN, end, small.shortened(card.line[:MOST_LETTERS], ROOM))
    return end


class Grid(NamedTuple):
    """How rows stand: the sizes that their letters may have, the largest in which nothing is cut;
    the height of each, and in how many columns.
    """

    sizes: tuple[int, ...]
    height: int
    columns: int
    most: int


BOLD, PLAIN = 680, 450
GAP = 20  # between a name and its points
LARGE, SMALL = Grid((42, 37, 33, 29), 62, 1, MOST_ROWS), Grid((32, 29, 26), 46, 1, MOST_SMALL_ROWS)
IN_COLUMNS = Grid((29, 26, 23), 46, 2, MOST_IN_COLUMNS)


def grid_of(rows: int) -> Grid:
    """Return how so many rows stand in the picture."""
    return next((grid for grid in (LARGE, SMALL) if rows <= grid.most), IN_COLUMNS)


def _rows(draw: ImageDraw.ImageDraw, card: Card, colours: Tokens, top: float) -> None:
    """Draw the rows below their heading, one column after the other."""
    quiet = Style(26, 600, colours["on-felt-2"])
    grid = grid_of(len(card.rows))
    y = top + (56 if grid is LARGE else 44)
    if card.rows and card.heading:
        quiet.write(draw, MARGIN, y, quiet.shortened(card.heading[:MOST_LETTERS], ROOM))
    rows = card.rows[: grid.most]
    in_column = -(-len(rows) // grid.columns) or 1
    width = (ROOM - BETWEEN_COLUMNS * (grid.columns - 1)) / grid.columns
    size = next((size for size in grid.sizes if _fit(rows, size, width)), grid.sizes[-1])
    indent = _indent(rows, size)
    for number, row in enumerate(rows):
        column, line = divmod(number, in_column)
        style = Style(size, BOLD if number in card.bold else PLAIN, colours["on-felt"])
        x = MARGIN + column * (width + BETWEEN_COLUMNS)
        _row(draw, style, row, (x, y + grid.height * (line + 1)), width, indent)


def _indent(rows: Sequence[tuple[str, str, str]], size: int) -> float:
    """Return how far from its place a name begins; 0 where no row has a place."""
    style = Style(size, BOLD, "")
    places = max((style.width(place) for place, _name, _points in rows), default=0)
    return max(places + 24, 1.6 * size) if places else 0


def _fit(rows: Sequence[tuple[str, str, str]], size: int, width: float) -> bool:
    """Say whether no name has to be cut in letters of this size."""
    style = Style(size, BOLD, "")
    room = width - _indent(rows, size) - GAP
    return all(
        style.width(name[:MOST_LETTERS]) + style.width(points) <= room
        for _place, name, points in rows
    )


def _row(
    draw: ImageDraw.ImageDraw,
    style: Style,
    row: tuple[str, str, str],
    at: tuple[float, float],
    width: float,
    indent: float,
) -> None:
    """Draw a row from `at` on: its place, its name `indent` pixels from it, its points last."""
    place, name, points = row
    x, y = at
    style.write(draw, x, y, place)
    of_points = style.width(points)
    room = width - indent - of_points - GAP
    style.write(draw, x + indent, y, style.shortened(name[:MOST_LETTERS], room))
    style.write(draw, x + width - of_points, y, points)
