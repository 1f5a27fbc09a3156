"""The list of handicaps at the desk: as published, and set by hand with a reason."""

from collections.abc import Iterable, Mapping
from datetime import date
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.models import Player
from league.faces.desk.access import act_of
from league.faces.desk.conflict_checked import FIELD as SEEN
from league.faces.desk.conflict_checked import LONGEST_SEEN, Stored
from league.faces.desk.inputs import day_field
from league.faces.desk.seasons.rules_form import decimal_field
from league.faces.desk.seasons.views import page_of, season_page
from league.faces.desk.undo import flash_change, undo_asked
from league.foundation.limits import clean_text
from league.foundation.lists import noted
from league.foundation.once.services import with_row_lock
from league.foundation.refusal import Refused
from league.foundation.shown_numbers import figure
from league.foundation.spreadsheets import Column, Sheet, format_asked, spreadsheet
from league.play.events.models import Season
from league.tables.seasons import services as seasons
from league.tables.seasons.keys import players_of
from league.tables.seasons.selectors import SeasonSheet, season_sheet
from league.tables.seasons.services.season_settings import lock_season
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


class HandicapForm(forms.Form):
    player = forms.ModelChoiceField(
        label=gettext_lazy("Player"),
        queryset=Player.objects.none(),
        empty_label=gettext_lazy("choose a player"),
    )
    value = decimal_field(
        gettext_lazy("Handicap"),
        help_text=gettext_lazy("Empty: it is calculated again from this day on."),
    )
    from_day = day_field(label=gettext_lazy("From"))
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=gettext_lazy("Players read it beside their handicap."),
    )

    def __init__(self, data: Any = None, *, sheet: SeasonSheet, day: date) -> None:
        super().__init__(data, initial={"from_day": day})
        known = [player for key in sheet.names for player in players_of(key)]
        players = sheet.season.club.players.filter(pk__in=known).order_by("sort_key", "id")
        self.fields["player"].queryset = players  # type: ignore[attr-defined]


@require_http_methods(["GET", "POST"])
@season_page("seasons.change_season")
def handicaps(request: HttpRequest, season: Season) -> HttpResponse:
    """The handicaps of today, and a form to set one."""
    sheet = season_sheet(season)
    day = _day(request)
    if wanted := format_asked(request):
        lines = handicaps_sheet(season, day, shown_handicaps(sheet, day, full=True))
        return spreadsheet(lines, wanted, season.slug, "handicaps")
    form = HandicapForm(request.POST if request.method == "POST" else None, sheet=sheet, day=day)
    if request.method == "POST" and form.is_valid():
        by = act_of(request)
        try:
            _set(request, season, form.cleaned_data | {"by": by})
        except Refused as refused:
            form.add_error(refused.field, str(refused))
        else:
            player = form.cleaned_data["player"]
            flash_change(
                request,
                _("The handicap of %(name)s is set.") % {"name": player},
                seasons.handicap_change(season, by=by),
                undo="desk:season_handicap_undo",
                at=[season.club.slug, season.slug],
            )
            return redirect("desk:season_handicaps", season.club.slug, season.slug)
    context = page_of(
        season,
        "season_handicaps",
        form=form,
        day=day,
        has_handicaps=sheet.rules.handicap is not None,
        lines=shown_handicaps(sheet, day, full=True),
        seen=_stored(season).seen,
        set_by_hand=season.own_handicaps.select_related("player").order_by("-from_day", "-id"),
    )
    return render(request, "desk/seasons/handicaps.html", context)


@require_POST
@season_page("seasons.change_season")
def handicap_undo(request: HttpRequest, season: Season) -> HttpResponse:
    """Take a handicap back that was set; the one before holds again."""
    sentence = _("The handicap has been withdrawn; what applied before applies again.")
    undo_asked(request, seasons.undo_handicap, sentence, season=season)
    return redirect("desk:season_handicaps", season.club.slug, season.slug)


def _set(request: HttpRequest, season: Season, typed: dict[str, Any]) -> None:
    """Store the handicap, unless somebody else has set one for this player and day meanwhile."""

    def act() -> None:
        name = _name(typed["player"].pk, typed["from_day"])
        _stored(season).check(clean_text(request.POST.get(SEEN), most=LONGEST_SEEN), only=[name])
        seasons.set_handicap(season=season, **typed)

    with_row_lock(partial(lock_season, season), act)


def _name(player_id: int, day: date) -> str:
    return f"{player_id}/{day.isoformat()}"


def _stored(season: Season) -> Stored:
    """Return the handicaps set by hand, each by its player and day."""
    values = {}
    for handicap in season.own_handicaps.select_related("player"):
        value = _("calculated again") if handicap.value is None else figure(handicap.value)
        name = _name(handicap.player_id, handicap.from_day)
        values[name] = (handicap.player.name, noted(value, handicap.reason))
    return Stored.of(values, ("season", season.pk))


def _day(request: HttpRequest) -> date:
    """Return the day of the list: the requested one, else today."""
    try:
        return date.fromisoformat(request.GET.get("day", ""))
    except ValueError:
        return timezone.localdate()
