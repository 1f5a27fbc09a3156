"""The second row of the header at the desk: the club's pages that the person may open."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from league.clubs.models import Member, Role, User

DIRECTORS = (Role.OWNER, Role.DIRECTOR)
SCORERS = (*DIRECTORS, Role.SCORER)


def desk_nav(request: HttpRequest) -> dict[str, Any]:
    """Give pages of a club's desk their `nav_items`; asked for only where they are shown."""
    match = request.resolver_match
    if match is None or match.app_name != "desk" or "club" not in match.kwargs:
        return {}
    slug = str(match.kwargs["club"])
    current = match.url_name or ""
    return {"nav_items": SimpleLazyObject(lambda: _items(request.user, slug, current))}


def _items(user: Any, slug: str, current: str) -> list[tuple[str, str, bool]]:
    role = _role(user, slug)
    if role not in SCORERS:
        return []
    pages = [
        ("club", _("Overview"), ("club",)),
        ("tonight", _("Tonight"), ("tonight",)),
        ("events", _("Events"), ()),
        ("house_rules", _("House rules"), ("house_rules",)),
    ]
    if role in DIRECTORS:
        pages += [
            ("people", _("Players"), ("people", "player")),
            ("members", _("Members"), ("member", "invitation")),
            ("audit", _("Journal"), ("audit",)),
        ]
    if role == Role.OWNER:
        pages.append(("club_settings", _("Settings"), ("club_settings",)))
    return [
        (reverse(f"desk:{name}", args=[slug]), label, _is_current(name, current, starts))
        for name, label, starts in pages
    ]


def _role(user: Any, slug: str) -> str | None:
    if not isinstance(user, User):
        return None
    if user.is_staff:
        return Role.OWNER
    return Member.objects.filter(user=user, club__slug=slug).values_list("role", flat=True).first()


# of the pages not named here, all are about events
ELSEWHERE = (
    *("club", "club_settings", "audit", "house_rules", "tonight", "order"),
    *("people", "player", "member", "invitation"),
)


def _is_current(name: str, current: str, starts: tuple[str, ...]) -> bool:
    if name == "events":
        return not current.startswith(ELSEWHERE)
    if name == "club":
        return current == "club"
    return current.startswith(starts)
