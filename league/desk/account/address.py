"""The e-mail address of one's account: a new one is asked for, and taken by the link sent to it."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.clubs.models import User
from league.clubs.services.addresses import (
    GOOD_FOR_S,
    address_in,
    ask_for_new_address,
    take_new_address,
)
from league.refusal import Refused


class NewAddressForm(forms.Form):
    email = forms.EmailField(
        label=gettext_lazy("New e-mail address"),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=gettext_lazy("A link is sent there. Until you open it, nothing changes."),
    )


@login_required
@require_http_methods(["GET", "POST"])
def change(request: HttpRequest) -> HttpResponse:
    """Ask for another address."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  login_required
    form = NewAddressForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        email = form.cleaned_data["email"]
        try:
            ask_for_new_address(user=user, email=email, language=user.language)
        except Refused as refused:
            form.add_error("email", str(refused))
        else:
            context = {"email": email, "minutes": GOOD_FOR_S // 60}
            return render(request, "desk/account/address_sent.html", context)
    status = 422 if form.errors else 200
    return render(request, "desk/account/address.html", {"form": form}, status=status)


@never_cache
@require_http_methods(["GET", "POST"])
def take(request: HttpRequest, token: str) -> HttpResponse:
    """Take the new address. Opening the link changes nothing: programs look into mails too."""
    try:
        if request.method == "POST":
            user = take_new_address(token)
            messages.success(
                request, _("Your account has the address %(email)s now.") % {"email": user.email}
            )
            return redirect("account:home")
        user, email = address_in(token)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("account:home")
    return render(request, "desk/account/address_take.html", {"person": user, "email": email})
