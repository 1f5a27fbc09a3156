"""Signing in by password or by a link sent by mail, and signing out."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from sesame.backends import ModelBackend

from league.clubs.models import User
from league.clubs.services.accounts import confirm_address
from league.clubs.services.rate_limits import TooOften
from league.clubs.services.sign_in_mails import request_sign_in_link
from league.faces.desk.account.forms import AddressForm, SignInForm
from league.faces.desk.account.landing import page_after_sign_in
from league.faces.desk.account.language import remember_language
from league.faces.desk.account.proof import note_sign_in_by_mail
from league.foundation.refusal_shown import add_retry_after

BY_LINK = "sesame.backends.ModelBackend"
TOKEN = "sesame"  # noqa: S105  the key in a link's query


class SignIn(LoginView):
    """By password; the page offers a link by mail too."""

    template_name = "desk/account/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_valid(form)
        assert isinstance(self.request.user, User)  # noqa: S101  it has just signed in
        return remember_language(response, self.request.user)

    def get_default_redirect_url(self) -> str:
        assert isinstance(self.request.user, User)  # noqa: S101  it has just signed in
        return page_after_sign_in(self.request.user)

    def form_invalid(self, form: Any) -> HttpResponse:
        return add_retry_after(super().form_invalid(form), form.refused)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        wanted = self.get_redirect_url()
        return super().get_context_data(
            **kwargs,
            link_form=AddressForm(initial={"next": wanted}, prefix="link"),
            next=wanted,
            is_new_site=not User.objects.exists(),
            open_sign_up=settings.OPEN_SIGN_UP,
        )


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out, whoever is signed in."""
    logout(request)
    messages.success(request, _("You are signed out."))
    return redirect(settings.LOGOUT_REDIRECT_URL)


@sensitive_post_parameters(TOKEN)
@never_cache
@require_http_methods(["GET", "POST"])
def magic(request: HttpRequest) -> HttpResponse:
    """Send a link, show what the link leads to, and sign in with it.

    Opening the link signs nobody in yet: programs that look into mails open links too, and it
    works only once.
    """
    if token := request.POST.get(TOKEN, ""):
        return _sign_in_with(request, token)
    if request.method == "POST":
        return _send(request)
    if token := request.GET.get(TOKEN, ""):
        return _ask(request, token)
    form = AddressForm(initial={"next": request.GET.get("next", "")}, prefix="link")
    return render(request, "desk/account/link.html", {"link_form": form})


def _send(request: HttpRequest) -> HttpResponse:
    form = AddressForm(request.POST, prefix="link")
    if not form.is_valid():
        return render(request, "desk/account/link.html", {"link_form": form}, status=400)
    try:
        request_sign_in_link(
            email=form.cleaned_data["email"],
            language=translation.get_language() or settings.LANGUAGE_CODE,
            client=request.META["REMOTE_ADDR"],
            at=timezone.now(),
            back_to=form.cleaned_data["next"],
        )
    except TooOften as refused:
        form.add_error(None, str(refused))
        return add_retry_after(
            render(request, "desk/account/link.html", {"link_form": form}), refused
        )
    context = {"email": form.cleaned_data["email"], "minutes": settings.SESAME_MAX_AGE // 60}
    return render(request, "desk/account/link_sent.html", context)


def _user_of(token: str) -> User | None:
    """Return whose link this is, if it still works; looking does not use it up.

    A lockout of wrong passwords does not stop it, so no other backend is asked.
    """
    user = ModelBackend().authenticate(None, sesame=token)
    return user if isinstance(user, User) else None


def _ask(request: HttpRequest, token: str) -> HttpResponse:
    user = _user_of(token)
    if user is None:
        return _link_over(request)
    context = {"person": user, "token": token, "next": request.GET.get("next", "")}
    return render(request, "desk/account/link_confirm.html", context)


def _sign_in_with(request: HttpRequest, token: str) -> HttpResponse:
    user = _user_of(token)
    if user is None:
        return _link_over(request)
    now = timezone.now()
    confirm_address(user, now)
    # signing in moves `last_login`, which the token was made from: it does not work again
    login(request, user, backend=BY_LINK)
    note_sign_in_by_mail(request, now)
    wanted = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        wanted = ""
    return remember_language(redirect(wanted or page_after_sign_in(user)), user)


def _link_over(request: HttpRequest) -> HttpResponse:
    context = {
        "link_form": AddressForm(initial={"next": request.GET.get("next", "")}, prefix="link"),
        "is_over": True,
    }
    return render(request, "desk/account/link.html", context, status=410)
