"""The second row of the header at the desk: the club's pages that the person may open."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise, SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from league.clubs.models import Member, Role, User
from league.office.kitty.models import Kitty

# --- The pages of a club's desk, once: for the bar on top, the search and the keyboard ---

OWNERS = (Role.OWNER,)
DIRECTORS = (*OWNERS, Role.DIRECTOR)
SCORERS = (*DIRECTORS, Role.SCORER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A page by the name of its address. `key` is pressed after g; what is `new` opens with n.

    Pages whose address name begins with one of `covers` belong to it; `in_bar`: it stands there.
    """

    name: str
    label: "str | Promise"
    key: str = ""
    roles: tuple[Role, ...] = SCORERS
    covers: tuple[str, ...] = ()
    in_bar: bool = True
    # it is there only for clubs that keep a kitty
    is_of_kitty: bool = False


PLACES = (
    Place(name="club", label=gettext_lazy("Overview"), key="o"),
    Place(name="tonight", label=gettext_lazy("Tonight"), key="t", covers=("tonight",)),
    Place(name="events", label=gettext_lazy("Events"), key="e"),
    Place(name="house_rules", label=gettext_lazy("House rules"), key="h", covers=("house_rules",)),
    Place(
        name="people",
        label=gettext_lazy("Players"),
        key="p",
        roles=DIRECTORS,
        covers=("people", "player", "import", "past_event", "join", "same_names"),
    ),
    Place(
        name="members",
        label=gettext_lazy("Members"),
        key="m",
        roles=DIRECTORS,
        covers=("member", "invitation"),
    ),
    Place(
        name="kitty",
        label=pgettext_lazy("money of a club", "Kitty"),
        key="k",
        roles=DIRECTORS,
        covers=("kitty",),
        is_of_kitty=True,
    ),
    Place(
        name="kitty_cash",
        label=pgettext_lazy("money of a club", "Kitty"),
        key="k",
        roles=(Role.SCORER,),
        covers=("kitty",),
        is_of_kitty=True,
    ),
    Place(name="audit", label=gettext_lazy("Journal"), key="j", roles=DIRECTORS, covers=("audit",)),
    Place(
        name="club_settings",
        label=gettext_lazy("Settings"),
        key="s",
        roles=OWNERS,
        covers=(
            *("club_settings", "club_website", "club_status", "club_privacy", "club_close"),
            *("webhook", "kitty_settings", "record", "archive"),
            *("notifications", "notification", "association"),
        ),
    ),
    Place(name="event_new", label=gettext_lazy("New event"), roles=DIRECTORS, in_bar=False),
    Place(name="player_new", label=gettext_lazy("Add a player"), roles=DIRECTORS, in_bar=False),
    Place(
        name="house_rules_new", label=gettext_lazy("New house rules"), roles=DIRECTORS, in_bar=False
    ),
    Place(
        name="players_import",
        label=gettext_lazy("Import a list of players"),
        roles=DIRECTORS,
        in_bar=False,
    ),
    Place(name="associations", label=gettext_lazy("Associations"), roles=DIRECTORS, in_bar=False),
    Place(name="imports", label=gettext_lazy("Import"), roles=DIRECTORS, in_bar=False),
    Place(name="season_new", label=gettext_lazy("New season"), roles=DIRECTORS, in_bar=False),
    Place(name="record", label=gettext_lazy("Your club’s record"), roles=OWNERS, in_bar=False),
    Place(name="tonight_code", label=gettext_lazy("Check-in by phone"), in_bar=False),
)
# what n makes on a page: by the place the page belongs to
NEW_AT = {"people": "player_new", "members": "members", "house_rules": "house_rules_new"}
NEW = "event_new"


def places_for(role: str | None, *, has_kitty: bool = False) -> list[Place]:
    """Return the pages that a role may open, in the order of the bar."""
    return [
        place for place in PLACES if role in place.roles and (has_kitty or not place.is_of_kitty)
    ]


def place_of(name: str, places: Iterable[Place]) -> Place | None:
    """Return the place in the bar that a page belongs to; what belongs nowhere is about events."""
    if name == "club":
        return next((place for place in places if place.name == "club"), None)
    bar = [place for place in places if place.in_bar]
    for place in bar:
        if place.covers and name.startswith(place.covers):
            return place
    if any(name.startswith(place.covers) for place in PLACES if place.covers):
        return None
    if name in ("search", "job", "job_cancel"):
        return None
    return next((place for place in bar if place.name == "events"), None)


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
