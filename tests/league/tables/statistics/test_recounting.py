"""Statistics follow the deals of confirmed tables, whatever is corrected later."""

import pytest

from league.foundation.journal.actor import Act
from league.play.results import services as results
from league.tables.statistics.models import SeatCount
from tests.league.play.results.factories import (
    NOW,
    make_director,
    make_table,
    pinochle,
    play,
)
from tests.league.tables.statistics.factories import count, stored

pytestmark = pytest.mark.django_db

MADE = pinochle()
SET = pinochle(declarer=2, bid=80, points=(25, 25))
OTHERS = pinochle(declarer=1, bid=55, last_trick=1)


@pytest.fixture
def table():
    return make_table()


@pytest.mark.long
def test_the_deals_of_a_confirmed_table_are_counted(table):
    play(table, MADE, SET, OTHERS)
    assert count(table.round.stage)
    mine, partner = (SeatCount.objects.get(seat=seat) for seat in (0, 2))
    assert (mine.deals, mine.bids, mine.made, mine.bid_sum) == (3, 1, 1, 60)
    assert mine.partners == [partner.player_id]
    assert (partner.bids, partner.made, partner.short_sum) == (1, 0, 80 - 59)
    assert (mine.side_bids, mine.side_sets, mine.defended, mine.sets_given) == (2, 1, 1, 1)
    assert (mine.meld_deals, mine.side_meld_deals, mine.side_meld_sum) == (0, 3, 3 * 34)


@pytest.mark.long
def test_counting_a_correction_gives_the_same_as_counting_from_scratch(table):
    submissions = play(table, MADE, SET, OTHERS)
    count(table.round.stage)
    results.correct(
        submission=submissions[1],
        data=pinochle(declarer=2, bid=80, points=(50, 0))
        | {"dealer": submissions[1].deal.data["dealer"]},
        reason="misread",
        key="9f0c2c0e-92d5-4b1c-8b57-0d1f5a1f7a11",
        by=Act(make_director(table), NOW),
    )
    assert count(table.round.stage)
    corrected = stored()
    assert SeatCount.objects.get(seat=2).made == 1
    assert not count(table.round.stage)
    SeatCount.objects.all().delete()
    assert count(table.round.stage)
    assert stored() == corrected


def test_a_trial_is_not_counted(table):
    play(table, MADE, SET, OTHERS)
    table.round.stage.event.visibility = "hidden"
    table.round.stage.event.save()
    assert not count(table.round.stage)


def test_a_free_seat_is_nobodys(table):
    play(table, MADE, SET, OTHERS)
    table.seats.filter(number=3).update(player=None)

    count(table.round.stage)

    assert set(SeatCount.objects.values_list("seat", flat=True)) == {0, 1, 2}
