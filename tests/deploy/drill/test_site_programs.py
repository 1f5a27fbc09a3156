"""The drill runs the site as it is run for real: a worker a queue, through PgBouncer."""

import re

from deploy.drill import server_settings
from deploy.drill.site_programs import (
    QUEUES,
    SITE_PROGRAMS,
    WORKERS,
    command_of,
    database_urls_of,
)
from league import queues
from tests.deploy.ops_files import OPS, SYSTEMD, units_of_the_site


def test_every_unit_of_the_target_has_its_program():
    names = [unit.removeprefix("tricktable-").split(".")[0] for unit in units_of_the_site()]

    assert sorted(re.sub(r"worker@(\w+)", r"\1 worker", name) for name in names) == sorted(
        SITE_PROGRAMS
    )


def test_all_queues_are_read_each_by_a_worker_of_its_own():
    read = [queue for queues_of_one in QUEUES.values() for queue in queues_of_one.split(",")]

    assert sorted(read) == sorted([*queues.QUEUES, queues.FORMER])
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


def test_the_worker_that_reads_the_former_queue_is_that_of_the_units():
    (drop_in,) = (SYSTEMD / "tricktable-worker@journal.service.d").glob("*.conf")

    assert f"QUEUES={QUEUES['journal']}" in drop_in.read_text()
