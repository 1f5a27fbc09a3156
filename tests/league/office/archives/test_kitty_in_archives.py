"""The kitty goes out and comes in: every booking once, each with the fact it follows."""

from io import BytesIO

import pytest
from django.db.models import Sum
from django.utils import timezone

from league.clubs.models import Club
from league.foundation.journal.actor import SYSTEM, Act
from league.office.archives import row_reader
from league.office.archives.scope import Scope
from league.office.archives.services.read_archive import (
    read_archive,
    rebuild_what_follows,
    write_archive,
)
from league.office.kitty import services as kitties
from league.office.kitty.models import (
    Account,
    EventAmounts,
    EventCharges,
    HouseAmounts,
    Kitty,
    Line,
    Transaction,
    TransactionKind,
)
from league.office.kitty.services.booking import Occasion
from league.play.events import services as events
from tests.league.factories import make_club, make_player
from tests.league.office.kitty.factories import (
    OPENED,
    TREASURER,
    all_balances,
    charge,
    make_kitty,
    owed_by_name,
    set_house,
    set_terms,
)
from tests.league.play.events.factories import make_running
from tests.league.play.results.factories import NOW, make_table, pinochle, play

pytestmark = pytest.mark.django_db

SET = pinochle(declarer=2, bid=80, points=(25, 25))


@pytest.fixture
def event():
    """An event that began as an evening, with fees, sets and a prize, in a club with a kitty."""
    table = make_table()
    event = table.round.stage.event
    make_kitty(event.club)
    evening = events.open_evening(club=event.club, day=OPENED, by=Act(TREASURER, NOW))
    guest = make_player(event.club, "Gus Guest")
    events.check_in(evening=evening, player=guest, by=Act(TREASURER, NOW))
    set_house(event.club, evening_fee=300, set_amount=25)
    set_terms(event, fee=500, pot_percent=50, prize_shares=[2, 1])
    evening.event = event
    evening.save()
    play(table, SET, SET, pinochle())
    assert charge(event)
    pay(event.club, guest, 300, event=event)
    return event


@pytest.fixture
def club(event):
    return event.club


def pay(club, player, amount, event=None, note=""):
    return kitties.book(
        club=club,
        kind=TransactionKind.PAYMENT,
        amount=amount,
        player=player,
        occasion=Occasion(event=event),
        note=note,
        by=Act(TREASURER, NOW),
    )


def archive_of(club, **part):
    out = BytesIO()
    write_archive(Scope(club=club, **part), out, at=timezone.now())
    return out


def read(file, **options):
    done = read_archive(file, by=Act(SYSTEM, timezone.now()), **options)
    rebuild_what_follows(done, at=timezone.now())
    return done


def copy_of(club, slug="elsewhere"):
    return read(archive_of(club), slug=slug).club


def booked_in(club):
    """Return every booking without numbers of rows: with whom, and how much on which account."""
    rows = Transaction.objects.filter(kitty__club=club).order_by("number")
    return [
        (
            row.number,
            row.kind,
            row.day,
            row.note,
            row.source.split(":")[0],
            row.reverses.number if row.reverses else None,
            sorted((line.account.kind, str(line.account.player), line.amount) for line in lines),
        )
        for row in rows
        for lines in [row.lines.select_related("account__player")]
    ]


def test_a_copy_has_every_booking_and_what_each_follows(club):
    copy = copy_of(club)

    assert booked_in(copy) == booked_in(club)
    assert all_balances(copy.kitty) == all_balances(club.kitty)
    assert owed_by_name(copy.kitty) == owed_by_name(club.kitty)
    assert copy.kitty.last_number == Kitty.objects.get(club=club).last_number
    here = {
        "entry": set(copy.events.values_list("entries", flat=True)),
        "deal": set(copy.events.values_list("stages__rounds__tables__submissions", flat=True)),
        "evening": set(copy.evenings.values_list("pk", flat=True)),
    }
    sources = Transaction.objects.filter(kitty=copy.kitty).exclude(source="")
    for word, number in (source.source.split(":")[:2] for source in sources):
        assert int(number) in here[word], word
    assert {source.source.split(":")[0] for source in sources} == here.keys()
    amounts = EventAmounts.objects.get(event__club=copy)
    assert (amounts.fee, amounts.prize_shares) == (500, [2, 1])


@pytest.mark.long
def test_what_was_charged_is_not_charged_again(club):
    copy = copy_of(club)
    charges = EventCharges.objects.get(event__club=copy)

    assert not charges.is_behind
    assert not charge(charges.event)
    assert booked_in(copy) == booked_in(club)


