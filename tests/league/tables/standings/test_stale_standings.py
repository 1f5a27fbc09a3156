from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import sleep
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from deploy.site.celery import app
from deploy.site.sweeping import sweep
from league.foundation.derived_state import IN_HAND, catch_up
from league.foundation.journal.models import ClubVersion
from league.foundation.journal.versions import count_up
from league.play.events.models import Stage
from league.tables.standings.models import StageStandings
from league.tables.standings.services import mark_standings_stale
from league.tables.standings.subscriber import on_journal_entries
from tests.league.tables.standings.factories import (
    build,
    happened,
    make_round,
    make_stage,
    play,
    player_named,
)

pytestmark = pytest.mark.django_db


def wanted() -> dict[int, int]:
    return dict(StageStandings.objects.values_list("stage_id", "wanted"))


def test_what_happens_in_a_stage_makes_its_standings_wanted():
    stage, other = make_stage(), make_stage(slug="other", club=Stage.objects.get().event.club)

    on_journal_entries([happened("table.confirmed", stage=stage) for _once in range(2)])

    assert wanted() == {stage.pk: 1}
    assert not StageStandings.objects.filter(stage=other).exists()


def test_a_change_of_the_entries_makes_every_stage_of_the_event_wanted():
    stage = make_stage()
    second = Stage.objects.create(event=stage.event, number=2, format="round_robin")

    on_journal_entries([happened("entry.withdrawn", event=stage.event)])

    assert wanted() == {stage.pk: 1, second.pk: 1}


@pytest.mark.parametrize(
    ("of_event", "of_table", "is_complete", "times"),
    [
        ({}, {}, False, 0),
        ({}, {}, True, 1),
        ({}, {"deal_numbers": [1, 2]}, False, 1),
        ({"tiebreaks": ["highest_deal"]}, {}, False, 1),
    ],
)
def test_a_deal_of_a_table_still_played_moves_its_live_pages_alone_where_it_counts_for_nothing(
    of_event, of_table, is_complete, times
):
    stage = make_stage("Ann", "Bob", **of_event)
    table = play(make_round(stage), {"Ann": 40, "Bob": 20}, is_complete=is_complete).table
    type(table).objects.filter(pk=table.pk).update(**of_table)
    build(stage)
    before = StageStandings.objects.get()

    on_journal_entries([happened("deal.submitted", stage=stage, subject=table)])

    after = StageStandings.objects.get()
    assert (after.wanted - before.wanted, after.live_version) == (times, before.live_version + 1)


@pytest.mark.parametrize("kind", ["player.changed", "player.forgotten", "player.words_erased"])
def test_another_name_moves_the_live_pages_of_the_player_but_rebuilds_no_standings(kind):
    stage = make_stage("Ann", "Bob")
    other = make_stage("Cy", slug="other", club=stage.event.club)
    for one in (stage, other):
        build(one)
    before = {row.pk: row for row in StageStandings.objects.all()}

    on_journal_entries([happened(kind, subject=player_named("Ann"))])

    after = {row.pk: row for row in StageStandings.objects.all()}
    assert {pk: row.wanted for pk, row in after.items()} == dict.fromkeys(after, 1)
    assert after[stage.pk].live_version == before[stage.pk].live_version + 1
    assert after[other.pk].live_version == before[other.pk].live_version


def test_who_gets_a_substitutes_points_is_worked_out_again_after_a_merge():
    stage = make_stage("Ann", "Bob")
    make_stage("Cy", slug="other", club=stage.event.club)

    on_journal_entries([happened("player.merged", subject=player_named("Ann"))])

    assert wanted() == {stage.pk: 1}


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


@pytest.mark.django_db(transaction=True)
def test_who_builds_and_who_delivers_never_wait_for_each_other():
    stage = make_stage("Ann", "Bob")
    mark_standings_stale(stage_ids=[stage.pk], at=timezone.now())
    has_row, is_building = Event(), Event()

    def deliver():
        """Want the stage built once more, as readers of the journal do, while it is being built."""
        is_building.wait()
        with transaction.atomic():
            mark_standings_stale(stage_ids=[stage.pk], at=timezone.now())
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
