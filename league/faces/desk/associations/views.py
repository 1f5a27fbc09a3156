"""Pages of an association itself: its rules, its clubs, and who is registered."""

from functools import partial

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.models import Club
from league.clubs.services.clubs import lock_club
from league.faces.desk.access import BACK_TO, act_of, club_page, event_page
from league.faces.desk.associations.association_access import (
    association_page,
    check_owner,
    season_asked,
    tabs,
)
from league.faces.desk.associations.club_pages import (
    RESUME,
    UNDO,
    resume,
    say_ended,
    say_step,
    undo_step,
)
from league.faces.desk.associations.forms import ClubForm, RulesForm, SourcesForm
from league.faces.desk.undo import change_asked, flash_change, flash_saved
from league.foundation.limits import LARGEST_ID, parse_int
from league.foundation.lists import listed
from league.foundation.refusal import flash_errors, form_errors
from league.foundation.spreadsheets import format_asked, spreadsheet
from league.office.associations import services as associations
from league.office.associations.championship_field import MOST_SOURCES, possible_sources
from league.office.associations.models import Association, Belonging, Registration, Transfer
from league.office.associations.registration_sheet import registration_sheet
from league.office.associations.selectors import (
    association_of,
    belonging_to,
    open_transfers,
    registrations_of,
)
from league.play.events.models import Event, EventState
from league.play.events.names import name_of

A_PAGE = 100
NOT_BEGUN = (EventState.DRAFT, EventState.OPEN)


@require_http_methods(["GET", "POST"])
@club_page("associations.change_association")
def rules(request: HttpRequest, club: Club) -> HttpResponse:
    """Whether the club is an association, and its rules."""
    association = association_of(club)
    form = RulesForm(request.POST or None, association=association)
    form.watch(
        ("club", club.pk),
        lock=partial(lock_club, club.pk),
        reload_form=lambda: RulesForm(association=association_of(club)),
    )
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            return _save_rules(request, club, form)
    context = {"club": club, "form": form, "association": association}
    if association is not None:
        context["tabs"] = tabs(association, "association_rules")
    return render(request, "desk/associations/rules.html", context)


def _save_rules(request: HttpRequest, club: Club, form: RulesForm) -> HttpResponse:
    wanted = dict(form.cleaned_data)
    is_on = wanted.pop("is_association")
    by = act_of(request)
    form.run_if_unchanged(partial(associations.set_up, club=club, is_on=is_on, rules=wanted, by=by))
    said = _("Saved: the club is no association.")
    if is_on:
        said = _("Saved. Invite the clubs that belong to it.")
    # a club that is no association any more has no list of clubs to lead back to
    back = {} if form.initial["is_association"] else {BACK_TO: request.path}
    flash_saved(request, said, form, **back)
    page = "association_clubs" if is_on else "association_rules"
    return redirect(f"desk:{page}", club.slug)


@require_http_methods(["GET", "POST"])
@association_page("associations.register_players")
def clubs(request: HttpRequest, association: Association) -> HttpResponse:
    """The clubs of an association: owners invite, accept, and let them go."""
    club = association.club
    form = ClubForm(
        request.POST if request.POST.get("action") == "invite" else None,
        label=_("Club"),
        help_text=_("The address of its page on this site, or its last part."),
    )
    if request.method == "POST":
        check_owner(request, "associations.change_association", club)
        if request.POST.get("action") != "invite":
            with flash_errors(request):
                _answer(request, association)
            return redirect("desk:association_clubs", club.slug)
        if form.is_valid():
            with form_errors(form):
                by = act_of(request)
                row = associations.invite_club(
                    association=association, club=form.cleaned_data["slug"], by=by
                )
                say_step(request, club, _("%(club)s: invited.") % {"club": row.club.name}, by=by)
                return redirect("desk:association_clubs", club.slug)
    context = {
        "club": club,
        "tabs": tabs(association, "association_clubs"),
        "rows": belonging_to(association),
        "form": form,
        "may_change": request.user.has_perm("associations.change_association", club),
    }
    return render(request, "desk/associations/clubs.html", context)


def _answer(request: HttpRequest, association: Association) -> None:
    if request.POST.get("action") == UNDO:
        undo_step(request, association.club)
        return
    row = get_object_or_404(
        association.associated_clubs.select_related("club"),
        club=parse_int(request.POST.get("club"), most=LARGEST_ID),
    )
    by = act_of(request)
    action = request.POST.get("action")
    if action == "leave":
        associations.leave(association=association, club=row.club, by=by)
    else:
        waits = Belonging.INVITED if action == "take_back" else Belonging.ASKED
        associations.answer(
            association=association,
            club=row.club,
            waits=waits,
            accepts=action == "accept",
            by=by,
        )
    say_step(request, association.club, _("Saved."), by=by)


