"""The client generated from the description, and a live server for it."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone

from league.play.events.models import Event
from league.tables.standings.services import mark_standings_stale, rebuild
from tests.league.faces.api.client.program import Program, generated
from tests.league.factories import PASSWORD, make_user


@pytest.fixture(scope="module")
def client_package(tmp_path_factory):
    return generated(tmp_path_factory.mktemp("client"))


@pytest.fixture
def called() -> dict[str, Any]:
    return {}


@pytest.fixture
def nobody(client_package, live_server, called) -> Iterator[Program]:
    """A program that has not said who it is."""
    program = Program(client_package, live_server.url, called)
    yield program
    program.close()


@pytest.fixture
def owner(nobody) -> Program:
    """A program with a token of an account, which will own the club it founds."""
    make_user("Ann Owner", email="ann@example.org", password=PASSWORD)
    body = {"email": "ann@example.org", "password": PASSWORD}
    token = nobody("token_make", body=body)["token"]
    return nobody.signed_in(token)


def work_out(event: int) -> None:
    """Do what a worker does: bring the standings of an event up to date."""
    now = timezone.now()
    for stage in Event.objects.get(pk=event).stages.order_by("number"):
        mark_standings_stale(stage_ids=[stage.pk], at=now)
        rebuild(stage_id=stage.pk, at=now)
