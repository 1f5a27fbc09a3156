"""Who may open a page of an association: there is none for clubs that are none, or are in none."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.models import Club, User
from league.faces.desk.access import View, check, club_page
from league.office.associations.models import Association, Belonging
from league.office.associations.selectors import association_of
from league.play.events.models import Season


def association_page(permission: str) -> Callable[[View], View]:
    """Give the view the association that the club of its address is."""

    def decorate(view: View) -> View:
        @wraps(view)
        def page(request: HttpRequest, club: Club, *args: Any, **kwargs: Any) -> HttpResponse:
            association = association_of(club)
            if association is None:
                raise Http404
            return view(request, association, *args, **kwargs)

        return club_page(permission)(page)

    return decorate


def member_page(permission: str) -> Callable[[View], View]:
    """Give the view the club of its address, and the association of it that the address names.

    The permission is asked for on the club: nobody acts in an association for another one.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def page(
            request: HttpRequest, club: Club, association: str, *args: Any, **kwargs: Any
        ) -> HttpResponse:
            found = get_object_or_404(
                Association.objects.select_related("club"),
                club__slug=association,
                associated_clubs__club=club,
                associated_clubs__state=Belonging.MEMBER,
            )
            return view(request, club, found, *args, **kwargs)

        return club_page(permission)(page)

    return decorate


def check_owner(request: HttpRequest, permission: str, club: Club) -> None:
    """Raise 403 for those who may read a page and not write on it."""
    assert isinstance(request.user, User)  # noqa: S101
    check(request.user, permission, club, club)


def season_asked(association: Association, slug: str) -> Season | None:
    """Return the season that was asked for; without one the newest. Raises Http404."""
    seasons = association.club.seasons.order_by("-starts_on", "-id")
    return get_object_or_404(seasons, slug=slug) if slug else seasons.first()


def tabs(association: Association, current: str) -> list[tuple[str, str, bool]]:
    pages = [
        ("association_clubs", _("Clubs")),
        ("association_registrations", _("Registered players")),
        ("association_rules", _("Rules")),
    ]
    at = [association.club.slug]
    return [(reverse(f"desk:{name}", args=at), label, name == current) for name, label in pages]
