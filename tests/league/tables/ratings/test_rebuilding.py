"""Ratings follow the tables: rebuilt they are as if built step by step, whatever happened."""

from datetime import timedelta
from random import Random

import pytest

from league.clubs.models import Club
from league.play.results.models import TableResult
from league.play.rounds.models import Seat
from league.tables.ratings.models import Rating
from league.tables.ratings.services import rebuild
from tests.league.factories import make_club, make_players
from tests.league.tables.ratings.factories import NOW, build, make_event, play, stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


def test_the_players_who_really_sat_there_are_rated(club):
    ann, bob, cid, dee, sub = make_players(club, "Ann", "Bob", "Cid", "Dee", "Sue")
    table = play(make_event(club), [[ann, bob], [cid, dee]], [500, 200])
    Seat.objects.filter(table=table, player=bob).update(
        player=sub, stands_in_for=bob, is_substitute=True
    )
    build(club)
    rated = set(Rating.objects.filter(partner=None).values_list("player__name", flat=True))
    assert rated == {"Ann", "Sue", "Cid", "Dee"}


@pytest.mark.long
@pytest.mark.parametrize(
    "fields",
    [
        {"state": "entered"},
        {"awarded": [100, 0], "award_reason": "nobody came"},
        {"deals": 0},
    ],
)
def test_what_was_not_played_to_the_end_does_not_count(club, fields):
    four = make_players(club, "Ann", "Bob", "Cid", "Dee")
    play(make_event(club), [four[:2], four[2:]], [500, 200], **fields)
    assert not build(club)
    assert not Rating.objects.exists()


@pytest.mark.long
def test_neither_a_trial_nor_a_table_with_an_empty_seat_counts(club):
    ann, bob, cid, dee = make_players(club, "Ann", "Bob", "Cid", "Dee")
    play(make_event(club, visibility="hidden"), [[ann, bob], [cid, dee]], [500, 200])
    play(make_event(club), [[ann, None], [cid, dee]], [500, 200])
    assert not build(club)


@pytest.mark.long
@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(6))
def test_rating_from_an_unchanged_day_gives_the_same_as_rating_from_scratch(club, seed):
    """Nights are added at the end; now and then a table is corrected, taken back or found late."""
    rng = Random(seed)
    people = make_players(club, *[f"Player {number}" for number in range(7)])
    events = [make_event(club), make_event(club, variant="pedro")]
    tables = []
    for night in range(9):
        for hour in rng.sample(range(5), 2):
            four = rng.sample(people, 4)
            at = NOW + timedelta(days=night, hours=hour)
            points = [rng.randint(0, 60), 30]
            tables.append(play(rng.choice(events), [four[:2], four[2:]], points, at=at))
        if rng.random() < 0.4:
            TableResult.objects.filter(table=rng.choice(tables)).update(totals=[7, 50])
        if rng.random() < 0.4:
            state = rng.choice(["entered", "confirmed"])
            TableResult.objects.filter(table=rng.choice(tables[-6:])).update(state=state)
        if rng.random() < 0.2:
            tables.pop().round.delete()
        build(club)
        gone_on = stored(club)
        rebuild(club_id=club.pk, at=NOW, from_scratch=True)
        assert stored(club) == gone_on
