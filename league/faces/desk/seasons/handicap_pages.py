"""The list of handicaps at the desk: as published, and set by hand with a reason."""

from collections.abc import Iterable, Mapping
from datetime import date
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.faces.desk.records.forms import RecordForm
from league.faces.desk.records.views import ResourceView
from league.faces.desk.seasons.views import page_of, season_page
from league.foundation.spreadsheets import Column, Sheet, format_asked, spreadsheet
from league.play.events.models import Season
from league.tables.seasons.keys import players_of
from league.tables.seasons.models import OwnHandicap
from league.tables.seasons.selectors import SeasonSheet, season_sheet
from league.tables.seasons.shown import ShownHandicap, shown_handicaps

# --- The handicaps of a season on a day as a spreadsheet, and who is in which division ---

HANDICAPS = (
    Column(gettext_lazy("Player"), lambda line: line.name),
    Column(gettext_lazy("Handicap"), lambda line: line.value),
    Column(gettext_lazy("Calculated"), lambda line: line.worked_out),
    Column(gettext_lazy("Why"), lambda line: line.why),
)


def handicaps_sheet(season: Season, day: date, lines: Iterable[ShownHandicap]) -> Sheet:
    title = " · ".join((season.name, _("Handicaps"), f"{day:%Y-%m-%d}"))
    return Sheet(title=title, columns=HANDICAPS, rows=lines)


def people_sheet(
    season: Season, rows: Iterable[dict[str, Any]], labels: Mapping[str, str]
) -> Sheet:
    """Return who is where; `labels` are the places by their value."""
    columns = (
        Column(_("Name"), lambda row: row["name"]),
        Column(_("Nights"), lambda row: row["nights"]),
        Column(_("Division"), lambda row: labels.get(row["chosen"])),
        Column(_("Leaves after the season"), lambda row: row["has_withdrawn"]),
    )
    return Sheet(
        title=" · ".join((season.name, _("Divisions and guests"))), columns=columns, rows=rows
    )


class HandicapForm(RecordForm):
    def __init__(self, *args: Any, sheet: SeasonSheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = [player for key in sheet.names for player in players_of(key)]
        players = sheet.season.club.players.filter(pk__in=known).order_by("sort_key", "id")
        field: Any = self.fields["player"]
        field.queryset, field.empty_label = players, _("choose a player")


class HandicapPages(ResourceView):
    model = OwnHandicap
    permission = "seasons.change_season"
    url_word = "season_handicap"
    form_class = HandicapForm
    fields = ("player", "value", "from_day", "reason")
    ordering = ("-from_day", "-id")
    list_template = "desk/seasons/handicaps.html"
    page = staticmethod(season_page)
    owner: Season

    def of_owner(self) -> dict[str, Any]:
        return {"season": self.owner}

    def in_journal(self) -> dict[str, int]:
        return {"club_id": self.owner.club_id}

    @property
    def at(self) -> list[str]:
        return [self.owner.club.slug, self.owner.slug]

    def get_queryset(self) -> "QuerySet[OwnHandicap]":
        return super().get_queryset().select_related("player")

    def new_row(self) -> OwnHandicap:
        return OwnHandicap(season=self.owner, from_day=self.day)

    def form_options(self) -> dict[str, Any]:
        return {"sheet": self.sheet}

    @cached_property
    def sheet(self) -> SeasonSheet:
        return season_sheet(self.owner)

    @cached_property
    def day(self) -> date:
        """Return the day of the list: the requested one, else today."""
        try:
            return date.fromisoformat(self.request.GET.get("day", ""))
        except ValueError:
            return timezone.localdate()

    def get_list(self, request: HttpRequest) -> HttpResponse:
        """The handicaps of a day, also as a file, and a form to set one."""
        if wanted := format_asked(request):
            lines = shown_handicaps(self.sheet, self.day, full=True)
            sheet = handicaps_sheet(self.owner, self.day, lines)
            return spreadsheet(sheet, wanted, self.owner.slug, "handicaps")
        return super().get_list(request)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        context |= page_of(self.owner, "season_handicaps", tabs_label=_("Pages of the season"))
        if self.object is None:
            context["day"] = self.day
            context["has_handicaps"] = self.sheet.rules.handicap is not None
            context["lines"] = shown_handicaps(self.sheet, self.day, full=True)
        return super().get_context_data(**context)
