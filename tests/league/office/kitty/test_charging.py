"""What is charged follows the facts, whatever is corrected later and however often it is run."""

import pytest

from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.office.kitty import services as kitties
from league.office.kitty.models import EventCharges, Transaction
from league.office.kitty.selectors import cash_sheet, charged_for
from league.play.events import services as events
from league.play.events.models import Event
from league.play.results import services as results
from league.play.rounds import services as rounds
from tests.league.factories import make_player
from tests.league.office.kitty.factories import (
    OPENED,
    TREASURER,
    all_balances,
    charge,
    make_kitty,
    owed_by_name,
    set_house,
    set_terms,
    switch,
)
from tests.league.play.events.factories import add_singles, make_running
from tests.league.play.results.factories import NOW, make_director, make_table, pinochle, play
from tests.league.play.rounds.tonight import make_evening

pytestmark = pytest.mark.django_db

MADE = pinochle()
SET = pinochle(declarer=2, bid=80, points=(25, 25))


@pytest.fixture
def table():
    table = make_table()
    make_kitty(table.round.stage.event.club)
    return table


@pytest.fixture
def event(table):
    return table.round.stage.event


@pytest.fixture
def kitty(event):
    return event.club.kitty


def name_at(table, seat):
    return table.seats.get(number=seat).player.name


@pytest.mark.long
def test_a_bidder_who_is_set_owes_the_amount(table, event, kitty):
    set_house(event.club, set_amount=25)
    play(table, MADE, SET, SET)
    assert charge(event)
    assert owed_by_name(kitty) == {name_at(table, 2): 50}
    assert all_balances(kitty) == {"player": 50, "sets": -50}


@pytest.mark.long
def test_where_the_side_pays_each_of_it_does(table, event, kitty):
    set_house(event.club, set_amount=25, set_payer="side")
    play(table, MADE, SET, MADE)
    charge(event)
    assert owed_by_name(kitty) == {name_at(table, 0): 25, name_at(table, 2): 25}


@pytest.mark.long
def test_charging_again_books_nothing(table, event):
    set_house(event.club, set_amount=25)
    set_terms(event, fee=500)
    play(table, MADE, SET, SET)
    assert charge(event)
    booked = Transaction.objects.count()
    assert not charge(event)
    assert Transaction.objects.count() == booked == 4


@pytest.mark.long
def test_a_corrected_deal_is_corrected_by_an_opposite_entry(table, event, kitty):
    set_house(event.club, set_amount=25)
    submissions = play(table, MADE, SET, SET)
    charge(event)
    before = list(Transaction.objects.order_by("number").values())
    results.correct(
        submission=submissions[1],
        data=pinochle(declarer=2, bid=80, points=(50, 0))
        | {"dealer": submissions[1].deal.data["dealer"]},
        reason="misread",
        key="9f0c2c0e-92d5-4b1c-8b57-0d1f5a1f7a11",
        by=Act(make_director(table), NOW),
    )
    assert charge(event)
    assert not charge(event)
    assert owed_by_name(kitty) == {name_at(table, 2): 25}
    after = list(Transaction.objects.order_by("number").values())
    assert after[: len(before)] == before
    assert [row["kind"] for row in after[len(before) :]] == ["reversal"]
    assert charged_for(kitty, event) == 25


@pytest.mark.long
def test_an_amount_that_changes_is_charged_again(table, event, kitty):
    set_house(event.club, set_amount=25)
    play(table, MADE, SET, SET)
    charge(event)
    set_house(event.club, set_amount=30)
    charge(event)
    set_house(event.club, set_amount=25)
    charge(event)
    assert owed_by_name(kitty) == {name_at(table, 2): 50}
    turns = Transaction.objects.exclude(source="").values_list("source_turn", flat=True)
    assert sorted(turns) == [0, 0, 1, 1, 2, 2]


@pytest.mark.long
def test_the_fee_of_an_event_is_per_player_or_per_entry(event, kitty):
    set_terms(event, fee=501)
    charge(event)
    assert set(owed_by_name(kitty).values()) == {501}
    set_terms(event, fee=501, fee_per="entry")
    charge(event)
    assert sorted(owed_by_name(kitty).values()) == [250, 250, 251, 251]


@pytest.mark.long
def test_an_entry_that_withdraws_owes_no_fee(event, kitty):
    set_terms(event, fee=500)
    charge(event)
    entry = event.entries.first()
    events.withdraw_entry(entry=entry, reason="ill", by=Act(TREASURER, NOW))
    charge(event)
    assert len(owed_by_name(kitty)) == 2


