"""How a season's table is counted, at the desk: a form, and what the table would be by it."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.desk.access import actor_of
from league.desk.seasons.rules_form import SeasonRulesForm
from league.desk.seasons.views import page_of, season_page, table_of
from league.events.models import Season
from league.refusal import Refused
from league.seasons.selectors import rules_of, season_sheet
from league.seasons.services import set_rules
from league.seasons.services.locking import lock_season


@require_http_methods(["GET", "POST"])
@season_page("seasons.change_season")
def rules(request: HttpRequest, season: Season) -> HttpResponse:
    """Show the form with the table by what it says; nothing is stored before it is saved."""
    now, _version = rules_of(season)
    form = SeasonRulesForm(request.POST if request.method == "POST" else None, rules=now)
    form.watch(
        ("season", season.pk),
        hold=partial(lock_season, season),
        again=lambda: SeasonRulesForm(rules=rules_of(season)[0]),
    )
    is_preview = request.method == "GET" or "save" not in request.POST
    if not is_preview and form.is_valid():
        try:
            who: dict[str, Any] = {"actor": actor_of(request), "at": timezone.now()}
            form.while_unchanged(partial(set_rules, season=season, rules=form.rules_json, **who))
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, _("Saved. The table is now counted this way."))
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
