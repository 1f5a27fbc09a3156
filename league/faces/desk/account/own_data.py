"""What is kept of somebody: all data as a file, own bookings, own matches."""

from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_GET,
    require_http_methods,
    require_POST,
    require_safe,
)

from league.calendar.captains.matches import Match, NoSuchMatch, match_at
from league.calendar.captains.selectors import is_shown_to_captains, own_matches
from league.clubs.models import Player, User
from league.clubs.selectors import players_of_user
from league.faces.desk.access import act_of
from league.faces.desk.matches.for_a_side import page_for_side
from league.foundation.jobs.selectors import file_of
from league.foundation.limits import LARGEST_ID
from league.foundation.refusal import flash_errors
from league.foundation.spreadsheets import format_asked, spreadsheet
from league.office.kitty.bookings_shown import account_sheet, lines_shown
from league.office.kitty.selectors import balance_of, kitty_of, lines_of
from league.office.personal_data.services import (
    close_account,
    days_to_change_mind,
    forget_player,
    keep_account,
    last_copy,
    request_copy,
)
from league.play.events.entry_rules import is_captain
from league.play.rounds.models import Round

# --- Own data ---
# What the site knows of oneself: downloaded, forgotten in one club, deleted with the account.


class SureForm(forms.Form):
    sure = forms.BooleanField(label=gettext_lazy("I know that it cannot be undone."))


def _user(request: HttpRequest) -> User:
    user = request.user
    assert isinstance(user, User)  # noqa: S101  login_required
    return user


@never_cache
@login_required
@require_safe
def own_data(request: HttpRequest) -> HttpResponse:
    """What can be done with one's own data."""
    user, now = _user(request), timezone.now()
    job = last_copy(user)
    context = {
        "job": job,
        "file": file_of(job, user.pk, at=now) if job is not None and job.is_over else None,
        "players": [
            (player, SureForm(auto_id=f"id_{player.pk}_%s")) for player in players_of_user(user)
        ],
        "close_form": SureForm(auto_id="id_close_%s"),
        "days": days_to_change_mind(),
    }
    return render(request, "desk/account/own_data.html", context)


@login_required
@require_POST
def copy(request: HttpRequest) -> HttpResponse:
    """Request the file with what the site knows."""
    with flash_errors(request):
        request_copy(user=_user(request), by=act_of(request))
    return redirect("account:own_data")


@never_cache
@login_required
@require_safe
def copy_file(request: HttpRequest) -> HttpResponse:
    """The file, while it is kept."""
    user = _user(request)
    job = last_copy(user)
    found = None if job is None else file_of(job, user.pk, at=timezone.now())
    if found is None:
        raise Http404("there is no such file, or it is not kept any more")
    answer = HttpResponse(bytes(found.content), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{found.name}"'
    answer["Cache-Control"] = "no-store"
    return answer


@login_required
@require_POST
def forget_me(request: HttpRequest, player: int) -> HttpResponse:
    """Be forgotten in one club."""
    found = get_object_or_404(Player, pk=player, user=_user(request), merged_into=None)
    if not SureForm(request.POST).is_valid():
        messages.error(request, _("Tick that you know that it cannot be undone."))
        return redirect("account:own_data")
    with flash_errors(request):
        forget_player(player=found, by=act_of(request))
        messages.success(
            request, _("The club forgets you; it takes some minutes until all texts are changed.")
        )
    return redirect("account:own_data")


@login_required
@require_POST
def close(request: HttpRequest) -> HttpResponse:
    """Have the account deleted in some days."""
    if not SureForm(request.POST).is_valid():
        messages.error(request, _("Tick that you know that it cannot be undone."))
        return redirect("account:own_data")
    with flash_errors(request):
        close_account(user=_user(request), at=timezone.now())
    return redirect("account:own_data")


@login_required
@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """Cancel the deletion of the account."""
    keep_account(user=_user(request))
    messages.success(request, _("Your account stays; nothing was deleted."))
    return redirect("account:own_data")


# --- What a player owes a club, or has there: the own kitty account, for nobody else ---

A_PAGE = 50


@login_required
@require_GET
def own_kitty(request: HttpRequest, player: int) -> HttpResponse:
    """The account of one's own player in a club that keeps a kitty."""
    players = Player.objects.select_related("club").filter(merged_into__isnull=True)
    found = get_object_or_404(players, pk=player, user=request.user)
    kitty = kitty_of(found.club)
    if kitty is None or not request.user.has_perm("kitty.view_own", found):
        raise Http404
    if wanted := format_asked(request):
        sheet = account_sheet(kitty, found, lines_of(kitty, found))
        return spreadsheet(sheet, wanted, found.club.slug, "kitty")
    page = Paginator(lines_of(kitty, found), A_PAGE).get_page(request.GET.get("page"))
    owes = balance_of(kitty, found)
    context = {
        "player": found,
        "club": found.club,
        "currency": kitty.currency,
        "owes": owes,
        "page": page,
        "rows": lines_shown(page),
    }
    return render(request, "desk/account/kitty.html", context)


# --- Own matches ---
# The matches of a captain: the next ones, and one of them with all that a captain does in it.


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
