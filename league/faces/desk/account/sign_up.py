"""An account for whoever wants to start a club: the address first, the rest by the mailed link."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.clubs.models import User
from league.clubs.services.accounts import AddressTaken
from league.clubs.services.mails import are_sent
from league.clubs.services.sign_up import (
    NoOpenSignUp,
    SignUpLinkOver,
    address_signing_up,
    request_sign_up,
    sign_up,
)
from league.faces.desk.account.forms import AddressForm, JoinForm
from league.faces.desk.account.invitation import BY_PASSWORD
from league.faces.desk.account.language import remember_language
from league.faces.desk.account.proof import note_sign_in_by_mail
from league.foundation.refusal import Refused
from league.foundation.refusal_shown import add_refusal, add_retry_after


@require_http_methods(["GET", "POST"])
def ask(request: HttpRequest) -> HttpResponse:
    """Ask for the address, and have a link sent there; whoever is signed in needs none."""
    if isinstance(request.user, User):
        return redirect("desk:club_new")
    form = AddressForm(request.POST or None)
    refusal: Refused | None = None
    if request.method == "POST" and form.is_valid():
        email = form.cleaned_data["email"]
        try:
            request_sign_up(
                email=email,
                language=translation.get_language() or settings.LANGUAGE_CODE,
                client=request.META["REMOTE_ADDR"],
                at=timezone.now(),
            )
        except Refused as refused:
            refusal = refused
            add_refusal(form, refused)
        else:
            return render(request, "desk/account/sign_up_sent.html", {"email": email})
    context = {
        "form": form,
        "mails_are_sent": are_sent(),
        "open_sign_up": settings.OPEN_SIGN_UP,
    }
    status = 422 if form.errors else 200
    page = render(request, "desk/account/sign_up.html", context, status=status)
    return add_retry_after(page, refusal)


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "POST"])
def take(request: HttpRequest, token: str) -> HttpResponse:
    """Make the account by the mailed link, and go on to the club."""
    if isinstance(request.user, User):
        return redirect("desk:club_new")
    try:
        email = address_signing_up(token)
    except (NoOpenSignUp, SignUpLinkOver) as over:
        messages.error(request, str(over))
        return redirect("account:sign_up")
    form = JoinForm(request.POST or None, email=email)
    context: dict[str, Any] = {"form": form, "email": email}
    if request.method == "POST" and form.is_valid():
        now = timezone.now()
        try:
            user = sign_up(
                token=token,
                name=form.cleaned_data["name"],
                password=form.cleaned_data["password"],
                language=translation.get_language() or settings.LANGUAGE_CODE,
                at=now,
            )
        except AddressTaken as taken:
            messages.info(request, str(taken))
            return redirect("account:sign_in")
        except Refused as refused:
            add_refusal(form, refused)
        else:
            login(request, user, backend=BY_PASSWORD)
            note_sign_in_by_mail(request, now)
            messages.success(request, _("Your account is made. Now name your club."))
            return remember_language(redirect("desk:club_new"), user)
    status = 422 if form.errors else 200
    return render(request, "desk/account/sign_up_take.html", context, status=status)
