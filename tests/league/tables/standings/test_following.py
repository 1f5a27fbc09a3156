import json
import math
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import sleep
from typing import Any

import psycopg
import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone

from deploy.celery import app
from deploy.sweeping import sweep
from league.foundation.following import IN_HAND, Following, catch_up
from league.foundation.journal.models import ClubVersion
from league.foundation.journal.versions import count_up
from league.play.events.models import Stage
from league.tables.standings.live_channel import CHANNEL
from league.tables.standings.models import StageStandings
from league.tables.standings.services import want
from league.tables.standings.stamps import stamp_of
from league.tables.standings.subscriber import follow
from tests.league.tables.standings.factories import (
    build,
    happened,
    make_round,
    make_stage,
    play,
    player_named,
    shown,
)

pytestmark = pytest.mark.django_db


def wanted() -> dict[int, int]:
    return dict(StageStandings.objects.values_list("stage_id", "wanted"))


def test_what_happens_in_a_stage_makes_its_standings_wanted():
    stage, other = make_stage(), make_stage(slug="other", club=Stage.objects.get().event.club)

    follow([happened(stage=stage), happened(stage=stage)])

    assert wanted() == {stage.pk: 1}
    assert not StageStandings.objects.filter(stage=other).exists()


@pytest.mark.long
def test_happenings_handed_over_twice_lead_to_the_same_standings():
    stage = make_stage("Ann", "Bob")
    play(make_round(stage), {"Ann": 300, "Bob": 100})
    happening = happened(stage=stage)
    follow([happening])
    build(stage)
    before = shown(stage)

    follow([happening])
    changed = build(stage)

    assert (changed, shown(stage)) == (False, before)


@pytest.mark.long
def test_happenings_out_of_order_lead_to_the_same_standings():
    stage = make_stage("Ann", "Bob")
    result = play(make_round(stage), {"Ann": 300, "Bob": 100})
    first = happened("deal.confirmed", stage=stage)
    result.totals, result.winner = [100, 300], 1
    result.save()
    second = happened("deal.corrected", stage=stage)

    follow([second])
    build(stage)
    follow([first])
    build(stage)

    assert shown(stage)[0] == ("1", "Bob", 2)


def test_a_new_table_link_moves_the_live_pages_but_rebuilds_no_standings():
    stage = make_stage()
    build(stage)
    before = StageStandings.objects.get()

    follow([happened("table.links_renewed", stage=stage)])

    after = StageStandings.objects.get()
    assert (after.wanted, after.pulse) == (before.wanted, before.pulse + 1)


def test_a_change_of_the_entries_makes_every_stage_of_the_event_wanted():
    stage = make_stage()
    second = Stage.objects.create(event=stage.event, number=2, format="round_robin")

    follow([happened("entry.withdrawn", event=stage.event)])

    assert wanted() == {stage.pk: 1, second.pk: 1}


@pytest.mark.parametrize("kind", ["player.changed", "player.forgotten", "player.words_erased"])
def test_another_name_moves_the_live_pages_of_the_player_but_rebuilds_no_standings(kind):
    stage = make_stage("Ann", "Bob")
    other = make_stage("Cy", slug="other", club=stage.event.club)
    for one in (stage, other):
        build(one)
    before = {row.pk: row for row in StageStandings.objects.all()}

    follow([happened(kind, subject=player_named("Ann"))])

    after = {row.pk: row for row in StageStandings.objects.all()}
    assert {pk: row.wanted for pk, row in after.items()} == dict.fromkeys(after, 1)
    assert after[stage.pk].pulse == before[stage.pk].pulse + 1
    assert after[other.pk].pulse == before[other.pk].pulse


def test_who_gets_a_substitutes_points_is_worked_out_again_after_a_merge():
    stage = make_stage("Ann", "Bob")
    make_stage("Cy", slug="other", club=stage.event.club)

    follow([happened("player.merged", subject=player_named("Ann"))])

    assert wanted() == {stage.pk: 1}


def test_a_stage_that_is_gone_is_passed_over():
    stage = make_stage()
    happening = happened(stage=stage)
    Stage.objects.all().delete()

    follow([happening])

    assert wanted() == {}


@pytest.mark.long
def test_following_takes_a_number_of_queries_that_does_not_grow(django_assert_max_num_queries):
    stage = make_stage("Ann", "Bob")
    happenings = [happened(stage=stage) for _ in range(50)]
    follow(happenings[:1])

    with django_assert_max_num_queries(20) as few:
        follow(happenings[:1])
    with django_assert_max_num_queries(20) as many:
        follow(happenings)

    assert len(few) == len(many)


