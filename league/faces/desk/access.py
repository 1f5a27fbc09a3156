"""Who may open a page of an event at the desk, and who is acting."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeVar
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, F, Model, OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from league.calendar.captains.selectors import are_arranged
from league.calendar.match_dates.selectors import is_dated
from league.clubs.models import Club, Member, User
from league.clubs.selectors import know_role, role_of
from league.foundation.club_limits.services import LimitReached, TooManyPlayers
from league.foundation.compiled_queries import CompiledQuery, give_related
from league.foundation.jobs.selectors import heard_column
from league.foundation.journal.actor import Act, Actor
from league.foundation.refusal import add_retry_after
from league.foundation.related_rows import read_rows
from league.office.kitty.models import Kitty
from league.play.events.models import Event, Stage
from league.play.events.selectors import stages_column
from league.play.rounds.models import Round

View = Callable[..., HttpResponse]
Row = TypeVar("Row", bound=Model)

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


def act_of(request: HttpRequest) -> Act:
    """Return who acts through the desk, and that it is now."""
    return Act(actor_of(request), timezone.now())


def club_page(permission: str) -> Callable[[View], View]:
    """Give the view the club of its address, if the person has the permission on it."""

    def decorate(view: View) -> View:
        @wraps(view)
        def page(request: HttpRequest, club: str, *args: Any, **kwargs: Any) -> HttpResponse:
            if not isinstance(request.user, User):
                return redirect_to_login(request.get_full_path())
            found = _known(request, request.user, CLUB_AT.first(club=club, user=request.user.pk))
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
            asked = {"club": club, "event": event, "user": request.user.pk}
            found = _known(request, request.user, EVENT_AT.first(**asked))
            check(request.user, permission, found, found.club)
            with timezone.override(ZoneInfo(found.club.time_zone)):
                answer = within_limits(view, request, found, *args, **kwargs)
                return led_back(request, found.club, answer)

        return page

    return decorate


def _with_access(rows: "QuerySet[Row]", club: str, user: Any) -> "QuerySet[Row]":
    """Return clubs, or rows of a `club`, with the person's role there, and if it has a kitty."""
    members = Member.objects.filter(club=OuterRef(club), user=user)
    kitties = Kitty.objects.filter(club=OuterRef(club), is_on=True)
    columns: dict[str, Any] = {
        "club_read": F(club),
        "role_read": Subquery(members.values("role")),
        "keeps_kitty": Exists(kitties),
    }
    with_columns: QuerySet[Row] = rows.annotate(**columns)
    return with_columns


CLUB_AT = CompiledQuery(
    lambda value: _with_access(Club.objects.filter(slug=value("club")), "pk", value("user"))
)
EVENT_AT = CompiledQuery(
    lambda value: _with_access(
        Event.objects.select_related("club", "season")
        .filter(club__slug=value("club"), slug=value("event"))
        .annotate(stages_read=stages_column(), are_arranged=are_arranged(), is_dated=is_dated())
        .annotate(heard_at=heard_column()),
        "club",
        value("user"),
    )
)


def _known(request: HttpRequest, user: User, found: "Row | None") -> "Row":
    """Return what was found, and remember the access that was read with it. Raises Http404."""
    if found is None:
        raise Http404
    row: Any = found
    user.known_roles = {row.club_read: row.role_read}
    if request.method in ("GET", "HEAD"):  # what is shown then is what was read
        request.desk_access = row.role_read, row.keeps_kitty  # type: ignore[attr-defined]
        if isinstance(found, Event):
            give_related([found], "stages", read_rows(Stage, row.stages_read))
    return found


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
        return add_retry_after(page, refused)


def check(user: User, permission: str, subject: Any, club: Club) -> None:
    """Raise 404 for people without a role in the club, and 403 for members without the right."""
    know_role(user, club)
    if user.has_perm(permission, subject):
        return
    if role_of(user, club) is None:
        raise Http404
    raise PermissionDenied


def stage_of(event: Event, number: int) -> Stage:
    for stage in event.stages.all():
        if stage.number == number:
            return stage
    raise Http404("the event has no such stage")


def round_of(event: Event, stage: int, number: int) -> Round:
    """Return a round by the numbers in its address, knowing its stage and event."""
    rounds = Round.objects.select_related("stage")
    found = get_object_or_404(rounds, **in_round(event, stage, number))
    found.stage.event = event
    return found


def in_round(event: Event, stage: int, number: int, path: str = "") -> dict[str, Any]:
    """Return what finds a round, or rows whose `path` leads to it, by its address."""
    return {
        f"{path}stage__event": event,
        f"{path}stage__number": stage,
        f"{path}number": number,
    }
