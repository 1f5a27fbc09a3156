"""One site for all requests of a file, and the lots by which they are chosen."""

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.db import transaction

from tests.league.nonsense.site import Site


@pytest.fixture(scope="module")
def site(django_db_setup: None, django_db_blocker: Any) -> Iterator[Site]:
    """One site for all requests, in a transaction that is thrown away."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield Site()
        transaction.set_rollback(True)


@pytest.fixture
def lots(request: pytest.FixtureRequest) -> Random:
    """Draw from the test's own name, so that a run finds what the last one found; LOTS: others."""
    return Random(os.environ.get("LOTS", "") + request.node.nodeid)
