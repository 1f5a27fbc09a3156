"""Signing up to a club on a phone: by the link of its QR code, or by the code that was read out.

The page after it is the same whoever signed up: it does not say whether a name or an address is
known to the club.
"""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from league.clubs.models import Joining, User
from league.clubs.services import JoiningClosed, ask_to_join, check_taking, joining_of_code
from league.clubs.services.rate_limits import CODES_TYPED, TooOften, count, network_of
from league.foundation.refusal import Refused
from league.foundation.refusal_shown import add_refusal, add_retry_after


class CodeForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
        help_text=gettext_lazy("Six letters and digits, as your club shows them."),
    )


class JoinForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label=gettext_lazy("Your e-mail address"),
        help_text=gettext_lazy("Only owners and directors of the club see it."),
    )

    def __init__(self, *args: Any, user: User | None, **kwargs: Any) -> None:
        if user is not None:
            kwargs.setdefault("initial", {"name": user.name})
        super().__init__(*args, **kwargs)
        if user is not None:
            del self.fields["email"]


@require_http_methods(["GET", "HEAD", "POST"])
def join_by_code(request: HttpRequest) -> HttpResponse:
    """Take a code that was read out or stands on a sheet."""
    form = CodeForm(request.POST or None)
    refused: Refused | None = None
    if request.method == "POST" and form.is_valid():
        try:
            count(CODES_TYPED, network_of(request.META["REMOTE_ADDR"]), timezone.now())
            joining = joining_of_code(form.cleaned_data["code"])
            if joining is not None:
                return redirect("public:join_club", joining.code)
            form.add_error("code", _("No club has this code. Look at it again, letter by letter."))
        except TooOften as often:
            refused = often
            add_refusal(form, often)
    status = 422 if form.is_bound else 200
    page = render(request, "public/join_by_code.html", {"form": form}, status=status)
    return _sealed(add_retry_after(page, refused))


@require_http_methods(["GET", "HEAD", "POST"])
def join_club(request: HttpRequest, code: str) -> HttpResponse:
    """Sign up to the club of a code, with one's name and address."""
    try:
        count(CODES_TYPED, network_of(request.META["REMOTE_ADDR"]), timezone.now())
        joining = joining_of_code(code)
        if joining is None:
            raise JoiningClosed(_("No club has this code. Ask your club for the new one."))
        if request.GET.get("done") == "1":
            return _sealed(render(request, "public/joined.html", {"club": joining.club}))
        check_taking(joining, timezone.now())
    except JoiningClosed as closed:
        context = {"sentence": str(closed)}
        return _sealed(render(request, "public/join_closed.html", context, status=404))
    except TooOften as often:
        page = render(request, "public/join_closed.html", {"sentence": str(often)}, status=429)
        return _sealed(add_retry_after(page, often))
    return _sealed(_form(request, joining))


def _form(request: HttpRequest, joining: Joining) -> HttpResponse:
    user = request.user if isinstance(request.user, User) else None
    form = JoinForm(request.POST or None, user=user)
    refused: Refused | None = None
    if request.method == "POST" and form.is_valid():
        try:
            ask_to_join(
                joining=joining,
                name=form.cleaned_data["name"],
                email=form.cleaned_data.get("email", ""),
                user=user,
                client=request.META["REMOTE_ADDR"],
                at=timezone.now(),
            )
        except Refused as why:
            refused = why
            add_refusal(form, why)
        else:
            answer = redirect("public:join_club", joining.code)
            answer["Location"] += "?done=1"
            answer.status_code = 303
            return answer
    context = {"club": joining.club, "form": form, "account": user}
    status = 422 if form.is_bound else 200
    return add_retry_after(
        render(request, "public/join_club.html", context, status=status), refused
    )


def _sealed(response: HttpResponse) -> HttpResponse:
    # same-origin, not no-referrer: with that browsers send "Origin: null", which CSRF refuses
    response["Referrer-Policy"] = "same-origin"
    response["X-Robots-Tag"] = "noindex, nofollow"
    add_never_cache_headers(response)
    return response
