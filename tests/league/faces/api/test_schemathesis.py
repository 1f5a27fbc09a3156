"""Requests made up from the OpenAPI description: never a server error, always the shape promised.

Bounded: a few requests for each operation, from a fixed seed, against a night in progress.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Any
from uuid import uuid4

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.utils import timezone
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.transport.serialization import serialize_binary

from league.clubs.models import Scope
from league.clubs.services.accounts import make_token
from league.faces.api.description import description
from league.play.rounds.links import link_of
from tests.league.faces.api.factories import Night, make_night
from tests.league.play.results.factories import submit

# each operation begins with the night as it was: what the one before wrote is undone
pytestmark = [pytest.mark.django_db, pytest.mark.long]


@schemathesis.serializer("application/zip")
def as_bytes(_context: Any, value: Any) -> Any:
    """Return what was made up for an uploaded file as it is sent."""
    return serialize_binary(value)


# as it is read: its numbers are decimals before
schema = schemathesis.openapi.from_dict(json.loads(json.dumps(description("en"), default=float)))
schema.app = WSGIHandler()
CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)
# all of them in the large run: API_EXAMPLES=50
ROLES = ("director", "owner", "table", "nobody") if "API_EXAMPLES" in os.environ else ("owner",)
FEW = settings(
    # so many of an operation, each role its share
    max_examples=ceil(int(os.environ.get("API_EXAMPLES", "3")) / len(ROLES)),
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@dataclass(frozen=True)
class Asked:
    """What all requests share: numbers of the night by the name in a path, and headers by role."""

    known: dict[str, Any]
    headers: dict[str, dict[str, str]]


@pytest.fixture(scope="module")
def asked(django_db_setup: None, django_db_blocker: Any) -> Iterator[Asked]:
    """One night for all requests, in a transaction that is thrown away."""
    endings = (request_started, request_finished)
    for signal in endings:  # as Django's own test client does: the connection stays
        signal.disconnect(close_old_connections)
    with django_db_blocker.unblock(), transaction.atomic():
        night = make_night(entries=4)
        submit(night.table)
        known = {
            "club": night.club.slug,
            "event": night.event.pk,
            "stage": night.stage.pk,
            "round": night.round.pk,
            "table": night.table.pk,
            "entry": night.event.entries.order_by("pk")[0].pk,
            "submission": night.table.submissions.order_by("pk")[0].pk,
        }
        yield Asked(known, {who: authorization(night, who) for who in ROLES})
        transaction.set_rollback(True)
    for signal in endings:
        signal.connect(close_old_connections)


def authorization(night: Night, who: str) -> dict[str, str]:
    if who == "nobody":
        return {}
    if who == "table":
        return {"Authorization": f"Table {link_of(night.table)}"}
    _token, text = make_token(
        user=night.users[who],
        name="examples",
        scopes=Scope.values,
        club=None,
        days=30,
        at=timezone.now(),
        replaces=True,
    )
    return {"Authorization": f"Token {text}"}


@pytest.mark.parametrize("who", ROLES)
@schema.parametrize()
@FEW
def test_nothing_made_up_from_the_description_breaks_the_api(
    case: Any, asked: Asked, who: str
) -> None:
    # an address that leads somewhere shows more than one that does not
    known = asked.known
    case.path_parameters |= {name: known[name] for name in case.path_parameters if name in known}
    case.headers.update(asked.headers[who])
    case.headers["Idempotency-Key"] = str(uuid4())
    # without a server between them nobody takes compressed answers apart
    case.headers["Accept-Encoding"] = "identity"
    case.call_and_validate(checks=CHECKS)
