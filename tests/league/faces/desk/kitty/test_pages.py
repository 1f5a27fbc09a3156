"""The kitty at the desk: payments by one tap, bookings, amounts, prizes, the account and papers."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.clubs.models import Role
from league.office.kitty import services as kitties
from league.office.kitty.models import Kitty, Transaction, TransactionKind
from league.play.events import services as events
from tests.league.faces.desk.clients import client_of, signed_in
from tests.league.faces.desk.undoing import button_of, post, undo
from tests.league.factories import make_club, make_member, make_player, make_user
from tests.league.office.kitty.factories import (
    TREASURER,
    charge,
    make_kitty,
    owed_by_name,
    set_house,
    set_terms,
)
from tests.league.play.events.factories import make_running
from tests.league.play.results.factories import NOW
from tests.league.tables.seasons.factories import make_night, make_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def kitty():
    return make_kitty(make_club())


@pytest.fixture
def director(kitty):
    return client_of(kitty.club, Role.DIRECTOR)


@pytest.fixture
def scorer(kitty):
    return client_of(kitty.club, Role.SCORER)


@pytest.fixture
def ann(kitty):
    """Ann, who owes 5.00."""
    player = make_player(kitty.club, "Ann Lee")
    kitties.book(
        club=kitty.club,
        kind=TransactionKind.CHARGE,
        amount=500,
        player=player,
        note="a lost card",
        actor=TREASURER,
        at=NOW,
    )
    return player


def at(kitty, name, *more):
    return reverse(f"desk:{name}", args=[kitty.club.slug, *more])


@pytest.fixture
def evening(kitty, ann):
    """Tonight, with Ann and Bob there, for 3.00 each."""
    set_house(kitty.club, evening_fee=300)
    now = timezone.now()
    opened = events.open_evening(club=kitty.club, day=timezone.localdate(), actor=TREASURER, at=now)
    for player in (ann, make_player(kitty.club, "Bob Lee")):
        events.check_in(evening=opened, player=player, actor=TREASURER, at=now)
    return opened


@pytest.mark.long
def test_a_club_without_a_kitty_has_nothing_of_it():
    club = make_club()
    client = client_of(club, Role.OWNER)
    assert client.get(reverse("desk:kitty", args=[club.slug])).status_code == 404
    assert b"/kitty/" not in client.get(reverse("desk:club", args=[club.slug])).content
    home = client.get(reverse("desk:club_settings", args=[club.slug]))
    assert home.content.count(b"/kitty/") == 1  # the way to switch it on


def test_an_owner_switches_it_on():
    club = make_club()
    client = client_of(club, Role.OWNER)
    client.post(
        reverse("desk:kitty_settings", args=[club.slug]), {"is_on": "on", "currency": "JPY"}
    )
    assert Kitty.objects.get().currency == "JPY"
    assert b"/kitty/" in client.get(reverse("desk:club", args=[club.slug])).content


@pytest.mark.long
def test_switched_on_or_off_the_kitty_is_as_before_by_the_button_of_the_message():
    club = make_club()
    owner = client_of(club, Role.OWNER)

    on = post(owner, "kitty_settings", club.slug, is_on="on", currency="JPY")
    assert Kitty.objects.get().is_on
    undo(owner, on)
    assert not Kitty.objects.get().is_on

    post(owner, "kitty_settings", club.slug, is_on="on", currency="EUR")
    owner.get(reverse("desk:kitty_settings", args=[club.slug]))
    off = post(owner, "kitty_settings", club.slug, currency="EUR")
    assert not Kitty.objects.get().is_on
    undo(owner, off)
    assert (Kitty.objects.get().is_on, Kitty.objects.get().currency) == (True, "EUR")


@pytest.mark.long
def test_a_kitty_that_somebody_else_switched_since_is_not_switched_back(kitty):
    owner = client_of(kitty.club, Role.OWNER)
    address, fields = button_of(
        owner, post(owner, "kitty_settings", kitty.club.slug, currency="USD")
    )
    other = signed_in(make_member(kitty.club, make_user("Otto Owner"), Role.OWNER))
    post(other, "kitty_settings", kitty.club.slug, currency="EUR")

    refused = owner.post(address, fields)

    assert "Otto Owner changed: Currency is now “Euro" in refused.content.decode()
    kitty.refresh_from_db()
    assert (kitty.is_on, kitty.currency) == (False, "EUR")


def test_one_tap_takes_what_is_owed_with_the_fee_of_tonight(kitty, evening, scorer, ann):
    page = scorer.get(at(kitty, "kitty_cash"))
    assert "Take $8.00" in page.content.decode()
    answer = scorer.post(
        at(kitty, "kitty_cash_paid"),
        {"player": ann.pk, "owes": 800},
        headers={"HX-Request": "true"},
    )
    assert answer.status_code == 200
    assert "Undo" in answer.content.decode()
    assert owed_by_name(kitty) == {"Bob Lee": 300}


def test_a_second_tap_takes_nothing_and_says_so(kitty, evening, scorer, ann):
    tap = {"player": ann.pk, "owes": 800}
    scorer.post(at(kitty, "kitty_cash_paid"), tap)
    answer = scorer.post(at(kitty, "kitty_cash_paid"), tap, follow=True)
    assert "owes nothing any more" in answer.content.decode()
    assert Transaction.objects.filter(kind="payment").count() == 1


def test_a_payment_is_undone_by_its_opposite(kitty, evening, scorer, ann):
    scorer.post(at(kitty, "kitty_cash_paid"), {"player": ann.pk, "owes": 800})
    payment = Transaction.objects.get(kind="payment")
    for _again in range(2):
        scorer.post(at(kitty, "kitty_cash_paid"), {"player": ann.pk, "undo": payment.number})
    assert owed_by_name(kitty)["Ann Lee"] == 800
    assert Transaction.objects.filter(reverses=payment).count() == 1


def test_the_cash_desk_of_an_event_asks_the_same_however_many_come(kitty, director):
    counts = []
    for number, entries in enumerate((2, 8)):
        event = make_running(entries, kitty.club, name=f"Cup {number}")
        set_terms(event, fee=500)
        charge(event)
        address = at(kitty, "kitty_event_cash", event.slug)
        with CaptureQueriesContext(connection) as asked:
            page = director.get(address)
        assert page.content.decode().count("Take $5.00") == 2 * entries
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_part_of_what_is_owed_is_paid_on_the_players_page(kitty, scorer, ann):
    scorer.post(at(kitty, "kitty_player", ann.pk), {"kind": "payment", "amount": "1,50"})
    assert owed_by_name(kitty) == {"Ann Lee": 350}


def test_an_unclear_amount_is_refused_and_stays_in_the_form(kitty, director, ann):
    page = director.post(
        at(kitty, "kitty_player", ann.pk), {"kind": "payment", "amount": "1,500", "note": "half"}
    )
    text = page.content.decode()
    assert "cannot be read as an amount" in text
    assert 'value="1,500"' in text
    assert 'value="half"' in text
    assert owed_by_name(kitty) == {"Ann Lee": 500}


@pytest.mark.long
def test_a_scorer_takes_payments_and_books_nothing_else(kitty, scorer, ann):
    scorer.post(at(kitty, "kitty_player", ann.pk), {"kind": "waiver", "amount": "5"})
    assert owed_by_name(kitty) == {"Ann Lee": 500}
    charged = Transaction.objects.get()
    answer = scorer.post(at(kitty, "kitty_booking_reverse", charged.number))
    assert answer.status_code == 403


def test_an_expense_is_noted_and_reversed(kitty, director):
    today = timezone.localdate().isoformat()
    director.post(
        at(kitty, "kitty_booking_new"),
        {"kind": "expense", "amount": "12.50", "note": "cake", "day": today},
    )
    booked = Transaction.objects.get()
    assert "$12.50" in director.get(at(kitty, "kitty_bookings")).content.decode()
    director.post(at(kitty, "kitty_booking_reverse", booked.number))
    page = director.get(at(kitty, "kitty_bookings")).content.decode()
    assert "Reversal of 1: Expense" in page


def test_the_overview_says_who_owes_and_what_is_in_the_box(kitty, director, ann):
    text = director.get(at(kitty, "kitty")).content.decode()
    assert "Ann Lee" in text
    assert text.count("$5.00") == 2


def test_house_amounts_are_set_from_a_day(kitty, director):
    director.post(
        at(kitty, "kitty_house_amounts"),
        {
            "from_day": timezone.localdate().isoformat(),
            "evening_fee": "3",
            "set_amount": "0,25",
            "set_payer": "side",
        },
    )
    amounts = kitty.house_amounts.get()
    assert (amounts.evening_fee, amounts.set_amount, amounts.set_payer) == (300, 25, "side")


def test_prizes_are_seen_before_they_are_awarded(kitty, director):
    night = make_night(make_season(kitty.club), {"Ann+Bob": 9, "Cy+Di": 5})
    address = at(kitty, "kitty_event_amounts", night.slug)
    typed = {"fee": "0", "fee_per": "player", "pot_percent": "0", "pot_added": "10.01"}
    director.post(address, typed | {"prize_shares": "60, 40 %"})
    page = director.get(address)
    text = page.content.decode()
    assert "$6.01" in text
    assert "$4.00" in text
    seen = page.context["prizes"].seen
    director.post(at(kitty, "kitty_event_prizes", night.slug), {"seen": seen})
    assert owed_by_name(kitty) == {"Ann": -301, "Bob": -300, "Cy": -200, "Di": -200}
    assert "These prizes are awarded" in director.get(address).content.decode()


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("shares", ["50 x", "0", "1.5", "-1", "1 " * 51, "9999999"])
def test_shares_that_make_no_sense_are_refused_in_words(kitty, director, shares):
    night = make_night(make_season(kitty.club), {"Ann": 9, "Bob": 5})
    page = director.post(
        at(kitty, "kitty_event_amounts", night.slug),
        {"fee": "0", "fee_per": "player", "pot_percent": "0", "pot_added": "1"}
        | {"prize_shares": shares},
    )
    assert "50 30 20" in str(page.context["form"].errors["prize_shares"])


def test_the_account_of_a_season_and_its_bookings_as_csv(kitty, director, ann):
    season = make_season(kitty.club)
    days = {"first": season.starts_on.isoformat(), "last": season.ends_on.isoformat()}
    text = director.get(at(kitty, "kitty_account"), days).content.decode()
    assert text.count("$5.00") == 3  # fees, all income, the result
    answer = director.get(at(kitty, "kitty_account_csv"), days)
    rows = b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()
    assert rows == [
        "Number,Day,What,Account,Player,Debit,Credit,Currency,Event,Note,Reverses",
        "1,2026-03-07,Charged by hand,Players,Ann Lee,5.00,,USD,,a lost card,",
        "1,2026-03-07,Charged by hand,Fees,,,5.00,USD,,a lost card,",
    ]
    assert answer["Content-Disposition"].startswith("attachment; filename=")


def test_the_cash_sheet_is_a_pdf_that_no_cache_keeps(kitty, evening, scorer):
    answer = scorer.get(at(kitty, "kitty_cash_pdf"))
    assert answer.content.startswith(b"%PDF")
    assert answer["Cache-Control"] == "no-store"


def test_a_player_sees_the_own_account_and_no_other(kitty, ann, client):
    user = make_user("Ann Lee")
    ann.user = user
    ann.save()
    other = make_player(kitty.club, "Bob Lee", user=make_user("Bob Lee"))
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    assert "You owe the club $5.00." in client.get(reverse("account:home")).content.decode()
    own = client.get(reverse("account:kitty", args=[ann.pk])).content.decode()
    assert "a lost card" in own
    assert client.get(reverse("account:kitty", args=[other.pk])).status_code == 404
    kitties.switch(club=kitty.club, is_on=False, currency="USD", actor=TREASURER, at=NOW)
    assert client.get(reverse("account:kitty", args=[ann.pk])).status_code == 404
    assert "$5.00" not in client.get(reverse("account:home")).content.decode()


def test_the_cash_desk_has_pages_and_leads_back_to_the_right_one(
    kitty, evening, scorer, monkeypatch
):
    monkeypatch.setattr("league.faces.desk.kitty.cash_pages.PEOPLE_A_PAGE", 1)
    first, second = (scorer.get(at(kitty, "kitty_cash"), {"page": page}) for page in (1, 2))
    (one,), (other,) = (list(answer.context["page"]) for answer in (first, second))
    assert one.player != other.player
    tap = {"player": other.player.pk, "owes": other.owes}
    answer = scorer.post(at(kitty, "kitty_cash_paid"), tap)
    assert answer["Location"].endswith(f"?page=2#player-{other.player.pk}")
    lines = scorer.get(at(kitty, "kitty_cash"), {"format": "csv"}).content.decode("utf-8-sig")
    assert len(lines.splitlines()) == 1 + first.context["page"].paginator.count
