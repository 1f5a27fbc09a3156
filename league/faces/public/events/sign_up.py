"""How people come into an event: as players, as guests, and by the code at the door."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.clubs.models import Player, User
from league.clubs.selectors import player_of_user, role_of
from league.clubs.services.mails import are_sent
from league.clubs.services.players import LONGEST_NAME
from league.faces.public.events.happening_now import own_entry
from league.faces.public.pictures.links import page_tabs
from league.faces.public.visitors import EventPage, may_see, pass_event
from league.foundation.journal.actor import Act, Actor
from league.foundation.limits import clean_text
from league.foundation.lists import noted, partners
from league.foundation.names import alike_key, name_key
from league.foundation.refusal import Refused, add_refusal, add_retry_after, flash_errors
from league.play.events import services as events
from league.play.events.entry_rules import waits_for_partner
from league.play.events.evenings import (
    FORGED,
    OVER,
    RENEWED,
    STARTED,
    CheckInClosed,
    evening_from,
    may_come,
)
from league.play.events.models import (
    Attendance,
    Entry,
    EntryKind,
    EntryState,
    Evening,
    Event,
    PartnerRequest,
)
from league.play.events.selectors import requests_for
from league.play.events.services.partner_requests import answer_partner
from league.play.events.services.signing_up import (
    GuestLinkOver,
    explain_closed_sign_up,
    guest_signing_up,
    request_guest_sign_up,
    takes_guests,
)
from league.play.events.services.signing_up import sign_up as enter
from league.play.events.services.signing_up import sign_up_guest as enter_guest

# --- Guests sign up without an account: the form, and the page to which the mailed link leads ---


class GuestForm(forms.Form):
    """Who signs up, and with whom; partners are typed, one a line."""

    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    partners = forms.CharField(
        label=gettext_lazy("Your partner"), required=False, max_length=LONGEST_NAME
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        help_text=gettext_lazy(
            "We send a link there to confirm; only the organiser sees the address."
        ),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def __init__(self, event: Event, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        if event.entry_kind == EntryKind.INDIVIDUAL:
            del self.fields["partners"]
        elif event.entry_kind == EntryKind.TEAM:
            self.fields["partners"] = forms.CharField(
                label=gettext_lazy("Your partners"),
                help_text=gettext_lazy("One name a line."),
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


# --- Players who enter themselves: alone, or with the partners they name ---

PARTNER_HELP = gettext_lazy(
    "Type the name: your partner is asked first. Somebody missing? The organiser can add them."
)
PARTNERS_HELP = gettext_lazy(
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
                sentence = gettext_lazy(
                    "Nobody here is called “%(name)s”: choose one of the names offered."
                )
                raise forms.ValidationError(sentence % {"name": name[:80]}, code="unknown")
        return [self.players[name_key(name)] for name in names]


class SignUpForm(forms.Form):
    """Partners are typed by their names in the club; a team may have a name of its own."""

    name = forms.CharField(
        label=gettext_lazy("Name of the entry"),
        max_length=120,
        required=False,
        help_text=gettext_lazy("Leave it empty to use the players’ names."),
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
            label=gettext_lazy("Your partner") if of_pair else gettext_lazy("Your partners"),
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
                by=Act(Actor(user_id=user.pk, name=user.name, via="public"), timezone.now()),
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
        messages.error(
            request, str(gettext_lazy("Nobody waits for your answer to this entry any more."))
        )
        return redirect(request.path)
    with flash_errors(request):
        answer_partner(
            entry=entry,
            user=user,
            agrees=agrees,
            by=Act(Actor(user_id=user.pk, name=user.name, via="public"), timezone.now()),
        )
        done = (
            gettext_lazy("You are now part of the entry.")
            if agrees
            else gettext_lazy("You have declined.")
        )
        messages.success(request, str(done))
    return redirect(request.path)


def _answer(event: Event, entry: Entry, *, asked: bool) -> str | Promise:
    state = entry.state
    if asked:
        return gettext_lazy(
            "Your entry is waiting for your partners: those with an account are asked by "
            "e-mail, and the organiser can let the others in."
        )
    if waits_for_partner(event, entry):
        return gettext_lazy(
            "You are signed up on your own, waiting for a partner; tell the organiser who it is."
        )
    if state == EntryState.WAITING:
        return gettext_lazy("All places are taken: you are on the waiting list.")
    if state == EntryState.APPLIED:
        return gettext_lazy("You are signed up; the organiser still has to accept the entry.")
    return gettext_lazy("You are signed up.")


# --- Check in ---
# Checking in by phone: the evening's code opens the list, one picks the own name and confirms.

View = Callable[..., HttpResponse]
STATUS_OF = {FORGED: 404, RENEWED: 410, OVER: 410, STARTED: 409}
WRITES_A_MINUTE = 120


def evening_page(view: View) -> View:
    """Give the view the evening that the link of its address opens; nothing of it is kept."""

    @wraps(view)
    def page(request: HttpRequest, token: str, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            evening = evening_from(token, timezone.now())
        except CheckInClosed as closed:
            return _sealed(_closed(request, closed))
        with timezone.override(ZoneInfo(evening.club.time_zone)):
            return _sealed(view(request, token, evening, *args, **kwargs))

    return page


def _closed(request: HttpRequest, closed: CheckInClosed) -> HttpResponse:
    event = closed.evening.event if closed.evening else None
    context = {
        "sentence": str(closed),
        "has_begun": closed.reason == STARTED,
        "event": event if event is not None and may_see(request.user, event) else None,
    }
    return render(request, "public/check_in_closed.html", context, status=STATUS_OF[closed.reason])


def _sealed(response: HttpResponse) -> HttpResponse:
    # same-origin, not no-referrer: with that browsers send "Origin: null", which CSRF refuses
    response["Referrer-Policy"] = "same-origin"
    response["X-Robots-Tag"] = "noindex, nofollow"
    add_never_cache_headers(response)
    return response


@require_safe
@evening_page
def check_in(request: HttpRequest, token: str, evening: Evening) -> HttpResponse:
    """Everybody who plays in the club, by the names that the public sees."""
    text = clean_text(request.GET.get("q"), most=100)
    there = set(
        Attendance.objects.filter(evening=evening, left_at__isnull=True).values_list(
            "player", flat=True
        )
    )
    names = names_to_pick(list(may_come(evening.club)))
    words = alike_key(text).split()
    rows = [
        {"id": pk, "name": name, "sought": sought, "is_here": pk in there}
        for pk, name in names.items()
        for sought in [alike_key(name)]
        if all(word in sought for word in words)
    ]
    context = {"club": evening.club, "token": token, "rows": rows, "q": text}
    return render(request, "public/check_in.html", context)


def names_to_pick(players: list[Player]) -> dict[int, str]:
    """Return what each player is called on the list; who share a name have their numbers."""
    shared = Counter(player.shown_name for player in players)
    return {
        player.pk: noted(player.shown_name, player.member_number)
        if shared[player.shown_name] > 1 and player.member_number
        else player.shown_name
        for player in players
    }


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def confirm(request: HttpRequest, token: str, evening: Evening, player: int) -> HttpResponse:
    """Confirm that it is oneself who was picked; afterwards the page says that one is in."""
    found = get_object_or_404(may_come(evening.club), pk=player)
    refusal = ""
    if request.method == "POST":
        refusal = _check_in(evening, found)
        if not refusal:
            response = redirect("public:check_in_confirm", token, player)
            response.status_code = 303
            return response
    present = Attendance.objects.filter(evening=evening, player=found, left_at__isnull=True)
    context = {
        "club": evening.club,
        "token": token,
        "player": found,
        "name": found.shown_name,
        "is_here": present.exists(),
        "refusal": refusal,
    }
    status = 429 if refusal else 200
    return render(request, "public/check_in_confirm.html", context, status=status)


def _check_in(evening: Evening, player: Player) -> str:
    """Note that the player is there; return why that is not possible now, or nothing."""
    if _writes_too_often(evening):
        return _("Too many people are checking in right now. Wait a minute, then try again.")
    try:
        events.check_in(
            evening=evening,
            player=player,
            by_phone=True,
            by=Act(Actor(players=(player.pk,), name=player.name, via="public"), timezone.now()),
        )
    except Refused as refused:
        return str(refused)
    return ""


def _writes_too_often(evening: Evening) -> bool:
    key = f"check-ins:{evening.pk}:{timezone.now():%H%M}"
    cache.add(key, 0, 120)
    try:
        return cache.incr(key) > WRITES_A_MINUTE
    except ValueError:
        return False  # the cache is away or has dropped it: checking in goes on
