"""The kitty: its bookings, one account, and how it is kept."""

import csv
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from league.clubs.models import Club, Player
from league.faces.desk.access import View, act_of, club_page
from league.faces.desk.kitty.forms import (
    AmountsForm,
    ClubBookingForm,
    KittyForm,
    PeriodForm,
    PlayerBookingForm,
)
from league.faces.desk.records.views import ClubResource, ResourceView
from league.faces.desk.undo import flash_done
from league.foundation.records.models import Record
from league.foundation.records.sentences import label_of
from league.foundation.refusal import flash_errors, form_errors
from league.foundation.spreadsheets import Column, format_asked, spreadsheet
from league.office.kitty import services as kitties
from league.office.kitty.bookings_shown import (
    HEADS,
    account_sheet,
    bookings_sheet,
    bookings_shown,
    csv_row,
    lines_shown,
    who_owes_sheet,
)
from league.office.kitty.charges import house_amounts_on
from league.office.kitty.models import (
    HOUSE_SUMS,
    HouseAmounts,
    Kitty,
    Transaction,
    TransactionKind,
)
from league.office.kitty.money import shown
from league.office.kitty.selectors import (
    Period,
    balance_of,
    events_in,
    kitty_of,
    lines_in,
    lines_of,
    overview_of,
    statement_of,
    transactions_of,
)
from league.office.paper.document import file_name
from league.play.events.models import Event, Season

# --- Who may open a page of the kitty: none is there for clubs that keep no kitty ---


def kitty_page(permission: str) -> Callable[[View], View]:
    """Give the view the kitty of the club in its address, with its club."""

    def decorate(view: View) -> View:
        @wraps(view)
        def page(request: HttpRequest, club: Club, *args: Any, **kwargs: Any) -> HttpResponse:
            kitty = kitty_of(club)
            if kitty is None:
                raise Http404
            return view(request, kitty, *args, **kwargs)

        return club_page(permission)(page)

    return decorate


def event_in(kitty: Kitty, slug: str) -> Event:
    event = get_object_or_404(Event, club=kitty.club_id, slug=slug)
    event.club = kitty.club
    return event


def context_of(request: HttpRequest, kitty: Kitty, current: str, **more: Any) -> dict[str, Any]:
    """Return what every page of the kitty needs, and more."""
    return {
        "club": kitty.club,
        "kitty": kitty,
        "currency": kitty.currency,
        "tabs": tabs(request, kitty, current),
        **more,
    }


def tabs(request: HttpRequest, kitty: Kitty, current: str) -> list[tuple[str, str, bool]]:
    """Return the pages of the kitty that this person may open."""
    pages = [("kitty_cash", _("Cash desk"))]
    if request.user.has_perm("kitty.view_kitty", kitty.club):
        pages = [
            ("kitty", _("Who owes")),
            *pages,
            ("kitty_bookings", _("Bookings")),
            ("kitty_account", _("Account")),
            ("kitty_house_amounts", _("Amounts")),
        ]
    at = [kitty.club.slug]
    return [(reverse(f"desk:{name}", args=at), label, name == current) for name, label in pages]


# --- The kitty at the desk: who owes, a player's account, what was booked, expenses ---

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
    booked = kitties.book(club=kitty.club, **(typed | about), by=act_of(request))
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
        made = kitties.reverse(club=kitty.club, booked=booked, by=act_of(request))
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
        made = kitties.book_again(club=kitty.club, booked=booked, by=act_of(request))
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


# --- The account of a season or of other days, and the same for the treasurer's spreadsheet ---

MOST_SEASONS = 12
BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"  # so that spreadsheets read the names as they are


@require_GET
@kitty_page("kitty.view_kitty")
def account(request: HttpRequest, kitty: Kitty) -> HttpResponse:
    """Income, expenses and cash of a season or of other days."""
    form, period = _asked(request, kitty)
    context: dict[str, Any] = {"form": form, "period": period, "seasons": _seasons(kitty)}
    if period is not None:
        statement = statement_of(kitty, period)
        context |= {"statement": statement, "events": events_in(kitty, period)}
        context |= {
            "income": [(kind.label, amount) for kind, amount in statement.income],
            "expenses": [(kind.label, amount) for kind, amount in statement.expenses],
        }
    return render(
        request, "desk/kitty/account.html", context_of(request, kitty, "kitty_account", **context)
    )


