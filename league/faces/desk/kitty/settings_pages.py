"""The kitty switched on and off, and what the club usually charges."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.models import Club
from league.clubs.services.clubs import lock_club
from league.faces.desk.access import actor_of, club_page
from league.faces.desk.kitty.forms import HouseAmountsForm, SwitchForm
from league.faces.desk.kitty.kitty_access import context_of, kitty_page
from league.faces.desk.saved import flash_saved
from league.faces.desk.undo import flash_change, undo_asked
from league.foundation.refusal_shown import form_errors
from league.office.kitty import services as kitties
from league.office.kitty.charges import house_amounts_on
from league.office.kitty.models import Kitty


@require_http_methods(["GET", "POST"])
@club_page("kitty.change_settings")
def switching(request: HttpRequest, club: Club) -> HttpResponse:
    """Whether the club keeps a kitty, and in which currency."""
    form = _switch_form(club, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            who: dict[str, Any] = {"actor": actor_of(request), "at": timezone.now()}
            switch = partial(kitties.switch, club=club, **form.cleaned_data, **who)
            if not form.run_if_unchanged(switch).is_on:
                flash_saved(request, _("The kitty is off. What was booked is kept."), form)
                return redirect("desk:kitty_settings", club.slug)
            flash_saved(request, _("The kitty is on. Say next what you charge."), form)
            return redirect("desk:kitty_house_amounts", club.slug)
    return render(request, "desk/kitty/settings.html", {"club": club, "form": form})


def _switch_form(club: Club, data: Any = None) -> SwitchForm:
    kitty = Kitty.objects.filter(club=club).first()
    form = SwitchForm(data, kitty=kitty)
    form.watch(
        *([("kitty", kitty.pk)] if kitty else []),
        lock=partial(lock_club, club.pk),
        reload_form=partial(_switch_form, club),
    )
    return form


@require_http_methods(["GET", "POST"])
@kitty_page("kitty.change_kitty")
def house_amounts(request: HttpRequest, kitty: Kitty) -> HttpResponse:
    """What the club charges for an evening and for a set, from a day on."""
    today = timezone.localdate()
    now = house_amounts_on(kitty, today)
    data = request.POST if request.method == "POST" else None
    form = HouseAmountsForm(data, kitty=kitty, now=now, day=today)
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            who: dict[str, Any] = {"actor": actor_of(request), "at": timezone.now()}
            kitties.set_house_amounts(club=kitty.club, **form.cleaned_data, **who)
            flash_change(
                request,
                _("Saved. What is charged follows in a moment."),
                kitties.house_amounts_change(kitty, **who),
                undo="desk:kitty_house_amounts_undo",
                at=[kitty.club.slug],
            )
            return redirect("desk:kitty_house_amounts", kitty.club.slug)
    so_far = kitty.house_amounts.order_by("-from_day")
    context = context_of(request, kitty, "kitty_house_amounts", form=form, so_far=so_far)
    return render(request, "desk/kitty/house_amounts.html", context)


@require_POST
@kitty_page("kitty.change_kitty")
def house_amounts_undo(request: HttpRequest, kitty: Kitty) -> HttpResponse:
    """Take amounts back that were set; those before hold again."""
    sentence = _("The earlier amounts apply again. What is charged follows in a moment.")
    undo_asked(request, kitties.undo_house_amounts, sentence, club=kitty.club)
    return redirect("desk:kitty_house_amounts", kitty.club.slug)
