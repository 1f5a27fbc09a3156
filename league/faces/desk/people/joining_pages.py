"""Signing up to the club by a link or code, at the desk: opened, closed, and who came."""

import secrets
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.clubs.models import LARGEST_NUMBER_JOINING, Club, Joining, JoinRequest, User
from league.clubs.services import (
    JoiningClosed,
    accept_join,
    came_since,
    change_joining,
    check_taking,
    namesakes_of,
    refuse_join,
    renew_join_code,
)
from league.clubs.services.clubs import lock_club
from league.faces.desk.access import actor_of, club_page
from league.faces.desk.conflict_checked import ConflictCheckedForm
from league.faces.desk.inputs import day_field
from league.faces.desk.saved import flash_saved
from league.foundation.embedding import absolute
from league.foundation.limits import LARGEST_ID, clean_text, limits, parse_int
from league.foundation.qr_codes import qr_svg
from league.foundation.refusal_shown import flash_errors, form_errors

MOST_SHOWN = 100


class JoiningForm(ConflictCheckedForm):
    is_open = forms.BooleanField(
        label=gettext_lazy("People can sign up by the link or the code"), required=False
    )
    is_confirmed = forms.TypedChoiceField(
        label=gettext_lazy("Who signs up becomes a player"),
        choices=[
            ("yes", gettext_lazy("when a director confirms")),
            ("no", gettext_lazy("at once")),
        ],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "A director looks first in any case where the club has somebody of the name."
        ),
    )
    last_day = day_field(label=gettext_lazy("Last day"), required=False)
    most_people = forms.IntegerField(
        label=gettext_lazy("Most people"),
        required=False,
        help_text=gettext_lazy("Counted since you opened it."),
        **limits(1, LARGEST_NUMBER_JOINING),
    )


@require_http_methods(["GET", "POST"])
@club_page("clubs.change_people")
def joining(request: HttpRequest, club: Club) -> HttpResponse:
    """The link, the code and the limits of signing up; who waits, and who came lately."""
    found = Joining.objects.select_related("club").filter(club=club).first()
    form = _form(club, found, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            user = request.user
            assert isinstance(user, User)  # noqa: S101  club_page
            changed = form.run_if_unchanged(
                partial(
                    change_joining,
                    club=club,
                    below=secrets.randbelow,
                    by=user,
                    actor=actor_of(request),
                    at=timezone.now(),
                    **form.cleaned_data,
                )
            )
            flash_saved(request, _said(changed), form)
            return redirect("desk:joining", club.slug)
    asked = club.join_requests.select_related("player").order_by("-asked_at", "-id")
    context: dict[str, Any] = {
        "club": club,
        "form": form,
        "joining": found,
        "closed": _closed(found),
        "came": came_since(found) if found else 0,
        "waiting": [
            (one, namesakes_of(one)) for one in asked.filter(accepted_at=None)[:MOST_SHOWN]
        ],
        "accepted": asked.exclude(accepted_at=None)[:MOST_SHOWN],
        **_code(found),
    }
    return render(
        request, "desk/people/joining.html", context, status=422 if form.is_bound else 200
    )


def _form(club: Club, joining: Joining | None, data: Any = None) -> JoiningForm:
    form = JoiningForm(data, initial=_initial(joining))
    form.watch(
        ("club", club.pk),
        lock=partial(lock_club, club.pk),
        reload_form=lambda: _form(club, Joining.objects.filter(club=club).first()),
    )
    return form


def _initial(joining: Joining | None) -> dict[str, Any]:
    joining = joining or Joining()
    return {
        "is_open": joining.is_open,
        "is_confirmed": "yes" if joining.is_confirmed else "no",
        "last_day": joining.last_day,
        "most_people": joining.most_people,
    }


def _said(joining: Joining) -> str:
    if not joining.is_open:
        return _("Nobody can sign up by the link or the code now.")
    return _("People can sign up by the link and the code now.")


def _closed(joining: Joining | None) -> str:
    """Return why nobody can sign up although it is open: its last day, or its number."""
    if joining is None or not joining.is_open:
        return ""
    try:
        check_taking(joining, timezone.now())
    except JoiningClosed:
        return _("It is open, but the last day is over or all places are taken.")
    return ""


def _code(joining: Joining | None) -> dict[str, Any]:
    if joining is None:
        return {}
    url = absolute(reverse("public:join_club", args=[joining.code]))
    entered_at = absolute(reverse("public:join_by_code"))
    return {"url": url, "svg": qr_svg(url), "entered_at": entered_at}


@require_safe
@club_page("clubs.change_people")
def join_sheet(request: HttpRequest, club: Club) -> HttpResponse:
    """A sheet to be printed and hung up: the code to scan, and to type."""
    found = get_object_or_404(Joining, club=club)
    return render(
        request, "desk/people/join_sheet.html", {"club": club, "joining": found, **_code(found)}
    )


@require_POST
@club_page("clubs.change_people")
def join_code_renew(request: HttpRequest, club: Club) -> HttpResponse:
    """Make another code; the link and the sheets of before lead nowhere any more."""
    renew_join_code(club=club, below=secrets.randbelow, actor=actor_of(request), at=timezone.now())
    messages.success(request, _("There is a new code; print new sheets."))
    return redirect("desk:joining", club.slug)


@require_POST
@club_page("clubs.change_people")
def join_accept(request: HttpRequest, club: Club, asked: int) -> HttpResponse:
    """Take somebody who signed up, as a new player or as one whom the club has."""
    join_request = get_object_or_404(JoinRequest, pk=asked, club=club)
    chosen = parse_int(request.POST.get("player"), most=LARGEST_ID)
    player = get_object_or_404(club.players, pk=chosen) if chosen else None
    user = request.user
    assert isinstance(user, User)  # noqa: S101  club_page
    with flash_errors(request):
        taken = accept_join(
            asked=join_request,
            player=player,
            told_apart_by=clean_text(request.POST.get("told_apart_by"), most=100),
            by=user,
            actor=actor_of(request),
            at=timezone.now(),
        )
        messages.success(
            request, _("%(player)s is a player of the club.") % {"player": taken.player}
        )
    return redirect("desk:joining", club.slug)


@require_POST
@club_page("clubs.change_people")
def join_refuse(request: HttpRequest, club: Club, asked: int) -> HttpResponse:
    """Refuse somebody who signed up; whoever was taken already goes off the lists."""
    join_request = JoinRequest.objects.filter(pk=asked).first()
    if join_request is not None and join_request.club_id != club.pk:
        raise Http404("somebody who signed up to another club")
    if join_request is not None:  # pressed twice, it was refused the first time
        refuse_join(asked=join_request, actor=actor_of(request), at=timezone.now())
    messages.success(request, _("The sign-up was refused."))
    return redirect("desk:joining", club.slug)
