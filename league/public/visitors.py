"""Who looks at a page: what they may see, and by which names."""

from dataclasses import dataclass
from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from league.clubs.models import Club, User
from league.clubs.selectors import role_of
from league.events.models import Event

Person: TypeAlias = User | AnonymousUser


@dataclass(frozen=True, slots=True)
class Visitor:
    """The club's own people see full names; everybody else what the players show the public."""

    user: Person
    sees_full_names: bool

    @classmethod
    def of(cls, user: Person, club: Club) -> "Visitor":
        if not user.is_authenticated:
            return cls(user, sees_full_names=False)
        return cls(user, sees_full_names=user.is_staff or role_of(user, club) is not None)


def may_see(user: Person, event: Event) -> bool:
    return bool(user.has_perm("events.view_event", event))


def club_or_404(slug: str) -> Club:
    return get_object_or_404(Club, slug=slug)


def event_or_404(request: HttpRequest, club_slug: str, event_slug: str) -> Event:
    """Return the event with its club, or raise Http404 for one that this person may not see.

    A hidden event and one that does not exist are the same from outside.
    """
    event = get_object_or_404(
        Event.objects.select_related("club"), club__slug=club_slug, slug=event_slug
    )
    if not may_see(request.user, event):
        raise Http404("there is no such event for this person")
    return event
