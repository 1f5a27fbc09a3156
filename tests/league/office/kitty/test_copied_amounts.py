"""The next event and the next season cost what the last ones did."""

from datetime import date

import pytest

from league.foundation.journal.actor import Act
from league.office.kitty.models import EventAmounts
from league.play.events import services as events
from tests.league.office.kitty.factories import (
    TREASURER,
    charge,
    make_kitty,
    owed_by_name,
    set_terms,
)
from tests.league.play.events.factories import make_running
from tests.league.play.results.factories import NOW

pytestmark = pytest.mark.django_db
TERMS = {"fee": 500, "fee_per": "entry", "set_amount": 25, "pot_added": 1_000}
PRIZES = {"pot_percent": 50, "prize_shares": [3, 2, 1]}


def copied(event, **other):
    what = {"name": "Autumn cup", "starts_on": date(2026, 9, 12), "season": None}
    done = events.copy_event(
        event=event, **what, with_entries=True, draw_lot=lambda: 1, by=Act(TREASURER, NOW), **other
    )
    return done.event


@pytest.mark.long
def test_a_copied_event_costs_the_same_and_charges_once_it_is_open():
    event = make_running(2)
    kitty = make_kitty(event.club)
    set_terms(event, **TERMS, **PRIZES)

    new = copied(event)

    assert EventAmounts.objects.filter(event=new, **TERMS, **PRIZES).exists()
    assert not charge(new)
    events.open_event(event=new, by=Act(TREASURER, NOW))
    assert charge(new)
    assert sum(owed_by_name(kitty).values()) == 2 * 500
