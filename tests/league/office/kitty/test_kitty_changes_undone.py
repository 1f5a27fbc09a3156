"""Amounts that were set, prizes that were awarded and bookings that were reversed, undone."""

import pytest

from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.foundation.records import services as records
from league.foundation.records.rules import NotUndone
from league.foundation.refusal import OutOfDate
from league.office.kitty import services as kitties
from league.office.kitty.models import EventCharges, HouseAmounts, Transaction, TransactionKind
from league.office.kitty.services.prizes import prizes_of
from tests.league.factories import make_club, make_player
from tests.league.office.kitty.factories import (
    TREASURER,
    all_balances,
    make_kitty,
    owed_by_name,
    set_house,
    set_terms,
)
from tests.league.play.results.factories import NOW
from tests.league.tables.seasons.factories import correct, make_night, make_season

pytestmark = pytest.mark.django_db

BY = Act(TREASURER, NOW)


@pytest.fixture
def kitty():
    return make_kitty(make_club())


@pytest.fixture
def ann(kitty):
    return make_player(kitty.club, "Ann Lee")


# ------------------------------------------------------------------- the club's amounts


def set_amounts(kitty, **amounts):
    set_house(kitty.club, **amounts)
    return Happening.objects.latest("id")


def undo(kitty, change):
    records.undo(HouseAmounts, change, by=BY)


def amounts(kitty):
    names = ("from_day", "evening_fee", "set_amount", "set_payer")
    return list(kitty.house_amounts.values_list(*names))


def test_the_amounts_before_hold_again_and_what_was_charged_is_corrected(kitty):
    night = make_night(make_season(kitty.club), {"Ann": 9, "Bob": 5})
    set_amounts(kitty, evening_fee=100, set_amount=25, set_payer="side")
    before = amounts(kitty)
    change = set_amounts(kitty, evening_fee=300)
    EventCharges.objects.filter(event=night).delete()

    undo(kitty, change)
    with pytest.raises(NotUndone):
        undo(kitty, change)

    assert amounts(kitty) == before
    charges = EventCharges.objects.get(event=night)
    assert charges.is_behind


# -------------------------------------------------------------- what was reversed by mistake


def book(kitty, kind, amount, player=None, note=""):
    return kitties.book(
        club=kitty.club, kind=TransactionKind(kind), amount=amount, player=player, note=note, by=BY
    )


def reverse(kitty, booked):
    return kitties.reverse(club=kitty.club, booked=booked, by=BY)


def again(kitty, booked):
    return kitties.book_again(club=kitty.club, booked=booked, by=BY)


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "has_player"),
    [
        *(("payment", True), ("payout", True), ("waiver", True), ("charge", True)),
        *(("expense", False), ("expense", True), ("income", False)),
    ],
)
def test_what_was_reversed_is_booked_as_it_was(kitty, ann, kind, has_player):
    booked = book(kitty, kind, 700, ann if has_player else None, "cake")
    before = all_balances(kitty), owed_by_name(kitty)
    noted = Happening.objects.latest("id")
    reverse(kitty, booked)

    made = again(kitty, booked)

    assert (all_balances(kitty), owed_by_name(kitty)) == before
    assert (made.kind, made.note, made.number) == (kind, "cake", 3)
    said = Happening.objects.latest("id")
    assert said.data["again"] == booked.number
    assert sentence_of(said) == sentence_of(noted)


def test_booked_again_twice_it_is_booked_once(kitty, ann):
    booked = book(kitty, "payment", 700, ann)
    reverse(kitty, booked)

    assert again(kitty, booked) == again(kitty, booked)
    assert Transaction.objects.count() == 3


def test_where_the_player_has_paid_since_nothing_is_booked_twice(kitty, ann):
    booked = book(kitty, "payment", 700, ann)
    reverse(kitty, booked)
    book(kitty, "payment", 700, ann)

    with pytest.raises(OutOfDate, match="booked for the same players since"):
        again(kitty, booked)
    assert owed_by_name(kitty) == {"Ann Lee": -700}


# ---------------------------------------------------------------------------- prizes


@pytest.fixture
def night(kitty):
    night = make_night(make_season(kitty.club), {"Ann+Bob": 9, "Cy+Di": 5})
    set_terms(night, pot_added=1000, prize_shares=[1])
    return night


def award(kitty, event, at=NOW):
    seen = prizes_of(kitty, event).seen
    return kitties.award_prizes(event=event, seen=seen, by=Act(TREASURER, at))


def undo_prizes(kitty, awarded):
    kitties.undo_prizes(club=kitty.club, change=awarded.number, by=Act(TREASURER, NOW))


def replace(kitty, night):
    """Award prizes, and others in their place after a correction; return both."""
    first = award(kitty, night)
    correct(night, {"Ann+Bob": 3, "Cy+Di": 5})
    return first, award(kitty, night)


def test_prizes_in_the_place_of_others_make_room_for_them_again(kitty, night):
    first, second = replace(kitty, night)
    before = prizes_of(kitty, night).awarded_by_player

    undo_prizes(kitty, second)
    booked = kitty.transactions.count()
    undo_prizes(kitty, second)

    now = prizes_of(kitty, night)
    assert now.awarded_by_player != before
    assert now.awarded.lines.count() == first.lines.count()
    assert {name for name, owed in owed_by_name(kitty).items() if owed} == {"Ann", "Bob"}
    assert kitty.transactions.count() == booked


def test_prizes_are_not_taken_back_from_who_was_paid_since(kitty, night):
    _first, second = replace(kitty, night)
    di = kitty.club.players.get(name="Di")
    kitties.book(club=kitty.club, kind="payout", amount=500, player=di, by=Act(TREASURER, NOW))

    with pytest.raises(OutOfDate, match="booked for the same players"):
        undo_prizes(kitty, second)

    assert prizes_of(kitty, night).awarded == second
