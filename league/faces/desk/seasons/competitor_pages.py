"""Who is in which division, who is a guest, who has withdrawn: at the desk."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from league.faces.desk.access import act_of
from league.faces.desk.conflict_checked import FIELD as SEEN
from league.faces.desk.conflict_checked import LONGEST_SEEN, Stored
from league.faces.desk.inputs import number_field
from league.faces.desk.seasons.handicap_pages import people_sheet
from league.faces.desk.seasons.views import page_of, season_page
from league.faces.desk.undo import change_asked, flash_change, undo_asked
from league.foundation.limits import LARGEST_ID, clean_text, parse_int
from league.foundation.lists import labelled, listed, noted
from league.foundation.once.services import with_row_lock
from league.foundation.refusal import Refused, flash_errors
from league.foundation.spreadsheets import format_asked, spreadsheet
from league.play.events.models import Season
from league.tables.seasons import services as seasons
from league.tables.seasons.methods.rules import PLAYER
from league.tables.seasons.models import Competitor
from league.tables.seasons.selectors import SeasonSheet, names_of_keys, season_sheet
from league.tables.seasons.services import MOST_DIVISIONS, DivisionSettings, Placing
from league.tables.seasons.services.season_settings import lock_season

NO_DIVISION, GUEST, WITHDRAWN = "none", "guest", "withdrawn"
EMPTY_ROWS = 2


class DivisionForm(forms.Form):
    """A division; a row without a name is ignored."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60, required=False)
    up = number_field(least=0, most=50, required=False, label=gettext_lazy("Go up"))
    down = number_field(least=0, most=50, required=False, label=gettext_lazy("Go down"))


DivisionFormSet = forms.formset_factory(DivisionForm, extra=EMPTY_ROWS, max_num=20)


@require_http_methods(["GET", "POST"])
@season_page("seasons.change_season")
def people(request: HttpRequest, season: Season) -> HttpResponse:
    """Everybody in the season with a choice of where they belong; one button saves all."""
    sheet = season_sheet(season)
    if wanted := format_asked(request):
        rows = people_sheet(season, _rows(request, sheet), dict(_choices(sheet)))
        return spreadsheet(rows, wanted, season.slug, "divisions")
    if request.method != "POST":
        return _page(request, season, sheet)
    placings = _placings(request, sheet)
    by = act_of(request)

    def act() -> list[Competitor]:
        names = [key for key in placings if f"place-{key}" in request.POST]
        _places(season_sheet(season)).check(_seen(request), only=names)
        return seasons.place_competitors(season=season, placings=placings, by=by)

    try:
        changed = with_row_lock(partial(lock_season, season), act)
    except Refused as refused:
        return _page(request, season, season_sheet(season), places_refused=str(refused))
    names = _named(season, changed)
    flash_change(
        request,
        _("Saved: %(names)s.") % {"names": names} if names else _("Nothing was changed."),
        seasons.placing_change(season, by=by),
        undo="desk:season_people_undo",
        at=[season.club.slug, season.slug],
    )
    return redirect("desk:season_people", season.club.slug, season.slug)


@require_POST
@season_page("seasons.change_season")
def people_undo(request: HttpRequest, season: Season) -> HttpResponse:
    """Put competitors back where they were before a change."""
    with flash_errors(request):
        back = seasons.undo_placing(
            season=season,
            change=change_asked(request),
            by=act_of(request),
        )
        names = _named(season, back)
        sentence = _("Restored: %(names)s.") % {"names": names}
        messages.success(request, sentence if names else _("Nothing was changed."))
    return redirect("desk:season_people", season.club.slug, season.slug)


def _named(season: Season, competitors: Iterable[Competitor]) -> str:
    names = names_of_keys(season, [competitor.key for competitor in competitors])
    return listed(sorted(name.full for name in names.values()))


def _seen(request: HttpRequest) -> str:
    return clean_text(request.POST.get(SEEN), most=LONGEST_SEEN)


def _page(
    request: HttpRequest,
    season: Season,
    sheet: SeasonSheet,
    divisions: Any = None,
    **refused: str,
) -> HttpResponse:
    context = page_of(
        season,
        "season_people",
        rows=_rows(request, sheet),
        choices=_choices(sheet),
        divisions=divisions or DivisionFormSet(initial=_initial(sheet)),
        players=_addable(season, sheet),
        division_choices=[(division.number, division.name) for division in sheet.divisions],
        divisions_seen=_divisions(season).seen,
        places_seen=_places(sheet).seen,
        **refused,
    )
    status = 422 if refused else 200
    return render(request, "desk/seasons/people.html", context, status=status)


def _places(sheet: SeasonSheet) -> Stored:
    """Return where everybody is, by key."""
    labels = dict(_choices(sheet))
    values = {}
    for row in sheet.table.rows:
        leaves = _("leaves after the season") if _has_withdrawn(sheet, row.key) else ""
        words = listed(filter(None, [labels.get(_place(sheet, row.key), ""), leaves]))
        values[row.key] = (sheet.names[row.key].full, words)
    return Stored.of(values, ("season", sheet.season.pk))


