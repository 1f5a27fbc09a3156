"""The cash desk of an evening or an event: one tap notes that somebody has paid."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST
from django.views.decorators.vary import vary_on_headers

from league.clubs.models import Player
from league.desk.access import actor_of
from league.desk.kitty.cash_paper import print_cash
from league.desk.kitty.kitty_access import context_of, event_in, kitty_page
from league.events.evenings import started_evenings, waiting_evening
from league.events.models import Evening, Event, EventState
from league.kitty import services as kitties
from league.kitty.models import EventCharges, Kitty, Transaction, TransactionKind
from league.kitty.money import shown
from league.kitty.selectors import CashSheet, cash_sheet
from league.kitty.services.charging import evening_still_due
from league.kitty.services.payments import Occasion
from league.limits import LARGEST_ID, number_of
from league.refusal import Refused

# amounts below 0 are credits; no balance is larger
LARGEST = 10**15
MOST_EVENTS = 20


@dataclass(frozen=True, slots=True)
class CashDesk:
    """What people pay for here: an event, or an evening that has not started."""

    kitty: Kitty
    event: Event | None = None
    evening: Evening | None = None

    @property
    def title(self) -> str:
        if self.event is not None:
            return self.event.name
        if self.evening is not None:
            day = date_format(self.evening.day, "DATE_FORMAT")
            return self.evening.name or _("Evening of %(day)s") % {"day": day}
        return _("Cash desk")

    @property
    def occasion(self) -> Occasion:
        return Occasion(event=self.event, evening=self.evening)

    def address(self, name: str) -> str:
        slug = self.kitty.club.slug
        if self.event is None:
            return reverse(f"desk:kitty_cash{name}", args=[slug])
        name = name or "_cash"
        return reverse(f"desk:kitty_event{name}", args=[slug, self.event.slug])

    def sheet(self, only: Player | None = None) -> CashSheet:
        due = evening_still_due(self.kitty, self.evening) if self.evening is not None else {}
        if self.event is None and self.evening is None:
            return CashSheet()
        return cash_sheet(self.kitty, event=self.event, evening=self.evening, due=due, only=only)

    @property
    def is_behind(self) -> bool:
        state = EventCharges.objects.filter(event=self.event).first() if self.event else None
        return state is not None and state.is_behind


def _tonight(kitty: Kitty) -> CashDesk:
    return CashDesk(kitty, evening=waiting_evening(kitty.club, timezone.localdate()))


@require_GET
@kitty_page("kitty.take_cash")
def tonight(request: HttpRequest, kitty: Kitty) -> HttpResponse:
    """The cash desk of tonight's evening; of one that has started, the way to its event."""
    desk = _tonight(kitty)
    if desk.evening is None:
        begun = started_evenings(kitty.club, timezone.localdate())
        if begun and begun[0].event is not None:
            slug = begun[0].event.slug
            return redirect("desk:kitty_event_cash", kitty.club.slug, slug)
    return _page(request, desk)


@require_POST
@vary_on_headers("HX-Request")
@kitty_page("kitty.take_cash")
def tonight_paid(request: HttpRequest, kitty: Kitty) -> HttpResponse:
    """Note that somebody has paid for the evening, or undo it."""
    return _act(request, _tonight(kitty))


@require_GET
@kitty_page("kitty.take_cash")
def tonight_pdf(request: HttpRequest, kitty: Kitty) -> HttpResponse:
    """The cash sheet of tonight, to be printed."""
    desk = _tonight(kitty)
    return print_cash(request, kitty, desk.title, desk.sheet())


@require_GET
@kitty_page("kitty.take_cash")
def event_cash(request: HttpRequest, kitty: Kitty, event: str) -> HttpResponse:
    """The cash desk of an event."""
    return _page(request, CashDesk(kitty, event=event_in(kitty, event)))


@require_POST
@vary_on_headers("HX-Request")
@kitty_page("kitty.take_cash")
def event_paid(request: HttpRequest, kitty: Kitty, event: str) -> HttpResponse:
    """Note that somebody has paid for the event, or undo it."""
    return _act(request, CashDesk(kitty, event=event_in(kitty, event)))


@require_GET
@kitty_page("kitty.take_cash")
def event_pdf(request: HttpRequest, kitty: Kitty, event: str) -> HttpResponse:
    """The cash sheet of an event, to be printed."""
    desk = CashDesk(kitty, event=event_in(kitty, event))
    return print_cash(request, kitty, desk.title, desk.sheet(), event)


def _page(request: HttpRequest, desk: CashDesk) -> HttpResponse:
    return render(request, "desk/kitty/cash.html", _shown(request, desk))


def _shown(request: HttpRequest, desk: CashDesk, **more: Any) -> dict[str, Any]:
    sheet = desk.sheet()
    return context_of(
        request,
        desk.kitty,
        "kitty_cash",
        desk=desk,
        sheet=sheet,
        stats=_stats(sheet, desk.kitty.currency),
        events=_other_events(desk),
        paid_url=desk.address("_paid"),
        pdf_url=desk.address("_pdf"),
        may_change=request.user.has_perm("kitty.change_kitty", desk.kitty.club),
        **more,
    )


def _stats(sheet: CashSheet, currency: str) -> list[tuple[str, str]]:
    return [
        (shown(sheet.charged, currency), _("Charged")),
        (shown(sheet.paid, currency), _("Paid")),
        (str(sheet.owing), _("Still owe")),
    ]


def _other_events(desk: CashDesk) -> list[Event]:
    """Return the events that are played or open for entries, to change over to them."""
    states = (EventState.OPEN, EventState.RUNNING)
    events = desk.kitty.club.events.filter(state__in=states).order_by("-starts_on", "-pk")
    return [event for event in events[:MOST_EVENTS] if event != desk.event]


def _act(request: HttpRequest, desk: CashDesk) -> HttpResponse:
    number = number_of(request.POST.get("player"), most=LARGEST_ID)
    player = get_object_or_404(Player, club=desk.kitty.club_id, pk=number or 0)
    player = player.merged_into or player
    is_part = bool(getattr(request, "htmx", False))
    try:
        if "undo" in request.POST:
            _undo(request, desk, player)
        else:
            _take(request, desk, player)
    except Refused as refused:
        messages.error(request, str(refused))
        if is_part:
            return HttpResponse(headers={"HX-Redirect": desk.address("")})
    if not is_part:
        return redirect(f"{desk.address('')}#player-{player.pk}")
    rows = [row for row in desk.sheet().rows if row.player == player]
    context = _shown(request, desk) | {"row": rows[0] if rows else None, "is_part": True}
    return render(request, "desk/kitty/_paid.html", context)


def _take(request: HttpRequest, desk: CashDesk, player: Player) -> None:
    seen = number_of(request.POST.get("owes"), most=LARGEST)
    kitties.take_all(
        club=desk.kitty.club,
        player=player,
        seen=-1 if seen is None else seen,
        occasion=desk.occasion,
        actor=actor_of(request),
        at=timezone.now(),
    )


def _undo(request: HttpRequest, desk: CashDesk, player: Player) -> None:
    """Reverse the payment that the page showed, and no other."""
    number = number_of(request.POST.get("undo"), most=LARGEST_ID)
    booked = get_object_or_404(
        Transaction, kitty=desk.kitty, number=number or 0, kind=TransactionKind.PAYMENT
    )
    kitties.reverse(club=desk.kitty.club, booked=booked, actor=actor_of(request), at=timezone.now())
