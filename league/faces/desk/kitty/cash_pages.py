"""The cash desk of an evening or an event: one tap notes that somebody has paid."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST
from django.views.decorators.vary import vary_on_headers

from league.clubs.models import Player
from league.faces.desk.access import act_of
from league.faces.desk.kitty.views import AmountsPages, context_of, event_in, kitty_page
from league.faces.desk.records.views import EventResource
from league.faces.desk.undo import CHANGE, flash_done, undo_asked
from league.foundation.limits import LARGEST_ID, parse_int
from league.foundation.lists import listed
from league.foundation.refusal import Refused, flash_errors
from league.foundation.spreadsheets import format_asked, spreadsheet
from league.office.documents.club_papers import EVENT_CASH, TONIGHT_CASH
from league.office.documents.document_kind import DocumentKind, DocumentOptions
from league.office.kitty import services as kitties
from league.office.kitty.bookings_shown import cash_list
from league.office.kitty.cash_desk import CashDesk, evening_of
from league.office.kitty.charges import has_evening_fee, house_amounts_on
from league.office.kitty.models import (
    EventAmounts,
    EventCharges,
    Kitty,
    Transaction,
    TransactionKind,
)
from league.office.kitty.money import shown
from league.office.kitty.selectors import CashSheet, amounts_of
from league.office.kitty.services.booking import Occasion
from league.office.kitty.services.prizes import CannotAward, Prizes, prizes_of
from league.office.paper.document import pdf
from league.play.events.evenings import is_evening
from league.play.events.models import Event, EventState
from league.play.events.names import name_of
from league.play.rounds.events_of_a_day import events_of_a_day

# amounts below 0 are credits; no balance is larger
LARGEST = 10**15
MOST_EVENTS = 20
PEOPLE_A_PAGE = 100


class CashDeskPage(CashDesk):
    """The cash desk with the addresses of its pages."""

    @property
    def occasion(self) -> Occasion:
        return Occasion(event=self.event, evening=self.evening)

    def address(self, name: str) -> str:
        slug = self.kitty.club.slug
        if self.event is None:
            return reverse(f"desk:kitty_cash{name}", args=[slug])
        name = name or "_cash"
        return reverse(f"desk:kitty_event{name}", args=[slug, self.event.slug])

    @property
    def is_behind(self) -> bool:
        state = EventCharges.objects.filter(event=self.event).first() if self.event else None
        return state is not None and state.is_behind


def _tonight(kitty: Kitty) -> CashDeskPage:
    return CashDeskPage(kitty, evening=evening_of(kitty, timezone.localdate()))


@require_GET
@kitty_page("kitty.take_cash")
def tonight(request: HttpRequest, kitty: Kitty) -> HttpResponse:
    """The cash desk of tonight's evening; of one that has started, the way to its event."""
    desk = _tonight(kitty)
    if desk.evening is None:
        begun = events_of_a_day(kitty.club, timezone.localdate(), most=1)
        if begun:
            return redirect("desk:kitty_event_cash", kitty.club.slug, begun[0].slug)
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
    return _print(request, _tonight(kitty), TONIGHT_CASH)


@require_GET
@kitty_page("kitty.take_cash")
def event_cash(request: HttpRequest, kitty: Kitty, event: str) -> HttpResponse:
    """The cash desk of an event."""
    return _page(request, CashDeskPage(kitty, event=event_in(kitty, event)))


@require_POST
@vary_on_headers("HX-Request")
@kitty_page("kitty.take_cash")
def event_paid(request: HttpRequest, kitty: Kitty, event: str) -> HttpResponse:
    """Note that somebody has paid for the event, or undo it."""
    return _act(request, CashDeskPage(kitty, event=event_in(kitty, event)))


@require_GET
@kitty_page("kitty.take_cash")
def event_pdf(request: HttpRequest, kitty: Kitty, event: str) -> HttpResponse:
    """The cash sheet of an event, to be printed."""
    desk = CashDeskPage(kitty, event=event_in(kitty, event))
    return _print(request, desk, EVENT_CASH, event)


def _print(request: HttpRequest, desk: CashDesk, kind: DocumentKind, *names: str) -> HttpResponse:
    printing = kind.make(
        desk, DocumentOptions(at=timezone.now(), paper=request.GET.get("paper", ""))
    )
    slug = desk.kitty.club.slug
    return pdf(printing, slug, kind.name, *names, is_secret=kind.is_secret)


def _page(request: HttpRequest, desk: CashDeskPage) -> HttpResponse:
    sheet = desk.sheet()
    if wanted := format_asked(request):
        return spreadsheet(cash_list(desk, sheet), wanted, desk.kitty.club.slug, "cash")
    page = Paginator(sheet.rows, PEOPLE_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "desk/kitty/cash.html", _shown(request, desk, sheet, page=page))


def _shown(
    request: HttpRequest, desk: CashDeskPage, sheet: CashSheet, **more: Any
) -> dict[str, Any]:
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


def _other_events(desk: CashDeskPage) -> list[Event]:
    """Return the events that are played or open for entries, to change over to them."""
    states = (EventState.OPEN, EventState.RUNNING)
    events = desk.kitty.club.events.filter(state__in=states).order_by("-starts_on", "-pk")
    return [event for event in events[:MOST_EVENTS] if event != desk.event]


