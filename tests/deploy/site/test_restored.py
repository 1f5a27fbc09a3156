"""A database that is elsewhere is noticed, and what must follow is done once."""

from datetime import UTC, datetime

import pytest
from django.core.cache import cache

from deploy.site import restored
from deploy.site.models import DatabasePlace
from deploy.site.tasks import sweep
from league.foundation.journal.versions import ask
from league.tables.standings.models import StageStandings
from tests.recovery.evenings import make_evening

pytestmark = pytest.mark.django_db

AT = datetime(2026, 3, 7, 23, 0, tzinfo=UTC)
MEANS = "league.foundation.journal.tasks.deliver"


def note(place):
    DatabasePlace.objects.update_or_create(defaults={"place": place, "noted_at": AT})


def test_place_has_the_numbers_of_cluster_database_and_timeline():
    cluster, database, timeline = restored.place_of_database().split("/")

    assert int(cluster) > 0
    assert int(database) > 0
    assert timeline == "00000001"


def test_database_that_was_never_noted_is_noted_and_keeps_its_versions():
    standings = StageStandings.objects.create(stage=make_evening(1).stage, version=3)

    assert restored.is_elsewhere()
    assert restored.put_right_if_elsewhere(AT)

    assert not restored.is_elsewhere()
    standings.refresh_from_db()
    assert standings.version == 3


def test_database_where_it_was_noted_is_left_alone():
    restored.put_right_if_elsewhere(AT)
    cache.set("page", "kept")

    assert not restored.put_right_if_elsewhere(AT)
    assert cache.get("page") == "kept"


@pytest.mark.parametrize("part", [0, 1, 2], ids=["cluster", "database", "timeline"])
def test_what_may_be_of_a_lost_time_is_shown_to_nobody(part):
    parts = restored.place_of_database().split("/")
    parts[part] = "7"
    note("/".join(parts))
    standings = StageStandings.objects.create(
        stage=make_evening(1).stage, version=3, live_version=5
    )
    cache.set("page", "of a lost time")
    assert ask(MEANS, lasts_s=3_600)

    sweep()

    standings.refresh_from_db()
    assert standings.version > 1_000
    assert standings.live_version > 1_000
    assert cache.get("page") is None
    assert ask(MEANS, lasts_s=3_600)  # the one asked for before the restore is waited for no more
    assert not restored.is_elsewhere()


def test_standby_is_left_alone(monkeypatch):
    monkeypatch.setattr(restored, "WITHIN", "SELECT 1, ''")

    assert not restored.is_elsewhere()


def test_server_that_keeps_its_number_to_itself_is_distinguished_by_the_rest(monkeypatch):
    # what only a superuser may read
    monkeypatch.setattr(restored, "CLUSTER", "SELECT rolname FROM pg_authid")

    assert restored.place_of_database().startswith("unknown/")
