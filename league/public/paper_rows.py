"""What the public's pages print: rows as the documents take them, and files that are kept."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from league.lists import listed
from league.paper.answers import as_pdf
from league.paper.printing import Printing
from league.paper.standings_sheet import Ranked
from league.paper.wall_lists import TableLine
from league.public.keeping import is_stranger, kept_page, with_etag
from league.public.templatetags.numbers import figure, place
from league.seasons.shown import ShownRow

JOIN_SIDES = " – "
QUERY = ("stage", "round", "paper")


def kept_pdf(
    request: HttpRequest, stamp: str | None, answer: Callable[[], HttpResponse], *names: str
) -> HttpResponse:
    """Answer strangers with the file kept for this stamp; everybody else with one of their own."""
    if stamp and is_stranger(request):
        return as_pdf(kept_page(request, stamp, QUERY, answer), *names)
    return as_pdf(with_etag(request, answer()), *names)


def answer_with(printing: Printing) -> HttpResponse:
    return HttpResponse(printing.to_bytes())


def ranked(row: dict[str, Any]) -> Ranked:
    """Return a row of `standings_table` as it is printed."""
    return Ranked(
        place=place(row["rank"], row["tied"]),
        name=row["name"] + (" (" + _("provisional") + ")" if row["provisional"] else ""),
        members=row["members"],
        group=row["group"],
        figures=[figure(value) for value in row["figures"]],
    )


def season_heads(nights: int, *, has_handicap: bool, with_handicap: bool) -> list[str]:
    """Return the heads of a season's table: its nights by number, then the totals."""
    totals = [_("Total")]
    if has_handicap:
        without, net = _("Without handicap"), _("With handicap")
        totals = [without, net] if with_handicap else [net, _("Total")]
    return [*map(str, range(1, nights + 1)), *totals]


def season_ranked(row: ShownRow, *, has_handicap: bool) -> Ranked:
    """Return a row of a season; what does not count stands in brackets."""
    other = [figure(row.other_total)] if has_handicap else []
    return Ranked(
        place=place(row.rank, row.is_tied),
        name=row.name,
        members="" if row.rank is not None else row.why,
        group=row.division,
        figures=[
            *(_night(cell.score, is_counted=cell.is_counted) for cell in row.cells),
            *other,
            figure(row.total),
        ],
    )


def _night(score: int | Decimal | Fraction | None, *, is_counted: bool) -> str:
    return figure(score) if is_counted or score is None else f"({figure(score)})"


def table_lines(tables: Sequence[dict[str, Any]]) -> list[TableLine]:
    """Return the tables of `round_tables` as lines of the list for the wall."""
    return [
        TableLine(
            number=table["number"],
            sides=JOIN_SIDES.join(side["name"] for side in table["sides"]),
            seats=listed(table["seats"]),
            result=_result(table["sides"]),
        )
        for table in tables
    ]


def _result(sides: Sequence[dict[str, Any]]) -> str:
    points = [side["points"] for side in sides]
    return "" if None in points else JOIN_SIDES.join(figure(number) for number in points)
