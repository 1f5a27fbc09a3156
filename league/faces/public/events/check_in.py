"""Checking in by phone: the evening's code opens the list, one picks the own name and confirms."""

from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Any
from zoneinfo import ZoneInfo

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.clubs.models import Player
from league.faces.public.visitors import may_see
from league.foundation.journal.actor import Actor
from league.foundation.limits import clean_text
from league.foundation.lists import noted
from league.foundation.names import alike_key
from league.foundation.refusal import Refused
from league.play.events import services as events
from league.play.events.evening_links import (
    FORGED,
    OVER,
    RENEWED,
    STARTED,
    CheckInClosed,
    evening_from,
)
from league.play.events.evenings import may_come
from league.play.events.models import Attendance, Evening

View = Callable[..., HttpResponse]
STATUS_OF = {FORGED: 404, RENEWED: 410, OVER: 410, STARTED: 409}
WRITES_A_MINUTE = 120


def evening_page(view: View) -> View:
    """Give the view the evening that the link of its address opens; nothing of it is kept."""

    @wraps(view)
    def page(request: HttpRequest, token: str, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            evening = evening_from(token, timezone.now())
        except CheckInClosed as closed:
            return _sealed(_closed(request, closed))
        with timezone.override(ZoneInfo(evening.club.time_zone)):
            return _sealed(view(request, token, evening, *args, **kwargs))

    return page


def _closed(request: HttpRequest, closed: CheckInClosed) -> HttpResponse:
    event = closed.evening.event if closed.evening else None
    context = {
        "sentence": str(closed),
        "has_begun": closed.reason == STARTED,
        "event": event if event is not None and may_see(request.user, event) else None,
    }
    return render(request, "public/check_in_closed.html", context, status=STATUS_OF[closed.reason])


def _sealed(response: HttpResponse) -> HttpResponse:
    # same-origin, not no-referrer: with that browsers send "Origin: null", which CSRF refuses
    response["Referrer-Policy"] = "same-origin"
    response["X-Robots-Tag"] = "noindex, nofollow"
    add_never_cache_headers(response)
    return response


@require_safe
@evening_page
def check_in(request: HttpRequest, token: str, evening: Evening) -> HttpResponse:
    """Everybody who plays in the club, by the names that the public sees."""
    text = clean_text(request.GET.get("q"), most=100)
    there = set(
        Attendance.objects.filter(evening=evening, left_at__isnull=True).values_list(
            "player", flat=True
        )
    )
    names = names_to_pick(list(may_come(evening.club)))
    words = alike_key(text).split()
    rows = [
        {"id": pk, "name": name, "sought": sought, "is_here": pk in there}
        for pk, name in names.items()
        for sought in [alike_key(name)]
        if all(word in sought for word in words)
    ]
    context = {"club": evening.club, "token": token, "rows": rows, "q": text}
    return render(request, "public/check_in.html", context)


def names_to_pick(players: list[Player]) -> dict[int, str]:
    """Return what each player is called on the list; who share a name have their numbers."""
    shared = Counter(player.shown_name for player in players)
    return {
        player.pk: noted(player.shown_name, player.member_number)
        if shared[player.shown_name] > 1 and player.member_number
        else player.shown_name
        for player in players
    }


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def confirm(request: HttpRequest, token: str, evening: Evening, player: int) -> HttpResponse:
    """Confirm that it is oneself who was picked; afterwards the page says that one is in."""
    found = get_object_or_404(may_come(evening.club), pk=player)
    refusal = ""
    if request.method == "POST":
        refusal = _check_in(evening, found)
        if not refusal:
            response = redirect("public:check_in_confirm", token, player)
            response.status_code = 303
            return response
    present = Attendance.objects.filter(evening=evening, player=found, left_at__isnull=True)
    context = {
        "club": evening.club,
        "token": token,
        "player": found,
        "name": found.shown_name,
        "is_here": present.exists(),
        "refusal": refusal,
    }
    status = 429 if refusal else 200
    return render(request, "public/check_in_confirm.html", context, status=status)


def _check_in(evening: Evening, player: Player) -> str:
    """Note that the player is there; return why that is not possible now, or nothing."""
    if _writes_too_often(evening):
        return _("Too many people are checking in right now. Wait a minute, then try again.")
    try:
        events.check_in(
            evening=evening,
            player=player,
            by_phone=True,
            actor=Actor(players=(player.pk,), name=player.name, via="public"),
            at=timezone.now(),
        )
    except Refused as refused:
        return str(refused)
    return ""


def _writes_too_often(evening: Evening) -> bool:
    key = f"check-ins:{evening.pk}:{timezone.now():%H%M}"
    cache.add(key, 0, 120)
    try:
        return cache.incr(key) > WRITES_A_MINUTE
    except ValueError:
        return False  # the cache is away or has dropped it: checking in goes on
