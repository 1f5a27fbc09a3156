"""Forms of the account pages."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.clubs.models import PublicName, User
from league.clubs.services.accounts import user_with
from league.clubs.services.rate_limits import TooOften
from league.foundation.languages import LANGUAGES
from league.foundation.refusal import Refused


class SignInForm(AuthenticationForm):
    error_messages = {
        "invalid_login": _(
            "The e-mail address or the password is wrong, or the address is not confirmed yet. "
            "Try again, or have a link sent to you: it signs you in and confirms the address."
        ),
        "inactive": _("This account is closed. Ask an owner of your club."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("E-mail address")
        self.fields["username"].widget = forms.EmailInput(
            attrs={"autocomplete": "username", "autofocus": True}
        )

        self.refused: Refused | None = None

    def clean_username(self) -> str:
        return str(self.cleaned_data["username"]).strip().lower()

    def clean(self) -> dict[str, Any]:
        email, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if email is None or not password or self.request is None:
            return self.cleaned_data
        try:
            self.user_cache = user_with(self.request, email, password, timezone.now())
        except TooOften as refused:
            self.refused = refused
            raise forms.ValidationError(str(refused), code="too_often") from refused
        if self.user_cache is None:
            raise self.get_invalid_login_error()
        self.confirm_login_allowed(self.user_cache)
        return self.cleaned_data


class AddressForm(forms.Form):
    """Where a link is sent to."""

    email = forms.EmailField(
        label=_("E-mail address"),
        widget=forms.EmailInput(attrs={"autocomplete": "username"}),
    )
    next = forms.CharField(required=False, widget=forms.HiddenInput, max_length=500)


class AccountForm(forms.Form):
    name = forms.CharField(
        label=_("Your name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    language = forms.ChoiceField(label=_("Language of the pages and mails"), choices=LANGUAGES)


class PublicNameForm(forms.Form):
    public_name = forms.ChoiceField(
        label=_("The public sees"), choices=PublicName.choices, widget=forms.RadioSelect
    )


class JoinForm(forms.Form):
    """A new account for somebody who was invited."""

    name = forms.CharField(
        label=_("Your name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    password = forms.CharField(
        label=_("Password"),
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("Without one you sign in with a link that we send to your address."),
    )

    def __init__(self, *args: Any, email: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.email = email

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if password := data.get("password"):
            try:
                validate_password(password, User(email=self.email, name=data.get("name", "")))
            except forms.ValidationError as weak:
                self.add_error("password", weak)
        return data
