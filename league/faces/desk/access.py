"""Who may open a page of an event at the desk, and who is acting."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from league.clubs.models import Club, User
from league.clubs.selectors import know_role, role_of
from league.foundation.club_limits.services import LimitReached, TooManyPlayers
from league.foundation.journal.actor import Actor
from league.foundation.refusal_shown import with_wait
from league.play.events.models import Event, Stage
from league.play.rounds.models import Round

View = Callable[..., HttpResponse]

# a form names by it the page of the club's desk where it stands, to which it then leads back
BACK_TO = "back_to"
LONGEST_ADDRESS = 500
# long work has a page of its own, whoever asked for it
NOT_LED_BACK = ("job",)


def actor_of(request: HttpRequest) -> Actor:
    """Return who acts through the desk. Pages that write are for people who are signed in."""
    user = request.user
    if not isinstance(user, User):
        raise PermissionDenied
    return Actor(user_id=user.pk, name=str(user), via="desk")


def club_page(permission: str) -> Callable[[View], View]:
    """Give the view the club of its address, if the person has the permission on it."""

    def decorate(view: View) -> View:
        @wraps(view)
        def page(request: HttpRequest, club: str, *args: Any, **kwargs: Any) -> HttpResponse:
            if not isinstance(request.user, User):
                return redirect_to_login(request.get_full_path())
            found = get_object_or_404(Club, slug=club)
            check(request.user, permission, found, found)
            with timezone.override(ZoneInfo(found.time_zone)):
                answer = within_limits(view, request, found, *args, **kwargs)
                return led_back(request, found, answer)

        return page

    return decorate


def event_page(permission: str) -> Callable[[View], View]:
    """Give the view the event of its address, with its club."""

    def decorate(view: View) -> View:
        @wraps(view)
        def page(
            request: HttpRequest, club: str, event: str, *args: Any, **kwargs: Any
        ) -> HttpResponse:
            if not isinstance(request.user, User):
                return redirect_to_login(request.get_full_path())
            found = get_object_or_404(
                Event.objects.select_related("club", "season"), club__slug=club, slug=event
            )
            check(request.user, permission, found, found.club)
            with timezone.override(ZoneInfo(found.club.time_zone)):
                answer = within_limits(view, request, found, *args, **kwargs)
                return led_back(request, found.club, answer)

        return page

    return decorate


def led_back(request: HttpRequest, club: Club, answer: HttpResponse) -> HttpResponse:
    """Lead whoever sent a form to the page where it stood, instead of the page it usually ends at.

    Only to pages of this club's desk; an answer that is a page itself stays one.
    """
    if request.method != "POST" or answer.status_code != HTTPStatus.FOUND:
        return answer
    address = page_of_form(request, club)
    if not address or _name_of(answer.headers["Location"]) in NOT_LED_BACK:
        return answer
    return redirect(address)


def page_of_form(request: HttpRequest, club: Club) -> str:
    """Return the page of the club's desk where the form stood that was sent, else ""."""
    address = request.POST.get(BACK_TO, "")
    is_of_desk = (
        address.startswith(reverse("desk:club", args=[club.slug]))
        and len(address) <= LONGEST_ADDRESS
        and url_has_allowed_host_and_scheme(address, allowed_hosts=None)
        and _name_of(address)
    )
    return address if is_of_desk else ""


def _name_of(address: str) -> str:
    """Return the name of an address of the site, "" if it has none."""
    try:
        return resolve(urlsplit(address).path).url_name or ""
    except (Resolver404, ValueError):
        return ""


def within_limits(view: View, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    """Answer with the view, or with the sentence of the club's limit that it would go beyond."""
    try:
        return view(request, *args, **kwargs)
    except (LimitReached, TooManyPlayers) as refused:
        page = render(request, "errors/club_limit.html", {"sentence": str(refused)}, status=409)
        return with_wait(page, refused)


def check(user: User, permission: str, subject: Any, club: Club) -> None:
    """Raise 404 for people without a role in the club, and 403 for members without the right."""
    know_role(user, club)
    if user.has_perm(permission, subject):
        return
    if role_of(user, club) is None:
        raise Http404
    raise PermissionDenied


def stage_of(event: Event, number: int) -> Stage:
    stage = get_object_or_404(Stage, event=event, number=number)
    stage.event = event
    return stage


def round_of(event: Event, stage: int, number: int) -> Round:
    """Return a round by the numbers in its address, knowing its stage and event."""
    found = get_object_or_404(
        Round.objects.select_related("stage"),
        stage__event=event,
        stage__number=stage,
        number=number,
    )
    found.stage.event = event
    return found
