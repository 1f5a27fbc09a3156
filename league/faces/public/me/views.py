"""The home of a signed-in player, over all clubs in which the account has one."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from league.calendar.availability import services as availability
from league.calendar.availability.answer_links import calendar_token
from league.calendar.availability.models import LONGEST_NOTE, Answer
from league.calendar.availability.occasions import (
    MyMatch,
    Occasion,
    coming_of,
    is_captain,
    matches_of,
)
from league.calendar.availability.selectors import Answers, answers_in_entry, comers, said_for
from league.calendar.stand_ins.selectors import asked_of, own_seat_at
from league.calendar.stand_ins.services import answer_token
from league.clubs.models import Player, User
from league.clubs.selectors import clubs_of, players_of_user
from league.faces.public.me.my_places import (
    deals_of,
    deals_sheet,
    deals_shown,
    games_played,
    places_of,
    seasons_of_players,
)
from league.foundation.journal.actor import Act, Actor
from league.foundation.limits import LARGEST_ID
from league.foundation.refusal import Refused
from league.foundation.spreadsheets import format_asked, spreadsheet
from league.office.notifications.selectors import clubs_that_notify
from league.play.events.selectors import requests_for

# --- What comes for a player, with what was answered, and the form that answers ---

MOST_NAMES = 12


class AnswerForm(forms.Form):
    """An answer for a day; an empty one takes back what was said before."""

    player = forms.IntegerField(min_value=1, max_value=LARGEST_ID)
    event = forms.IntegerField(min_value=1, max_value=LARGEST_ID, required=False)
    day = forms.DateField(input_formats=["%Y-%m-%d"])
    answer = forms.ChoiceField(choices=[("", ""), *Answer.choices], required=False)
    note = forms.CharField(label=gettext_lazy("note"), max_length=LONGEST_NOTE, required=False)


def coming_shown(
    players: Sequence[Player], at: datetime, typed: dict[str, Any] | None = None
) -> list[dict[str, Any]]:
    """Return what comes as `public/me/_coming.html` takes it; six queries.

    `typed`: what could not be kept, by the key of its occasion; it stands in the form again, or
    in the first one where its own is gone.
    """
    occasions = coming_of(players, at)
    of = _form_of(occasions, typed)
    said, others = said_for(occasions), comers(occasions)
    return [
        {
            "occasion": one,
            "said": said.get(one.key),
            "choices": Answer.choices,
            "others": _others(one, others),
            "typed": typed if one is of else None,
        }
        for one in occasions
    ]


def _form_of(occasions: Sequence[Occasion], typed: dict[str, Any] | None) -> Occasion | None:
    if typed is None:
        return None
    own = (one for one in occasions if one.key == typed["key"])
    return next(own, next(iter(occasions), None))


def _others(
    one: Occasion, found: dict[tuple[int | None, date, int], list[Player]]
) -> dict[str, Any]:
    """Return how many others of the club said they come, and the first of their names."""
    key = (one.event.pk if one.event else None, one.day, one.player.club_id)
    names = [player.name for player in found.get(key, []) if player.pk != one.player.pk]
    return {"count": len(names), "names": names[:MOST_NAMES], "more": len(names) > MOST_NAMES}


LATEST_DEALS = 3
DEALS_A_PAGE = 25
# an account is linked to one player a club; the page shows those of so many clubs
MOST_CLUBS = 50


@never_cache
@login_required
@require_GET
def my_page(request: HttpRequest) -> HttpResponse:
    return _page(request)


def _page(
    request: HttpRequest, typed: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    user = user_of(request)
    players = list(players_of_user(user)[:MOST_CLUBS])
    context = {"players": players, "has_clubs": clubs_of(user).exists()}
    if players:
        context |= _shown(request, user, players, typed)
    return render(request, "public/me/home.html", context, status=status)


def _shown(
    request: HttpRequest, user: User, players: list[Player], typed: dict[str, Any] | None
) -> dict[str, Any]:
    at = timezone.now()
    matches = matches_of(players)
    # one whose day is over waits for a result, and is no next one
    to_play = [match for match in matches if match.is_to_be_played and not match.is_past(at)]
    return {
        "next": to_play[0] if to_play else None,
        "is_captain": bool(to_play) and is_captain(to_play[0]),
        "team": _team(to_play[0]) if to_play else None,
        "later": to_play[1:],
        "waiting": [(match, match.is_overdue(at)) for match in matches if _waits(match, at)],
        "requests": list(requests_for(user)),
        "asked": [(one, answer_token(one)) for one in asked_of(user)],
        "own_seat": own_seat_at(user, to_play[0].table) if to_play else None,
        "places": places_of(players),
        "seasons": seasons_of_players(user, players, at),
        "coming": coming_shown(players, at, typed),
        "deals": deals_shown(list(deals_of(players)[:LATEST_DEALS])),
        "tell": list(clubs_that_notify(user)),
        "many_clubs": len(players) > 1,
        "calendar_url": _calendar_url(user),
    }


def _team(match: MyMatch) -> Answers | None:
    """Return what the members of the entry said of the day, for the one who speaks for it."""
    if not is_captain(match):
        return None
    return answers_in_entry(match.placement.entry, match.day)


def _waits(match: MyMatch, at: datetime) -> bool:
    is_unplayed = match.is_to_be_played and match.is_past(at)
    return match.waits_for_me or match.is_disputed or match.is_overdue(at) or is_unplayed


def _calendar_url(user: User) -> str:
    return reverse("public:my_calendar", args=[calendar_token(user)])


@never_cache
@login_required
@require_GET
def my_deals(request: HttpRequest) -> HttpResponse:
    """All own deals, page by page, of one game or of all."""
    players = list(players_of_user(user_of(request))[:MOST_CLUBS])
    played = games_played(players)
    wanted = request.GET.get("game", "")
    game = wanted if wanted in dict(played) else ""
    deals = deals_of(players, game=game)
    if wanted_format := format_asked(request):
        return spreadsheet(deals_sheet(deals), wanted_format, "my", "deals")
    page = Paginator(deals, DEALS_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "deals": deals_shown(list(page)), "games": played, "game": game}
    return render(request, "public/me/deals.html", context)


@login_required
@require_POST
def answer(request: HttpRequest) -> HttpResponse:
    """Say whether one comes on a day, or take back what one said."""
    user = user_of(request)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return _not_kept(request, _first_error(form))
    asked = form.cleaned_data
    player = get_object_or_404(players_of_user(user), pk=asked["player"])
    try:
        messages.success(request, _keep(player, user, asked))
    except Refused as refused:
        return _not_kept(request, str(refused))
    return redirect(reverse("public:my_page") + "#coming")


def _keep(player: Player, user: User, asked: dict[str, Any]) -> str:
    """Keep an answer, or forget the one before; return what to say. Raises Refused."""
    by = Act(actor_of_page(user), timezone.now())
    event, day = asked["event"], asked["day"]
    if not asked["answer"]:
        availability.take_back(player=player, event_id=event, day=day, by=by)
        return _("Your answer is taken back.")
    availability.say(
        player=player,
        event_id=event,
        day=day,
        answer=asked["answer"],
        note=asked["note"],
        by=by,
    )
    return _("Your answer is saved.")


def _first_error(form: AnswerForm) -> str:
    return str(next(iter(form.errors.values()))[0])


def _not_kept(request: HttpRequest, sentence: str) -> HttpResponse:
    """Show the page again with what was typed, where its form still is."""
    form = AnswerForm(request.POST)
    form.is_valid()
    asked = form.cleaned_data
    key = (asked.get("player"), asked.get("event"), asked.get("day"))
    typed = {
        "key": key,
        "note": request.POST.get("note", ""),
        "answer": asked.get("answer", ""),
        "error": sentence,
    }
    messages.error(request, sentence)
    return _page(request, typed, status=422)


@login_required
@require_POST
def new_calendar(request: HttpRequest) -> HttpResponse:
    """Make another address for the own calendar, after which the old one shows nothing."""
    availability.renew_calendar_link(user_of(request))
    messages.success(
        request, _("Your calendar has a new address. The old one no longer shows anything.")
    )
    return redirect(reverse("public:my_page") + "#calendar")


def user_of(request: HttpRequest) -> User:
    user = request.user
    assert isinstance(user, User)  # noqa: S101  login_required
    return user


def actor_of_page(user: User) -> Actor:
    return Actor(user_id=user.pk, name=str(user), via="public")
