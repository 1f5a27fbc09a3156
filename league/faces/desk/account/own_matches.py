"""The matches of a captain: the next ones, and one of them with all that a captain does in it."""

from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.calendar.captains.matches import Match, NoSuchMatch, match_at
from league.calendar.captains.selectors import is_shown_to_captains, own_matches
from league.clubs.models import User
from league.faces.desk.matches.for_a_side import page_for_side
from league.foundation.limits import LARGEST_ID
from league.play.events.captaincy import is_captain
from league.play.rounds.models import Round


@never_cache
@login_required
@require_safe
def matches(request: HttpRequest) -> HttpResponse:
    """The matches to come of the entries that one is captain of."""
    assert isinstance(request.user, User)  # noqa: S101  login_required
    rows = own_matches(request.user, at=timezone.now())
    return render(request, "desk/account/matches.html", {"rows": rows})


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def match(request: HttpRequest, round: int, number: int) -> HttpResponse:
    """One match of the own entry: line-up, dates, result."""
    found, side = _own_match(request, round, number)
    with timezone.override(ZoneInfo(found.round.stage.event.club.time_zone)):
        return page_for_side(
            request,
            found,
            side,
            back=reverse("account:matches"),
            done=lambda: _after_act(request, found, side),
        )


def _own_match(request: HttpRequest, round: int, number: int) -> tuple[Match, int]:
    """Return a match and the side that one speaks for there. Raises Http404 for anybody else."""
    rows = Round.objects.select_related("stage__event__club")
    found = get_object_or_404(rows, pk=round) if max(round, number) <= LARGEST_ID else None
    try:
        match = match_at(found, number) if found is not None else None
    except NoSuchMatch:
        match = None
    if match is None or not is_shown_to_captains(match):
        raise Http404
    assert isinstance(request.user, User)  # noqa: S101  login_required
    for side, entry in enumerate(match.entries):
        if is_captain(request.user, entry):
            return match, side
    raise Http404


def _after_act(request: HttpRequest, match: Match, side: int) -> HttpResponse:
    """Show the match again; who has handed it over sees the matches that are left."""
    assert isinstance(request.user, User)  # noqa: S101  login_required
    if is_captain(request.user, match.entries[side]):
        return redirect("account:match", match.round.pk, match.number)
    return redirect("account:matches")
