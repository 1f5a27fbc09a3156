"""Pages of a club in an association: where it is in, its registered players, its entries."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.calendar.captains.matches import NoSuchMatch, match_at
from league.calendar.captains.selectors import is_shown_to_captains, matches_of_entries
from league.clubs.models import Club, Player
from league.clubs.selectors import players_of
from league.faces.desk.access import act_of, club_page
from league.faces.desk.associations.association_access import check_owner, member_page, season_asked
from league.faces.desk.associations.forms import ClubEntryForm, ClubForm, RegisterForm, TransferForm
from league.faces.desk.matches.for_a_side import page_for_side
from league.faces.desk.undo import change_asked, flash_change_here, say_done_at, sealed, unsealed
from league.foundation.journal.actor import Act
from league.foundation.limits import LARGEST_ID, parse_int
from league.foundation.refusal import OutOfDate, flash_errors, form_errors
from league.office.associations import services as associations
from league.office.associations.models import (
    MOST_REGISTERED,
    AssociatedClub,
    Association,
    Belonging,
    Registration,
    Transfer,
    TransferRule,
    TransferState,
)
from league.office.associations.selectors import (
    association_of,
    associations_with,
    open_to_clubs,
    open_transfers,
    registrations_of,
)
from league.play.events.models import EntryState, Event, EventState, Season
from league.play.events.selectors import members_with_players, moves_up
from league.play.events.services import withdraw_entry
from league.play.rounds.models import Round

# --- Undo at the desks of associations and of clubs: the step that was just taken on the page ---

# what the buttons send as `action`: undo a step between clubs, open a registration again
UNDO, RESUME = "undo", "resume"
ABOUT = "registration"


def say_step(request: HttpRequest, club: Club, sentence: str, *, by: Act) -> None:
    """Say what was done for the club or the association, with the way back."""
    change = associations.belonging_change(club, by=by)
    flash_change_here(request, sentence, change, action=UNDO)


def undo_step(request: HttpRequest, club: Club) -> None:
    """Undo a step of the club or the association, and say so. Raises what the service raises."""
    associations.undo_belonging(club=club, change=change_asked(request), by=act_of(request))
    messages.success(request, _("Undone: it is as it was before."))


def say_ended(request: HttpRequest, club: Club, row: Registration, *, by: Act) -> None:
    """Say that a registration ended, with the way back unless it had ended before."""
    names = {"player": row.player.name, "club": row.club.name}
    sentence = _("%(player)s is no longer registered for %(club)s.") % names
    if row.ended_at != by.at:
        messages.success(request, sentence)
        return
    facts = {"club": club.pk, "row": row.pk, "ended": by.at.isoformat()}
    sent = {"action": RESUME, "which": sealed(ABOUT, facts)}
    say_done_at(request, sentence, request.get_full_path(), sent)


def resume(request: HttpRequest, club: Club, *, by: Act) -> None:
    """Open a registration again that was ended at this desk. Raises what the service raises."""
    facts = unsealed(ABOUT, request.POST.get("which", ""))
    row = Registration.objects.filter(pk=facts["row"]).first() if facts else None
    if facts is None or facts["club"] != club.pk or row is None:
        raise OutOfDate(_("This can no longer be undone. Look at the page once more."))
    ended_at = datetime.fromisoformat(facts["ended"])
    resumed = associations.resume_registration(registration=row, ended_at=ended_at, by=by)
    sentence = _("%(player)s is registered for %(club)s again.")
    names = {"player": resumed.player.name, "club": resumed.club.name}
    messages.success(request, sentence % names)


# what undoes that players were registered, that an entry was made, and that some were withdrawn
UNREGISTER, TAKE_OUT, REINSTATE = "unregister", "take_out", "reinstate"


def _number(request: HttpRequest, name: str) -> int:
    """Return a number that a button sent; 0 for what is none."""
    return parse_int(request.POST.get(name), most=LARGEST_ID) or 0


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
            with flash_errors(request):
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
    with form_errors(form) as shown:
        by = act_of(request)
        associations.ask_to_join(association=association, club=club, by=by)
        say_step(request, club, _("Saved. The owners of the association answer."), by=by)
    return shown.refused is None


def _answer(request: HttpRequest, club: Club) -> None:
    if request.POST.get("action") == UNDO:
        undo_step(request, club)
        return
    row = get_object_or_404(
        AssociatedClub.objects.select_related("association__club"),
        club=club,
        association=_number(request, "association"),
    )
    by = act_of(request)
    action = request.POST.get("action")
    if action == "leave":
        associations.leave(association=row.association, club=club, by=by)
    else:
        waits = Belonging.ASKED if action == "take_back" else Belonging.INVITED
        associations.answer(
            association=row.association, club=club, waits=waits, accepts=action == "accept", by=by
        )
    say_step(request, club, _("Saved."), by=by)


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
    """Do what was asked for; return whether the page can be shown again."""
    action = request.POST.get("action")
    by = act_of(request)
    if action == "register":
        return _registered(request, club, season, forms["register_form"], by)
    if action == "transfer" and "transfer_form" in forms:
        return _transferred(request, club, season, forms["transfer_form"], by)
    with flash_errors(request):
        _taken_back(request, club, season, by)
    return True


def _taken_back(request: HttpRequest, club: Club, season: Season, by: Act) -> None:
    """Take a transfer back, end a registration, or undo what was done to registrations."""
    action = request.POST.get("action")
    own = Registration.objects.select_related("season").filter(season=season, club=club)
    if action == RESUME:
        resume(request, club, by=by)
    elif action == UNREGISTER:
        rows = own.filter(pk__in=_numbers(request, "row"))
        associations.end_registrations(registrations=rows, by=by)
        messages.success(request, _("The players are no longer registered."))
    elif action == "take_back":
        waiting = Transfer.objects.filter(season=season, to_club=club)
        transfer = get_object_or_404(waiting, pk=_number(request, "row"))
        associations.take_back(transfer=transfer, by=by)
        messages.success(request, _("Saved."))
    else:
        row = get_object_or_404(own, pk=_number(request, "row"))
        say_ended(request, club, associations.end_registration(registration=row, by=by), by=by)


def _numbers(request: HttpRequest, name: str) -> list[int]:
    sent = request.POST.getlist(name)[:MOST_REGISTERED]
    return [number for text in sent if (number := parse_int(text, most=LARGEST_ID))]


def _registered(
    request: HttpRequest, club: Club, season: Season, form: RegisterForm, by: Act
) -> bool:
    if not form.is_valid():
        return False
    with form_errors(form) as shown:
        chosen = list(form.cleaned_data["players"])
        rows = associations.register_players(season=season, club=club, players=chosen, by=by)
        new = [row.pk for row in rows if row.registered_at == by.at]
        say_done_at(
            request, _("Saved."), request.get_full_path(), {"action": UNREGISTER, "row": new}
        )
    return shown.refused is None


def _transferred(
    request: HttpRequest, club: Club, season: Season, form: TransferForm, by: Act
) -> bool:
    if not form.is_valid():
        return False
    with form_errors(form) as shown:
        row = associations.transfer_player(
            season=season,
            player=form.cleaned_data["registration"].player,
            to_club=club,
            home_player=form.cleaned_data["home_player"],
            by=by,
        )
        _say_transferred(request, row)
    return shown.refused is None


def _say_transferred(request: HttpRequest, row: Transfer) -> None:
    """Say it, with the way back while the association has not consented yet."""
    if row.state == TransferState.ASKED:
        sent = {"action": "take_back", "row": row.pk}
        say_done_at(request, _("Saved."), request.get_full_path(), sent)
    else:
        messages.success(request, _("Saved."))


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
    by = act_of(request)
    if request.POST.get("action") == "enter":
        if not form.is_valid():
            return False
        with form_errors(form) as shown:
            entry = associations.enter_for_club(
                event=event,
                club=club,
                players=list(form.cleaned_data["players"]),
                name=form.cleaned_data["name"],
                by=by,
            )
            sent = {"action": TAKE_OUT, "row": entry.pk}
            say_done_at(request, _("Saved."), request.path, sent)
        return shown.refused is None
    with flash_errors(request):
        _withdrawn(request, club, event, by)
    return True


def _withdrawn(request: HttpRequest, club: Club, event: Event, by: Act) -> None:
    """Withdraw one entry or all of them, or undo what was done to entries."""
    action = request.POST.get("action")
    about: dict[str, Any] = {"event": event, "club": club, "by": by}
    if action == TAKE_OUT:
        associations.take_entry_out(entry=_number(request, "row"), **about)
        messages.success(request, _("The entry is taken out again."))
    elif action == REINSTATE:
        associations.reinstate_for_club(entries=_numbers(request, "row"), **about)
        messages.success(request, _("The club plays again as before."))
    else:
        own = event.entries.filter(of_club__club=club).exclude(state=EntryState.WITHDRAWN)
        can_come_back = not moves_up(event) and not own.exclude(state=EntryState.ACCEPTED).exists()
        if action == "withdraw_all":
            reason = request.POST.get("reason", "")[:200]
            withdrawn = associations.withdraw_club(reason=reason, **about)
        else:
            entry = get_object_or_404(own, pk=_number(request, "row"))
            entry.event = event
            withdrawn = [withdraw_entry(entry=entry, by=by)]
        _say_withdrawn(request, [entry.pk for entry in withdrawn] if can_come_back else [])


def _say_withdrawn(request: HttpRequest, withdrawn: list[int]) -> None:
    """Say it, with the way back unless others move up into the places or none was withdrawn."""
    if withdrawn:
        sent = {"action": REINSTATE, "row": withdrawn}
        say_done_at(request, _("Saved."), request.path, sent)
    else:
        messages.success(request, _("Saved."))


# --- Club matches ---
# The matches of a club's entries in an association: its people act for the entries' captains.


@never_cache
@require_http_methods(["GET", "POST"])
@member_page("associations.change_club_entries")
def match(
    request: HttpRequest,
    club: Club,
    association: Association,
    event: str,
    entry: int,
    round: int,
    number: int,
) -> HttpResponse:
    """One match of an entry of the club: captain, line-up, dates and result, as its captain."""
    if max(entry, round, number) > LARGEST_ID:
        raise Http404
    found = get_object_or_404(open_to_clubs(association), slug=event, state=EventState.RUNNING)
    own = found.entries.filter(of_club__club=club, state=EntryState.ACCEPTED)
    ours = get_object_or_404(own, pk=entry)
    rows = Round.objects.select_related("stage__event__club")
    try:
        played = match_at(get_object_or_404(rows, pk=round, stage__event=found), number)
        side = played.side_of(ours)
    except NoSuchMatch as missing:
        raise Http404 from missing
    if not is_shown_to_captains(played):
        raise Http404
    at = [club.slug, association.club.slug, found.slug]
    here = [*at, entry, round, number]
    with timezone.override(ZoneInfo(found.club.time_zone)):
        return page_for_side(
            request,
            played,
            side,
            back=reverse("desk:association_entries", args=at),
            done=lambda: redirect("desk:association_match", *here),
            for_club=club,
        )
