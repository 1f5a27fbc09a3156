"""Forms of the account pages."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from league.clubs.models import LANGUAGES, PublicName, User


class SignInForm(AuthenticationForm):
    error_messages = {
        "invalid_login": _(
            "The e-mail address or the password is wrong. Try again, or have a link sent to you."
        ),
        "inactive": _("This account is closed. Ask an owner of your club."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("E-mail address")
        self.fields["username"].widget = forms.EmailInput(
            attrs={"autocomplete": "username", "autofocus": True}
        )

    def clean_username(self) -> str:
        return str(self.cleaned_data["username"]).strip().lower()


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
    """A new account for who is invited."""

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
