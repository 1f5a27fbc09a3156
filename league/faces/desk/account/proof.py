"""Proof of identity before a change to how an account is signed in to: a session is not enough.

Whoever has a password types it again; whoever has none must have signed in by a mailed link within
the last quarter of an hour.
"""

from datetime import datetime, timedelta

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from league.clubs.models import User
from league.clubs.services.accounts import check_own_password
from league.faces.desk.account.forms import AddressForm

FRESH_FOR = timedelta(minutes=15)
SIGNED_IN_AT = "signed_in_by_mail_at"


def note_sign_in_by_mail(request: HttpRequest, at: datetime) -> None:
    """Remember in the session that it began with a mailed link."""
    request.session[SIGNED_IN_AT] = at.isoformat()


def is_proven(request: HttpRequest, user: User, at: datetime) -> bool:
    """Return whether a password can be asked for, or a mailed link opened the session just now."""
    signed_in_at = parse_datetime(request.session.get(SIGNED_IN_AT, ""))
    return user.has_usable_password() or (
        signed_in_at is not None and at - signed_in_at <= FRESH_FOR
    )


def sign_in_again(request: HttpRequest) -> HttpResponse:
    """Ask to sign in by a mailed link first, and offer to send it (403)."""
    form = AddressForm(
        initial={"email": getattr(request.user, "email", ""), "next": request.path}, prefix="link"
    )
    context = {"link_form": form, "minutes": FRESH_FOR.seconds // 60}
    return render(request, "desk/account/sign_in_again.html", context, status=403)


def ask_for_password(form: forms.Form, user: User) -> None:
    """Add a field for the password to the form, if the account has one."""
    if user.has_usable_password():
        form.fields["password"] = forms.CharField(
            label=_("Your password"),
            strip=False,
            max_length=1_000,
            widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        )


def check_proof(form: forms.Form, user: User, at: datetime) -> None:
    """Check the password in the form, if the account has one. Raises WrongPassword or TooOften."""
    if user.has_usable_password():
        check_own_password(user, form.cleaned_data["password"], at)
