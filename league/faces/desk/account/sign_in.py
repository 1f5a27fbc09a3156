"""Coming in: sign in, prove an address, follow an invitation, start an account."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.dateparse import parse_datetime
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from sesame.backends import ModelBackend

from league.clubs.models import Invitation, User
from league.clubs.permissions import SCORERS
from league.clubs.selectors import players_of_user, role_of
from league.clubs.services import (
    InvitationOver,
    accept_invitation,
    check_open,
    invitation_from,
    mailed_invitation_from,
)
from league.clubs.services.accounts import (
    AddressTaken,
    NoOpenSignUp,
    SignUpLinkOver,
    address_signing_up,
    check_own_password,
    confirm_address,
    make_account_of,
    request_sign_up,
    sign_up,
)
from league.clubs.services.mails import are_sent, request_invitation_mail, request_sign_in_link
from league.clubs.services.rate_limits import HOUR, TooOften
from league.faces.desk.account.forms import AddressForm, JoinForm, SignInForm
from league.foundation.journal.actor import Act, Actor
from league.foundation.refusal import Refused, add_refusal, add_retry_after

# --- Proof ---
# Proof of identity before a change to how an account is signed in to: a session is not enough.
#
# Whoever has a password types it again; whoever has none must have signed in by a mailed link
# within the last quarter of an hour.

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
            label=gettext_lazy("Your password"),
            strip=False,
            max_length=1_000,
            widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        )


def check_proof(form: forms.Form, user: User, at: datetime) -> None:
    """Check the password in the form, if the account has one. Raises WrongPassword or TooOften."""
    if user.has_usable_password():
        check_own_password(user, form.cleaned_data["password"], at)


# --- Where somebody goes after signing in who asked for no page in particular ---


def page_after_sign_in(user: User) -> str:
    """Return the address of My page for who is only a player, else that of the desk."""
    has_desk = user.is_staff or user.memberships.filter(role__in=SCORERS).exists()
    if not has_desk and players_of_user(user).exists():
        return reverse("public:my_page")
    return resolve_url(settings.LOGIN_REDIRECT_URL)


# --- Pages in the language of the account, unless another one was chosen on this device ---


class AccountLanguageMiddleware(MiddlewareMixin):
    """After a language cookie, before what the browser asks for, goes the account's language."""

    def process_request(self, request: HttpRequest) -> None:
        if settings.LANGUAGE_COOKIE_NAME in request.COOKIES:
            return
        # without a session nobody is signed in: public pages stay free of it
        if settings.SESSION_COOKIE_NAME in request.COOKIES and isinstance(request.user, User):
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = translation.get_language()


def remember_language(response: HttpResponse, user: User) -> HttpResponse:
    """Have this device show the account's language from now on."""
    cookie: dict[str, Any] = {
        "max_age": settings.LANGUAGE_COOKIE_AGE,
        "path": settings.LANGUAGE_COOKIE_PATH,
        "domain": settings.LANGUAGE_COOKIE_DOMAIN,
        "secure": settings.LANGUAGE_COOKIE_SECURE,
        "httponly": settings.LANGUAGE_COOKIE_HTTPONLY,
        "samesite": settings.LANGUAGE_COOKIE_SAMESITE,
    }
    response.set_cookie(settings.LANGUAGE_COOKIE_NAME, user.language, **cookie)
    return response


# --- Signing in by password or by a link sent by mail, and signing out ---

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


# --- The answer to somebody who tried to sign in too often ---

COOL_OFF_SECONDS = int(settings.AXES_COOLOFF_TIME * HOUR)


def page(request: HttpRequest, *_response_and_credentials: Any) -> HttpResponse:
    """Answer after too many wrong passwords; axes asks for it."""
    response = render(request, "errors/locked_out.html", status=429)
    response.headers["Retry-After"] = str(COOL_OFF_SECONDS)
    return response


# --- Invitation ---
# An invitation opened by its link: the one that the inviter sees, or the one that was mailed.

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
            accept_invitation(invitation=invited, user=user, by=Act(actor, timezone.now()))
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


# --- Sign up ---
# An account for whoever wants to start a club: the address first, the rest by the mailed link.


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
