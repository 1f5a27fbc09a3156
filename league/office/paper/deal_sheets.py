"""Prepared deals on paper: the steps to deal by and the hands, and travellers."""

from collections.abc import Generator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from league.foundation.lists import labelled, listed
from league.office.paper.document import About, Document
from league.office.paper.lettering import BOLD
from league.office.paper.printing import Printing, Steps
from league.office.paper.rows import Column, Row, print_rows

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUIT_STEP = 5.0


def deal_sheets(
    about: About,
    sheets: Sequence[dict[str, Any]],
    *,
    over: str,
    with_steps: bool,
    stock_in_order: bool,
) -> Printing:
    """Return sheets as `league.play.prepared.stage_deals.deal_sheet` makes them.

    With the steps a deal has pages of its own; hands alone share them.
    """

    def lay(document: Document) -> Steps:
        y = 0.0
        for sheet in sheets:
            hands = _hands_height(sheet)
            if with_steps or y == 0 or y + hands + 25 > document.bottom:
                y = document.new_page()
            number = _("Deal %(number)s") % {"number": sheet["number"]}
            y = document.heading(
                y, number, over, _("Dealer: %(dealer)s") % {"dealer": sheet["dealer"]}
            )
            if with_steps:
                y = yield from _steps(document, y, sheet)
                y += 4
                if y + hands > document.bottom:
                    y = document.new_page()
            y = _hands(document, y, sheet, stock_in_order=stock_in_order) + 6
            document.line(document.left, y - 3, document.right, y - 3, dash=2)
            yield

    return Printing(about=about, steps=len(sheets), lay=lay)


def _steps(document: Document, top: float, sheet: dict[str, Any]) -> Generator[None, None, float]:
    how = _(
        "Sort the pack by suits (spades, hearts, diamonds, clubs), strong to weak. Take four cards "
        "at a time from the top and put them where the row says, face down."
    )
    top = document.paragraph(document.left, top - 2, document.inner, how, size=9) + 1
    columns = [
        Column(head="#", width=8, align="end"),
        Column(head=_("Take"), is_strong=True),
        *(Column(head=seat) for seat in sheet["seats"]),
    ]
    rows = [
        Row(cells=[str(step["number"]), step["taken"], *(cell or "·" for cell in step["cells"])])
        for step in sheet["steps"]
    ]
    return (yield from print_rows(document, top, columns, rows, size=9, height=5.6))


def _hands_height(sheet: dict[str, Any]) -> float:
    lines = max((len(suits) for _seat, suits in sheet["hands"]), default=4)
    rows = (len(sheet["hands"]) + 1) // 2
    return rows * (lines * SUIT_STEP + 9) + (10 if sheet["stock"] else 0)


def _hands(document: Document, top: float, sheet: dict[str, Any], *, stock_in_order: bool) -> float:
    wide = document.inner / 2
    lines = max((len(suits) for _seat, suits in sheet["hands"]), default=4)
    tall = lines * SUIT_STEP + 9
    for place, (seat, suits) in enumerate(sheet["hands"]):
        x, y = document.left + (place % 2) * wide, top + (place // 2) * tall + 4
        document.text(x, y, seat, size=10, weight=BOLD, width=wide - 4)
        for suit, ranks, count in suits:
            y += SUIT_STEP
            document.text(x, y, SIGNS[suit], size=10, width=6)
            document.text(x + 6, y, ranks.replace("  ", " "), size=10, width=wide - 18)
            document.text(x + wide - 12, y, str(count), size=8, width=6, align="end")
    y = top + ((len(sheet["hands"]) + 1) // 2) * tall
    if sheet["stock"]:
        label = _("The stock, from top to bottom") if stock_in_order else _("The stock")
        y = document.paragraph(document.left, y, document.inner, labelled(label, sheet["stock"]))
    return y


def travellers(about: About, sheets: Sequence[dict[str, Any]], *, over: str) -> Printing:
    """Return a paper for each deal; `found` has number, dealer, rows (round, table, names).

    A deal whose tables are not known yet gets `empty_rows`.
    """

    def lay(document: Document) -> Steps:
        for traveller in sheets:
            title = _("Deal %(number)s") % {"number": traveller["number"]}
            dealer = _("Dealer: %(dealer)s") % {"dealer": traveller["dealer"]}
            y = document.heading(document.new_page(), title, over, dealer)
            columns = [
                Column(head=_("Round, table"), width=24, is_strong=True),
                Column(head=_("Sides")),
                Column(head=_("Contract"), width=50),
                Column(head=_("Points"), width=30),
            ]
            rows = [
                Row(cells=[listed([row["round"], row["table"]]), " – ".join(row["names"])])
                for row in traveller["rows"]
            ] + [Row(cells=[]) for _empty in traveller["empty_rows"]]
            yield from print_rows(document, y, columns, rows, height=9, is_grid=True)
            yield

    return Printing(about=about, steps=len(sheets), lay=lay)
