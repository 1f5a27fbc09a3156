"""Table cards: who sits where, and the code that opens the table's page on a phone."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.foundation.qr_codes import qr_squares
from league.office.paper.document import GREY, MARGIN, About, Document, Printing, Steps
from league.office.paper.lettering import BOLD, REGULAR

CODE = 44.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A table's card. `url` is what its code opens, `deals` a sentence about prepared deals."""

    over: str
    number: str
    sides: Sequence[str]
    seats: Sequence[str]
    url: str
    deals: str = ""


def table_cards(about: About, cards: Sequence[Card]) -> Printing:
    """Return the cards, four a page, to be cut along the dashes."""

    def lay(document: Document) -> Steps:
        if not cards:
            document.heading(document.new_page(), about.title, about.subject)
        wide, tall = document.width / 2, document.height / 2
        for place, card in enumerate(cards):
            quarter = place % 4
            if quarter == 0:
                document.new_page(foot=False)
                document.line(wide, 5, wide, document.height - 5, dash=2)
                document.line(5, tall, document.width - 5, tall, dash=2)
            _card(document, (quarter % 2) * wide, (quarter // 2) * tall, card)
            yield

    return Printing(about=about, steps=len(cards), lay=lay)


def _card(document: Document, x: float, y: float, card: Card) -> None:
    pad = 10.0
    left, width = x + pad, document.width / 2 - 2 * pad
    y += pad + 3
    document.text(left, y, card.over, size=8.5, width=width, colour=GREY)
    y += 11
    table = _("Table %(table)s") % {"table": card.number}
    document.text(left, y, table, size=26, weight=BOLD, width=width)
    y += 3
    # where everybody plays alone, the seats say it all
    for place, side in enumerate(card.sides if len(card.sides) < len(card.seats) else ()):
        y += 6
        named = f"– {side}" if place else side
        document.text(left, y, named, size=11, weight=BOLD, width=width)
    y += 2
    for number, seat in enumerate(card.seats, start=1):
        y += 5
        document.text(left, y, f"{number}.", size=9.5, width=5, colour=GREY)
        document.text(left + 6, y, seat, size=9.5, weight=REGULAR, width=width - 6)
    if card.deals:
        y = document.paragraph(left, y + 1, width, card.deals, size=9)
    # at the foot of the card, wherever the names end
    end = (y // (document.height / 2) + 1) * (document.height / 2)
    code = min(CODE, end - y - 16)
    document.squares(left, end - code - 11, code, qr_squares(card.url))
    document.text(left, end - 7.5, _("Scan to enter your deals"), size=9, width=width)
    document.text(left, end - 3.8, card.url, size=6, width=width, colour=GREY)


# --- Personal slips: where somebody sits, with and against whom, and where next ---

COLUMNS = 2
PAD, SLIP_CODE = 9.0, 22.0
# read at arm's length on the way to the table
NAME_SIZE, PLACE_SIZE, LINE_SIZE, LATER_SIZE = 13, 12, 10, 8.5
NAME_STEP, PLACE_STEP, LINE_STEP, LATER_STEP = 6.0, 6.5, 4.9, 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """A player's slip. `lines` are sentences, `later` where it goes on; no `url`, no code."""

    over: str
    name: str
    place: str
    lines: Sequence[str] = ()
    later: Sequence[str] = ()
    url: str = ""


def slips(about: About, slips_to_print: Sequence[Slip]) -> Printing:
    """Return the slips in two columns, all of one height, to be cut along the dashes."""

    def lay(document: Document) -> Steps:
        if not slips_to_print:
            document.heading(document.new_page(), about.title, about.subject)
        rows = _rows_a_page(document, slips_to_print)
        wide, tall = document.width / COLUMNS, (document.height - 2 * MARGIN / 3) / rows
        for place, slip in enumerate(slips_to_print):
            here = place % (rows * COLUMNS)
            if here == 0:
                document.new_page(foot=False)
                document.line(wide, 5, wide, document.height - 5, dash=2)
            y = MARGIN / 3 + (here // COLUMNS) * tall
            if here % COLUMNS == 0 and here:
                document.line(5, y, document.width - 5, y, dash=2)
            _slip(document, (here % COLUMNS) * wide, y, wide, slip)
            yield

    return Printing(about=about, steps=len(slips_to_print), lay=lay)


def _rows_a_page(document: Document, slips_to_print: Sequence[Slip]) -> int:
    """Return how many slips fit below each other, so that the longest of them fits."""
    needed = max((_height(document, slip) for slip in slips_to_print), default=50.0)
    return max(1, min(6, int((document.height - 2 * MARGIN / 3) // needed)))


def _beside(document: Document, slip: Slip) -> float:
    """Return how wide a line may be: the code stands beside the first ones."""
    return document.width / COLUMNS - 2 * PAD - (SLIP_CODE + 3 if slip.url else 0)


def _height(document: Document, slip: Slip) -> float:
    wide = _beside(document, slip)
    names = len(document.letters.lines(slip.name, wide, NAME_SIZE, BOLD))
    lines = sum(len(document.letters.lines(line, wide, LINE_SIZE)) for line in slip.lines)
    text = 10 + PLACE_STEP + NAME_STEP * names + LINE_STEP * lines
    later = 6 + LATER_STEP * ((len(slip.later) + 1) // 2) if slip.later else 0
    return max(text, 8 + SLIP_CODE if slip.url else 0) + later + 5


def _slip(document: Document, x: float, y: float, wide: float, slip: Slip) -> None:
    left, width = x + PAD, wide - 2 * PAD
    beside = _beside(document, slip)
    top = y
    y += 7
    document.text(left, y, slip.over, size=7.5, width=beside, colour=GREY)
    y += 1
    for line in document.letters.lines(slip.name, beside, NAME_SIZE, BOLD):
        y += NAME_STEP
        document.text(left, y, line, size=NAME_SIZE, weight=BOLD, width=beside)
    y += PLACE_STEP
    document.text(left, y, slip.place, size=PLACE_SIZE, weight=BOLD, width=beside)
    for text in slip.lines:
        for line in document.letters.lines(text, beside, LINE_SIZE):
            y += LINE_STEP
            document.text(left, y, line, size=LINE_SIZE, width=beside)
    if slip.url:
        document.squares(x + wide - PAD - SLIP_CODE, top + 6, SLIP_CODE, qr_squares(slip.url))
        y = max(y, top + 6 + SLIP_CODE)
    if slip.later:
        _later(document, left, y + 4.5, width, slip.later)


def _later(document: Document, x: float, y: float, width: float, later: Sequence[str]) -> None:
    document.text(x, y, _("Then"), size=LATER_SIZE, weight=BOLD, width=width, colour=GREY)
    half = (len(later) + 1) // 2
    for place, line in enumerate(later):
        document.text(
            x + (place // half) * width / 2,
            y + LATER_STEP * (place % half + 1),
            line,
            size=LATER_SIZE,
            width=width / 2 - 2,
        )
