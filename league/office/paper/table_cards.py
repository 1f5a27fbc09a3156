"""Table cards: who sits where, and the code that opens the table's page on a phone."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.foundation.qr_codes import qr_squares
from league.office.paper.document import GREY, About, Document
from league.office.paper.lettering import BOLD, REGULAR
from league.office.paper.printing import Printing, Steps

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