def _act(request: HttpRequest, desk: CashDeskPage) -> HttpResponse:
    number = parse_int(request.POST.get("player"), most=LARGEST_ID)
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
    sheet = desk.sheet()
    at = next((n for n, row in enumerate(sheet.rows) if row.player == player), None)
    if not is_part:
        page = 1 + (at or 0) // PEOPLE_A_PAGE
        query = f"?page={page}" if page > 1 else ""
        return redirect(f"{desk.address('')}{query}#player-{player.pk}")
    row = None if at is None else sheet.rows[at]
    context = _shown(request, desk, sheet) | {"row": row, "is_part": True}
    return render(request, "desk/kitty/_paid.html", context)


def _take(request: HttpRequest, desk: CashDeskPage, player: Player) -> None:
    seen = parse_int(request.POST.get("owes"), most=LARGEST)
    kitties.take_all(
        club=desk.kitty.club,
        player=player,
        seen=-1 if seen is None else seen,
        occasion=desk.occasion,
        by=act_of(request),
    )


def _undo(request: HttpRequest, desk: CashDeskPage, player: Player) -> None:
    """Reverse the payment that the page showed, and no other."""
    number = parse_int(request.POST.get("undo"), most=LARGEST_ID)
    booked = get_object_or_404(
        Transaction, kitty=desk.kitty, number=number or 0, kind=TransactionKind.PAYMENT
    )
    kitties.reverse(club=desk.kitty.club, booked=booked, by=act_of(request))


# --- What an event costs, its pot, and its prizes awarded ---


class EventAmountsPages(AmountsPages, EventResource):
    """What the event costs and what is in its pot; below it the prizes as they would be now."""

    model = EventAmounts
    roles = ("change", "undo")
    url_word = "kitty_event_amounts"
    change_template = "desk/kitty/amounts.html"

    def get_object(self, queryset: Any = None) -> EventAmounts:
        return amounts_of(self.owner)

    def of_owner(self) -> dict[str, Any]:
        return {"event": self.owner}

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        house = house_amounts_on(self.kitty, self.owner.starts_on)
        own = _prizes(self.kitty, self.owner) | {
            "is_evening": is_evening(self.owner),
            "has_evening_fee": house is not None and has_evening_fee(house),
        }
        return super().get_context_data(**context) | context_of(self.request, self.kitty, "", **own)


@require_POST
@kitty_page("kitty.change_kitty")
def event_evening(request: HttpRequest, kitty: Kitty, event: str) -> HttpResponse:
    """Say whether whoever plays owes the fee for an evening."""
    found, is_asked = event_in(kitty, event), "is_evening" in request.POST
    with flash_errors(request):
        kitties.charge_as_evening(event=found, is_evening=is_asked, by=act_of(request))
        messages.success(request, _("Saved. What is charged follows in a moment."))
    return redirect("desk:kitty_event_amounts", kitty.club.slug, found.slug)


def _prizes(kitty: Kitty, event: Event) -> dict[str, Any]:
    """Return the prizes and a row for each, or why there are none."""
    try:
        prizes = prizes_of(kitty, event)
    except CannotAward as refused:
        return {"prizes": None, "no_prizes": str(refused)}
    return {"prizes": prizes, "prize_rows": _rows(event, prizes)}


def _rows(event: Event, prizes: Prizes) -> list[tuple[int, str, str, int]]:
    """Return (place, entry, players, prize) of each entry that gets one."""
    entries = list(event.entries.filter(pk__in=prizes.by_entry).prefetch_related("members__player"))
    names = {entry.pk: name_of(entry) for entry in entries}
    # an entry without a name of its own is called after its players
    teams = {entry.pk for entry in entries if entry.name}
    players = dict(Player.objects.filter(pk__in=prizes.by_player).values_list("pk", "name"))
    return [
        (
            place.rank,
            names.get(place.entry, ""),
            listed(players[pk] for pk in place.players if place.entry in teams and pk in players),
            prizes.by_entry[place.entry],
        )
        for place in sorted(prizes.places, key=lambda place: (place.rank, place.entry))
        if place.entry in prizes.by_entry
    ]


@require_POST
@kitty_page("kitty.change_kitty")
def award(request: HttpRequest, kitty: Kitty, event: str) -> HttpResponse:
    """Credit the prizes that the page showed to the players."""
    found = event_in(kitty, event)
    with flash_errors(request):
        awarded = kitties.award_prizes(
            event=found,
            seen=request.POST.get("seen", "")[:40],
            by=act_of(request),
        )
        flash_done(
            request,
            _("The prizes are credited to the players. Pay them out on their pages."),
            undo="desk:kitty_prizes_undo",
            at=[kitty.club.slug, found.slug],
            fields={CHANGE: awarded.number},
        )
    return redirect("desk:kitty_event_amounts", kitty.club.slug, found.slug)


@require_POST
@kitty_page("kitty.change_kitty")
def award_undo(request: HttpRequest, kitty: Kitty, event: str) -> HttpResponse:
    """Take awarded prizes back; those that they replaced are credited again."""
    found = event_in(kitty, event)
    sentence = _("The prizes are no longer credited to the players.")
    undo_asked(request, kitties.undo_prizes, sentence, club=kitty.club)
    return redirect("desk:kitty_event_amounts", kitty.club.slug, found.slug)
