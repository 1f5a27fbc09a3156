"""Ratings that a club brought along: players begin with them, whenever they are stored."""

import pytest

from league.foundation.journal.actor import Act
from league.tables.ratings.models import StartingRating
from league.tables.ratings.services import rebuild
from league.tables.ratings.starting_ratings import (
    GivenRating,
    set_starting_ratings,
    starting_strengths,
)
from tests.league.factories import make_club, make_players
from tests.league.play.events.factories import DIRECTOR
from tests.league.tables.ratings.factories import NOW, build, make_event, play, rating_of, stored

pytestmark = pytest.mark.django_db
FAMILY = "double-deck-pinochle"


def given(player, rating, margin=60):
    return GivenRating(player=player.pk, family=FAMILY, rating=rating, margin=margin)


def brought(club, *ratings):
    return set_starting_ratings(club=club, ratings=ratings, by=Act(DIRECTOR, NOW))


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def four(club):
    people = make_players(club, "Ann", "Bob", "Cid", "Dee")
    play(make_event(club), [people[:2], people[2:]], [500, 200])
    return people


def test_a_player_begins_with_what_the_club_brought(club, four):
    ann, bob, *_ = four
    brought(club, given(ann, 1700))
    assert build(club)
    before = rating_of(ann).changes.get(number=1)
    assert (before.mu_before, before.sigma_before) == (30.0, 1.5)
    assert rating_of(bob).changes.get(number=1).mu_before == 25


@pytest.mark.long
def test_brought_later_all_is_worked_out_as_if_it_had_been_there(club, four):
    build(club)
    without = stored(club)
    brought(club, given(four[0], 1700))
    assert build(club)
    later = stored(club)
    assert later != without
    assert not rebuild(club_id=club.pk, at=NOW, from_scratch=True)
    assert stored(club) == later


def test_who_stays_after_a_merge_begins_with_the_own_rating_or_that_of_the_other(club, four):
    ann, bob, *_ = four
    bob.merged_into = ann
    bob.save()
    for ratings in ([given(bob, 1700)], [given(bob, 1700), given(ann, 1500)]):
        brought(club, *ratings)
        mu = starting_strengths(club.pk)[FAMILY, (ann.pk,)].mu
        assert mu == (30 if len(ratings) == 1 else 25)


def test_the_same_again_changes_nothing(club, four):
    assert brought(club, given(four[0], 1700)) == 1
    assert brought(club, given(four[0], 1700)) == 0
    assert brought(club, given(four[0], 1710)) == 1
    assert StartingRating.objects.count() == 1
