"""Turns: however much one club has waiting, another one waits for a turn of each club at most."""

from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import connections, transaction

from league.foundation.derived_state import lock_owner
from league.foundation.jobs import catching_up, kinds, services
from league.foundation.jobs.catching_up import Registered, catch_up_next, claim_next
from league.foundation.jobs.fair_queue import NoPlace
from league.foundation.jobs.kinds import Kind, Outcome
from league.foundation.jobs.models import Job, JobState
from league.foundation.journal.actor import Act, Actor
from league.play.events.models import Stage
from league.play.rounds import rooms
from league.tables.standings.models import StageStandings
from tests.league.factories import NOW, make_club
from tests.league.tables.seasons.factories import make_season
from tests.league.tables.standings.factories import make_stage

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


def behind(club, count, *entries, since=NOW):
    """Make an event of so many stages whose standings are behind; return their ids."""
    first = make_stage(*entries, club=club, slug=f"e{Stage.objects.count()}")
    rest = [
        Stage.objects.create(event=first.event, number=number, format="round_robin")
        for number in range(2, count + 1)
    ]
    ids = [stage.pk for stage in (first, *rest)]
    StageStandings.objects.bulk_create(
        StageStandings(stage_id=stage, wanted=1, wanted_at=since) for stage in ids
    )
    return ids


def built(stage_id):
    StageStandings.objects.filter(pk=stage_id).update(built=1)


@pytest.fixture
def build(monkeypatch):
    """Have the standings of a stage built by another function."""

    def use(build_stage):
        monkeypatch.setitem(
            catching_up._REGISTERED,
            "standings",
            Registered(StageStandings, lambda stage, _at, _progress: build_stage(stage)),
        )

    use(built)
    return use


def turn(number, *, large=False):
    """Take a turn, so many seconds after noon; return what was built."""
    return catch_up_next("standings", large=large, at=NOW + number * SECOND)


@contextmanager
def in_hand(stage_id):
    """Let another worker, which is a connection of its own, have the standings of a stage."""
    other = connections.create_connection("default")
    names = [StageStandings._meta.db_table, str(stage_id)]
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(hashtext(%s), hashtext(%s))", names)
    try:
        yield
    finally:
        other.connection.close()  # as the system does it for a process that is killed


@pytest.mark.long
def test_a_club_waits_for_one_turn_of_another_however_much_that_one_has_waiting(build):
    behind(make_club("Big Club"), 50)
    (one,) = behind(make_club("Small Club"), 1, since=NOW + SECOND)

    order = [turn(number) for number in range(4)]

    assert one in order[:2]
    assert len(set(order)) == 4


def test_everything_that_follows_facts_takes_turns():
    season = make_season()
    stage = make_stage(club=season.club, season=season)
    event = stage.event
    owners = {
        "ratings": event.club_id,
        "charges": event.pk,
        "highlights": event.pk,
        "season top": event.season_id,
    }
    assert set(catching_up.kinds()) == {
        *("standings", "ratings", "statistics", "charges", "outlook", "highlights", "season top"),
    }
    for what, kind in catching_up.kinds().items():
        owner = owners.get(what, stage.pk)
        kind.objects.update_or_create(pk=owner, defaults={"wanted": 1, "wanted_at": NOW})

        # whatever it is, an outlook takes long
        taken = claim_next(kind, large=what == "outlook", at=NOW)
        assert taken == (owner, stage.event.club_id, NOW)
        assert kind.large([owner]) == ({owner} if what == "outlook" else set())


def test_what_a_worker_has_in_hand_no_other_one_takes_until_it_is_done_or_dead(build):
    first, second = behind(make_club(), 2)

    with in_hand(first):
        assert [turn(0), turn(1)] == [second, None]
    with transaction.atomic():
        lock_owner(StageStandings, first, waits=True)  # the database frees it in a moment
    assert turn(2) == first


