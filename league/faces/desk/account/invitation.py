"""An invitation opened by its link: the one that the inviter sees, or the one that was mailed."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.clubs.models import Invitation, User
from league.clubs.selectors import role_of
from league.clubs.services import (
    InvitationOver,
    accept_invitation,
    check_open,
    invitation_from,
    mailed_invitation_from,
)
from league.clubs.services.accounts import AddressTaken, make_account_of
from league.clubs.services.mails import are_sent
from league.clubs.services.rate_limits import TooOften
from league.clubs.services.sign_in_mails import request_invitation_mail
from league.faces.desk.account.forms import JoinForm
from league.faces.desk.account.landing import page_after_sign_in
from league.faces.desk.account.language import remember_language
from league.faces.desk.account.proof import note_sign_in_by_mail
from league.foundation.journal.actor import Actor
from league.foundation.refusal import Refused
from league.foundation.refusal_shown import add_refusal, add_retry_after

BY_PASSWORD = "django.contrib.auth.backends.ModelBackend"  # noqa: S105  the name of a class


@never_cache
@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show who invites to what, by the link that the inviter sees too.

    It proves no address: who is not signed in has the mail sent, in which the link stands that
    does. Who is signed in may accept with the own account.
    """
    try:
        invited = invitation_from(token)
    except InvitationOver as over:
        return _render_closed(request, over, status=404)
    if isinstance(request.user, User):
        return _with_own_account(request, invited, request.user)
    return _by_mail(request, invited, token)


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Accept by the link that was mailed: with the account one has, or with a new one."""
    try:
        invited = mailed_invitation_from(token)
    except InvitationOver as over:
        return _render_closed(request, over, status=404)
    if isinstance(request.user, User):
        return _with_own_account(request, invited, request.user)
    return _with_new_account(request, invited, token)


def _by_mail(request: HttpRequest, invited: Invitation, token: str) -> HttpResponse:
    context: dict[str, Any] = {
        "invitation": invited,
        "club": invited.club,
        "masked": masked(invited.email),
        "back_to": reverse("account:invitation", args=[token]),
        "mails_are_sent": are_sent(),
    }
    refusal: Refused | None = None
    try:
        if request.method == "POST":
            client, at = request.META["REMOTE_ADDR"], timezone.now()
            request_invitation_mail(invitation=invited, client=client, at=at)
            return render(request, "desk/account/invitation_sent.html", context)
        check_open(invited, timezone.now())
    except InvitationOver as over:
        return _render_closed(request, over, invited)
    except TooOften as refused:
        refusal = refused
        context["sentence"] = str(refused)
    return add_retry_after(render(request, "desk/account/invitation.html", context), refusal)


def masked(email: str) -> str:
    """Return an address that only its owner recognises: a•••@example.org."""
    name, _at, host = email.partition("@")
    return f"{name[:1]}•••@{host}"


def _with_own_account(request: HttpRequest, invited: Invitation, user: User) -> HttpResponse:
    try:
        if request.method == "POST":
            actor = Actor(user_id=user.pk, name=str(user), via="desk")
            accept_invitation(invitation=invited, user=user, actor=actor, at=timezone.now())
            return _welcome(request, invited)
        if invited.accepted_by_id == user.pk:
            return _welcome(request, invited)
        check_open(invited, timezone.now())
    except InvitationOver as over:
        return _render_closed(request, over, invited)
    context = {"invitation": invited, "club": invited.club, "role_now": role_of(user, invited.club)}
    return render(request, "desk/account/invitation.html", context)


def _with_new_account(request: HttpRequest, invited: Invitation, token: str) -> HttpResponse:
    form = JoinForm(request.POST or None, email=invited.email, initial=_known_name(invited))
    context: dict[str, Any] = {
        "invitation": invited,
        "club": invited.club,
        "form": form,
        "has_account": User.objects.filter(email=invited.email).exists(),
        "back_to": reverse("account:join", args=[token]),
    }
    try:
        if request.method == "POST" and form.is_valid():
            user = make_account_of(
                mailed_token=token,
                name=form.cleaned_data["name"],
                password=form.cleaned_data["password"],
                language=translation.get_language() or invited.club.language,
                at=timezone.now(),
            )
            login(request, user, backend=BY_PASSWORD)
            note_sign_in_by_mail(request, timezone.now())
            return remember_language(_welcome(request, invited), user)
        check_open(invited, timezone.now())
    except InvitationOver as over:
        return _render_closed(request, over, invited)
    except AddressTaken as taken:
        context["has_account"] = True
        form.add_error(None, str(taken))
    except Refused as refused:
        add_refusal(form, refused)
    return render(request, "desk/account/invitation.html", context)


def _known_name(invited: Invitation) -> dict[str, str]:
    return {"name": invited.player.name} if invited.player else {}


def _welcome(request: HttpRequest, invited: Invitation) -> HttpResponse:
    messages.success(request, _("Welcome to %(club)s.") % {"club": invited.club.name})
    assert isinstance(request.user, User), "who accepts is signed in"  # noqa: S101
    return redirect(page_after_sign_in(request.user))


def _render_closed(
    request: HttpRequest, over: Refused, invited: Invitation | None = None, status: int = 410
) -> HttpResponse:
    context = {"sentence": str(over), "club": invited.club if invited else None}
    return render(request, "desk/account/invitation_over.html", context, status=status)
