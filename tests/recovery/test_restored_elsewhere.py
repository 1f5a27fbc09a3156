"""The drill: a played evening comes back in a new cluster, and goes on there."""

from datetime import UTC, datetime

import pytest
from django.apps import apps
from django.core.management import call_command
from django.utils import timezone

from deploy.ops.backups.dumping import make_backup
from deploy.run.embedded.servers import Servers
from deploy.site.data_folder import places_for
from deploy.workshop.drill.report import stored_standings
from league.tables.standings.services import mark_standings_stale, rebuild
from tests.deploy.ops.other_cluster import count_transactions, empty_database
from tests.recovery.evenings import make_evening, score_of
from tests.recovery.mishaps import agree
from tests.recovery.truth import check_tables, wait_for_standings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.processes, pytest.mark.long]

AT = datetime(2026, 3, 7, 23, 0, tzinfo=UTC)
# the cluster of the session is so far ahead of one that has just been made
AHEAD = 20_000


@pytest.fixture
def new_cluster(tmp_path):
    places = places_for(tmp_path / "cluster")
    with Servers(places, fast=True, with_broker=False):
        yield places


def rows_of_models():
    """Count the rows of every model, by its table."""
    return {model._meta.db_table: model.objects.count() for model in apps.get_models()}


@pytest.fixture
def played(start_quick_worker, tmp_path):
    """An evening with a deal in the standings and one that nobody was notified of, in a backup."""
    evening = make_evening(3)
    count_transactions(AHEAD)
    worker = start_quick_worker(sweeps=True)
    agree(evening, 1, points=27)
    wait_for_standings(evening)
    worker.stop()
    agree(evening, 2, points=30)
    counted, standings = rows_of_models(), stored_standings(evening.stage)
    dump = make_backup(tmp_path / "backups", at=AT).dump
    return evening, counted, standings, dump


def play_on(evening):
    agree(evening, 3, points=20)


def check_evening(evening):
    wait_for_standings(evening)
    check_tables(evening, {1: [score_of(27)], 2: [score_of(30)], 3: [score_of(20)]})
    assert len(stored_standings(evening.stage)) == 6  # every pair has played its round


def test_restored_by_the_command_an_evening_goes_on_in_a_new_cluster(
    played, new_cluster, start_quick_worker
):
    evening, counted, standings, dump = played
    with empty_database(new_cluster) as address:
        call_command("restore", str(dump))

        restored = rows_of_models()
        came = {"deploy_databaseplace", "deploy_lastbackup", "journal_asked"}
        differs = {table for table in counted if counted[table] != restored[table]}
        assert differs <= came
        assert stored_standings(evening.stage) == standings

        worker = start_quick_worker(sweeps=True, DATABASE_URL=address)
        play_on(evening)
        check_evening(evening)
        worker.stop()
        followed = stored_standings(evening.stage)
        mark_standings_stale(stage_ids=[evening.stage.pk], at=timezone.now())
        rebuild(stage_id=evening.stage.pk, at=timezone.now(), from_scratch=True)
        assert stored_standings(evening.stage) == followed
