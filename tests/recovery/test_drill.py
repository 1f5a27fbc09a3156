"""The drill in small: the embedded servers under load, and one fault after the other."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from deploy.drill.fault_row import Load, suffer
from deploy.drill.table_of_faults import as_table
from deploy.embedded.children import Child
from deploy.embedded.servers import Servers
from tests.recovery.evenings import make_evening
from tests.recovery.mishaps import kill_all_of, stopped_broker
from tests.site_processes import WebServer

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True), pytest.mark.long]

LOAD = Load(people=2, every_s=0.3, quiet_s=1.0)


@dataclass
class SmallSite:
    """A web server, a worker with the sweep, the broker, and a database of its own."""

    web: WebServer
    start_worker: Callable[..., Child]
    servers: Servers
    postgres: Any

    def __post_init__(self) -> None:
        self.worker = self.start_worker(sweeps=True)

    def web_killed(self) -> None:
        self.web.kill()
        self.web.start()

    def worker_killed(self) -> None:
        kill_all_of(self.worker)
        self.worker = self.start_worker(sweeps=True)

    def broker_emptied(self) -> None:
        with stopped_broker(self.servers):
            pass

    def database_killed(self) -> None:
        self.postgres.child.kill()
        self.postgres.start()


FAULTS = ("web_killed", "worker_killed", "broker_emptied", "database_killed")


def test_no_fault_loses_or_doubles_what_was_acknowledged(
    postgres, start_site_web, start_quick_worker, embedded_servers
):
    site = SmallSite(start_site_web(), start_quick_worker, embedded_servers, postgres)

    rows = [
        suffer(
            fault,
            getattr(site, fault),
            site.web.url,
            [make_evening(24)],
            LOAD,
        )
        for fault in FAULTS
    ]

    print(as_table(rows))
    assert [row.fault for row in rows if not row.is_clean] == []
    assert all(row.verdict.acknowledged > 10 for row in rows)
