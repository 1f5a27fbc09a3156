"""Turns: however much one club has waiting, another one waits for a turn of each club at most."""

import threading
from datetime import timedelta

import pytest
from django.db import connection, transaction

from league.events.models import Stage
from league.following import send_what_is_behind
from league.jobs import kinds, services
from league.jobs.catching_up import catch_up_in_turn
from league.jobs.kinds import Kind, Outcome
from league.jobs.models import Job, JobState
from league.jobs.turns import NoPlace, lost_after, put_down, take
from league.journal.actor import Actor
from league.ratings.models import ClubRatings
from league.rounds import stage_size
from league.standings.models import StageStandings
from league.statistics.models import StageStatistics
from tests.league.factories import NOW, make_club
from tests.league.standings.factories import make_stage

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


def turn(asked, number, *, large=False, build=built):
    """Take a turn, so many seconds after noon; return what was built."""
    return catch_up_in_turn(
        StageStandings, build, asked=asked, large=large, at=NOW + number * SECOND
    )


def test_a_club_waits_for_one_turn_of_another_however_much_that_one_has_waiting():
    many = behind(make_club("Big Club"), 50)
    (one,) = behind(make_club("Small Club"), 1, since=NOW + SECOND)

    # the messages of the many are all in front
    order = [turn(asked, number) for number, asked in enumerate(many[:4])]

    assert one in order[:2]
    assert len(set(order)) == 4


@pytest.mark.parametrize("kind", [StageStandings, ClubRatings, StageStatistics])
def test_everything_that_follows_facts_takes_turns(kind):
    stage = make_stage()
    owner = stage.event.club_id if kind is ClubRatings else stage.pk
    kind.objects.update_or_create(pk=owner, defaults={"wanted": 1, "wanted_at": NOW})

    assert take(kind, asked=owner, large=False, at=NOW) == owner
    assert kind.large([owner]) == set()


def test_every_message_serves_one_until_nothing_is_left():
    messages = behind(make_club("A"), 3) + behind(make_club("B"), 2) + behind(make_club("C"), 1)

    order = [turn(asked, number) for number, asked in enumerate(messages)]

    assert sorted(order) == sorted(messages)
    assert turn(messages[0], 9) is None


def test_what_a_worker_has_in_hand_no_other_message_takes_until_it_is_taken_for_dead():
    first, second = behind(make_club(), 2)
    assert take(StageStandings, asked=first, large=False, at=NOW) == first

    assert take(StageStandings, asked=second, large=False, at=NOW) == second
    later = NOW + lost_after()
    built(second)
    assert take(StageStandings, asked=second, large=False, at=later) is None
    assert take(StageStandings, asked=second, large=False, at=later + SECOND) == first


def test_a_message_that_comes_again_finds_its_own_in_the_hands_of_a_dead_worker():
    (only,) = behind(make_club(), 1)
    assert take(StageStandings, asked=only, large=False, at=NOW) == only

    assert take(StageStandings, asked=only, large=False, at=NOW) == only


def test_what_was_put_down_may_be_taken_at_once():
    first, second = behind(make_club(), 2)
    take(StageStandings, asked=first, large=False, at=NOW)
    put_down(StageStandings, first)
    built(second)

    assert take(StageStandings, asked=second, large=False, at=NOW) == first


def test_what_cannot_be_built_does_not_take_the_turns_of_its_club():
    broken, fine = behind(make_club(), 2)

    with pytest.raises(ZeroDivisionError):
        turn(broken, 0, build=lambda _stage: 1 / 0)

    assert turn(fine, 1) == fine


def test_large_stages_have_a_queue_of_their_own(monkeypatch):
    monkeypatch.setattr(StageStandings, "large_from", 3 * stage_size.LEAST_ROUNDS)
    (large,) = behind(make_club("Large"), 1, "Ann", "Bob", "Cy")
    (usual,) = behind(make_club("Usual"), 1, "Di", "Ed")

    assert StageStandings.large([large, usual]) == {large}
    assert [turn(large, 0), turn(large, 1)] == [usual, None]
    assert [turn(usual, 2, large=True), turn(usual, 3, large=True)] == [large, None]


@pytest.mark.django_db(transaction=True)
def test_what_is_sent_says_whether_it_is_large(monkeypatch):
    sent = []
    monkeypatch.setattr("league.queues.send", lambda name, **about: sent.append(about) or True)
    monkeypatch.setattr(StageStandings, "large_from", 3 * stage_size.LEAST_ROUNDS)
    (large,) = behind(make_club("Large"), 1, "Ann", "Bob", "Cy")
    (usual,) = behind(make_club("Usual"), 1, "Di", "Ed")

    send_what_is_behind(StageStandings, at=NOW + timedelta(minutes=1))

    assert sent == [{"owner_id": large, "large": True}, {"owner_id": usual}]


@pytest.mark.django_db(transaction=True)
def test_of_two_workers_at_once_each_takes_another_one():
    stages = behind(make_club(), 2)
    taken = []

    def other_worker():
        taken.append(take(StageStandings, asked=stages[0], large=False, at=NOW))
        connection.close()

    with transaction.atomic():
        # as a worker that is just taking the first
        StageStandings.objects.select_for_update().get(pk=stages[0])
        thread = threading.Thread(target=other_worker)
        thread.start()
        thread.join(30)

    assert taken == [stages[1]]


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
    return services.enqueue(kind="work", club_id=club, subject_id=subject, actor=actor, at=at)


def test_beside_a_thousand_imports_of_one_club_another_ones_job_is_begun_next(work):
    by = {"user_id": None, "name": "Ann", "via": "desk"}
    Job.objects.bulk_create(
        Job(kind="work", club_id=7, subject_id=number, actor=by, asked_at=NOW)
        for number in range(1_000)
    )
    job(8, 5_000, NOW + SECOND)

    for number in range(3):
        services.carry_out_next(at=NOW + (2 + number) * SECOND)

    assert 8 in work[:2]
    assert work.count(7) == 2


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


def test_who_finds_no_place_leaves_the_row_to_be_taken_and_serves_another_club():
    full, free = behind(make_club("Full"), 1)[0], behind(make_club("Free"), 1)[0]

    def build(stage_id):
        if stage_id == full:
            raise NoPlace("full")
        built(stage_id)

    assert turn(full, 0, build=build) == free
    assert StageStandings.objects.get(pk=full).taken_at is None


def test_behind_a_job_the_next_one_of_its_club_is_sent(work, monkeypatch):
    sent = []
    monkeypatch.setattr(services, "queue", sent.append)
    job(7, 1)
    waits = job(7, 2, NOW + SECOND)

    services.carry_out_next(at=NOW + 2 * SECOND)

    assert sent == [waits.pk]
