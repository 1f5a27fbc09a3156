"""Guests sign up without an account: the form, and the page to which the mailed link leads."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.clubs.services.mails import are_sent
from league.clubs.services.players import LONGEST_NAME
from league.faces.public.visitors import EventPage, pass_event
from league.foundation.lists import partners
from league.foundation.refusal import Refused
from league.foundation.refusal_shown import add_refusal, add_retry_after
from league.play.events.models import EntryKind, Event
from league.play.events.services.guest_sign_up import (
    GuestLinkOver,
    guest_signing_up,
    request_guest_sign_up,
)
from league.play.events.services.guest_sign_up import (
    sign_up_guest as enter_guest,
)
from league.play.events.services.sign_up import explain_closed_sign_up


class GuestForm(forms.Form):
    """Who signs up, and with whom; partners are typed, one a line."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    partners = forms.CharField(label=_("Your partner"), required=False, max_length=LONGEST_NAME)
    email = forms.EmailField(
        label=_("E-mail address"),
        help_text=_("We send a link there to confirm; only the organiser sees the address."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def __init__(self, event: Event, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        if event.entry_kind == EntryKind.INDIVIDUAL:
            del self.fields["partners"]
        elif event.entry_kind == EntryKind.TEAM:
            self.fields["partners"] = forms.CharField(
                label=_("Your partners"),
                help_text=_("One name a line."),
                required=False,
                max_length=2_000,
                widget=forms.Textarea(attrs={"rows": 3}),
            )

    def names(self) -> list[str]:
        """Return the guest's name and those of the partners."""
        return [self.cleaned_data["name"], *self.cleaned_data.get("partners", "").splitlines()]


def ask_guest(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Ask a stranger for a name and an address, and have the link sent there."""
    event = page.event
    closed = explain_closed_sign_up(event, timezone.now())
    form = GuestForm(event, request.POST if request.method == "POST" else None)
    refusal: Refused | None = None
    if not closed and form.is_valid():
        try:
            request_guest_sign_up(
                event=event,
                names=form.names(),
                email=form.cleaned_data["email"],
                language=translation.get_language() or page.club.language,
                client=request.META["REMOTE_ADDR"],
                at=timezone.now(),
            )
        except Refused as refused:
            refusal = refused
            add_refusal(form, refused)
        else:
            sent = {"event": event, "club": page.club, "email": form.cleaned_data["email"]}
            return render(request, "public/guest_sign_up_sent.html", sent)
    context = {
        "event": event,
        "club": page.club,
        "closed": closed,
        "form": form,
        "mails_are_sent": are_sent(),
    }
    status = 422 if form.errors else 200
    response = render(request, "public/guest_sign_up.html", context, status=status)
    response["Cache-Control"] = "private, no-store"
    return add_retry_after(response, refusal)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up_guest(request: HttpRequest, club: str, event: str, token: str) -> HttpResponse:
    """Enter the guest whom the mailed link names, at the press of a button."""
    return _sign_up_guest(request, club, event, token)


@pass_event
def _sign_up_guest(request: HttpRequest, page: EventPage, token: str) -> HttpResponse:
    event, refused, entry = page.event, None, None
    names: list[str] = []
    try:
        names, _email = guest_signing_up(event, token)
        if request.method == "POST":
            entry = enter_guest(event=event, token=token, at=timezone.now())
    except Refused as why:
        refused = why
    is_over = isinstance(refused, GuestLinkOver)
    context = {
        "event": event,
        "club": page.club,
        "names": partners(names),
        "entry": entry,
        "refused": refused,
        "is_over": is_over,
    }
    status = 404 if is_over else 422 if refused else 200
    return render(request, "public/guest_sign_up_take.html", context, status=status)
