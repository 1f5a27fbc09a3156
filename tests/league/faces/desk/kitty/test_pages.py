"""The kitty at the desk: payments by one tap, bookings, amounts, prizes, the account and papers."""

import pytest
from django.urls import reverse
from django.utils import timezone

from league.clubs.models import Role
from league.foundation.journal.actor import Act
from league.office.kitty import services as kitties
from league.office.kitty.models import Kitty, Transaction, TransactionKind
from league.play.events import services as events
from tests.league.faces.desk.clients import client_of
from tests.league.faces.desk.undoing import undo
from tests.league.factories import make_club, make_player, make_user
from tests.league.office.kitty.factories import (
    TREASURER,
    make_kitty,
    owed_by_name,
    set_house,
    switch,
)
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
        by=Act(TREASURER, NOW),
    )
    return player


def at(kitty, name, *more):
    return reverse(f"desk:{name}", args=[kitty.club.slug, *more])


@pytest.fixture
def evening(kitty, ann):
    """Tonight, with Ann and Bob there, for 3.00 each."""
    set_house(kitty.club, evening_fee=300)
    now = timezone.now()
    opened = events.open_evening(club=kitty.club, day=timezone.localdate(), by=Act(TREASURER, now))
    for player in (ann, make_player(kitty.club, "Bob Lee")):
        events.check_in(evening=opened, player=player, by=Act(TREASURER, now))
    return opened


def test_an_owner_switches_it_on():
    club = make_club()
    client = client_of(club, Role.OWNER)
    settings = reverse("desk:kitty_settings", args=[club.slug])
    switched = client.post(settings, {"is_on": "on", "currency": "JPY"})
    assert Kitty.objects.get().currency == "JPY"
    undo(client, switched)
    assert not Kitty.objects.get().is_on
    switch(Kitty.objects.get())
    assert b"/kitty/" in client.get(reverse("desk:club", args=[club.slug])).content


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


def test_a_payment_is_undone_by_its_opposite(kitty, evening, scorer, ann):
    scorer.post(at(kitty, "kitty_cash_paid"), {"player": ann.pk, "owes": 800})
    payment = Transaction.objects.get(kind="payment")
    for _again in range(2):
        scorer.post(at(kitty, "kitty_cash_paid"), {"player": ann.pk, "undo": payment.number})
    assert owed_by_name(kitty)["Ann Lee"] == 800
    assert Transaction.objects.filter(reverses=payment).count() == 1


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


def test_prizes_are_seen_before_they_are_awarded(kitty, director):
    night = make_night(make_season(kitty.club), {"Ann+Bob": 9, "Cy+Di": 5})
    address = at(kitty, "kitty_event_amounts", night.slug)
    set_house(kitty.club, evening_fee=300)
    director.post(at(kitty, "kitty_event_evening", night.slug), {"is_evening": "on"})
    assert "Charge no fee for an evening" in director.get(address).content.decode()
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
    switch(Kitty.objects.get(), is_on=False)
    assert client.get(reverse("account:kitty", args=[ann.pk])).status_code == 404
    assert "$5.00" not in client.get(reverse("account:home")).content.decode()
