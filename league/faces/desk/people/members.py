"""Who belongs to a club: members, invitations, and those who ask to join."""

import secrets
from datetime import datetime
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.clubs.models import (
    LARGEST_NUMBER_JOINING,
    Club,
    Invitation,
    Joining,
    JoinRequest,
    Member,
    Role,
    User,
)
from league.clubs.selectors import members_of, open_invitations_of
from league.clubs.services import (
    JoiningClosed,
    accept_join,
    add_member,
    came_since,
    change_joining,
    change_role,
    check_taking,
    invite,
    namesakes_of,
    refuse_join,
    remove_member,
    renew_join_code,
    restore_invitation,
    withdraw_invitation,
)
from league.clubs.services.clubs import lock_club
from league.clubs.services.mails import are_sent, url_of
from league.faces.desk.access import act_of, actor_of, club_page
from league.faces.desk.conflict_checked import ConflictCheckedForm
from league.faces.desk.inputs import day_field
from league.faces.desk.people.forms import InviteForm, RoleForm
from league.faces.desk.people.player_pages import members_sheet
from league.faces.desk.undo import flash_done, flash_saved, sealed, unsealed
from league.foundation.embedding import absolute
from league.foundation.journal.actor import Act
from league.foundation.limits import LARGEST_ID, clean_text, limits, parse_int
from league.foundation.qr_codes import qr_svg
from league.foundation.refusal import Refused, add_retry_after, flash_errors, form_errors
from league.foundation.spreadsheets import format_asked, spreadsheet

# --- Members of a club at the desk: their roles, and invitations of new ones ---

A_PAGE = 50
# names, in the form that undoes an invitation, when it was sent
SENT_AT = "sent_at"


def may_change_members(request: HttpRequest, club: Club) -> bool:
    """Return whether the person may give and take roles, not only invite players."""
    return request.user.has_perm("clubs.change_members", club)


@require_http_methods(["GET", "POST"])
@club_page("clubs.view_members")
def members(request: HttpRequest, club: Club) -> HttpResponse:
    """Who has which role, and who is invited. An invitation is sent from here."""
    if wanted := format_asked(request):
        sheet = members_sheet(club, members_of(club))
        return spreadsheet(sheet, wanted, club.slug, "members")
    may_change = may_change_members(request, club)
    initial = _invited_player(request, club)
    form = InviteForm(
        request.POST or None, club=club, may_change_members=may_change, initial=initial
    )
    refused: Refused | None = None
    if request.method == "POST" and form.is_valid():
        with form_errors(form) as shown:
            _invite(request, club, form)
            return redirect("desk:members", club.slug)
        refused = shown.refused
    page = Paginator(members_of(club), A_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "club": club,
        "form": form,
        "may_change": may_change,
        "mails_are_sent": are_sent(),
        "page": page,
        "members": [
            (member, RoleForm(initial={"role": member.role}, auto_id=f"id_{member.pk}_%s"))
            for member in page
        ],
        "invitations": [
            _shown(invitation, may_change, timezone.now())
            for invitation in open_invitations_of(club)
        ],
    }
    return add_retry_after(render(request, "desk/people/members.html", context), refused)


def _invited_player(request: HttpRequest, club: Club) -> dict[str, Any]:
    """Return the initial values for inviting the player whose page led here."""
    chosen = parse_int(request.GET.get("player"), most=LARGEST_ID)
    if chosen is None:
        return {"role": Role.PLAYER.value}
    player = club.players.filter(pk=chosen).first()
    return {"role": Role.PLAYER.value, "player": player, "email": player.email if player else ""}


def _invite(request: HttpRequest, club: Club, form: InviteForm) -> None:
    user = request.user
    assert isinstance(user, User)  # noqa: S101  club_page
    email = form.cleaned_data["email"]
    was_invited = open_invitations_of(club).filter(email__iexact=email).exists()
    at = timezone.now()
    invitation = invite(
        club=club, **form.cleaned_data, invited_by=user, by=Act(actor_of(request), at)
    )
    sentence = _("An invitation is on its way to %(email)s.") % {"email": invitation.email}
    if was_invited:
        # withdrawn, the earlier invitation would be gone too
        messages.success(request, sentence)
        return
    flash_done(
        request,
        sentence,
        undo="desk:invitation_withdraw",
        at=[club.slug, invitation.pk],
        fields={SENT_AT: at.isoformat()},
    )


def _shown(invitation: Invitation, may_change: bool, now: datetime) -> dict[str, Any]:
    """A link is as good as the role it gives: only who may give that role sees it."""
    may_handle = may_change or invitation.role == Role.PLAYER
    return {
        "invitation": invitation,
        "is_expired": invitation.expires_at <= now,
        "may_handle": may_handle,
        "url": url_of(invitation) if may_handle else "",
    }


def _to_list(request: HttpRequest, club: Club) -> HttpResponse:
    """Go back to the page of the list from which something was sent."""
    number = parse_int(request.GET.get("page"), most=LARGEST_ID)
    return redirect(
        reverse("desk:members", args=[club.slug]) + (f"?page={number}" if number else "")
    )


