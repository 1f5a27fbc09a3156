"""Ratings follow the tables: rebuilt they are as if built step by step, whatever happened."""

from datetime import timedelta
from random import Random

import pytest

from league.clubs.models import Club
from league.foundation.following import want
from league.foundation.jobs.progress import Cancelled, SharedProgress
from league.foundation.journal.models import Happening
from league.play.results.models import TableResult
from league.play.rounds.models import Seat
from league.tables.ratings.models import ClubRatings, Rating, RatingChange
from league.tables.ratings.services import rebuild, rebuilding
from league.tables.ratings.subscriber import follow
from tests.league.factories import make_club, make_double, make_players
from tests.league.tables.ratings.factories import NOW, build, make_event, play, rating_of, stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.mark.long
def test_the_winners_of_a_table_rise_and_the_losers_fall(club):
    ann, bob, cid, dee = make_players(club, "Ann", "Bob", "Cid", "Dee")
    play(make_event(club), [[ann, bob], [cid, dee]], [500, 200])
    assert build(club)
    assert rating_of(ann).mu == rating_of(bob).mu > 25 > rating_of(cid).mu
    change = RatingChange.objects.get(rating=rating_of(cid))
    assert (change.number, change.margin, change.deals) == (1, -300, 4)
    assert (change.mu_before, change.expected) == (25, pytest.approx(0.5))
    pair = Rating.objects.get(player=ann, partner=bob)
    assert pair.mu > 25  # a pair is rated among pairs, on a scale of its own


@pytest.mark.long
def test_rating_step_by_step_gives_the_same_as_rating_from_scratch(club):
    rng = Random(8)
    people = make_players(club, *[f"Player {number}" for number in range(8)])
    events = [make_event(club), make_event(club, variant="pedro")]
    for step in range(12):
        four = rng.sample(people, 4)
        # some tables become known later than others that were played after them
        at = NOW + timedelta(hours=rng.randint(0, 40))
        play(rng.choice(events), [four[:2], four[2:]], [rng.randint(0, 60), 30], at=at)
        if step % 3 == 0:
            build(club)
    build(club)
    step_by_step = stored(club)
    assert not build(club)
    Rating.objects.all().delete()
    assert build(club)
    assert stored(club) == step_by_step
    assert {row[0] for row in step_by_step} > {"double-deck-pinochle", "pedro"}


@pytest.mark.long
def test_a_correction_moves_everything_after_it_and_nothing_before(club):
    event = make_event(club)
    four = make_players(club, "Ann", "Bob", "Cid", "Dee")
    tables = [play(event, [four[:2], four[2:]], [300, 200]) for _ in range(3)]
    build(club)
    before = stored(club)
    mine = RatingChange.objects.filter(rating=rating_of(four[0])).order_by("number")
    then = [one.mu for one in mine]
    TableResult.objects.filter(table=tables[1]).update(totals=[200, 300])
    assert build(club)
    moved = [one.mu != was for one, was in zip(mine.all(), then, strict=True)]
    assert moved == [False, True, True]
    TableResult.objects.filter(table=tables[1]).update(totals=[300, 200])
    build(club)
    assert stored(club) == before


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
def test_a_merged_player_counts_as_the_player_who_stays(club):
    ann, bob, cid, dee = make_players(club, "Ann", "Bob", "Cid", "Dee")
    double = make_double(ann)
    event = make_event(club)
    play(event, [[ann, bob], [cid, dee]], [500, 200])
    play(event, [[bob, double], [cid, dee]], [300, 250])
    build(club)
    assert rating_of(ann).tables == 2
    assert Rating.objects.get(partner__isnull=False, player=ann).tables == 2
    assert not Rating.objects.filter(player=double).exists()


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
def test_a_game_without_partners_rates_no_partnership(club):
    four = make_players(club, "Ann", "Bob", "Cid", "Dee")
    play(make_event(club, variant="pitch"), [[one] for one in four], [11, 8, 8, 2])
    build(club)
    mus = [rating_of(one, "pitch").mu for one in four]
    assert mus[0] > mus[1] > mus[3]
    assert mus[1] == pytest.approx(mus[2])
    assert not Rating.objects.filter(partner__isnull=False).exists()


def test_of_two_rebuilds_at_once_only_one_builds(club, django_capture_on_commit_callbacks):
    want(ClubRatings, [club.pk], at=NOW)
    want(ClubRatings, [club.pk], at=NOW)
    row = ClubRatings.objects.get()
    assert (row.wanted, row.built, row.is_behind) == (2, 0, True)
    assert not rebuild(club_id=club.pk, at=NOW)  # there was nothing to change
    row.refresh_from_db()
    assert (row.built, row.is_behind) == (2, False)


def test_the_journals_reader_wants_the_clubs_in_which_something_was_played(club):
    def happened(kind: str) -> Happening:
        return Happening.objects.create(kind=kind, club_id=club.pk, actor_name="Ann", via="desk")

    follow([happened("deal.submitted"), happened("clock.started")])
    assert not ClubRatings.objects.exists()
    follow([happened("table.confirmed"), happened("seat.substituted")])
    assert ClubRatings.objects.get().wanted == 1


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


def test_a_night_added_at_the_end_leaves_the_nights_before_alone(club, monkeypatch):
    event = make_event(club)
    four = make_players(club, "Ann", "Bob", "Cid", "Dee")
    for night in range(3):
        play(event, [four[:2], four[2:]], [300, 200], at=NOW + timedelta(days=night))
    build(club)
    rated = []
    rate = rebuilding._changes

    def counting(played, *others):
        rated.append(len(played))
        return rate(played, *others)

    monkeypatch.setattr(rebuilding, "_changes", counting)
    last = play(event, [four[:2], four[2:]], [100, 200], at=NOW + timedelta(days=3))
    build(club)
    TableResult.objects.filter(table=last).update(totals=[200, 100])
    build(club)
    rebuild(club_id=club.pk, at=NOW, from_scratch=True)
    monkeypatch.setattr(rebuilding, "MODEL", "another model")
    build(club)

    assert rated == [1, 1, 4, 4]


@pytest.mark.long
def test_what_was_lost_from_the_store_is_made_again(club):
    event = make_event(club)
    four = make_players(club, "Ann", "Bob", "Cid", "Dee")
    for night in range(3):
        play(event, [four[:2], four[2:]], [300, 200], at=NOW + timedelta(days=night))
    build(club)
    whole = stored(club)

    RatingChange.objects.filter(number=2).delete()
    build(club)

    assert stored(club) == whole


def test_ratings_stay_as_they_were_when_the_job_is_cancelled(club):
    class CancelledSoon(SharedProgress):
        def at(self, done):
            self.cancel()
            super().at(done)

    event = make_event(club)
    four = make_players(club, "Ann", "Bob", "Cid", "Dee")
    play(event, [four[:2], four[2:]], [300, 200])
    want(ClubRatings, [club.pk], at=NOW)

    with pytest.raises(Cancelled):
        rebuild(club_id=club.pk, at=NOW, progress=CancelledSoon())

    assert not Rating.objects.exists()
    assert ClubRatings.objects.get().is_behind
