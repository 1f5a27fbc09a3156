"""The database keeps the ledger: it balances, and nothing in it is changed."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import F

from league.foundation.journal.actor import Act
from league.office.kitty import services as kitties
from league.office.kitty.models import (
    Account,
    AccountKind,
    Kitty,
    Line,
    Transaction,
    TransactionKind,
)
from league.office.personal_data.services.replacing import allow
from tests.league.factories import make_club, make_player
from tests.league.office.kitty.factories import TREASURER, make_kitty
from tests.league.play.results.factories import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def kitty():
    return make_kitty()


@pytest.fixture
def paid(kitty):
    return kitties.book(
        club=kitty.club,
        kind=TransactionKind.PAYMENT,
        amount=500,
        player=make_player(kitty.club),
        note="for Ann’s cake",
        by=Act(TREASURER, NOW),
    )


def check_deferred():
    """Check what the database checks at the end of a transaction, as that end would."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def refused(act):
    """Say that the database refuses what this does, at the latest at the end of it."""
    with transaction.atomic():
        act()
        check_deferred()


def copy_of(paid, **fields):
    values = {
        "kitty": paid.kitty,
        "number": 90,
        "kind": "payment",
        "day": paid.day,
        "booked_at": NOW,
        "line_count": 2,
    }
    return Transaction.objects.create(**values | fields)


def lines(made, *amounts):
    accounts = Account.objects.filter(kitty=made.kitty).order_by("pk")
    Line.objects.bulk_create(
        Line(transaction=made, account=account, amount=amount)
        for account, amount in zip(accounts, amounts, strict=False)
    )


def test_what_is_booked_balances(paid):
    check_deferred()
    assert sorted(paid.lines.values_list("account__kind", "amount")) == [
        ("cash", 500),
        ("player", -500),
    ]
    assert dict(Account.objects.values_list("kind", "balance")) == {"cash": 500, "player": -500}


def lines_on(made, accounts):
    for account, amount in zip(accounts, (7, -7), strict=True):
        Line.objects.create(transaction=made, account=account, amount=amount)


@pytest.mark.parametrize("amounts", [(5, -4), (5,), ()])
def test_lines_that_do_not_sum_to_nothing_are_refused(paid, amounts):
    with pytest.raises(IntegrityError, match="lines that sum to"):
        refused(lambda: lines(copy_of(paid), *amounts))


def test_lines_are_not_added_to_what_is_booked(paid):
    check_deferred()
    other = make_player(paid.kitty.club, "Bob")
    accounts = [
        Account.objects.create(kitty=paid.kitty, kind="fees"),
        Account.objects.create(kitty=paid.kitty, kind="player", player=other),
    ]
    with pytest.raises(IntegrityError, match="lines that sum to"):
        refused(lambda: lines_on(paid, accounts))


def test_an_account_of_another_club_is_refused(paid):
    check_deferred()
    elsewhere = make_kitty(make_club("Elsewhere"))
    accounts = [
        paid.lines.first().account,
        Account.objects.create(kitty=elsewhere, kind=AccountKind.CASH),
    ]
    with pytest.raises(IntegrityError, match="lines that sum to"):
        refused(lambda: lines_on(copy_of(paid), accounts))


@pytest.mark.long
@pytest.mark.parametrize(
    "change",
    [
        lambda paid: Line.objects.filter(transaction=paid).update(amount=F("amount") * 2),
        lambda paid: Line.objects.filter(transaction=paid).delete(),
        lambda paid: Transaction.objects.filter(pk=paid.pk).update(day="2026-01-01"),
        lambda paid: Transaction.objects.filter(pk=paid.pk).update(note="for Bob’s cake"),
        lambda paid: Transaction.objects.filter(pk=paid.pk).delete(),
        lambda paid: Kitty.objects.all().delete(),
    ],
)
def test_what_is_booked_is_not_changed_or_deleted(paid, change):
    with pytest.raises(IntegrityError), transaction.atomic():
        change(paid)


def test_words_change_where_a_person_is_forgotten_and_amounts_never(paid):
    allow("words")
    Transaction.objects.filter(pk=paid.pk).update(note="for a former player", actor_name="")

    paid.refresh_from_db()
    assert (paid.note, paid.lines.count()) == ("for a former player", 2)
    for change in (
        lambda: Transaction.objects.filter(pk=paid.pk).update(note="", day="2026-01-01"),
        lambda: Line.objects.filter(transaction=paid).update(amount=F("amount") * 2),
        lambda: Transaction.objects.filter(pk=paid.pk).delete(),
    ):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            change()


def test_the_same_fact_is_followed_once_at_a_time(paid):
    copy_of_source = {"source": "deal:1"}
    with pytest.raises(IntegrityError, match="transaction_follows_a_fact_once"):
        refused(lambda: [copy_of(paid, number=number, **copy_of_source) for number in (91, 92)])


def test_a_reversal_takes_the_amount_back_and_is_made_once(kitty, paid):
    first = kitties.reverse(club=kitty.club, booked=paid, by=Act(TREASURER, NOW))
    again = kitties.reverse(club=kitty.club, booked=paid, by=Act(TREASURER, NOW))
    assert first == again
    assert first.reverses == paid
    assert set(Account.objects.values_list("balance", flat=True)) == {0}
    with pytest.raises(kitties.CannotReverse, match="is a reversal itself"):
        kitties.reverse(club=kitty.club, booked=first, by=Act(TREASURER, NOW))