@require_GET
@kitty_page("kitty.view_kitty")
def account_csv(request: HttpRequest, kitty: Kitty) -> HttpResponse:
    """Every line that was booked in these days, as CSV."""
    _form, period = _asked(request, kitty)
    period = period or _this_year()
    name = file_name(kitty.club.slug, "kitty", str(period.first), str(period.last))
    answer = StreamingHttpResponse(_rows(kitty, period), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    answer["Cache-Control"] = "no-store"
    return cast(HttpResponse, answer)  # a view may answer with either


def _asked(request: HttpRequest, kitty: Kitty) -> tuple[PeriodForm, Period | None]:
    """Return the form and the days it asks for; without any the season of today, or the year."""
    if not request.GET.keys() & {"first", "last"}:
        period = _usual(kitty)
        return PeriodForm(initial={"first": period.first, "last": period.last}), period
    form = PeriodForm(request.GET)
    if not form.is_valid():
        return form, None
    return form, Period(form.cleaned_data["first"], form.cleaned_data["last"])


def _usual(kitty: Kitty) -> Period:
    today = timezone.localdate()
    seasons = kitty.club.seasons.filter(starts_on__lte=today, ends_on__gte=today)
    season = seasons.order_by("-starts_on").first()
    return _this_year() if season is None else Period(season.starts_on, season.ends_on)


def _this_year() -> Period:
    year = timezone.localdate().year
    return Period(date(year, 1, 1), date(year + 1, 1, 1) - timedelta(days=1))


def _seasons(kitty: Kitty) -> list[Season]:
    return list(kitty.club.seasons.order_by("-starts_on", "-pk")[:MOST_SEASONS])


class _Echo:
    """What the writer of CSV writes to: it hands each row back."""

    def write(self, text: str) -> str:
        return text


def _rows(kitty: Kitty, period: Period) -> Iterator[str]:
    writer = csv.writer(_Echo())
    events = dict(Event.objects.filter(club=kitty.club_id).values_list("pk", "name"))
    yield BOM + writer.writerow([_(head) for head in HEADS])
    for line in lines_in(kitty, period):
        yield writer.writerow(csv_row(line, kitty.currency, events))


# --- The kitty switched on and off, and what the club usually charges ---


class KittyPages(ClubResource):
    """Whether the club keeps a kitty, and in which currency."""

    model = Kitty
    permission = "kitty.change_settings"
    roles = ("change", "undo")
    url_word = "kitty_settings"
    form_class = KittyForm
    tab = "kitty"
    lead = gettext_lazy(
        "Fees for events and evenings, so much for a set, prizes and expenses: who has paid and "
        "who owes, without any payment by card. Switched off, nothing of it is shown; what was "
        "booked is kept."
    )

    def get_object(self, queryset: Any = None) -> Kitty:
        return self.get_queryset().first() or Kitty(club=self.owner)

    def leads_to(self, row: Record) -> str:
        """Return the page on which to say what is charged, where the kitty is on."""
        is_on = isinstance(row, Kitty) and row.is_on
        return reverse("desk:kitty_house_amounts", args=self.at) if is_on else self.home


class AmountsPages(ResourceView):
    """What is charged in the club, or for the event of the address."""

    permission = "kitty.change_kitty"
    form_class = AmountsForm
    page = staticmethod(kitty_page)
    kitty: Kitty

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        (self.kitty,) = args
        slug = kwargs.get("event")
        owner = event_in(self.kitty, slug) if slug else self.kitty.club
        super().setup(request, owner, **kwargs)

    def form_options(self) -> dict[str, Any]:
        return {"currency": self.kitty.currency}


class HouseAmountsPages(AmountsPages, ClubResource):
    model = HouseAmounts
    url_word = "kitty_house_amount"
    fields = ("from_day", *HOUSE_SUMS, "set_payer")
    ordering = ("-from_day",)
    lead = gettext_lazy(
        "What the club usually charges. An event may have a fee of its own and another amount for "
        "a set: see its cash desk."
    )

    @property
    def columns(self) -> tuple[str | Column, ...]:  # type: ignore[override]
        return ("from_day", *map(self._money, HOUSE_SUMS), "set_payer")

    def _money(self, name: str) -> Column:
        def amount(row: HouseAmounts) -> str:
            value = getattr(row, name)
            return "" if value is None else shown(value, self.kitty.currency)

        return Column(label_of(HouseAmounts, name), amount)

    def of_owner(self) -> dict[str, Any]:
        return {"kitty": self.kitty}

    def new_row(self) -> HouseAmounts:
        """Return the amounts of today, to begin today."""
        today = timezone.localdate()
        now = house_amounts_on(self.kitty, today) or HouseAmounts()
        values = {name: getattr(now, name) for name in (*HOUSE_SUMS, "set_payer")}
        return HouseAmounts(kitty=self.kitty, from_day=today, **values)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        own = {
            "tabs": tabs(self.request, self.kitty, "kitty_house_amounts"),
            "tabs_label": _("Pages of the kitty"),
        }
        return super().get_context_data(**context, **own)