def test_a_stamp_changes_with_the_standings_and_not_without():
    stage = make_stage("Ann", "Bob")
    club, event = stage.event.club.slug, stage.event.slug
    play(make_round(stage), {"Ann": 300, "Bob": 100})
    before = stamp_of(club, event)
    build(stage)
    after = stamp_of(club, event)
    cache.clear()

    assert before != after
    assert stamp_of(club, event) == after


@pytest.mark.long
@pytest.mark.parametrize(
    "hidden", [{"visibility": "hidden"}, {"visibility": "members"}, {"state": "draft"}]
)
def test_a_page_that_the_public_may_not_see_has_no_stamp(hidden):
    stage = make_stage("Ann", "Bob", **hidden)

    assert stamp_of(stage.event.club.slug, stage.event.slug) == ""


@pytest.fixture
def listener(transactional_db):
    params = connection.get_connection_params()
    wanted = {name: params[name] for name in ("dbname", "user", "host", "port") if name in params}
    with psycopg.connect(**wanted, autocommit=True) as listening:
        listening.execute(f"LISTEN {CHANNEL}")
        yield listening


def heard(listener, *, until=math.inf, seconds=5):
    """Return what pages are told; what live processes of other tests ask themselves is not."""
    payloads: list[dict[str, Any]] = []
    for note in listener.notifies(timeout=seconds):
        if not note.payload.startswith('{"topic": "round-trip:'):
            payloads.append(json.loads(note.payload))
        if len(payloads) >= until:
            break
    return payloads


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_open_pages_are_notified_after_the_commit_of_a_rebuild(listener):
    stage = make_stage("Ann", "Bob")
    play(make_round(stage), {"Ann": 300, "Bob": 100})

    build(stage)

    assert heard(listener, until=2) == [
        {"topic": f"event:{stage.event_id}", "version": 2},
        {"topic": f"club:{stage.event.club_id}"},
    ]


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_nobody_is_notified_when_nothing_changed(listener):
    stage = make_stage("Ann", "Bob")

    build(stage)

    assert heard(listener, seconds=0.3) == []


@pytest.fixture
def sent(monkeypatch):
    """What is sent to the workers, in place of sending it."""
    messages: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(app, "send_task", lambda name, kwargs: messages.append((name, kwargs)))
    return messages


@pytest.mark.django_db(transaction=True)
def test_the_sweep_builds_what_has_waited(sent):
    app.loader.import_default_modules()
    stage = make_stage()
    fresh = make_stage(slug="fresh", club=stage.event.club)
    at = timezone.now()
    StageStandings.objects.create(stage=stage, wanted=9, wanted_at=at - IN_HAND * 2)
    StageStandings.objects.create(stage=fresh, wanted=1, wanted_at=at)

    sweep(at=at)

    [(name, message)] = [each for each in sent if each[1].get("what") == StageStandings.what]
    app.tasks[name](**message)
    assert StageStandings.objects.get(stage=stage).built == 9


def test_what_follows_without_saying_how_large_it_is_cannot_be_made():
    with pytest.raises(TypeError, match="Sizeless does not say how large it is"):
        type("Sizeless", (Following,), {"__module__": __name__, "Meta": type("Meta", (), {})})


@pytest.mark.django_db(transaction=True)
def test_who_builds_and_who_delivers_never_wait_for_each_other():
    stage = make_stage("Ann", "Bob")
    want(stage_ids=[stage.pk], at=timezone.now())
    has_row, is_building = Event(), Event()

    def deliver():
        """Want the stage built once more, as readers of the journal do, while it is being built."""
        is_building.wait()
        with transaction.atomic():
            want(stage_ids=[stage.pk], at=timezone.now())
            has_row.set()
            while not somebody_waits():
                sleep(0.01)
            count_up([stage.event.club_id])
        connection.close()

    def build_meanwhile():
        is_building.set()
        has_row.wait()
        return True

    with ThreadPoolExecutor(1) as other:
        delivered = other.submit(deliver)
        catch_up(StageStandings, stage.pk, build_meanwhile, at=timezone.now())
        delivered.result()

    assert ClubVersion.objects.get(pk=stage.event.club_id).number == 2


def somebody_waits():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock')"
        )
        return cursor.fetchone()[0]
