"""One player at the desk: added, changed, taken off the lists, linked to an account, kept apart."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.models import Club, Member, Player
from league.clubs.selectors import apart_from, doubles_of, merges_into
from league.clubs.services import (
    add_player,
    change_player,
    keep_apart,
    let_meet,
    link_player_to_account,
    unlink_player,
)
from league.faces.desk.access import actor_of, club_page
from league.faces.desk.people.forms import AccountOfPlayerForm, ApartForm, PlayerForm
from league.faces.desk.saved import flash_saved
from league.faces.desk.undo import flash_done
from league.foundation.limits import LARGEST_ID, parse_int
from league.foundation.refusal_shown import flash_errors, form_errors


@require_http_methods(["GET", "POST"])
@club_page("clubs.change_people")
def player_new(request: HttpRequest, club: Club) -> HttpResponse:
    """Add a player; with “and another one” the form comes back empty."""
    form = PlayerForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        data: dict[str, Any] = form.cleaned_data
        with form_errors(form):
            added = add_player(club=club, **data, actor=actor_of(request), at=timezone.now())
            flash_done(
                request,
                _("%(player)s added.") % {"player": added.name},
                undo="desk:player_active",
                at=[club.slug, added.pk],
                fields={"is_active": 0},
            )
            another = "another" in request.POST
            return redirect("desk:player_new" if another else "desk:people", club.slug)
    return render(request, "desk/people/new.html", {"club": club, "form": form})


@require_http_methods(["GET", "POST"])
@club_page("clubs.change_people")
def player(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Change a player."""
    found = player_of(club, player)
    if found.merged_into_id:
        return redirect("desk:player", club.slug, found.merged_into_id)
    form = PlayerForm(request.POST or None, club=club, player=found)
    if request.method == "POST" and form.is_valid():
        data: dict[str, Any] = form.cleaned_data
        with form_errors(form):
            who: dict[str, Any] = {"actor": actor_of(request), "at": timezone.now()}
            changed = form.run_if_unchanged(partial(change_player, player=found, **data, **who))
            flash_saved(request, _("%(player)s saved.") % {"player": changed.name}, form)
            return redirect("desk:people", club.slug)
    return show_player(request, club, found, form=form)


def show_player(
    request: HttpRequest,
    club: Club,
    player: Player,
    *,
    form: PlayerForm | None = None,
    apart_form: ApartForm | None = None,
) -> HttpResponse:
    """Render the player's page, with a form that was not accepted as it was typed."""
    context = {
        "club": club,
        "player": player,
        "form": form or PlayerForm(club=club, player=player),
        "apart_form": apart_form or ApartForm(player=player),
        "apart": _kept_apart(player),
        "account_form": AccountOfPlayerForm(club=club, player=player)
        if player.user is None
        else None,
        "doubles": _doubles(player),
    }
    refused = any(sent is not None and sent.is_bound for sent in (form, apart_form))
    return render(request, "desk/people/player.html", context, status=422 if refused else 200)


def _doubles(player: Player) -> list[tuple[Player, bool]]:
    """Return the rows merged into the player, and whether the journal says what moved with each."""
    doubles = list(doubles_of(player))
    known = merges_into(player) if doubles else set()
    return [(double, double.pk in known) for double in doubles]


def _kept_apart(player: Player) -> list[tuple[Player, str]]:
    """Return whom draws keep apart from the player, by name, and why."""
    rows = apart_from(player)
    reasons = {pk: next((r.reason for r in pairs if r.reason), "") for pk, pairs in rows.items()}
    others = Player.objects.filter(pk__in=rows).order_by("sort_key", "id")
    return [(other, reasons[other.pk]) for other in others]


def player_of(club: Club, pk: int) -> Player:
    return get_object_or_404(Player.objects.select_related("user", "club"), pk=pk, club=club)


@require_POST
@club_page("clubs.change_people")
def active(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Take a player off the lists of who can play, or put the player back."""
    wanted = request.POST.get("is_active") == "1"

    def act(player: Player) -> str:
        change_player(player=player, is_active=wanted, actor=actor_of(request), at=timezone.now())
        if wanted:
            return _("%(player)s can be entered for events again.")
        return _("%(player)s is off the lists; the results stay.")

    way_back = ("desk:player_active", {"is_active": 0 if wanted else 1})
    return _act(request, club, player, act, way_back)


@require_POST
@club_page("clubs.change_people")
def link(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Say which member a player is."""
    player_of(club, player)
    form = AccountOfPlayerForm(request.POST, club=club)
    if not form.is_valid():
        messages.error(request, _("Choose a member of the club who is not linked to a player yet."))
        return redirect("desk:player", club.slug, player)

    def act(player: Player) -> str:
        user = form.cleaned_data["member"].user
        link_player_to_account(player=player, user=user, actor=actor_of(request), at=timezone.now())
        return _("%(player)s is linked to the account.")

    return _act(request, club, player, act, ("desk:player_unlink", {}))


@require_POST
@club_page("clubs.change_people")
def unlink(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Take the account from a player."""
    member = Member.objects.filter(club=club, user__players=player).first()

    def act(player: Player) -> str:
        unlink_player(player=player, actor=actor_of(request), at=timezone.now())
        return _("%(player)s is no longer linked to an account.")

    way_back = ("desk:player_link", {"member": member.pk}) if member else None
    return _act(request, club, player, act, way_back)


def _act(
    request: HttpRequest,
    club: Club,
    pk: int,
    act: Callable[[Player], str],
    way_back: tuple[str, dict[str, Any]] | None = None,
) -> HttpResponse:
    """Do something with a player and say so, with the way back; then show the player again."""
    player = player_of(club, pk)
    with flash_errors(request):
        sentence = act(player)
        text = sentence % {"player": player.name}
        if way_back is None:
            messages.success(request, text)
        else:
            undo, fields = way_back
            flash_done(request, text, undo=undo, at=[club.slug, player.pk], fields=fields)
    return redirect("desk:player", club.slug, player.pk)


@require_POST
@club_page("clubs.change_people")
def apart(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Keep a player apart from another one in the draws to come."""
    found = player_of(club, player)
    form = ApartForm(request.POST, player=found)
    if form.is_valid():
        data = form.cleaned_data
        with form_errors(form):
            keep_apart(player=found, **data, actor=actor_of(request), at=timezone.now())
            text = _("Draws of events that begin from now on keep %(player)s and %(other)s apart.")
            flash_done(
                request,
                text % {"player": found.name, "other": data["other"].name},
                undo="desk:player_may_meet",
                at=[club.slug, found.pk],
                fields={"other": data["other"].pk},
            )
            return redirect("desk:player", club.slug, found.pk)
    return show_player(request, club, found, apart_form=form)


@require_POST
@club_page("clubs.change_people")
def may_meet(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Let draws put the two together again."""
    found = player_of(club, player)
    other = get_object_or_404(
        Player, pk=parse_int(request.POST.get("other"), most=LARGEST_ID) or 0, club=club
    )
    with flash_errors(request):
        let_meet(player=found, other=other, actor=actor_of(request), at=timezone.now())
        text = _(
            "Draws of events that begin from now on may put %(player)s and %(other)s together."
        )
        flash_done(
            request,
            text % {"player": found.name, "other": other.name},
            undo="desk:player_apart",
            at=[club.slug, found.pk],
            fields={"other": other.pk},
        )
    return redirect("desk:player", club.slug, found.pk)
