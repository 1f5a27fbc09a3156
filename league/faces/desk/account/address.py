"""A new e-mail address for an account: requested on a page, confirmed by the link sent to it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.clubs.models import User
from league.clubs.services.addresses import (
    GOOD_FOR_S,
    address_in,
    ask_for_new_address,
    take_new_address,
)
from league.faces.desk.account.proof import ask_for_password, check_proof, is_proven, sign_in_again
from league.foundation.refusal import Refused
from league.foundation.refusal_shown import add_refusal, add_retry_after


class NewAddressForm(forms.Form):
    email = forms.EmailField(
        label=gettext_lazy("New e-mail address"),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=gettext_lazy("A link is sent there. Until you open it, nothing changes."),
    )

    def __init__(self, user: User, data: Any = None) -> None:
        super().__init__(data)
        ask_for_password(self, user)


@sensitive_post_parameters("password")
@login_required
@require_http_methods(["GET", "POST"])
def change(request: HttpRequest) -> HttpResponse:
    """Ask for another address."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  login_required
    now = timezone.now()
    if not is_proven(request, user, now):
        return sign_in_again(request)
    form = NewAddressForm(user, request.POST or None)
    refusal: Refused | None = None
    if request.method == "POST" and form.is_valid():
        email = form.cleaned_data["email"]
        try:
            check_proof(form, user, now)
            ask_for_new_address(user=user, email=email, language=user.language, at=now)
        except Refused as refused:
            refusal = refused
            add_refusal(form, refused)
        else:
            context = {"email": email, "minutes": GOOD_FOR_S // 60}
            return render(request, "desk/account/address_sent.html", context)
    status = 422 if form.errors else 200
    page = render(request, "desk/account/address.html", {"form": form}, status=status)
    return add_retry_after(page, refusal)


@never_cache
@require_http_methods(["GET", "POST"])
def take(request: HttpRequest, token: str) -> HttpResponse:
    """Take the new address. Opening the link changes nothing: programs look into mails too."""
    try:
        if request.method == "POST":
            user = take_new_address(token, timezone.now())
            messages.success(
                request, _("Your account now has the address %(email)s.") % {"email": user.email}
            )
            return _go_on(request)
        user, email = address_in(token)
    except Refused as refused:
        messages.error(request, str(refused))
        return _go_on(request)
    return render(request, "desk/account/address_take.html", {"person": user, "email": email})


def _go_on(request: HttpRequest) -> HttpResponse:
    """Lead to the account, or whoever is signed out to the sign-in, which need not say why."""
    return redirect("account:home" if request.user.is_authenticated else "account:sign_in")