@pytest.mark.long
def test_a_later_archive_adds_what_is_missing_beside_what_was_booked_here(club):
    copy = copy_of(club)
    pay(copy, copy.players.get(name="Gus Guest"), 40, note="only here")
    late = make_player(club, "Lea Late")
    pay(club, late, 70, note="only there")
    kitties.reverse(
        club=club,
        booked=Transaction.objects.get(kitty__club=club, kind="payment", note=""),
        by=Act(TREASURER, NOW),
    )

    read(archive_of(club), into=copy)

    notes = Transaction.objects.filter(kitty__club=copy).values_list("number", "note", "kind")
    added = sorted(notes)[-3:]
    assert [(note, kind) for _number, note, kind in added] == [
        ("only here", "payment"),
        ("only there", "payment"),
        ("", "reversal"),
    ]
    assert Kitty.objects.get(club=copy).last_number == added[-1][0] == len(notes)
    assert owed_by_name(copy.kitty)["Lea Late"] == -70
    assert not read(archive_of(club), into=copy).report.changes_something
    (one,) = kitties_booked_next(copy)
    assert one.number == len(notes) + 1


def kitties_booked_next(club):
    return [pay(club, club.players.get(name="Gus Guest"), 5)]


@pytest.mark.long
def test_a_fact_that_was_charged_in_both_is_charged_once(club, event):
    copy = copy_of(club)
    for one in (club, copy):
        set_house(one, evening_fee=300, set_amount=30)
        charge(one.events.get())
    assert owed_by_name(copy.kitty) == owed_by_name(club.kitty)
    before = booked_in(copy)

    done = read(archive_of(club), into=copy)

    assert booked_in(copy) == before
    assert done.report.of("transactions").kept == 4  # two reversals, and both booked again
    assert any("Nothing is charged twice" in note for note in done.report.notes)


def test_a_club_with_a_kitty_of_its_own_keeps_it_as_it_is(club, event):
    other = make_club("Elm")
    make_player(other, "Ella Elm")
    make_kitty(other)
    set_house(other, evening_fee=900, set_amount=90)
    before = booked_in(other)

    done = read(archive_of(club, event=event), into=other)

    came = other.events.get()
    assert any("a kitty of its own" in note for note in done.report.notes)
    assert booked_in(other) == before == []
    assert HouseAmounts.objects.filter(kitty__club=other).count() == 1
    assert not EventAmounts.objects.filter(event=came).exists()
    # a correction later does not charge what was charged in the other club
    assert not charge(came)
    set_terms(came, fee=100, set_amount=0)
    assert charge(came)
    assert not read(archive_of(club, event=event), into=other).report.changes_something


@pytest.mark.long
def test_a_club_that_played_without_a_kitty_gets_it_switched_off(club, event):
    other = make_club("Elm")
    own = make_running(2, other)

    done = read(archive_of(club, event=event), into=other)

    assert any("comes switched off" in note for note in done.report.notes)
    assert not other.kitty.is_on
    assert len(booked_in(other)) == len(booked_in(club))
    assert not charge(own)
    assert not read(archive_of(club, event=event), into=other).report.changes_something


@pytest.mark.long
def test_an_archive_of_an_event_has_only_its_money(club, event):
    elsewhere = make_player(club, "Olga Other")
    pay(club, elsewhere, 1_000, note="no event")
    make_running(2, club, name="Another")
    copy = read(archive_of(club, event=event), slug="elsewhere").club

    kitty = copy.kitty
    assert not copy.players.filter(name="Olga Other").exists()
    assert kitty.transactions.exclude(event_number=copy.events.get().pk).count() == 0
    assert Account.objects.filter(kitty=kitty).aggregate(sum=Sum("balance"))["sum"] == 0
    assert owed_by_name(kitty) == {
        name: owed for name, owed in owed_by_name(club.kitty).items() if name != "Olga Other"
    }
    assert kitty.house_amounts.get().set_amount == 25


def test_a_ledger_that_does_not_balance_is_refused_whole(club, monkeypatch):
    file = archive_of(club)
    real = row_reader.values_of

    def twice(name, line):
        values = real(name, line)
        return values | {"amount": values["amount"] + 1} if name == "transaction_lines" else values

    monkeypatch.setattr(row_reader, "values_of", twice)
    with pytest.raises(Exception, match="transaction_balances"):
        read(file, slug="elsewhere")
    assert not Club.objects.filter(slug="elsewhere").exists()
    assert Line.objects.exclude(transaction__kitty__club=club).count() == 0
