"""Who looks at a page: what they may see, and by which names."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec, TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from league.clubs.models import Club, User
from league.clubs.selectors import know_role, role_of
from league.faces.public.live_versions import with_live_versions
from league.foundation.compiled_queries import CompiledQuery
from league.play.events.models import Event, EventState, Visibility

Person: TypeAlias = User | AnonymousUser
Rest = ParamSpec("Rest")


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

    @property
    def sees_public_names(self) -> bool:
        return not self.sees_full_names


@dataclass(frozen=True, slots=True)
class EventPage:
    """What every page of an event begins with."""

    event: Event
    visitor: Visitor

    @property
    def club(self) -> Club:
        return self.event.club

    @property
    def live_version(self) -> int:
        """The version of what the page shows, of before anything else was read.

        What changes while the page is made comes by its stream.
        """
        return int(self.event.live_versions)  # type: ignore[attr-defined]


CLUB_AT = CompiledQuery(lambda value: Club.objects.filter(slug=value("club")))
EVENT_AT = CompiledQuery(
    lambda value: with_live_versions(
        Event.objects.select_related("club", "season__top", "house_rules", "highlights").filter(
            club__slug=value("club"), slug=value("event")
        )
    )
)

EventView: TypeAlias = Callable[Concatenate[HttpRequest, EventPage, Rest], HttpResponse]
ClubView: TypeAlias = Callable[Concatenate[HttpRequest, Club, Visitor, Rest], HttpResponse]


def may_see(user: Person, event: Event) -> bool:
    return bool(user.has_perm("events.view_event", event))


def remember_role(request: HttpRequest, club: Club) -> None:
    """Have the person's role asked for once, where nothing in the request can change it."""
    if request.method in ("GET", "HEAD") and isinstance(request.user, User):
        know_role(request.user, club)


def pass_event(
    view: EventView[Rest],
) -> Callable[Concatenate[HttpRequest, str, str, Rest], HttpResponse]:
    """Give a view the event of its address, in the club's time.

    Answers 404 for an event that this person may not see; for one of members, visitors are asked
    to sign in.
    """

    @wraps(view)
    def with_event(
        request: HttpRequest,
        club: str,
        event: str,
        /,
        *args: Rest.args,
        **kwargs: Rest.kwargs,
    ) -> HttpResponse:
        found = EVENT_AT.first(club=club, event=event)
        if found is None:
            raise Http404("there is no such event")
        return show_event(request, found, lambda page: view(request, page, *args, **kwargs))

    return with_event


def show_event(
    request: HttpRequest, event: Event, view: Callable[[EventPage], HttpResponse]
) -> HttpResponse:
    """Answer with the view if this person may see the event."""
    remember_role(request, event.club)
    if not may_see(request.user, event):
        asks_who = event.visibility == Visibility.MEMBERS and event.state != EventState.DRAFT
        if asks_who and not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        raise Http404("there is no such event for this person")
    with timezone.override(event.club.time_zone):
        return view(EventPage(event, Visitor.of(request.user, event.club)))


def pass_club(
    view: ClubView[Rest],
) -> Callable[Concatenate[HttpRequest, str, Rest], HttpResponse]:
    """Give a view the club of its address, in the club's time, and who looks at it."""
    return for_club_of(CLUB_AT)(view)


def for_club_of(
    query: CompiledQuery[Club],
) -> Callable[[ClubView[Rest]], Callable[Concatenate[HttpRequest, str, Rest], HttpResponse]]:
    """Do what `for_club` does with the club as this query finds it by its address."""

    def decorate(
        view: ClubView[Rest],
    ) -> Callable[Concatenate[HttpRequest, str, Rest], HttpResponse]:
        @wraps(view)
        def with_club(
            request: HttpRequest, club: str, /, *args: Rest.args, **kwargs: Rest.kwargs
        ) -> HttpResponse:
            found = query.first(club=club)
            if found is None:
                raise Http404("there is no such club")
            remember_role(request, found)
            with timezone.override(found.time_zone):
                return view(request, found, Visitor.of(request.user, found), *args, **kwargs)

        return with_club

    return decorate
