"""The venues of a club at the desk: the list, one added, changed or removed."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.models import Club
from league.desk.access import actor_of, club_page
from league.desk.match_dates.forms import VenueForm
from league.desk.saved import say_saved, sent_by
from league.desk.undo import say_done, say_done_at
from league.events.locking import locked
from league.match_dates import services as match_dates
from league.match_dates.models import Venue
from league.match_dates.selectors import venues_of
from league.refusal_shown import refusals_above, refusals_in


@require_http_methods(["GET", "POST"])
@club_page("match_dates.change_venues")
def venues(request: HttpRequest, club: Club) -> HttpResponse:
    """The venues of the club, and the form for one more."""
    form = VenueForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            added = _save(request, club, None, form)
            say_done(
                request,
                _("The venue is added."),
                undo="desk:venue_remove",
                at=[club.slug, added.pk],
                fields={},
            )
            return redirect("desk:venues", club.slug)
    context = {"club": club, "form": form, "venues": venues_of(club)}
    status = 422 if form.errors else 200
    return render(request, "desk/match_dates/venues.html", context, status=status)


@require_http_methods(["GET", "POST"])
@club_page("match_dates.change_venues")
def venue(request: HttpRequest, club: Club, venue: int) -> HttpResponse:
    """One venue, to be changed or removed."""
    found = get_object_or_404(Venue, club=club, pk=venue)
    form = VenueForm(request.POST if request.method == "POST" else None, venue=found)
    form.watch(
        ("venue", found.pk),
        hold=partial(locked, Venue.objects.all(), pk=found.pk),
        again=lambda: VenueForm(venue=Venue.objects.get(pk=found.pk)),
    )
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            form.while_unchanged(partial(_save, request, club, found, form))
            say_saved(request, _("The venue is changed."), form)
            return redirect("desk:venues", club.slug)
    context = {"club": club, "form": form, "venue": found}
    status = 422 if form.errors else 200
    return render(request, "desk/match_dates/venue.html", context, status=status)


@require_POST
@club_page("match_dates.change_venues")
def venue_remove(request: HttpRequest, club: Club, venue: int) -> HttpResponse:
    """Remove a venue in which nothing is dated."""
    found = get_object_or_404(Venue, club=club, pk=venue)
    with refusals_above(request):
        match_dates.remove_venue(venue=found, actor=actor_of(request), at=timezone.now())
        before = sent_by(VenueForm(venue=found))
        address = reverse("desk:venues", args=[club.slug])
        say_done_at(request, _("The venue is removed."), address, before or {})
        return redirect("desk:venues", club.slug)
    return redirect("desk:venue", club.slug, found.pk)


def _save(request: HttpRequest, club: Club, venue: Venue | None, form: VenueForm) -> Venue:
    who: dict[str, Any] = {"actor": actor_of(request), "at": timezone.now()}
    return match_dates.save_venue(club=club, venue=venue, fields=form.cleaned_data, **who)
