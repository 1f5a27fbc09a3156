"""What an event costs, its pot, and its prizes awarded."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.models import Player
from league.faces.desk.access import actor_of
from league.faces.desk.kitty.forms import EventAmountsForm
from league.faces.desk.kitty.kitty_access import context_of, event_in, kitty_page
from league.faces.desk.saved import flash_saved
from league.faces.desk.undo import CHANGE, flash_done, undo_asked
from league.foundation.lists import listed
from league.foundation.refusal_shown import flash_errors, form_errors
from league.office.kitty import services as kitties
from league.office.kitty.models import Kitty
from league.office.kitty.services.booking import hold_kitty
from league.office.kitty.services.prizes import CannotAward, Prizes, prizes_of
from league.play.events.models import Event
from league.play.events.names import name_of


@require_http_methods(["GET", "POST"])
@kitty_page("kitty.change_kitty")
def amounts(request: HttpRequest, kitty: Kitty, event: str) -> HttpResponse:
    """What the event costs and what is in its pot; below it the prizes as they would be now."""
    found = event_in(kitty, event)
    form = _amounts_form(kitty, found, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            who: dict[str, Any] = {"actor": actor_of(request), "at": timezone.now()}
            form.run_if_unchanged(
                partial(
                    kitties.set_event_amounts,
                    event=found,
                    terms=form.terms,
                    is_evening=form.cleaned_data.get("is_evening"),
                    **who,
                )
            )
            flash_saved(request, _("Saved. What is charged follows in a moment."), form)
            return redirect("desk:kitty_event_amounts", kitty.club.slug, found.slug)
    context = context_of(request, kitty, "", event=found, form=form, **_prizes(kitty, found))
    return render(request, "desk/kitty/amounts.html", context)


def _amounts_form(kitty: Kitty, event: Event, data: Any = None) -> EventAmountsForm:
    form = EventAmountsForm(data, kitty=kitty, event=event)
    form.watch(
        ("kitty", kitty.pk),
        lock=partial(hold_kitty, kitty.club_id),
        reload_form=partial(_amounts_form, kitty, event),
    )
    return form


def _prizes(kitty: Kitty, event: Event) -> dict[str, Any]:
    """Return the prizes and a row for each, or why there are none."""
    try:
        prizes = prizes_of(kitty, event)
    except CannotAward as refused:
        return {"prizes": None, "no_prizes": str(refused)}
    return {"prizes": prizes, "prize_rows": _rows(event, prizes)}


def _rows(event: Event, prizes: Prizes) -> list[tuple[int, str, str, int]]:
    """Return (place, entry, players, prize) of each entry that gets one."""
    entries = list(event.entries.filter(pk__in=prizes.by_entry).prefetch_related("members__player"))
    names = {entry.pk: name_of(entry) for entry in entries}
    # an entry without a name of its own is called after its players
    teams = {entry.pk for entry in entries if entry.name}
    players = dict(Player.objects.filter(pk__in=prizes.by_player).values_list("pk", "name"))
    return [
        (
            place.rank,
            names.get(place.entry, ""),
            listed(players[pk] for pk in place.players if place.entry in teams and pk in players),
            prizes.by_entry[place.entry],
        )
        for place in sorted(prizes.places, key=lambda place: (place.rank, place.entry))
        if place.entry in prizes.by_entry
    ]


@require_POST
@kitty_page("kitty.change_kitty")
def award(request: HttpRequest, kitty: Kitty, event: str) -> HttpResponse:
    """Credit the prizes that the page showed to the players."""
    found = event_in(kitty, event)
    with flash_errors(request):
        awarded = kitties.award_prizes(
            event=found,
            seen=request.POST.get("seen", "")[:40],
            actor=actor_of(request),
            at=timezone.now(),
        )
        flash_done(
            request,
            _("The prizes are credited to the players. Pay them out on their pages."),
            undo="desk:kitty_prizes_undo",
            at=[kitty.club.slug, found.slug],
            fields={CHANGE: awarded.number},
        )
    return redirect("desk:kitty_event_amounts", kitty.club.slug, found.slug)


@require_POST
@kitty_page("kitty.change_kitty")
def award_undo(request: HttpRequest, kitty: Kitty, event: str) -> HttpResponse:
    """Take awarded prizes back; those that they replaced are credited again."""
    found = event_in(kitty, event)
    sentence = _("The prizes are no longer credited to the players.")
    undo_asked(request, kitties.undo_prizes, sentence, club=kitty.club)
    return redirect("desk:kitty_event_amounts", kitty.club.slug, found.slug)
