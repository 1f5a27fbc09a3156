"""Invitations at the desk after they were sent: withdrawn, taken back into force, sent again."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.clubs.models import Club, Invitation, Role, User
from league.clubs.services import invite, restore_invitation, withdraw_invitation
from league.faces.desk.access import actor_of, club_page
from league.faces.desk.people.members import SENT_AT, may_change_members
from league.faces.desk.undo import flash_done
from league.foundation.limits import clean_text
from league.foundation.refusal import Refused


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
            actor=actor_of(request),
            at=timezone.now(),
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
        restore_invitation(invitation=found, actor=actor_of(request), at=timezone.now())
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
            actor=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(
            request, _("The invitation is on its way to %(email)s again.") % {"email": found.email}
        )
    return redirect("desk:members", club.slug)
