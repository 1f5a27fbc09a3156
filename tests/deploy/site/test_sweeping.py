"""The sweep: one entry of the clock, whose parts do not depend on each other."""

import pytest
from structlog.testing import capture_logs

from deploy.site import sweeping
from tests.league.factories import NOW


def test_a_part_that_fails_stops_no_other_and_fails_the_task_at_its_end(monkeypatch):
    done = []

    def fail(_at):
        raise LookupError("nothing is there")

    monkeypatch.setattr(
        sweeping, "PARTS", {"first": done.append, "second": fail, "third": done.append}
    )

    with capture_logs() as logs, pytest.raises(ExceptionGroup, match="parts of the sweep"):
        sweeping.sweep(at=NOW)

    assert done == [NOW, NOW]
    assert [(entry["event"], entry["part"]) for entry in logs] == [("sweep_failed", "second")]


@pytest.mark.django_db
def test_every_part_can_be_done_where_nothing_waits():
    sweeping.sweep(at=NOW)
