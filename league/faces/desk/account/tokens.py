"""Tokens of programs on the account's pages: listed, made and shown once, revoked."""

from datetime import datetime
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.models import ApiToken, Club, Scope, User
from league.clubs.selectors import tokens_of
from league.clubs.services.api_tokens import (
    DAYS,
    digest_of,
    make_token,
    revoke_token,
    text_of_form,
)
from league.faces.desk.account.proof import ask_for_password, check_proof, is_proven, sign_in_again
from league.foundation.once.middleware import key_of_form
from league.foundation.once.services import Answer, run_once
from league.foundation.refusal import Refused
from league.foundation.refusal_shown import add_refusal, add_retry_after


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
