"""Players who enter themselves: alone, or with the partners they name."""

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
from league.clubs.selectors import own_player, role_of
from league.events.missing_partners import waits_for_partner
from league.events.models import (
    Entry,
    EntryKind,
    EntryState,
    Event,
    PartnerRequest,
)
from league.events.selectors import requests_for
from league.events.services.guest_sign_up import takes_guests
from league.events.services.partner_requests import answer_partner
from league.events.services.sign_up import sign_up as enter
from league.events.services.sign_up import why_closed
from league.journal.actor import Actor
from league.public.events.guest_sign_up import ask_guest
from league.public.events.own_entry import own_entry
from league.public.pictures.links import page_tabs
from league.public.visitors import EventPage, for_event
from league.refusal import Refused
from league.refusal_shown import flash_errors, with_wait


class SignUpForm(forms.Form):
    """Partners are chosen among the club's players; a team may have a name of its own."""

    partners = forms.ModelMultipleChoiceField(
        label=_("Your partners"),
        queryset=Player.objects.none(),
        help_text=_(
            "Choose who plays with you: they are asked first. Somebody missing? The organiser can "
            "add them."
        ),
    )
    name = forms.CharField(
        label=_("Name of the entry"),
        max_length=120,
        required=False,
        help_text=_("Leave it empty to use the players’ names."),
    )

    def __init__(self, event: Event, player: Player, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        others = Player.objects.filter(club=event.club, is_active=True, merged_into=None)
        partners = self.fields["partners"]
        partners.queryset = others.exclude(pk=player.pk).order_by("sort_key", "id")  # type: ignore[attr-defined]
        if event.entry_kind == EntryKind.INDIVIDUAL:
            del self.fields["partners"], self.fields["name"]
        elif event.entry_kind == EntryKind.PAIR:
            self.fields["partners"] = forms.ModelChoiceField(
                label=_("Your partner"),
                empty_label=_("choose a player"),
                queryset=partners.queryset,  # type: ignore[attr-defined]
                help_text=partners.help_text,
            )

    def chosen_partners(self) -> list[Player]:
        chosen = self.cleaned_data.get("partners")
        if chosen is None:
            return []
        return [chosen] if isinstance(chosen, Player) else list(chosen)


@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest, club: str, event: str) -> HttpResponse:
    return _sign_up(request, club, event)


@for_event
def _sign_up(request: HttpRequest, page: EventPage) -> HttpResponse:
    user, event = request.user, page.event
    if not isinstance(user, User):
        return (
            ask_guest(request, page)
            if takes_guests(event)
            else redirect_to_login(request.get_full_path())
        )
    player = own_player(user, page.club)
    closed = why_closed(event, timezone.now())
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
    return with_wait(response, refusal)


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
