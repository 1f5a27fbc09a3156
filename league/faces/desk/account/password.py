"""Passwords: changed by typing the old one, or chosen again by a link sent by mail."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.views import PasswordResetConfirmView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.clubs.models import User
from league.clubs.services.accounts import confirm_address
from league.clubs.services.rate_limits import OWN_PASSWORD, TooOften, count
from league.clubs.services.sign_in_mails import request_password_reset
from league.faces.desk.account.forms import AddressForm
from league.faces.desk.account.proof import is_proven, sign_in_again
from league.foundation.refusal_shown import add_retry_after


@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "POST"])
def change(request: HttpRequest) -> HttpResponse:
    """Change the password, or choose the first one."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  login_required
    now = timezone.now()
    if not is_proven(request, user, now):
        return sign_in_again(request)
    form_class = PasswordChangeForm if user.has_usable_password() else SetPasswordForm
    form: SetPasswordForm[User] = form_class(user, request.POST or None)
    try:
        if request.method == "POST" and user.has_usable_password():
            count(OWN_PASSWORD, user.pk, now)
    except TooOften as refused:
        # without what was sent: it would be held against the password again
        form = form_class(user)
        context = {"form": form, "sentence": str(refused)}
        return add_retry_after(render(request, "desk/account/password.html", context), refused)
    if request.method == "POST" and form.is_valid():
        form.save()
        # the other devices of the person are signed out, this one is not
        update_session_auth_hash(request, user)
        messages.success(
            request,
            _(
                "The new password is set. Other devices have been signed out and API tokens "
                "revoked."
            ),
        )
        return redirect("account:home")
    return render(request, "desk/account/password.html", {"form": form})


@require_http_methods(["GET", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Send a link with which a new password can be chosen."""
    form = AddressForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            request_password_reset(
                email=form.cleaned_data["email"],
                language=translation.get_language() or settings.LANGUAGE_CODE,
                client=request.META["REMOTE_ADDR"],
                at=timezone.now(),
            )
        except TooOften as refused:
            form.add_error(None, str(refused))
            page = render(request, "desk/account/password_forgotten.html", {"form": form})
            return add_retry_after(page, refused)
        context = {
            "email": form.cleaned_data["email"],
            "minutes": settings.PASSWORD_RESET_TIMEOUT // 60,
        }
        return render(request, "desk/account/password_sent.html", context)
    return render(request, "desk/account/password_forgotten.html", {"form": form})


class NewPassword(PasswordResetConfirmView):
    """Choose a new password with the link from the mail, and be signed in."""

    template_name = "desk/account/password_new.html"
    success_url = reverse_lazy("desk:home")
    post_reset_login = True
    post_reset_login_backend = "django.contrib.auth.backends.ModelBackend"

    def form_valid(self, form: Any) -> HttpResponse:
        # the link came by mail; without that no password can be set
        confirm_address(form.user, timezone.now())
        response = super().form_valid(form)
        messages.success(self.request, _("The new password is set and you are signed in."))
        return response
