"""The cash sheet on paper: who owes what, with room to tick and to write."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.kitty.models import Kitty
from league.kitty.money import shown
from league.kitty.selectors import CashRow, CashSheet
from league.paper.answers import about, pdf
from league.paper.listing import Listing, listing
from league.paper.rows import Column, Row


def print_cash(
    request: HttpRequest, kitty: Kitty, title: str, sheet: CashSheet, *names: str
) -> HttpResponse:
    """Answer with the sheet as a PDF that no cache keeps."""
    at = timezone.now()
    made = about(request, title, at=at, club=kitty.club, subject=_("Cash sheet"))
    lead = date_format(timezone.localtime(at), "DATETIME_FORMAT")
    shown_list = Listing(
        over=_("Cash sheet"),
        lead=lead,
        columns=_columns(),
        rows=[*(_row(row, kitty.currency) for row in sheet.rows), _total(sheet, kitty.currency)],
        notes=[
            _("A credit is what the club owes the player; it is taken off what is charged next.")
        ],
    )
    return pdf(listing(made, shown_list), kitty.club.slug, "cash", *names, is_secret=True)


def _columns() -> list[Column]:
    return [
        Column(head=_("Player"), is_strong=True),
        Column(head=_("Charged"), width=26, align="end"),
        Column(head=_("Paid"), width=26, align="end"),
        Column(head=_("Owes in all"), width=30, align="end"),
        Column(head=_("Received"), width=34, align="end"),
    ]


def _row(row: CashRow, currency: str) -> Row:
    owes = shown(row.owes, currency) if row.owes else "\N{EN DASH}"
    if row.has_credit:
        owes = _("%(amount)s credit") % {"amount": shown(row.has_credit, currency)}
    return Row(
        cells=[
            row.player.name,
            shown(row.charged, currency),
            shown(row.paid, currency),
            owes,
            "______________" if row.owes else "",
        ]
    )


def _total(sheet: CashSheet, currency: str) -> Row:
    amounts = [shown(amount, currency) for amount in (sheet.charged, sheet.paid, sheet.owes)]
    return Row(cells=[_("Together"), *amounts, ""], is_strong=True)