@require_http_methods(["GET", "POST"])
@association_page("associations.decide_transfer")
def registrations(request: HttpRequest, association: Association) -> HttpResponse:
    """Who is registered for which club in a season; transfers that wait for consent."""
    season = season_asked(association, request.GET.get("season", ""))
    if request.method == "POST":
        with flash_errors(request):
            _decide(request, association)
        return redirect(request.get_full_path())
    text = request.GET.get("q", "")[:120]
    found = registrations_of(season, text) if season else Registration.objects.none()
    wanted = format_asked(request)
    if wanted and season:
        return spreadsheet(registration_sheet(season, found), wanted, season.slug, "registrations")
    context = {
        "club": association.club,
        "tabs": tabs(association, "association_registrations"),
        "season": season,
        "seasons": association.club.seasons.order_by("-starts_on", "-id"),
        "q": text,
        "page": Paginator(found, A_PAGE).get_page(request.GET.get("page")),
        "transfers": open_transfers(season) if season else (),
        "to_fill": season.events.filter(state__in=NOT_BEGUN).order_by("starts_on", "id")
        if season
        else (),
    }
    return render(request, "desk/associations/registrations.html", context)


def _decide(request: HttpRequest, association: Association) -> None:
    by = act_of(request)
    if request.POST.get("action") == RESUME:
        resume(request, association.club, by=by)
        return
    pk = parse_int(request.POST.get("row"), most=LARGEST_ID)
    if request.POST.get("action") == "end":
        row = get_object_or_404(
            Registration.objects.select_related("season"), pk=pk, season__club=association.club
        )
        ended = associations.end_registration(registration=row, by=by)
        say_ended(request, association.club, ended, by=by)
        return
    transfer = get_object_or_404(
        Transfer.objects.select_related("season"), pk=pk, season__club=association.club
    )
    agrees = request.POST.get("action") == "consent"
    associations.consent(transfer=transfer, agrees=agrees, by=by)
    messages.success(request, _("Saved."))


# --- A championship filled from final standings of events of the association's clubs ---


@require_http_methods(["GET", "POST"])
@event_page("associations.fill_championship")
def championship(request: HttpRequest, event: Event) -> HttpResponse:
    """How many of the first places of which events go through; looked at first, then entered."""
    association = association_of(event.club)
    if association is None:
        raise Http404
    events = list(possible_sources(association, event)[:MOST_SOURCES])
    form = SourcesForm(request.POST or None, events=events)
    field = None
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            field = associations.preview_championship(event=event, sources=form.sources())
            if request.POST.get("action") == "fill":
                _fill(request, event, form)
                return redirect("desk:entries", event.club.slug, event.slug)
    context = {
        "club": event.club,
        "event": event,
        "form": form,
        "field": field,
        "has_begun": event.state not in (EventState.DRAFT, EventState.OPEN),
    }
    return render(request, "desk/associations/championship.html", context)


def _fill(request: HttpRequest, event: Event, form: SourcesForm) -> None:
    by = act_of(request)
    digest = request.POST.get("digest", "")
    associations.fill_championship(
        event=event, sources=form.sources(), expected_digest=digest, by=by
    )
    flash_change(
        request,
        _("Saved. Look at the field and its seeds."),
        associations.filling_made(event, by=by),
        undo="desk:championship_undo",
        at=[event.club.slug, event.slug],
    )


@require_POST
@event_page("associations.fill_championship")
def championship_undo(request: HttpRequest, event: Event) -> HttpResponse:
    """Remove the entries that a filling made, but those that somebody has changed since."""
    with flash_errors(request):
        undone = associations.undo_filling(
            event=event, change=change_asked(request), by=act_of(request)
        )
        done = ngettext(
            "%(count)d entry taken out.", "%(count)d entries taken out.", undone.removed
        )
        messages.success(request, done % {"count": undone.removed})
        if undone.changed:
            sentence = _("These have been changed since then and stay as they are: %(names)s.")
            names = listed(name_of(entry) for entry in undone.changed)
            messages.warning(request, sentence % {"names": names})
    return redirect("desk:entries", event.club.slug, event.slug)
