"""What is printed for a club: a season, the cash of an evening, contacts."""

from decimal import Decimal
from fractions import Fraction

from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Club
from league.clubs.selectors import players_of
from league.foundation.lists import clauses, labelled
from league.foundation.shown_numbers import figure, place
from league.office.documents.document_kind import (
    DocumentKind,
    DocumentOptions,
    NothingToPrint,
    Scope,
)
from league.office.kitty.cash_desk import CashDesk
from league.office.kitty.money import shown
from league.office.kitty.selectors import CashRow, CashSheet
from league.office.paper.document import Printing
from league.office.paper.lists import Column, Listing, Ranked, Row, listing, ranking
from league.play.events.models import Season
from league.tables.outlook.season_outlook import rows_with_marks, season_outlook
from league.tables.seasons.rules_in_words import rules_in_words
from league.tables.seasons.selectors import SeasonSheet, season_sheet
from league.tables.seasons.shown import ShownRow, ranks_with_handicap

# --- The table of a season on paper: every night, the totals, and how it is counted ---


def _season(season: Season, options: DocumentOptions) -> Printing:
    sheet = season_sheet(season)
    has_handicap = sheet.table.net is not None
    outlook = season_outlook(sheet)
    rows = rows_with_marks(sheet, outlook, full=options.full_names)
    heads = _heads(
        len(sheet.events),
        has_handicap=has_handicap,
        with_handicap=ranks_with_handicap(sheet.table),
    )
    today = options.at.replace(hour=0, minute=0, second=0, microsecond=0)
    return ranking(
        options.about(season.name, at=today, club=season.club),
        heads,
        [_ranked(row, has_handicap=has_handicap) for row in rows],
        over=season.club.name,
        lead=f"{date_format(season.starts_on)} – {date_format(season.ends_on)}",
        notes=[*_notes(sheet), *outlook.notes],
    )


def _notes(sheet: SeasonSheet) -> list[str]:
    nights = [
        f"{number}. {event.name}"
        + (f", {date_format(event.starts_on, 'SHORT_DATE_FORMAT')}" if event.starts_on else "")
        for number, event in enumerate(sheet.events, start=1)
    ]
    provisional = _(
        "Provisional: a night is still being played, or not every table is confirmed yet."
    )
    return [
        *([provisional] if sheet.table.is_provisional else []),
        *([labelled(_("The nights"), clauses(nights))] if nights else []),
        _("A result in brackets does not count."),
        *rules_in_words(sheet.rules),
    ]


def _heads(nights: int, *, has_handicap: bool, with_handicap: bool) -> list[str]:
    """Return the heads of a season's table: its nights by number, then the totals."""
    totals = [_("Total")]
    if has_handicap:
        without, net = _("Without handicap"), _("With handicap")
        totals = [without, net] if with_handicap else [net, _("Total")]
    return [*map(str, range(1, nights + 1)), *totals]


def _ranked(row: ShownRow, *, has_handicap: bool) -> Ranked:
    """Return a row of a season; what does not count stands in brackets."""
    other = [figure(row.other_total)] if has_handicap else []
    return Ranked(
        place=place(row.rank, row.is_tied),
        name=row.name,
        members=" · ".join(filter(None, ["" if row.rank is not None else row.why, row.mark])),
        group=row.division,
        figures=[
            *(_night(cell.score, is_counted=cell.is_counted) for cell in row.cells),
            *other,
            figure(row.total),
        ],
    )


def _night(score: int | Decimal | Fraction | None, *, is_counted: bool) -> str:
    return figure(score) if is_counted or score is None else f"({figure(score)})"


SEASON_TABLE = DocumentKind(
    name="season-table",
    label=gettext_lazy("Table of the season"),
    of=Scope.SEASON,
    permission="",
    make=_season,
)


# --- The cash sheet on paper: who owes what, with room to tick and to write ---


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


# --- The list of contacts on paper: how to reach the players of a club ---


def _contacts(club: Club, options: DocumentOptions) -> Printing:
    players = players_of(club).exclude(Q(phone="") & Q(email=""))
    rows = [
        Row(cells=[player.name, player.phone, player.email])
        for player in players.only("name", "phone", "email")
    ]
    if not rows:
        raise NothingToPrint(_("No player has a telephone number or an e-mail address yet."))
    title = _("Contacts")
    shown = Listing(
        over=club.name,
        lead=date_format(options.at, "DATE_FORMAT"),
        columns=[
            Column(head=_("Player"), is_strong=True),
            Column(head=_("Telephone number"), width=42),
            Column(head=_("E-mail address"), width=78),
        ],
        rows=rows,
        notes=[_("For members of the club only.")],
    )
    return listing(options.about(title, at=options.at, club=club), shown)


CONTACTS = DocumentKind(
    name="contacts",
    label=gettext_lazy("List of contacts"),
    of=Scope.CLUB,
    permission="clubs.change_people",
    make=_contacts,
    is_secret=True,
)