def _divisions(season: Season) -> Stored:
    """Return the divisions as they are stored, by number."""
    up, down = DivisionForm.base_fields["up"].label, DivisionForm.base_fields["down"].label
    values = {}
    for division in season.divisions.order_by("number"):
        moves = listed([labelled(up, division.up), labelled(down, division.down)])
        number = _("Division %(number)s") % {"number": division.number}
        values[str(division.number)] = (number, noted(division.name, moves))
    return Stored.of(values, ("season", season.pk))


def _rows(request: HttpRequest, sheet: SeasonSheet) -> list[dict[str, Any]]:
    return [
        {
            "key": row.key,
            "name": sheet.names[row.key].full,
            "nights": len(row.sheet.nights),
            "chosen": request.POST.get(f"place-{row.key}") or _place(sheet, row.key),
            "has_withdrawn": f"{WITHDRAWN}-{row.key}" in request.POST
            if f"place-{row.key}" in request.POST
            else _has_withdrawn(sheet, row.key),
        }
        for row in sheet.table.rows
    ]


def _choices(sheet: SeasonSheet) -> list[tuple[str, str]]:
    divisions = [(str(division.number), division.name) for division in sheet.divisions]
    return [*divisions, (NO_DIVISION, _("in no division")), (GUEST, _("a guest"))]


def _place(sheet: SeasonSheet, key: str) -> str:
    if key in sheet.facts.guests:
        return GUEST
    return str(sheet.facts.divisions.get(key, NO_DIVISION))


def _has_withdrawn(sheet: SeasonSheet, key: str) -> bool:
    competitor = sheet.competitors.get(key)
    return competitor.has_withdrawn if competitor else False


def _placings(request: HttpRequest, sheet: SeasonSheet) -> dict[str, Placing]:
    """Return the choices for each competitor on the page."""
    placings = {}
    for row in sheet.table.rows:
        place = request.POST.get(f"place-{row.key}")
        if place is None:
            continue
        placings[row.key] = Placing(
            division=parse_int(place, most=MOST_DIVISIONS),
            is_guest=place == GUEST,
            has_withdrawn=f"{WITHDRAWN}-{row.key}" in request.POST,
        )
    return placings


def _initial(sheet: SeasonSheet) -> list[dict[str, Any]]:
    return [
        {"name": division.name, "up": division.up, "down": division.down}
        for division in sheet.divisions
    ]


def _addable(season: Season, sheet: SeasonSheet) -> list[tuple[int, str]]:
    """Return the players of the club who are not in the table yet; empty for pairs and teams."""
    if sheet.rules.who != PLAYER:
        return []
    players = season.club.players.filter(is_active=True, merged_into__isnull=True)
    return [
        (pk, name)
        for pk, name in players.order_by("sort_key", "id").values_list("id", "name")
        if f"p{pk}" not in sheet.names
    ]


@require_POST
@season_page("seasons.change_season")
def divisions(request: HttpRequest, season: Season) -> HttpResponse:
    """Store the divisions, the highest first; rows without a name are ignored."""
    form = DivisionFormSet(request.POST)
    if not form.is_valid():
        return _page(request, season, season_sheet(season), form)
    wanted = [
        DivisionSettings(name=line["name"], up=line["up"] or 0, down=line["down"] or 0)
        for line in form.cleaned_data
        if line.get("name")
    ]

    by = act_of(request)

    def act() -> None:
        _divisions(season).check(_seen(request))
        seasons.set_divisions(season=season, divisions=wanted, by=by)

    try:
        with_row_lock(partial(lock_season, season), act)
    except Refused as refused:
        sheet = season_sheet(season)
        return _page(request, season, sheet, form, divisions_refused=str(refused))
    flash_change(
        request,
        _("The divisions are saved."),
        seasons.division_change(season, by=by),
        undo="desk:season_divisions_undo",
        at=[season.club.slug, season.slug],
    )
    return redirect("desk:season_people", season.club.slug, season.slug)


@require_POST
@season_page("seasons.change_season")
def divisions_undo(request: HttpRequest, season: Season) -> HttpResponse:
    """Make the divisions what they were before a change."""
    sentence = _("The earlier divisions have been restored.")
    undo_asked(request, seasons.undo_divisions, sentence, season=season)
    return redirect("desk:season_people", season.club.slug, season.slug)


@require_POST
@season_page("seasons.change_season")
def add(request: HttpRequest, season: Season) -> HttpResponse:
    """List a player who has not come to a night yet."""
    player_id, place = request.POST.get("player", ""), request.POST.get("division", "")
    player = season.club.players.filter(pk=parse_int(player_id, most=LARGEST_ID) or 0).first()
    if player is None:
        messages.error(request, _("Choose a player from the list."))
        return redirect("desk:season_people", season.club.slug, season.slug)
    by = act_of(request)
    with flash_errors(request):
        division = parse_int(place, most=MOST_DIVISIONS)
        seasons.add_competitors(season=season, players=[player], division=division, by=by)
        flash_change(
            request,
            _("%(name)s added to the season.") % {"name": player.name},
            seasons.placing_change(season, by=by),
            undo="desk:season_people_undo",
            at=[season.club.slug, season.slug],
        )
    return redirect("desk:season_people", season.club.slug, season.slug)