def test_what_cannot_be_built_does_not_take_the_turns_of_its_club(build):
    broken, fine = behind(make_club(), 2)

    def build_fine(stage):
        assert stage == fine, "it cannot be built"
        built(stage)

    build(build_fine)
    with pytest.raises(AssertionError, match="cannot be built"):
        turn(0)

    assert turn(1) == fine
    build(built)
    assert turn(2) == broken


def test_behind_a_turn_a_message_is_sent_for_what_a_dead_worker_left(build, monkeypatch):
    sent = []
    monkeypatch.setattr("league.foundation.queues.send", lambda _name, **about: sent.append(about))
    behind(make_club(), 3)

    turn(1)  # the other two have been sent a second ago
    assert sent == []
    turn(60)

    assert sent == [{"what": "standings", "large": False}]


def test_what_lost_its_message_and_took_the_turn_of_another_has_that_one_sent_again(
    build, monkeypatch
):
    sent = []
    monkeypatch.setattr("league.foundation.queues.send", lambda _name, **about: sent.append(about))
    (lost,) = behind(make_club("Lost"), 1, since=NOW - 60 * SECOND)
    behind(make_club("Just now"), 1)

    assert turn(1) == lost
    assert sent == [{"what": "standings", "large": False}]


@pytest.mark.long
def test_large_stages_have_a_queue_of_their_own(build, monkeypatch):
    monkeypatch.setattr(StageStandings, "large_from", 3 * rooms.LEAST_ROUNDS)
    (large,) = behind(make_club("Large"), 1, "Ann", "Bob", "Cy")
    (usual,) = behind(make_club("Usual"), 1, "Di", "Ed")

    assert StageStandings.large([large, usual]) == {large}
    assert [turn(0), turn(1)] == [usual, None]
    assert [turn(2, large=True), turn(3, large=True)] == [large, None]


@pytest.fixture
def work(monkeypatch):
    """A kind of jobs named "work", which notes the clubs it was done for."""
    done = []

    def carry_out(job, _progress, _at):
        done.append(job.club_id)
        return Outcome(sentence="Done.")

    kind = Kind(name="work", label="Work", permission="clubs.change_club", carry_out=carry_out)
    monkeypatch.setitem(kinds._KINDS, "work", kind)
    monkeypatch.setattr(services, "queue", lambda _job_id: None)
    return done


def job(club, subject, at=NOW):
    actor = Actor(name="Ann", via="desk")
    return services.enqueue(kind="work", club_id=club, subject_id=subject, by=Act(actor, at))


def running(club, subject):
    made = job(club, subject)
    Job.objects.filter(pk=made.pk).update(
        state=JobState.RUNNING, began_at=NOW, heard_at=NOW, attempts=1
    )


def test_of_large_work_a_club_has_no_more_in_hand_than_it_may(work, settings):
    running(7, 1)
    job(7, 2)
    job(8, 3, NOW + SECOND)

    assert services.carry_out_next(at=NOW + SECOND).club_id == 8
    assert services.carry_out_next(at=NOW + SECOND) is None
    with (
        pytest.raises(NoPlace),
        services.shown(kinds.kind_named("work"), club_id=7, subject_id=9, at=NOW),
    ):
        pass
    settings.LARGE_TASKS_OF_A_CLUB = 2
    assert services.carry_out_next(at=NOW + SECOND).club_id == 7


def test_who_finds_no_place_leaves_the_row_to_be_taken_and_serves_another_club(build):
    full, free = behind(make_club("Full"), 1)[0], behind(make_club("Free"), 1)[0]

    def build_free(stage_id):
        if stage_id == full:
            raise NoPlace("full")
        built(stage_id)

    build(build_free)
    assert turn(0) == free
    build(built)
    assert turn(1) == full


def test_behind_a_job_the_next_one_of_its_club_is_sent(work, monkeypatch):
    sent = []
    monkeypatch.setattr(services, "queue", sent.append)
    job(7, 1)
    waits = job(7, 2, NOW + SECOND)

    services.carry_out_next(at=NOW + 2 * SECOND)

    assert sent == [waits.pk]
