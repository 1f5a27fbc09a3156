"""Guests pay another fee where the club says so, on the days on which they are guests."""

from datetime import timedelta

import pytest

from league.clubs.services.players import change_player
from league.foundation.journal.actor import Act
from league.foundation.journal.services import deliver_all
from league.office.kitty.models import EventCharges
from league.play.events.models import Event
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

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    made = make_running(2)
    make_kitty(made.club)
    return made


def a_guest_of(event, at=NOW - timedelta(days=30), *, is_guest=True):
    """Have the first player of the event be a guest, or none any more, from that moment on."""
    player = event.club.players.order_by("pk").first()
    return change_player(player=player, is_guest=is_guest, by=Act(TREASURER, at))


def test_a_guest_pays_the_guests_fee_for_an_evening(event):
    Event.objects.filter(pk=event.pk).update(is_evening=True)
    event.refresh_from_db()
    set_house(event.club, evening_fee=300, guest_fee=500)
    guest = a_guest_of(event)

    charge(event)

    owed = owed_by_name(event.club.kitty)
    assert owed.pop(guest.name) == 500
    assert set(owed.values()) == {300}
    assert len(owed) == 3


def test_nothing_for_guests_is_nothing_and_no_word_of_it_is_what_all_pay(event):
    Event.objects.filter(pk=event.pk).update(is_evening=True)
    event.refresh_from_db()
    guest = a_guest_of(event)

    set_house(event.club, evening_fee=300, guest_fee=0)
    charge(event)
    assert guest.name not in owed_by_name(event.club.kitty)

    set_house(event.club, evening_fee=300)
    charge(event)
    assert owed_by_name(event.club.kitty)[guest.name] == 300


@pytest.mark.parametrize("fee", [0, 400])
def test_a_guest_pays_the_guests_fee_of_an_event_in_place_of_a_share(event, fee):
    set_terms(event, fee=fee, fee_per="entry", guest_fee=700)
    guest = a_guest_of(event)

    charge(event)

    owed = owed_by_name(event.club.kitty)
    assert owed.pop(guest.name) == 700
    assert set(owed.values()) == ({fee // 2} if fee else set())


def test_who_joins_the_club_pays_as_a_guest_for_what_was_before(event):
    set_terms(event, fee=400, guest_fee=700)
    guest = a_guest_of(event)
    a_guest_of(event, NOW + timedelta(days=1), is_guest=False)

    charge(event)

    assert owed_by_name(event.club.kitty)[guest.name] == 700


def test_charges_follow_when_somebody_is_noted_as_a_guest_later_that_day(event):
    set_terms(event, fee=400, guest_fee=700)
    charge(event)
    deliver_all(at=NOW)
    asked = EventCharges.objects.get(pk=event.pk)
    a_guest_of(event, NOW)

    deliver_all(at=NOW)

    assert EventCharges.objects.get(pk=event.pk).wanted > asked.wanted
    asked.refresh_from_db()
    change_player(player=event.club.players.last(), member_number="17", by=Act(TREASURER, NOW))
    deliver_all(at=NOW)
    assert EventCharges.objects.get(pk=event.pk).wanted == asked.wanted
