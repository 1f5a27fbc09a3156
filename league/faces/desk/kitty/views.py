"""The kitty at the desk: who owes, a player's account, what was booked, expenses."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from league.clubs.models import Player
from league.faces.desk.access import actor_of
from league.faces.desk.kitty.forms import ClubBookingForm, PlayerBookingForm
from league.faces.desk.kitty.kitty_access import context_of, kitty_page
from league.faces.desk.undo import flash_done
from league.foundation.refusal_shown import flash_errors, form_errors
from league.foundation.spreadsheets.answers import format_asked, spreadsheet
from league.office.kitty import services as kitties
from league.office.kitty.bookings_shown import bookings_shown, lines_shown
from league.office.kitty.kitty_columns import account_sheet, bookings_sheet, who_owes_sheet
from league.office.kitty.models import Kitty, Transaction, TransactionKind
from league.office.kitty.money import shown
from league.office.kitty.selectors import balance_of, lines_of, overview_of, transactions_of

A_PAGE = 50


@require_GET
@kitty_page("kitty.view_kitty")
def kitty(request: HttpRequest, kitty: Kitty) -> HttpResponse:
    """Who owes what, and what should be in the cash box."""
    overview = overview_of(kitty)
    if wanted := format_asked(request):
        sheet = who_owes_sheet(kitty, overview.players)
        return spreadsheet(sheet, wanted, kitty.club.slug, "kitty")
    page = Paginator(overview.players, A_PAGE).get_page(request.GET.get("page"))
    stats = [
        (shown(overview.cash, kitty.currency), _("Cash in the box")),
        (shown(overview.owed_to_club, kitty.currency), _("Owed to the club")),
        (shown(overview.owed_by_club, kitty.currency), _("Owed by the club")),
    ]
    context = context_of(request, kitty, "kitty", page=page, stats=stats)
    return render(request, "desk/kitty/kitty.html", context)


@require_http_methods(["GET", "POST"])
@kitty_page("kitty.take_cash")
def player(request: HttpRequest, kitty: Kitty, player: int) -> HttpResponse:
    """A player's account; scorers take payments here, directors book the rest too."""
    found = get_object_or_404(Player, club=kitty.club_id, pk=player)
    if found.merged_into is not None:
        return redirect("desk:kitty_player", kitty.club.slug, found.merged_into_id)
    if wanted := format_asked(request):
        sheet = account_sheet(kitty, found, lines_of(kitty, found))
        return spreadsheet(sheet, wanted, kitty.club.slug, "kitty", str(found.pk))
    owes = balance_of(kitty, found)
    may_change = request.user.has_perm("kitty.change_kitty", kitty.club)
    data = request.POST if request.method == "POST" else None
    form = PlayerBookingForm(data, kitty=kitty, may_change=may_change, owes=owes)
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            _book(request, kitty, form.cleaned_data, player=found)
            return redirect("desk:kitty_player", kitty.club.slug, found.pk)
    page = Paginator(lines_of(kitty, found), A_PAGE).get_page(request.GET.get("page"))
    context = context_of(request, kitty, "", player=found, form=form, page=page)
    context |= {"owes": owes, "rows": lines_shown(page), "may_change": may_change}
    return render(request, "desk/kitty/player.html", context)


@require_GET
@kitty_page("kitty.view_kitty")
def bookings(request: HttpRequest, kitty: Kitty) -> HttpResponse:
    """Everything that was booked, newest first."""
    if wanted := format_asked(request):
        sheet = bookings_sheet(kitty, transactions_of(kitty))
        return spreadsheet(sheet, wanted, kitty.club.slug, "bookings")
    page = Paginator(transactions_of(kitty), A_PAGE).get_page(request.GET.get("page"))
    context = context_of(request, kitty, "kitty_bookings", page=page, rows=bookings_shown(page))
    return render(request, "desk/kitty/bookings.html", context)


@require_http_methods(["GET", "POST"])
@kitty_page("kitty.change_kitty")
def booking_new(request: HttpRequest, kitty: Kitty) -> HttpResponse:
    """Note an expense or other income."""
    data = request.POST if request.method == "POST" else None
    form = ClubBookingForm(data, kitty=kitty, day=timezone.localdate())
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            _book(request, kitty, form.cleaned_data)
            return redirect("desk:kitty_bookings", kitty.club.slug)
    context = context_of(request, kitty, "kitty_bookings", form=form)
    return render(request, "desk/kitty/booking_new.html", context)


def _book(request: HttpRequest, kitty: Kitty, typed: dict[str, Any], **about: Any) -> None:
    typed = {**typed, "kind": TransactionKind(typed["kind"])}
    booked = kitties.book(
        club=kitty.club, **(typed | about), actor=actor_of(request), at=timezone.now()
    )
    words = {
        "number": booked.number,
        "what": TransactionKind(booked.kind).label,
        "amount": shown(typed["amount"], kitty.currency),
    }
    flash_done(
        request,
        _("Booking %(number)d: %(what)s, %(amount)s.") % words,
        undo="desk:kitty_booking_reverse",
        at=[kitty.club.slug, booked.number],
        fields={},
    )


@require_POST
@kitty_page("kitty.take_cash")
def booking_reverse(request: HttpRequest, kitty: Kitty, number: int) -> HttpResponse:
    """Reverse a booking, and lead back to where it was shown; scorers reverse payments alone."""
    booked = _booked(request, kitty, number)
    with flash_errors(request):
        made = kitties.reverse(
            club=kitty.club, booked=booked, actor=actor_of(request), at=timezone.now()
        )
        flash_done(
            request,
            _("Booking %(number)d is reversed by booking %(by)d.")
            % {"number": booked.number, "by": made.number},
            undo="desk:kitty_booking_again",
            at=[kitty.club.slug, booked.number],
            fields=_where(request),
        )
    return _back(request, kitty, booked)


@require_POST
@kitty_page("kitty.take_cash")
def booking_again(request: HttpRequest, kitty: Kitty, number: int) -> HttpResponse:
    """Book what was reversed once more; scorers book payments alone."""
    booked = _booked(request, kitty, number)
    with flash_errors(request):
        made = kitties.book_again(
            club=kitty.club, booked=booked, actor=actor_of(request), at=timezone.now()
        )
        messages.success(
            request,
            _("Booking %(number)d has been booked again as booking %(by)d.")
            % {"number": booked.number, "by": made.number},
        )
    return _back(request, kitty, booked)


def _booked(request: HttpRequest, kitty: Kitty, number: int) -> Transaction:
    booked = get_object_or_404(Transaction, kitty=kitty, number=number)
    is_payment = booked.kind == TransactionKind.PAYMENT
    if not (is_payment or request.user.has_perm("kitty.change_kitty", kitty.club)):
        raise PermissionDenied
    return booked


def _where(request: HttpRequest) -> dict[str, str]:
    """Return what the form said of the page that it stood on."""
    return {"back": "player"} if request.POST.get("back") == "player" else {}


def _back(request: HttpRequest, kitty: Kitty, booked: Transaction) -> HttpResponse:
    player = booked.lines.filter(account__player__isnull=False).values_list(
        "account__player_id", flat=True
    )
    if request.POST.get("back") == "player" and (pk := player.first()) is not None:
        return redirect("desk:kitty_player", kitty.club.slug, pk)
    if not request.user.has_perm("kitty.view_kitty", kitty.club):
        return redirect("desk:kitty_cash", kitty.club.slug)
    return redirect("desk:kitty_bookings", kitty.club.slug)
