"""The house rules of a club at the desk: listed, made, changed, put into the archive."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from league.clubs import services as clubs
from league.clubs.models import Club, HouseRules
from league.clubs.rules_in_words import RulesInWords, rules_in_words
from league.clubs.selectors import archived_house_rules_of, house_rules_of
from league.faces.desk.access import act_of, club_page
from league.faces.desk.house_rules.forms import (
    BeginningForm,
    HouseRulesForm,
    OptionsForm,
    form_of,
    variant_of,
)
from league.faces.desk.undo import flash_done, flash_saved
from league.foundation.limits import clean_text
from league.foundation.refusal import form_errors
from league.play.events.models import Event


@require_GET
@club_page("clubs.view_desk")
def house_rules(request: HttpRequest, club: Club) -> HttpResponse:
    """The club's house rules: in use, and in the archive."""
    context = {
        "club": club,
        "in_use": [
            (house_rules, rules_in_words(house_rules)) for house_rules in house_rules_of(club)
        ],
        "archived": [
            (house_rules, rules_in_words(house_rules))
            for house_rules in archived_house_rules_of(club)
        ],
        "may_change": request.user.has_perm("clubs.change_house_rules", club),
    }
    return render(request, "desk/house_rules/list.html", context)


@require_http_methods(["GET", "POST"])
@club_page("clubs.change_house_rules")
def house_rules_new(request: HttpRequest, club: Club) -> HttpResponse:
    """House rules from a preset, or from the rules of an event (`?event=`).

    First the game and the preset are chosen; nothing is stored before there is a name.
    """
    beginning = _beginning(request, club)
    if beginning is None:
        choice = BeginningForm(request.GET if "rules" in request.GET else None)
        return render(request, "desk/house_rules/begin.html", {"club": club, "form": choice})
    form = HouseRulesForm(request.POST if request.method == "POST" else None, **beginning)
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            rules = form.add(club, by=act_of(request))
            messages.success(request, _("House rules “%(name)s” created.") % {"name": rules})
            return redirect("desk:house_rules_change", club.slug, rules.pk)
    context = {"club": club, "form": form, "starts_from": _starts_from(form), "rules": None}
    return render(request, "desk/house_rules/change.html", context)


def _beginning(request: HttpRequest, club: Club) -> dict[str, Any] | None:
    """Return variant, preset and options to start from, once they are chosen."""
    if "event" in request.GET:
        slug = clean_text(request.GET.get("event"), most=60)
        event = get_object_or_404(Event, club=club, slug=slug)
        return {"variant": event.variant, "preset": event.preset, "own": event.options}
    choice = BeginningForm(request.GET)
    if not choice.is_valid():
        return None
    variant, _colon, preset = choice.cleaned_data["rules"].partition(":")
    return {"variant": variant, "preset": preset, "own": {}}


def _starts_from(form: OptionsForm) -> RulesInWords:
    assert form.variant is not None  # noqa: S101 - of a game we know
    return rules_in_words(HouseRules(variant=form.variant.id, preset=form.preset))


@require_http_methods(["GET", "POST"])
@club_page("clubs.change_house_rules")
def house_rules_change(request: HttpRequest, club: Club, rules: int) -> HttpResponse:
    """Change house rules; events that were made from them keep what they have."""
    house_rules = get_object_or_404(HouseRules, club=club, pk=rules)
    words = rules_in_words(house_rules)
    if variant_of(house_rules.variant) is None:
        messages.error(request, words.problem)
        return redirect("desk:house_rules", club.slug)
    form = form_of(house_rules, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            form.change(house_rules, by=act_of(request))
            flash_saved(request, _("Saved. Events keep the rules that they were made with."), form)
            return redirect("desk:house_rules_change", club.slug, house_rules.pk)
    context = {"club": club, "form": form, "starts_from": words, "rules": house_rules}
    return render(request, "desk/house_rules/change.html", context)


@require_POST
@club_page("clubs.change_house_rules")
def house_rules_archive(request: HttpRequest, club: Club, rules: int) -> HttpResponse:
    """Put house rules into the archive."""
    house_rules = get_object_or_404(HouseRules, club=club, pk=rules)
    clubs.archive_house_rules(rules=house_rules, by=act_of(request))
    flash_done(
        request,
        _("“%(name)s” are in the archive now.") % {"name": house_rules},
        undo="desk:house_rules_bring_back",
        at=[club.slug, house_rules.pk],
        fields={},
    )
    return redirect(reverse("desk:house_rules", args=[club.slug]))


@require_POST
@club_page("clubs.change_house_rules")
def house_rules_bring_back(request: HttpRequest, club: Club, rules: int) -> HttpResponse:
    """Take house rules out of the archive."""
    house_rules = get_object_or_404(HouseRules, club=club, pk=rules)
    clubs.bring_back_house_rules(rules=house_rules, by=act_of(request))
    flash_done(
        request,
        _("“%(name)s” can be chosen again.") % {"name": house_rules},
        undo="desk:house_rules_archive",
        at=[club.slug, house_rules.pk],
        fields={},
    )
    return redirect(reverse("desk:house_rules", args=[club.slug]))
