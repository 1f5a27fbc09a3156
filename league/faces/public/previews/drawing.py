"""The picture that stands beside a link to one of our pages: 1200 by 630 pixels, PNG.

Drawn from facts alone, so that the same facts are the same picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from threading import Lock
from typing import NamedTuple

from PIL import Image, ImageDraw

from league.clubs.colours import Tokens, shades
from league.faces.public.previews.fonts import Style

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
