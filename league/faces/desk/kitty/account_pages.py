"""The account of a season or of other days, and the same for the treasurer's spreadsheet."""

import csv
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, cast

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from league.faces.desk.kitty.forms import PeriodForm
from league.faces.desk.kitty.kitty_access import context_of, kitty_page
from league.office.kitty.account_csv import HEADS, csv_row
from league.office.kitty.models import Kitty
from league.office.kitty.selectors import Period, events_in, lines_in, statement_of
from league.office.paper.answers import file_name
from league.play.events.models import Event, Season

MOST_SEASONS = 12
BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"  # so that spreadsheets read the names as they are


@require_GET
@kitty_page("kitty.view_kitty")
def account(request: HttpRequest, kitty: Kitty) -> HttpResponse:
    """Income, expenses and cash of a season or of other days."""
    form, period = _asked(request, kitty)
    context: dict[str, Any] = {"form": form, "period": period, "seasons": _seasons(kitty)}
    if period is not None:
        statement = statement_of(kitty, period)
        context |= {"statement": statement, "events": events_in(kitty, period)}
        context |= {
            "income": [(kind.label, amount) for kind, amount in statement.income],
            "expenses": [(kind.label, amount) for kind, amount in statement.expenses],
        }
    return render(
        request, "desk/kitty/account.html", context_of(request, kitty, "kitty_account", **context)
    )


@require_GET
@kitty_page("kitty.view_kitty")
def account_csv(request: HttpRequest, kitty: Kitty) -> HttpResponse:
    """Every line that was booked in these days, as CSV."""
    _form, period = _asked(request, kitty)
    period = period or _this_year()
    name = file_name(kitty.club.slug, "kitty", str(period.first), str(period.last))
    answer = StreamingHttpResponse(_rows(kitty, period), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    answer["Cache-Control"] = "no-store"
    return cast(HttpResponse, answer)  # a view may answer with either


def _asked(request: HttpRequest, kitty: Kitty) -> tuple[PeriodForm, Period | None]:
    """Return the form and the days it asks for; without any the season of today, or the year."""
    if not request.GET.keys() & {"first", "last"}:
        period = _usual(kitty)
        return PeriodForm(initial={"first": period.first, "last": period.last}), period
    form = PeriodForm(request.GET)
    if not form.is_valid():
        return form, None
    return form, Period(form.cleaned_data["first"], form.cleaned_data["last"])


def _usual(kitty: Kitty) -> Period:
    today = timezone.localdate()
    seasons = kitty.club.seasons.filter(starts_on__lte=today, ends_on__gte=today)
    season = seasons.order_by("-starts_on").first()
    return _this_year() if season is None else Period(season.starts_on, season.ends_on)


def _this_year() -> Period:
    year = timezone.localdate().year
    return Period(date(year, 1, 1), date(year + 1, 1, 1) - timedelta(days=1))


def _seasons(kitty: Kitty) -> list[Season]:
    return list(kitty.club.seasons.order_by("-starts_on", "-pk")[:MOST_SEASONS])


class _Echo:
    """What the writer of CSV writes to: it hands each row back."""

    def write(self, text: str) -> str:
        return text


def _rows(kitty: Kitty, period: Period) -> Iterator[str]:
    writer = csv.writer(_Echo())
    events = dict(Event.objects.filter(club=kitty.club_id).values_list("pk", "name"))
    yield BOM + writer.writerow([_(head) for head in HEADS])
    for line in lines_in(kitty, period):
        yield writer.writerow(csv_row(line, kitty.currency, events))
