"""The drill runs the site as it is run for real, through PgBouncer."""

import os
import subprocess

from django.conf import settings

from deploy.drill import server_settings
from deploy.drill.site_programs import PYTHON, SITE_PROGRAMS, command_of, database_urls_of
from tests.deploy.ops_files import OPS, units_of_the_site


def test_every_unit_of_the_target_has_its_program():
    names = [unit.removeprefix("tricktable-").partition("@")[0] for unit in units_of_the_site()]

    assert sorted(names) == sorted(SITE_PROGRAMS)


def test_pages_and_workers_have_pools_of_their_own_and_live_streams_listen_past_them():
    text = (OPS / "pgbouncer.ini").read_text()
    for name in SITE_PROGRAMS:
        urls = database_urls_of(name)
        pool = urls["DATABASE_URL"].rpartition("/")[2]
        assert f"\n{pool} = " in text
        assert pool.endswith("_worker") is (name == "worker")
        assert urls["LIVE_DATABASE_URL"].endswith(
            f":{server_settings.POSTGRES_PORT}/{server_settings.DATABASE}"
        )


def test_the_release_before_runs_although_the_drill_stands_in_the_code_of_this_one(tmp_path):
    before = tmp_path / "deploy"
    before.mkdir()
    (before / "__init__.py").touch()
    (before / "version.py").write_text("print('the release before')")

    done = subprocess.run(
        [*PYTHON, "deploy.version"],
        cwd=settings.BASE_DIR,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout.strip() == "the release before", done.stderr
    assert command_of("web", is_former=True)[: len(PYTHON)] == list(PYTHON)


def test_the_release_before_is_asked_for_its_clock():
    assert "--beat" in command_of("worker", is_former=True)
    assert "--beat" not in command_of("worker", is_former=False)
