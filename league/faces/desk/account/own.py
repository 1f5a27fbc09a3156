"""One's own account: name, address, password, phones and tokens."""

import json
from datetime import datetime
from typing import Any
from uuid import uuid4

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.views import PasswordResetConfirmView
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse_lazy
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.clubs.models import ApiToken, Club, Member, Player, Scope, User
from league.clubs.selectors import clubs_of, players_of_user, tokens_of
from league.clubs.services import change_player, remove_member
from league.clubs.services.accounts import (
    ADDRESS_GOOD_FOR_S,
    DAYS,
    address_in,
    ask_for_new_address,
    change_account,
    confirm_address,
    digest_of,
    make_token,
    revoke_token,
    take_new_address,
    text_of_form,
)
from league.clubs.services.mails import request_password_reset
from league.clubs.services.rate_limits import OWN_PASSWORD, TooOften, count
from league.faces.desk.access import act_of
from league.faces.desk.account.forms import AccountForm, AddressForm, PublicNameForm
from league.faces.desk.account.sign_in import (
    ask_for_password,
    check_proof,
    is_proven,
    remember_language,
    sign_in_again,
)
from league.foundation.once.middleware import key_of_form
from league.foundation.once.services import Answer, run_once
from league.foundation.refusal import Refused, add_refusal, add_retry_after, flash_errors
from league.office.kitty.selectors import own_balances
from league.office.notifications import services
from league.office.notifications.selectors import clubs_that_notify, stopped_address_of
from league.play.events.selectors import requests_for, requests_of

# --- One's own account: name, language, clubs, and what the public sees of one's players ---


@login_required
@require_http_methods(["GET", "POST"])
def home(request: HttpRequest) -> HttpResponse:
    """The account's page."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  login_required
    form = AccountForm(request.POST or None, initial={"name": user.name, "language": user.language})
    if request.method == "POST" and form.is_valid():
        try:
            change_account(user=user, **form.cleaned_data)
        except Refused as refused:
            form.add_error("name", str(refused))
        else:
            with translation.override(user.language):
                messages.success(request, _("Account updated."))
            return remember_language(redirect("account:home"), user)
    players = list(players_of_user(user).select_related("club__kitty"))
    context: dict[str, Any] = {
        "form": form,
        "memberships": list(clubs_of(user)),
        "requests": requests_for(user),
        "asked": requests_of(user),
        "balances": own_balances(players),
        "tell": list(clubs_that_notify(user)),
        "stopped": stopped_address_of(user),
        "players": [(player, _public_name_form(player)) for player in players],
    }
    return render(request, "desk/account/home.html", context)


def _public_name_form(player: Player) -> PublicNameForm:
    return PublicNameForm(
        initial={"public_name": player.public_name}, auto_id=f"id_player{player.pk}_%s"
    )


@login_required
@require_POST
def public_name(request: HttpRequest, player: int) -> HttpResponse:
    """Choose what the public sees of one's own name."""
    known_as = get_object_or_404(
        Player.objects.select_related("club"), pk=player, user=request.user
    )
    if not request.user.has_perm("clubs.change_public_name", known_as):
        raise PermissionDenied
    form = PublicNameForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose the full name or initials."))
        return redirect("account:home")
    with flash_errors(request):
        changed = change_player(player=known_as, **form.cleaned_data, by=act_of(request))
        messages.success(
            request, _("The public sees you as %(name)s.") % {"name": changed.shown_name}
        )
    return redirect("account:home")


@login_required
@require_POST
def leave(request: HttpRequest, member: int) -> HttpResponse:
    """Leave a club; one's results stay."""
    membership = get_object_or_404(
        Member.objects.select_related("club", "user"), pk=member, user=request.user
    )
    with flash_errors(request):
        remove_member(member=membership, by=act_of(request))
        messages.success(request, _("You have left %(club)s.") % {"club": membership.club.name})
    return redirect("account:home")


# --- A new e-mail address for an account: requested on a page, confirmed by the link sent to it ---


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
def change_address(request: HttpRequest) -> HttpResponse:
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
            context = {"email": email, "minutes": ADDRESS_GOOD_FOR_S // 60}
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


# --- Passwords: changed by typing the old one, or chosen again by a link sent by mail ---


@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "POST"])
def change_password(request: HttpRequest) -> HttpResponse:
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


# --- Phones ---
# Phones and browsers to which notifications are pushed: added by a script, removed by a button.

LONGEST_BODY = 4_000


