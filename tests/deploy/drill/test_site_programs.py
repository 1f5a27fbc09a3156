"""The drill runs the site as it is run for real: a worker a queue, through PgBouncer."""

import os
import re
import subprocess

from django.conf import settings

from deploy.drill import server_settings
from deploy.drill.site_programs import (
    PYTHON,
    QUEUES,
    SITE_PROGRAMS,
    WORKERS,
    command_of,
    database_urls_of,
)
from league import queues
from tests.deploy.ops_files import OPS, units_of_the_site


def test_every_unit_of_the_target_has_its_program():
    names = [unit.removeprefix("tricktable-").split(".")[0] for unit in units_of_the_site()]

    assert sorted(re.sub(r"worker@(\w+)", r"\1 worker", name) for name in names) == sorted(
        SITE_PROGRAMS
    )


def test_all_queues_are_read_each_by_a_worker_of_its_own():
    assert sorted(QUEUES) == sorted(queues.QUEUES)
    words = command_of("mail worker", "app2")
    assert words[words.index("--queues") + 1] == "mail"
    assert words[words.index("--hostname") + 1] == "mail@app2"


def test_pages_and_workers_have_pools_of_their_own_and_live_streams_listen_past_them():
    text = (OPS / "pgbouncer.ini").read_text()
    for name in SITE_PROGRAMS:
        urls = database_urls_of(name)
        pool = urls["DATABASE_URL"].rpartition("/")[2]
        assert f"\n{pool} = " in text
        assert pool.endswith("_worker") is (name in (*WORKERS, "beat"))
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
    assert command_of("web", "app1")[: len(PYTHON)] == list(PYTHON)
