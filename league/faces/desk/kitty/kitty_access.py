"""Who may open a page of the kitty: none is there for clubs that keep no kitty."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.faces.desk.access import View, club_page
from league.office.kitty.models import Kitty
from league.office.kitty.selectors import kitty_of
from league.play.events.models import Event


def kitty_page(permission: str) -> Callable[[View], View]:
    """Give the view the kitty of the club in its address, with its club."""

    def decorate(view: View) -> View:
        @wraps(view)
        def page(request: HttpRequest, club: Club, *args: Any, **kwargs: Any) -> HttpResponse:
            kitty = kitty_of(club)
            if kitty is None:
                raise Http404
            return view(request, kitty, *args, **kwargs)

        return club_page(permission)(page)

    return decorate


def event_in(kitty: Kitty, slug: str) -> Event:
    event = get_object_or_404(Event, club=kitty.club_id, slug=slug)
    event.club = kitty.club
    return event


def context_of(request: HttpRequest, kitty: Kitty, current: str, **more: Any) -> dict[str, Any]:
    """Return what every page of the kitty needs, and more."""
    return {
        "club": kitty.club,
        "kitty": kitty,
        "currency": kitty.currency,
        "tabs": tabs(request, kitty, current),
        **more,
    }


def tabs(request: HttpRequest, kitty: Kitty, current: str) -> list[tuple[str, str, bool]]:
    """Return the pages of the kitty that this person may open."""
    pages = [("kitty_cash", _("Cash desk"))]
    if request.user.has_perm("kitty.view_kitty", kitty.club):
        pages = [
            ("kitty", _("Who owes")),
            *pages,
            ("kitty_bookings", _("Bookings")),
            ("kitty_account", _("Account")),
            ("kitty_house_amounts", _("Amounts")),
        ]
    at = [kitty.club.slug]
    return [(reverse(f"desk:{name}", args=at), label, name == current) for name, label in pages]
