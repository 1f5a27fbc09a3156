"""Members of a club at the desk: their roles, and invitations of new ones."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.models import Club, Invitation, Member, Role, User
from league.clubs.selectors import members_of, open_invitations_of
from league.clubs.services import (
    add_member,
    change_role,
    invite,
    remove_member,
)
from league.clubs.services.mails import are_sent, url_of
from league.faces.desk.access import actor_of, club_page
from league.faces.desk.people.forms import InviteForm, RoleForm
from league.faces.desk.people.people_columns import members_sheet
from league.faces.desk.undo import flash_done, sealed, unsealed
from league.foundation.limits import LARGEST_ID, parse_int
from league.foundation.refusal import Refused
from league.foundation.refusal_shown import add_retry_after, form_errors
from league.foundation.spreadsheets.answers import format_asked, spreadsheet

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
        club=club, **form.cleaned_data, invited_by=user, actor=actor_of(request), at=at
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
        changed = change_role(
            member=found, **form.cleaned_data, actor=actor_of(request), at=timezone.now()
        )
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
        remove_member(member=found, actor=actor_of(request), at=timezone.now())
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
        member = add_member(
            club=club, user=user, role=facts["role"], actor=actor_of(request), at=timezone.now()
        )
        messages.success(
            request,
            _("%(name)s is now %(role)s.") % {"name": user, "role": member.get_role_display()},
        )
    return redirect("desk:members", club.slug)
