"""The table of a season on paper: every night, the totals, and how it is counted."""

from decimal import Decimal
from fractions import Fraction

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.foundation.lists import clauses, labelled
from league.foundation.shown_numbers import figure, place
from league.office.documents.document_kind import DocumentKind, DocumentOptions, Scope
from league.office.paper.printing import Printing
from league.office.paper.standings_sheet import Ranked, ranking
from league.play.events.models import Season
from league.tables.outlook.season_outlook import rows_with_marks, season_outlook
from league.tables.seasons.rules_in_words import rules_in_words
from league.tables.seasons.selectors import SeasonSheet, season_sheet
from league.tables.seasons.shown import ShownRow, ranks_with_handicap


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