def test_a_draft_and_a_kitty_that_is_off_charge_nothing(event, kitty):
    set_terms(event, fee=500)
    switch(kitty, is_on=False)
    assert not charge(event)
    switch(kitty)
    assert EventCharges.objects.get(event=event).is_behind
    assert charge(event)


def test_charges_are_not_reversed_by_hand(event):
    set_terms(event, fee=500)
    charge(event)
    with pytest.raises(kitties.CannotReverse, match="waive the amount"):
        kitties.reverse(club=event.club, booked=Transaction.objects.first(), by=Act(TREASURER, NOW))


@pytest.fixture
def evening(kitty):
    opened = events.open_evening(club=kitty.club, day=OPENED, by=Act(TREASURER, NOW))
    for name in ("Eva", "Finn"):
        player = make_player(kitty.club, name)
        events.check_in(evening=opened, player=player, by=Act(TREASURER, NOW))
    set_house(kitty.club, evening_fee=300)
    return opened


@pytest.mark.long
def test_those_who_are_there_are_charged_for_the_evening(kitty, evening):
    assert kitties.charge_evening(evening=evening, at=NOW)
    assert not kitties.charge_evening(evening=evening, at=NOW)
    assert owed_by_name(kitty) == {"Eva": 300, "Finn": 300}
    eva = kitty.club.players.get(name="Eva")
    events.take_back(evening=evening, player=eva, by=Act(TREASURER, NOW))
    kitties.charge_evening(evening=evening, at=NOW)
    assert owed_by_name(kitty) == {"Finn": 300}


@pytest.mark.long
def test_an_evening_that_became_an_event_is_charged_once(kitty, evening):
    kitties.charge_evening(evening=evening, at=NOW)
    begun = make_running(2, kitty.club, name="Friday")
    begun.entries.update(state="withdrawn", withdrawn_at=NOW)  # only those who are there play
    evening.event = begun
    evening.save()
    assert not charge(begun)
    sheet = cash_sheet(kitty, event=begun)
    assert {row.player.name: row.charged for row in sheet.rows if row.charged} == {
        "Eva": 300,
        "Finn": 300,
    }


@pytest.fixture
def night(kitty):
    """An evening of eight players that runs, its first round open."""
    set_house(kitty.club, evening_fee=300)
    evening = make_evening(8, kitty.club)
    plan = rounds.proposal_for(evening, 8).plans[0].key
    first = rounds.start_evening(
        evening=evening, plan=plan, version=evening.version, by=Act(TREASURER, NOW)
    )
    return first.stage.event


def owing(kitty):
    return sorted(name for name, owed in owed_by_name(kitty).items() if owed == 300)


@pytest.mark.long
def test_who_came_late_owes_the_fee_until_going_home_without_having_played(night, kitty):
    assert charge(night)
    assert len(owing(kitty)) == 8
    late, gone = add_singles(night, 2)
    names = sorted(entry.members.get().player.name for entry in (late, gone))
    charge(night)
    assert set(names) < set(owing(kitty))

    events.withdraw_entry(entry=gone, by=Act(TREASURER, NOW))
    events.withdraw_entry(entry=night.entries.get(number=1), by=Act(TREASURER, NOW))
    charge(night)

    assert len(owing(kitty)) == 9
    assert late.members.get().player.name in owing(kitty)


def test_whether_an_event_is_charged_as_an_evening_can_be_said(event, kitty):
    set_house(kitty.club, evening_fee=300)
    assert not charge(event)

    for _pressed_twice in range(2):
        kitties.charge_as_evening(event=event, is_evening=True, by=Act(TREASURER, NOW))
    assert Happening.objects.filter(kind="kitty.event_amounts_changed").count() == 1
    charge(event)
    assert len(owing(kitty)) == 4

    kitties.charge_as_evening(event=event, is_evening=False, by=Act(TREASURER, NOW))
    charge(event)
    assert not owing(kitty)


@pytest.mark.long
def test_at_a_table_pays_who_sits_there(table, event, kitty):
    set_house(kitty.club, evening_fee=300)
    Event.objects.update(is_evening=True)
    seat = table.seats.get(number=0)
    absent = seat.player.name
    substitute = make_player(kitty.club, "Sue")
    rounds.seat_substitute(seat=seat, player=substitute, by=Act(TREASURER, NOW))

    charge(Event.objects.get(pk=event.pk))

    assert len(owing(kitty)) == 4
    assert "Sue" in owing(kitty)
    assert absent not in owing(kitty)
