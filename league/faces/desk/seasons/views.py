"""A season at the desk: its table, how it is counted, the way to people, handicaps and moves."""

from collections.abc import Callable
from datetime import date
from functools import partial, wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from league.clubs.models import Club
from league.faces.desk.access import act_of, club_page
from league.faces.desk.inputs import day_field
from league.faces.desk.seasons.rules_form import SeasonRulesForm
from league.faces.desk.undo import flash_saved
from league.foundation.lists import listed
from league.foundation.refusal import Refused, form_errors
from league.foundation.spreadsheets import format_asked, spreadsheet
from league.play.events import services as events
from league.play.events.models import Season
from league.tables.outlook.season_outlook import rows_with_marks, season_outlook
from league.tables.seasons import services as seasons
from league.tables.seasons.selectors import SeasonSheet, nights_not_public, rules_of, season_sheet
from league.tables.seasons.services import set_rules
from league.tables.seasons.services.season_settings import lock_season
from league.tables.seasons.shown import ranks_with_handicap, season_list, shown_rows

View = Callable[..., HttpResponse]


def season_page(permission: str) -> Callable[[View], View]:
    """Give the view the season of its address, with its club."""

    def decorate(view: View) -> View:
        @wraps(view)
        def page(request: HttpRequest, club: Club, season: str, **kwargs: Any) -> HttpResponse:
            found = get_object_or_404(Season, club=club, slug=season)
            found.club = club
            return view(request, found, **kwargs)

        return club_page(permission)(page)

    return decorate


def season_tabs(season: Season, current: str) -> list[tuple[str, str, bool]]:
    """Return the pages of a season at the desk."""
    pages = [
        ("season", _("Season standings")),
        ("season_rules", _("How it is counted")),
        ("season_people", _("Divisions and guests")),
        ("season_handicaps", _("Handicaps")),
        ("season_moves", _("Up and down")),
    ]
    at = [season.club.slug, season.slug]
    return [(reverse(f"desk:{name}", args=at), label, name == current) for name, label in pages]


def page_of(season: Season, current: str, **more: Any) -> dict[str, Any]:
    """Return what every page of a season at the desk needs, and more."""
    return {
        "club": season.club,
        "season": season,
        "tabs": season_tabs(season, current),
        **more,
    }


def table_of(sheet: SeasonSheet) -> dict[str, Any]:
    """Return what `public/_season_table.html` needs, for the club's own people."""
    return {
        "rows": shown_rows(sheet, full=True),
        "nights": list(zip(sheet.events, sheet.table.nights, strict=True)),
        "has_handicap": sheet.table.net is not None,
        "with_handicap": ranks_with_handicap(sheet.table),
        "is_provisional": sheet.table.is_provisional,
    }


class SeasonForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the season"), max_length=120)
    starts_on = day_field(label=gettext_lazy("First day"))
    ends_on = day_field(label=gettext_lazy("Last day"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        first: date | None = cleaned.get("starts_on")
        last: date | None = cleaned.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("A season cannot end before it starts."))
        return cleaned


@require_http_methods(["GET", "POST"])
@club_page("events.add_season")
def season_new(request: HttpRequest, club: Club) -> HttpResponse:
    """Add a season to the club."""
    form = SeasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            season = events.add_season(club=club, **form.cleaned_data, by=act_of(request))
            messages.success(request, _("Season %(name)s created.") % {"name": season.name})
            return redirect("desk:events", club.slug)
    return render(request, "desk/seasons/new.html", {"club": club, "form": form})


@require_GET
@season_page("seasons.view_desk")
def season(request: HttpRequest, season: Season) -> HttpResponse:
    """The table as it stands."""
    sheet = season_sheet(season)
    outlook = season_outlook(sheet)
    rows = rows_with_marks(sheet, outlook, full=True)
    if wanted := format_asked(request):
        return spreadsheet(season_list(sheet, rows), wanted, season.slug)
    names = listed(event.name for event in nights_not_public(season))
    may_change = request.user.has_perm("seasons.change_season", season)
    context = page_of(
        season,
        "season",
        **(table_of(sheet) | {"rows": rows}),
        outlook_notes=outlook.notes,
        not_for_all=names,
        may_change=may_change,
    )
    if not may_change:
        context["tabs"] = context["tabs"][:1]
    return render(request, "desk/seasons/season.html", context)


@require_POST
@season_page("seasons.change_season")
def rebuild(request: HttpRequest, season: Season) -> HttpResponse:
    """Request the standings of every night of the season from scratch."""
    job = seasons.request_rebuild(season=season, by=act_of(request))
    return redirect("desk:job", season.club.slug, job.pk)


@require_http_methods(["GET", "POST"])
@season_page("seasons.change_season")
def rules(request: HttpRequest, season: Season) -> HttpResponse:
    """Show the form with the table by what it says; nothing is stored before it is saved."""
    now, _version = rules_of(season)
    form = SeasonRulesForm(request.POST if request.method == "POST" else None, rules=now)
    form.watch(
        ("season", season.pk),
        lock=partial(lock_season, season),
        reload_form=lambda: SeasonRulesForm(rules=rules_of(season)[0]),
    )
    is_preview = request.method == "GET" or "save" not in request.POST
    if not is_preview and form.is_valid():
        try:
            by = act_of(request)
            form.run_if_unchanged(partial(set_rules, season=season, rules=form.rules_json, by=by))
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            flash_saved(request, _("Saved. The table is now counted this way."), form)
            return redirect("desk:season_rules", season.club.slug, season.slug)
    is_part = request.headers.get("HX-Request") == "true"
    context = page_of(season, "season_rules", form=form, **_preview(season, form))
    template = "_preview.html" if is_part else "rules.html"
    return render(request, f"desk/seasons/{template}", context)


def _preview(season: Season, form: SeasonRulesForm) -> dict[str, Any]:
    """Return the table by what the form says, or nothing where it makes no sense."""
    if form.is_bound and not form.is_valid():
        return {"has_preview": False}
    wanted = form.rules if form.is_bound else None
    return {"has_preview": True, **table_of(season_sheet(season, rules=wanted))}
