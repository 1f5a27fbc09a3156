"""What a secret address opens without signing in: one answer for one day, and a calendar."""

from dataclasses import dataclass
from datetime import date

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.calendar.availability import services as availability
from league.calendar.availability.answer_links import LinkInvalid, calendar_from, read_answer_token
from league.calendar.availability.models import Answer
from league.calendar.availability.occasions import occasion_of
from league.clubs.models import Player
from league.clubs.selectors import players_of_user
from league.faces.public.me.my_places import calendar_of
from league.foundation.journal.actor import Act, Actor
from league.foundation.refusal import Refused

CALENDAR = "text/calendar; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a link asks: the player, the id of the event or None, the day and the answer."""

    player: Player
    event: int | None
    day: date
    answer: str


@never_cache
@require_http_methods(["GET", "POST"])
def answer(request: HttpRequest, token: str) -> HttpResponse:
    """Answer for the one day of the link. Looking at it changes nothing; its button does."""
    asked = _read(token)
    if request.method != "POST":
        return _page(request, asked)
    chosen = request.POST.get("answer") or asked.answer
    try:
        _keep(asked, chosen, request.POST.get("note", ""))
    except Refused as refused:
        return _page(request, asked, error=str(refused))
    messages.success(request, _("Your answer is saved."))
    return redirect(f"{request.path}?done={chosen}")


def _keep(asked: Asked, chosen: str, note: str) -> None:
    player = asked.player
    availability.say(
        player=player,
        event_id=asked.event,
        day=asked.day,
        answer=chosen,
        note=note,
        by=Act(
            Actor(user_id=player.user_id, players=(player.pk,), name=player.name, via="public"),
            timezone.now(),
        ),
    )


def _read(token: str) -> Asked:
    """Return what a link asks. Raises Http404."""
    try:
        player_id, event, day, wanted = read_answer_token(token)
    except LinkInvalid:
        raise Http404 from None
    rows = Player.objects.filter(pk=player_id, merged_into__isnull=True, is_active=True)
    player = get_object_or_404(rows.select_related("club"))
    return Asked(player, event, day, wanted)


def _page(request: HttpRequest, asked: Asked, *, error: str = "") -> HttpResponse:
    done = request.GET.get("done", "")
    context = {
        "player": asked.player,
        "club": asked.player.club,
        "occasion": occasion_of(asked.player, asked.event, asked.day, timezone.now()),
        "day": asked.day,
        "wanted": done if done in Answer.values else asked.answer,
        "done": Answer(done).label if done in Answer.values else "",
        "choices": Answer.choices,
        "note": request.POST.get("note", ""),
        "error": error,
    }
    return render(request, "public/me/by_link.html", context, status=422 if error else 200)


@never_cache
@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The own matches as a calendar file, in the language of the account."""
    try:
        user = calendar_from(token)
    except LinkInvalid:
        raise Http404 from None
    with translation.override(user.language):
        content = calendar_of(list(players_of_user(user)))
    response = HttpResponse(content, content_type=CALENDAR)
    response["Content-Disposition"] = 'inline; filename="matches.ics"'
    return response
