"""Prizes: by the places of the final standings, awarded once, and again after a correction."""

import pytest
from django.core.exceptions import ValidationError

from league.foundation.journal.actor import Act
from league.foundation.refusal import OutOfDate
from league.office.kitty import services as kitties
from league.office.kitty.models import EventAmounts, Transaction
from league.office.kitty.services.prizes import prizes_of
from tests.league.factories import make_club
from tests.league.office.kitty.factories import (
    TREASURER,
    all_balances,
    charge,
    make_kitty,
    owed_by_name,
    set_terms,
)
from tests.league.play.results.factories import NOW
from tests.league.tables.seasons.factories import correct, make_night, make_season

pytestmark = pytest.mark.django_db

POINTS = {"Ann+Bob": 9, "Cy+Di": 5, "Ed+Flo": 2}


@pytest.fixture
def kitty():
    return make_kitty(make_club())


@pytest.fixture
def night(kitty):
    return make_night(make_season(kitty.club), POINTS)


def award(kitty, event):
    seen = prizes_of(kitty, event).seen
    return kitties.award_prizes(event=event, seen=seen, by=Act(TREASURER, NOW))


@pytest.mark.long
def test_the_pot_is_shared_by_the_places(kitty, night):
    set_terms(night, fee=500, pot_percent=50, pot_added=1, prize_shares=[60, 40])
    charge(night)
    prizes = prizes_of(kitty, night)
    assert prizes.pot == 1501
    assert list(prizes.by_entry.values()) == [901, 600]
    award(kitty, night)
    # what is won is set off against what is owed
    assert owed_by_name(kitty) == {
        "Ann": 500 - 451,
        "Bob": 500 - 450,
        "Cy": 200,
        "Di": 200,
        "Ed": 500,
        "Flo": 500,
    }
    assert sum(all_balances(kitty).values()) == 0


@pytest.mark.long
def test_prizes_are_awarded_once(kitty, night):
    set_terms(night, pot_added=1000, prize_shares=[1])
    assert award(kitty, night) == award(kitty, night)
    assert Transaction.objects.count() == 1


@pytest.mark.long
def test_after_a_correction_they_are_reversed_and_awarded_again(kitty, night):
    set_terms(night, pot_added=1000, prize_shares=[1])
    first = award(kitty, night)
    correct(night, {"Ann+Bob": 3, "Cy+Di": 5, "Ed+Flo": 2})
    prizes = prizes_of(kitty, night)
    assert prizes.awarded == first
    assert not prizes.is_awarded
    award(kitty, night)
    assert owed_by_name(kitty) == {"Cy": -500, "Di": -500}
    assert list(Transaction.objects.order_by("number").values_list("kind", flat=True)) == [
        "prizes",
        "reversal",
        "prizes",
    ]


@pytest.mark.long
def test_other_prizes_than_those_seen_are_not_awarded(kitty, night):
    set_terms(night, pot_added=1000, prize_shares=[1])
    seen = prizes_of(kitty, night).seen
    set_terms(night, pot_added=2000, prize_shares=[1])
    with pytest.raises(OutOfDate):
        kitties.award_prizes(event=night, seen=seen, by=Act(TREASURER, NOW))


@pytest.mark.long
@pytest.mark.parametrize("fields", [{"state": "running"}, {"confirmed": False}])
def test_nothing_is_awarded_before_the_standings_are_final(kitty, fields):
    night = make_night(make_season(kitty.club), POINTS, **fields)
    set_terms(night, pot_added=1000, prize_shares=[1])
    with pytest.raises(kitties.CannotAward, match="finished"):
        award(kitty, night)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"fee": 100_000_001}, "fee"),
        ({"pot_percent": 101}, "pot_percent"),
        ({"prize_shares": [1, 0]}, "prize_shares"),
        ({"prize_shares": [1] * 51}, "prize_shares"),
        ({"fee_per": "moon"}, "fee_per"),
    ],
)
def test_amounts_out_of_their_limits_are_refused_beside_their_field(night, terms, field):
    with pytest.raises((kitties.AmountsInvalid, ValidationError)) as refused:
        set_terms(night, **terms)
    assert field in (getattr(refused.value, "field", None) or refused.value.message_dict)
    assert not EventAmounts.objects.exists()
