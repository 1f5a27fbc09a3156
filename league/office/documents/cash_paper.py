"""The cash sheet on paper: who owes what, with room to tick and to write."""

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.office.documents.document_kind import DocumentKind, DocumentOptions, Scope
from league.office.kitty.cash_desk import CashDesk
from league.office.kitty.money import shown
from league.office.kitty.selectors import CashRow, CashSheet
from league.office.paper.listing import Listing, listing
from league.office.paper.printing import Printing
from league.office.paper.rows import Column, Row


def _cash_sheet(desk: CashDesk, options: DocumentOptions) -> Printing:
    kitty, sheet = desk.kitty, desk.sheet()
    made = options.about(desk.title, at=options.at, club=kitty.club, subject=_("Cash sheet"))
    shown_list = Listing(
        over=_("Cash sheet"),
        lead=date_format(timezone.localtime(options.at), "DATETIME_FORMAT"),
        columns=_columns(),
        rows=[*(_row(row, kitty.currency) for row in sheet.rows), _total(sheet, kitty.currency)],
        notes=[
            _("A credit is what the club owes the player; it is taken off what is charged next.")
        ],
    )
    return listing(made, shown_list)


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


# of an event, or of the club: then of the evening that has not started
EVENT_CASH, TONIGHT_CASH = (
    DocumentKind(
        name="cash",
        label=gettext_lazy("Cash sheet"),
        of=of,
        permission="kitty.take_cash",
        make=_cash_sheet,
        is_secret=True,
    )
    for of in (Scope.EVENT, Scope.CLUB)
)