@require_POST
@club_page("clubs.change_members")
def role(request: HttpRequest, club: Club, member: int) -> HttpResponse:
    """Give a member another role."""
    found = get_object_or_404(Member.objects.select_related("user"), pk=member, club=club)
    before = found.role
    form = RoleForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose one of the roles in the list."))
        return _to_list(request, club)
    try:
        changed = change_role(member=found, **form.cleaned_data, by=act_of(request))
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        sentence = _("%(name)s is now %(role)s.")
        sentence %= {"name": changed.user, "role": changed.get_role_display()}
        if changed.user == request.user:
            # whoever is no owner any more cannot take that back
            messages.success(request, sentence)
            return redirect("desk:home")
        at = [club.slug, changed.pk]
        flash_done(request, sentence, undo="desk:member_role", at=at, fields={"role": before})
    return _to_list(request, club)


@require_POST
@club_page("clubs.change_members")
def remove(request: HttpRequest, club: Club, member: int) -> HttpResponse:
    """Take a member out of the club."""
    found = get_object_or_404(Member.objects.select_related("user"), pk=member, club=club)
    who = found.user_id
    try:
        remove_member(member=found, by=act_of(request))
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        sentence = _("%(name)s is no longer a member.") % {"name": found.user}
        if found.user == request.user:
            messages.success(request, sentence)
            return redirect("desk:home")
        flash_done(
            request,
            sentence,
            undo="desk:member_bring_back",
            at=[club.slug],
            fields={"who": sealed("member", {"club": club.pk, "user": who, "role": found.role})},
        )
    return _to_list(request, club)


@require_POST
@club_page("clubs.change_members")
def bring_back(request: HttpRequest, club: Club) -> HttpResponse:
    """Make somebody a member again who was taken out of the club just now."""
    facts = unsealed("member", request.POST.get("who", ""))
    user = User.objects.filter(pk=facts["user"]).first() if facts else None
    if facts is None or facts["club"] != club.pk or user is None:
        messages.error(request, _("That was too long ago to undo: send an invitation."))
    else:
        member = add_member(club=club, user=user, role=facts["role"], by=act_of(request))
        messages.success(
            request,
            _("%(name)s is now %(role)s.") % {"name": user, "role": member.get_role_display()},
        )
    return redirect("desk:members", club.slug)


# --- Invitations at the desk after they were sent: withdrawn, taken back into force, sent again ---


def _invitation(request: HttpRequest, club: Club, pk: int) -> Invitation:
    found = get_object_or_404(Invitation.objects.select_related("player"), pk=pk, club=club)
    if found.role != Role.PLAYER and not may_change_members(request, club):
        raise PermissionDenied
    return found


@require_POST
@club_page("clubs.invite_player")
def withdraw(request: HttpRequest, club: Club, invitation: int) -> HttpResponse:
    """Take an invitation back."""
    found = _invitation(request, club, invitation)
    try:
        withdraw_invitation(
            invitation=found,
            sent_at=clean_text(request.POST.get(SENT_AT), most=40),
            by=act_of(request),
        )
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        flash_done(
            request,
            _("The invitation to %(email)s has been withdrawn: its link no longer works.")
            % {"email": found.email},
            undo="desk:invitation_restore",
            at=[club.slug, found.pk],
            fields={},
        )
    return redirect("desk:members", club.slug)


@require_POST
@club_page("clubs.invite_player")
def restore(request: HttpRequest, club: Club, invitation: int) -> HttpResponse:
    """Let the link of an invitation work again that was withdrawn."""
    found = _invitation(request, club, invitation)
    try:
        restore_invitation(invitation=found, by=act_of(request))
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(
            request, _("The invitation to %(email)s is valid again.") % {"email": found.email}
        )
    return redirect("desk:members", club.slug)


@require_POST
@club_page("clubs.invite_player")
def send_again(request: HttpRequest, club: Club, invitation: int) -> HttpResponse:
    """Send an invitation once more; it is good for two weeks from now."""
    found = _invitation(request, club, invitation)
    user = request.user
    assert isinstance(user, User)  # noqa: S101  club_page
    try:
        invite(
            club=club,
            email=found.email,
            role=found.role,
            player=found.player,
            invited_by=user,
            by=act_of(request),
        )
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(
            request, _("The invitation is on its way to %(email)s again.") % {"email": found.email}
        )
    return redirect("desk:members", club.slug)


# --- Signing up to the club by a link or code, at the desk: opened, closed, and who came ---

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
                    account=user,
                    by=act_of(request),
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
    renew_join_code(club=club, below=secrets.randbelow, by=act_of(request))
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
            account=user,
            by=act_of(request),
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
        refuse_join(asked=join_request, by=act_of(request))
    messages.success(request, _("The sign-up was refused."))
    return redirect("desk:joining", club.slug)
