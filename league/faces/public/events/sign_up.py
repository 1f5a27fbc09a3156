"""Players who enter themselves: alone, or with the partners they name."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from league.clubs.models import Player, User
from league.clubs.selectors import player_of_user, role_of
from league.faces.public.events.guest_sign_up import ask_guest
from league.faces.public.events.own_entry import own_entry
from league.faces.public.pictures.links import page_tabs
from league.faces.public.visitors import EventPage, pass_event
from league.foundation.journal.actor import Actor
from league.foundation.names import name_key
from league.foundation.refusal import Refused
from league.foundation.refusal_shown import add_retry_after, flash_errors
from league.play.events.missing_partners import waits_for_partner
from league.play.events.models import (
    Entry,
    EntryKind,
    EntryState,
    Event,
    PartnerRequest,
)
from league.play.events.selectors import requests_for
from league.play.events.services.guest_sign_up import takes_guests
from league.play.events.services.partner_requests import answer_partner
from league.play.events.services.sign_up import explain_closed_sign_up
from league.play.events.services.sign_up import sign_up as enter

PARTNER_HELP = _(
    "Type the name: your partner is asked first. Somebody missing? The organiser can add them."
)
PARTNERS_HELP = _(
    "One name a line: they are asked first. Somebody missing? The organiser can add them."
)


class PlayersField(forms.CharField):
    """Players by their names as they are typed, one a line; a name that is nobody's is refused."""

    def __init__(self, players: Iterable[Player], **options: Any) -> None:
        super().__init__(max_length=2_000, **options)
        self.players = {name_key(player.name): player for player in players}

    def clean(self, value: Any) -> list[Player]:
        names = [name for name in str(super().clean(value)).splitlines() if name.strip()]
        for name in names:
            if name_key(name) not in self.players:
                sentence = _("Nobody here is called “%(name)s”: choose one of the names offered.")
                raise forms.ValidationError(sentence % {"name": name[:80]}, code="unknown")
        return [self.players[name_key(name)] for name in names]


class SignUpForm(forms.Form):
    """Partners are typed by their names in the club; a team may have a name of its own."""

    name = forms.CharField(
        label=_("Name of the entry"),
        max_length=120,
        required=False,
        help_text=_("Leave it empty to use the players’ names."),
    )

    def __init__(self, event: Event, player: Player, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        if event.entry_kind == EntryKind.INDIVIDUAL:
            del self.fields["name"]
            return
        others = Player.objects.filter(club=event.club, is_active=True, merged_into=None)
        of_pair = event.entry_kind == EntryKind.PAIR
        self.fields["partners"] = PlayersField(
            others.exclude(pk=player.pk).order_by("name"),
            label=_("Your partner") if of_pair else _("Your partners"),
            help_text=PARTNER_HELP if of_pair else PARTNERS_HELP,
            widget=forms.TextInput(attrs={"list": "players", "autocomplete": "off"})
            if of_pair
            else forms.Textarea(attrs={"rows": 4}),
        )
        self.order_fields(["partners", "name"])

    def offered(self) -> list[str]:
        """Return the names to choose from while one types."""
        field = self.fields.get("partners")
        return [player.name for player in field.players.values()] if field else []  # type: ignore[attr-defined]

    def chosen_partners(self) -> list[Player]:
        return list(self.cleaned_data.get("partners", ()))


@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest, club: str, event: str) -> HttpResponse:
    return _sign_up(request, club, event)


@pass_event
def _sign_up(request: HttpRequest, page: EventPage) -> HttpResponse:
    user, event = request.user, page.event
    if not isinstance(user, User):
        return (
            ask_guest(request, page)
            if takes_guests(event)
            else redirect_to_login(request.get_full_path())
        )
    player = player_of_user(user, page.club)
    closed = explain_closed_sign_up(event, timezone.now())
    requests = list(requests_for(user).filter(entry__event=event))
    if request.method == "POST" and player is None and role_of(user, page.club) is None:
        raise PermissionDenied
    if request.method == "POST" and "answer" in request.POST:
        return _answered(request, page, user, requests)
    sent = request.POST if request.method == "POST" else None
    form = SignUpForm(event, player, sent) if player else None
    refusal: Refused | None = None
    if form is not None and player is not None and form.is_valid():
        try:
            entry = enter(
                event=event,
                user=user,
                players=[player, *form.chosen_partners()],
                name=form.cleaned_data.get("name", ""),
                actor=Actor(user_id=user.pk, name=user.name, via="public"),
                at=timezone.now(),
            )
        except Refused as refused:
            refusal = refused
            form.add_error(None, str(refused))
        else:
            asked = bool(form.chosen_partners())
            messages.success(request, str(_answer(event, entry, asked=asked)))
            return redirect("public:event", page.club.slug, event.slug)
    context = {
        "event": event,
        "page_tabs": page_tabs(event),
        "club": page.club,
        "player": player,
        "closed": closed,
        "own": own_entry(event, player),
        "requests": requests,
        "form": form,
    }
    status = 422 if form is not None and form.errors else 200
    response = render(request, "public/sign_up.html", context, status=status)
    response["Cache-Control"] = "private, no-store"
    return add_retry_after(response, refusal)


def _answered(
    request: HttpRequest, page: EventPage, user: User, requests: list[PartnerRequest]
) -> HttpResponse:
    """Agree to be in the entry that was named, or decline."""
    named = {str(bye_request.entry_id): bye_request.entry for bye_request in requests}
    entry = named.get(request.POST.get("entry", ""))
    agrees = request.POST.get("answer") == "agree"
    if entry is None:
        messages.error(request, str(_("Nobody waits for your answer to this entry any more.")))
        return redirect(request.path)
    with flash_errors(request):
        answer_partner(
            entry=entry,
            user=user,
            agrees=agrees,
            actor=Actor(user_id=user.pk, name=user.name, via="public"),
            at=timezone.now(),
        )
        done = _("You are now part of the entry.") if agrees else _("You have declined.")
        messages.success(request, str(done))
    return redirect(request.path)


def _answer(event: Event, entry: Entry, *, asked: bool) -> str | Promise:
    state = entry.state
    if asked:
        return _(
            "Your entry is waiting for your partners: those with an account are asked by "
            "e-mail, and the organiser can let the others in."
        )
    if waits_for_partner(event, entry):
        return _(
            "You are signed up on your own, waiting for a partner; tell the organiser who it is."
        )
    if state == EntryState.WAITING:
        return _("All places are taken: you are on the waiting list.")
    if state == EntryState.APPLIED:
        return _("You are signed up; the organiser still has to accept the entry.")
    return _("You are signed up.")
