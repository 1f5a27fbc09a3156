"""What people book by hand, and what refuses."""

from datetime import timedelta

import pytest

from league.clubs.selectors import players_of_user
from league.foundation.journal.actor import Act
from league.foundation.refusal import OutOfDate
from league.office.kitty import services as kitties
from league.office.kitty.bookings_shown import csv_row
from league.office.kitty.models import Kitty, Transaction, TransactionKind
from league.office.kitty.selectors import Period, lines_in, own_balances, statement_of
from league.office.kitty.services.booking import Occasion, evening_still_due
from league.play.events import services as events
from tests.league.factories import make_club, make_double, make_player, make_user
from tests.league.office.kitty.factories import (
    OPENED,
    TREASURER,
    all_balances,
    make_kitty,
    owed_by_name,
    set_house,
    switch,
)
from tests.league.play.results.factories import NOW

pytestmark = pytest.mark.django_db
WHO = {"by": Act(TREASURER, NOW)}


@pytest.fixture
def kitty():
    return make_kitty()


@pytest.fixture
def ann(kitty):
    return make_player(kitty.club, "Ann")


def book(kitty, kind, amount, **about):
    return kitties.book(club=kitty.club, kind=TransactionKind(kind), amount=amount, **(WHO | about))


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "note", "balances"),
    [
        ("payment", "", {"cash": 500, "player": -500}),
        ("payout", "", {"cash": -500, "player": 500}),
        ("waiver", "", {"waived": 500, "player": -500}),
        ("charge", "a lost card", {"fees": -500, "player": 500}),
        ("expense", "cake", {"expenses": 500, "player": -500}),
    ],
)
def test_each_kind_moves_its_two_accounts(kitty, ann, kind, note, balances):
    book(kitty, kind, 500, player=ann, note=note)
    assert all_balances(kitty) == balances


def test_without_a_player_money_goes_through_the_box(kitty):
    book(kitty, "income", 700, note="a donation")
    book(kitty, "expense", 200, note="cake")
    assert all_balances(kitty) == {"cash": 500, "income": -700, "expenses": 200}


@pytest.mark.parametrize(
    ("kind", "amount", "about", "field"),
    [
        ("payment", 0, {}, "amount"),
        ("payment", 100_000_001, {}, "amount"),
        ("charge", 5, {"note": " "}, "note"),
        ("payment", 5, {"player": None}, "player"),
        ("income", 5, {"note": "x"}, "player"),
        ("payment", 5, {"day": OPENED + timedelta(days=1)}, "day"),
        ("payment", 5, {"day": OPENED - timedelta(days=367)}, "day"),
        ("set", 5, {}, "kind"),
        ("prizes", 5, {}, "kind"),
    ],
)
def test_what_makes_no_sense_is_refused_beside_its_field(kitty, ann, kind, amount, about, field):
    with pytest.raises(kitties.BookingInvalid) as refused:
        book(kitty, kind, amount, **({"player": ann} | about))
    assert refused.value.field == field
    assert not Transaction.objects.exists()


def test_a_player_of_another_club_is_refused(kitty):
    stranger = make_player(make_club("Elsewhere"), "Ann")
    with pytest.raises(kitties.BookingInvalid, match="same club"):
        book(kitty, "payment", 500, player=stranger)


def test_all_that_is_owed_is_taken_once(kitty, ann):
    book(kitty, "charge", 500, player=ann, note="a lost card")
    kitties.take_all(club=kitty.club, player=ann, seen=500, **WHO)
    with pytest.raises(OutOfDate, match="owes nothing any more"):
        kitties.take_all(club=kitty.club, player=ann, seen=500, **WHO)
    assert owed_by_name(kitty) == {}
    assert all_balances(kitty)["cash"] == 500


def test_who_owes_more_by_now_is_not_let_off(kitty, ann):
    book(kitty, "charge", 500, player=ann, note="a lost card")
    with pytest.raises(OutOfDate, match=r"now owes \$5.00"):
        kitties.take_all(club=kitty.club, player=ann, seen=300, **WHO)


def test_paying_at_an_evening_books_its_fee_first(kitty, ann):
    evening = events.open_evening(club=kitty.club, day=OPENED, **WHO)
    events.check_in(evening=evening, player=ann, **WHO)
    set_house(kitty.club, evening_fee=300)
    assert evening_still_due(kitty, evening) == {ann.pk: 300}
    kitties.take_all(
        club=kitty.club, player=ann, seen=300, occasion=Occasion(evening=evening), **WHO
    )
    assert evening_still_due(kitty, evening) == {}
    assert all_balances(kitty) == {"cash": 300, "fees": -300}


@pytest.mark.long
def test_a_merge_is_read_and_moves_nothing(kitty, ann):
    double = make_player(kitty.club, "An")
    book(kitty, "charge", 500, player=double, note="a lost card")
    book(kitty, "charge", 200, player=ann, note="a lost card")
    double.merged_into = ann
    double.save()
    assert owed_by_name(kitty) == {"Ann": 700}
    # booked for the double it is the other's
    book(kitty, "payment", 700, player=double)
    assert owed_by_name(kitty) == {}
    double.merged_into = None
    double.save()
    assert owed_by_name(kitty) == {"An": 500, "Ann": -500}


def balances_of(user):
    players = players_of_user(user).select_related("club__kitty")
    return [(player, balance) for player, _kitty, balance in own_balances(players)]


def test_a_player_sees_the_own_balance_in_clubs_that_keep_a_kitty(kitty):
    user = make_user("Ann")
    ann = make_player(kitty.club, "Ann", user=user)
    make_double(ann)
    book(kitty, "charge", 500, player=ann, note="a lost card")
    assert balances_of(user) == [(ann, 500)]
    switch(kitty, is_on=False)
    assert balances_of(user) == []


def test_nothing_is_booked_in_a_kitty_that_is_off(kitty, ann):
    switch(kitty, is_on=False)
    with pytest.raises(kitties.KittyOff):
        book(kitty, "payment", 500, player=ann)


def test_the_currency_stands_once_an_amount_is_noted(kitty, ann):
    switch(kitty, currency="JPY")
    book(kitty, "payment", 500, player=ann)
    with pytest.raises(kitties.CurrencyStands, match="in JPY already"):
        switch(Kitty.objects.get(), currency="EUR")


def test_the_account_of_a_period_says_what_came_and_went(kitty, ann):
    book(kitty, "income", 700, note="a donation", day=OPENED - timedelta(days=30))
    book(kitty, "charge", 500, player=ann, note="a lost card")
    book(kitty, "payment", 300, player=ann)
    book(kitty, "expense", 200, note="cake")
    statement = statement_of(kitty, Period(OPENED, OPENED))
    assert (statement.all_income, statement.all_expenses, statement.result) == (500, 200, 300)
    assert (statement.cash_before, statement.cash_after) == (700, 800)


def test_no_cell_is_a_formula(kitty):
    evil = make_player(kitty.club, "=HYPERLINK(1)")
    book(kitty, "charge", 150, player=evil, note="@SUM(1)")
    rows = [csv_row(line, "USD", {}) for line in lines_in(kitty, Period(OPENED, OPENED))]
    assert {row[4] for row in rows} == {"", "'=HYPERLINK(1)"}
    assert {row[9] for row in rows} == {"'@SUM(1)"}
    assert [(row[5], row[6]) for row in rows] == [("1.50", ""), ("", "1.50")]