@require_safe
def push_worker(request: HttpRequest) -> HttpResponse:
    """The script that shows what is pushed, also while no page is open."""
    response = render(request, "desk/account/push_worker.js", content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


@login_required
@require_POST
def phone_add(request: HttpRequest) -> HttpResponse:
    """Take the subscription that the browser made; 422 with a sentence for one that is none."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  login_required
    try:
        services.add_phone(user=user, **_subscription(request), at=timezone.now())
    except services.PreferenceInvalid as refused:
        return JsonResponse({"sentence": str(refused)}, status=422)
    return HttpResponse(status=204)


def _subscription(request: HttpRequest) -> dict[str, str]:
    """Return what a browser says of its subscription; empty words for what is missing."""
    try:
        given: Any = json.loads(request.body[:LONGEST_BODY])
    except ValueError:
        given = None
    given = given if isinstance(given, dict) else {}
    keys = given.get("keys")
    keys = keys if isinstance(keys, dict) else {}
    return {
        "endpoint": str(given.get("endpoint") or ""),
        "p256dh": str(keys.get("p256dh") or ""),
        "auth": str(keys.get("auth") or ""),
    }


@login_required
@require_POST
def phone_remove(request: HttpRequest, phone: int) -> HttpResponse:
    """Push nothing more to one of the own phones."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  login_required
    services.remove_phone(user=user, phone=phone)
    messages.success(request, _("This phone gets no more notices."))
    return redirect("account:home")


# --- Tokens of programs on the account's pages: listed, made and shown once, revoked ---


class TokenForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=60,
        help_text=gettext_lazy("What it is for, for example the big screen or the newsletter."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("Allowed to"),
        choices=Scope.choices,
        initial=[Scope.READ],
        widget=forms.CheckboxSelectMultiple,
    )
    club = forms.ModelChoiceField(
        label=gettext_lazy("Valid in"),
        queryset=Club.objects.none(),
        required=False,
        empty_label=gettext_lazy("all my clubs"),
    )
    days = forms.TypedChoiceField(label=gettext_lazy("Valid for"), coerce=int, initial=90)

    def __init__(self, user: User, data: Any = None) -> None:
        super().__init__(data)
        clubs = Club.objects.filter(members__user=user).order_by("name", "id")
        self.fields["club"].queryset = clubs  # type: ignore[attr-defined]
        self.fields["days"].choices = [  # type: ignore[attr-defined]
            (days, ngettext("%(days)d day", "%(days)d days", days) % {"days": days})
            for days in DAYS
        ]
        ask_for_password(self, user)


@sensitive_post_parameters("password")
@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """List the tokens; make one, whose text is shown on this answer and never again."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  login_required
    now = timezone.now()
    form = TokenForm(user, request.POST or None)
    context: dict[str, Any] = {"form": form, "now": now, "scopes": dict(Scope.choices)}
    refusal: Refused | None = None
    if request.method == "POST" and not is_proven(request, user, now):
        return sign_in_again(request)
    if request.method == "POST" and form.is_valid():
        try:
            check_proof(form, user, now)
            made, text = _make(request, user, form.cleaned_data, now)
        except Refused as refused:
            refusal = refused
            add_refusal(form, refused)
        else:
            context |= {"form": TokenForm(user), "made": made, "text": text}
    context["tokens"] = tokens_of(user)
    status = 422 if context["form"].errors else 200
    page = render(request, "desk/account/tokens.html", context, status=status)
    return add_retry_after(page, refusal)


def _make(
    request: HttpRequest, user: User, typed: dict[str, Any], now: datetime
) -> tuple[ApiToken | None, str]:
    """Make the token of a form; sent again, find the one that was made, unless it is revoked."""
    key = key_of_form(request) or uuid4()
    text = text_of_form(user, key)

    def act() -> Answer:
        asked = {name: typed[name] for name in ("name", "scopes", "club", "days")}
        make_token(user=user, **asked, at=now, text=text)
        return Answer(status=200)

    # the answer has the token's text, so it is not one of those that are kept for every form
    done = run_once(scope=f"tokens:{user.pk}", key=key, digest=digest_of(text), at=now, act=act)
    if done is not None:
        messages.info(request, _("This was sent twice; it was done once."))
    return tokens_of(user).filter(digest=digest_of(text)).first(), text


@login_required
@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """End a token: whatever uses it can do nothing any more."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  login_required
    revoke_token(token=get_object_or_404(tokens_of(user), pk=pk))
    messages.success(request, _("The token is revoked."))
    return redirect("account:tokens")
