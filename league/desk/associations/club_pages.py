"""Pages of a club in an association: where it is in, its registered players, its entries."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.associations import services as associations
from league.associations.models import (
    AssociatedClub,
    Association,
    Belonging,
    Registration,
    TransferRule,
)
from league.associations.selectors import (
    association_of,
    associations_with,
    open_to_clubs,
    open_transfers,
    registrations_of,
)
from league.captains.selectors import matches_of_entries
from league.clubs.models import Club, Player
from league.clubs.selectors import players_of
from league.desk.access import actor_of, club_page
from league.desk.associations.association_access import check_owner, member_page, season_asked
from league.desk.associations.forms import (
    ClubEntryForm,
    ClubForm,
    RegisterForm,
    TransferForm,
)
from league.events.models import EntryState, Event, EventState, Season
from league.events.selectors import members_with_players
from league.events.services import withdraw_entry
from league.limits import LARGEST_ID, number_of
from league.refusal_shown import refusals_above, refusals_in


def _number(request: HttpRequest, name: str) -> int:
    """Return a number that a button sent; 0 for what is none."""
    return number_of(request.POST.get(name), most=LARGEST_ID) or 0


@require_http_methods(["GET", "POST"])
@club_page("associations.register_players")
def associations_page(request: HttpRequest, club: Club) -> HttpResponse:
    """The associations of a club: owners accept an invitation, ask to join, and leave."""
    form = ClubForm(
        request.POST if request.POST.get("action") == "ask" else None,
        label=_("Association"),
        help_text=_("The address of its page on this site, or its last part."),
    )
    if request.method == "POST":
        check_owner(request, "associations.answer_association", club)
        if request.POST.get("action") != "ask":
            with refusals_above(request):
                _answer(request, club)
            return redirect("desk:associations", club.slug)
        if form.is_valid() and _ask(request, club, form):
            return redirect("desk:associations", club.slug)
    context = {
        "club": club,
        "own": association_of(club),
        "rows": associations_with(club),
        "form": form,
        "may_change": request.user.has_perm("associations.answer_association", club),
    }
    return render(request, "desk/associations/associations.html", context)


def _ask(request: HttpRequest, club: Club, form: ClubForm) -> bool:
    """Ask the association that was typed to take the club in; return whether it was asked."""
    association = association_of(form.cleaned_data["slug"])
    if association is None:
        form.add_error("slug", _("This club is no association: it cannot be joined."))
        return False
    with refusals_in(form) as shown:
        associations.ask_to_join(
            association=association, club=club, actor=actor_of(request), at=timezone.now()
        )
        messages.success(request, _("Saved. The owners of the association answer."))
    return shown.refused is None


def _answer(request: HttpRequest, club: Club) -> None:
    row = get_object_or_404(
        AssociatedClub.objects.select_related("association__club"),
        club=club,
        association=_number(request, "association"),
    )
    who: dict[str, Any] = {"actor": actor_of(request), "at": timezone.now()}
    action = request.POST.get("action")
    if action == "leave":
        associations.leave(association=row.association, club=club, **who)
    else:
        waits = Belonging.ASKED if action == "take_back" else Belonging.INVITED
        associations.answer(
            association=row.association, club=club, waits=waits, accepts=action == "accept", **who
        )
    messages.success(request, _("Saved."))


# The players of a club who are registered, and transfers to it.


@require_http_methods(["GET", "POST"])
@member_page("associations.register_players")
def players(request: HttpRequest, club: Club, association: Association) -> HttpResponse:
    """Who is registered for the club in a season; more are registered, others come to it."""
    season = season_asked(association, request.GET.get("season", ""))
    context: dict[str, Any] = {
        "club": club,
        "association": association,
        "season": season,
        "seasons": association.club.seasons.order_by("-starts_on", "-id"),
    }
    if season is None:
        return render(request, "desk/associations/players.html", context)
    forms = _forms(request, club, association, season)
    if request.method == "POST" and _carried_out(request, club, season, forms):
        return redirect(request.get_full_path())
    now = registrations_of(season).filter(club=club)
    waiting = open_transfers(season).filter(to_club=club)
    events = open_to_clubs(association).filter(season=season).order_by("starts_on", "id")
    context |= {**forms, "rows": now, "waiting": waiting, "events": events}
    return render(request, "desk/associations/players.html", context)


def _forms(
    request: HttpRequest, club: Club, association: Association, season: Season
) -> dict[str, Any]:
    action = request.POST.get("action")
    now = registrations_of(season)
    registered = now.filter(club=club, home_player__isnull=False)
    ids = list(registered.values_list("home_player_id", flat=True))
    forms: dict[str, Any] = {
        "register_form": RegisterForm(
            request.POST if action == "register" else None, club=club, registered=ids
        )
    }
    if association.transfers != TransferRule.NEVER:
        forms["transfer_form"] = TransferForm(
            request.POST if action == "transfer" else None,
            club=club,
            others=now.exclude(club=club),
            free=players_of(club).filter(is_active=True).exclude(pk__in=ids),
        )
    return forms


def _carried_out(request: HttpRequest, club: Club, season: Season, forms: dict[str, Any]) -> bool:
    """Do what was asked for; return whether the page can be shown anew."""
    action = request.POST.get("action")
    who: dict[str, Any] = {"actor": actor_of(request), "at": timezone.now()}
    if action == "register":
        return _registered(request, club, season, forms["register_form"], who)
    if action == "transfer" and "transfer_form" in forms:
        return _transferred(request, club, season, forms["transfer_form"], who)
    with refusals_above(request):
        if action == "take_back":
            waiting = open_transfers(season).filter(to_club=club)
            transfer = get_object_or_404(waiting, pk=_number(request, "row"))
            associations.take_back(transfer=transfer, **who)
        else:
            own = Registration.objects.select_related("season").filter(season=season, club=club)
            row = get_object_or_404(own, pk=_number(request, "row"))
            associations.end_registration(registration=row, **who)
        messages.success(request, _("Saved."))
    return True


def _registered(
    request: HttpRequest, club: Club, season: Season, form: RegisterForm, who: dict[str, Any]
) -> bool:
    if not form.is_valid():
        return False
    with refusals_in(form) as shown:
        chosen = list(form.cleaned_data["players"])
        associations.register_players(season=season, club=club, players=chosen, **who)
        messages.success(request, _("Saved."))
    return shown.refused is None


def _transferred(
    request: HttpRequest, club: Club, season: Season, form: TransferForm, who: dict[str, Any]
) -> bool:
    if not form.is_valid():
        return False
    with refusals_in(form) as shown:
        associations.transfer_player(
            season=season,
            player=form.cleaned_data["registration"].player,
            to_club=club,
            home_player=form.cleaned_data["home_player"],
            **who,
        )
        messages.success(request, _("Saved."))
    return shown.refused is None


# The entries of a club in an event of the association.


@require_http_methods(["GET", "POST"])
@member_page("associations.change_club_entries")
def entries(request: HttpRequest, club: Club, association: Association, event: str) -> HttpResponse:
    """The club's entries in an event: it enters its players, and withdraws."""
    found = get_object_or_404(open_to_clubs(association), slug=event)
    own = registrations_of(found.season).filter(club=club) if found.season else None
    known = Player.objects.filter(
        pk__in=[] if own is None else own.values_list("player_id", flat=True)
    ).order_by("sort_key", "id")
    form = ClubEntryForm(
        request.POST if request.POST.get("action") == "enter" else None, players=known
    )
    if request.method == "POST" and _entered(request, club, found, form):
        return redirect("desk:association_entries", club.slug, association.club.slug, found.slug)
    ours = found.entries.filter(of_club__club=club).prefetch_related(members_with_players())
    context = {
        "club": club,
        "association": association,
        "event": found,
        "entries": ours.order_by("number"),
        "matches": matches_of_entries(found.entries.filter(of_club__club=club), at=timezone.now()),
        "form": form,
        "takes_entries": found.state == EventState.OPEN,
        "may_withdraw": found.state in (EventState.OPEN, EventState.RUNNING),
    }
    return render(request, "desk/associations/entries.html", context)


def _entered(request: HttpRequest, club: Club, event: Event, form: ClubEntryForm) -> bool:
    who: dict[str, Any] = {"actor": actor_of(request), "at": timezone.now()}
    if request.POST.get("action") == "enter":
        if not form.is_valid():
            return False
        with refusals_in(form) as shown:
            associations.enter_for_club(
                event=event,
                club=club,
                players=list(form.cleaned_data["players"]),
                name=form.cleaned_data["name"],
                **who,
            )
            messages.success(request, _("Saved."))
        return shown.refused is None
    with refusals_above(request):
        if request.POST.get("action") == "withdraw_all":
            associations.withdraw_club(
                event=event, club=club, reason=request.POST.get("reason", "")[:200], **who
            )
        else:
            own = event.entries.filter(of_club__club=club).exclude(state=EntryState.WITHDRAWN)
            entry = get_object_or_404(own, pk=_number(request, "row"))
            entry.event = event
            withdraw_entry(entry=entry, **who)
        messages.success(request, _("Saved."))
    return True
