"""The worker of these tests: it takes up what a killed one left within a few seconds."""

from collections.abc import Callable

import pytest

from deploy.embedded.children import Child

QUICK = {"TASK_VISIBILITY_TIMEOUT": "3", "TASK_TIME_LIMIT": "20"}


@pytest.fixture
def start_quick_worker(start_site_worker: Callable[..., Child]) -> Callable[..., Child]:
    """Start a worker, with the sweep each second or with no sweep at all."""

    def start(*, sweeps: bool) -> Child:
        return start_site_worker(with_beat=sweeps, SWEEP_SECONDS="1", **QUICK)

    return start
