"""The second row of the header at the desk: the club's pages that the person may open."""

from functools import cache
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from league.clubs.models import Member, Role, User
from league.faces.desk.finding.desk_pages import NEW, NEW_AT, SCORERS, Place, place_of, places_for
from league.office.kitty.models import Kitty


def desk_nav(request: HttpRequest) -> dict[str, Any]:
    """Give pages of a club's desk their `nav_items`, the search box, the keys and `has_kitty`.

    Each is asked for only where it is shown; the role is read once.
    """
    match = request.resolver_match
    if match is None or match.app_name != "desk" or "club" not in match.kwargs:
        return {}
    slug = str(match.kwargs["club"])
    current = match.url_name or ""

    @cache
    def places() -> list[Place]:
        return _places(request, slug)

    return {
        "nav_items": SimpleLazyObject(lambda: _items(places(), slug, current)),
        "has_kitty": SimpleLazyObject(lambda: any(place.is_of_kitty for place in places())),
        "may_keep_club": SimpleLazyObject(
            lambda: any(place.name == "club_settings" for place in places())
        ),
        "desk_keys": SimpleLazyObject(lambda: _keys(places(), slug, current)),
        "search_url": SimpleLazyObject(
            lambda: reverse("desk:search", args=[slug]) if places() else ""
        ),
    }


def _places(request: HttpRequest, slug: str) -> list[Place]:
    role, has_kitty = _role(request, slug)
    return places_for(role, has_kitty=has_kitty) if role in SCORERS else []


def _items(places: list[Place], slug: str, current: str) -> list[tuple[str, str, bool]]:
    here = place_of(current, places)
    return [
        (reverse(f"desk:{place.name}", args=[slug]), str(place.label), place is here)
        for place in places
        if place.in_bar
    ]


def _keys(places: list[Place], slug: str, current: str) -> list[dict[str, str]]:
    """Return what the keys do on this page, in the order of their list."""
    keys = [
        {
            "keys": f"g {place.key}",
            "label": str(place.label),
            "url": reverse(f"desk:{place.name}", args=[slug]),
        }
        for place in places
        if place.key
    ]
    here = place_of(current, places)
    new = NEW_AT.get(here.name if here else "", NEW)
    if any(place.name == new for place in places):
        keys.append(
            {"keys": "n", "label": _("Something new"), "url": reverse(f"desk:{new}", args=[slug])}
        )
    return keys


def _role(request: HttpRequest, slug: str) -> tuple[str | None, bool]:
    """Return the person's role, and whether the club keeps a kitty.

    One query where the page was not opened with them (`desk/access.py`).
    """
    user = request.user
    if not isinstance(user, User):
        return None, False
    if (access := getattr(request, "desk_access", None)) is not None:
        role, has_kitty = access
        return Role.OWNER if user.is_staff else role, has_kitty
    if user.is_staff:
        return Role.OWNER, Kitty.objects.filter(club__slug=slug, is_on=True).exists()
    members = Member.objects.filter(user=user, club__slug=slug)
    role, is_on = members.values_list("role", "club__kitty__is_on").first() or (None, None)
    return role, bool(is_on)
