"""Main pages, lists of the API and acts cost what their budgets allow, and a tenth more at most."""

import tomllib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker
from rest_framework.test import APIClient

from deploy.workshop.bench.pages import main_pages
from league.clubs.models import Member
from league.foundation.jobs.catching_up import catch_up_next, kinds
from league.foundation.journal.services import deliver_all
from tests.budgets.measuring import Cost, cost_of, plan_as_with_many_rows
from tests.league.faces.api.factories import V1, client_with_link, keyed, make_night
from tests.league.play.results.factories import pinochle
from tests.numbered import numbered_from_one

BUDGETS: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("budgets.toml").read_text()
)
# a Saturday evening on which the demo is played
EVENING = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
ALLOWANCE = 1.1
SHORT = 60  # bytes by which an answer may differ: its numbers are longer or shorter


@pytest.fixture(scope="module")
def demo(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[list[str]]:
    """The demo on EVENING with everything worked out, in a transaction as long as the module.

    What its pages cost is measured before any act, whose rows of before would be counted too: the
    lines of those that cost more than they may.
    """
    with (
        time_machine.travel(EVENING, tick=False),
        django_db_blocker.unblock(),
        numbered_from_one(),
    ):
        rewrite_tables()
        with transaction.atomic():
            # holds autovacuum off, which would plan the demo's rows as none: it sees no row of ours
            plan_as_with_many_rows()
            call_command("demo", verbosity=0)
            follow()
            plan_as_with_many_rows()
            yield dearer_pages()
            transaction.set_rollback(True)
    cache.clear()


def rewrite_tables() -> None:
    """Leave no trace of rows that other tests rolled back: not dead rows, not pages that are full.

    Both would be counted, and PostgreSQL plans by the pages that a table and its indexes have.
    """
    with connection.cursor() as cursor:
        tables = ", ".join(connection.introspection.table_names(cursor))
        cursor.execute(f"VACUUM FULL {tables}")


def follow() -> bytes:
    """Do what the workers do of all that has happened."""
    deliver_all()
    for what in kinds():
        while catch_up_next(what, large=False, at=timezone.now()) is not None:
            pass
    return b""


def nothing_kept(act: Callable[[], bytes]) -> Callable[[], bytes]:
    """Have the process warm and the cache empty before it."""
    act()
    cache.clear()
    return act


def within(what: str, cost: Cost) -> list[str]:
    """Return what is wrong with a budget, as lines to read."""
    budget = {name: value for name, value in BUDGETS.get(what, {}).items() if name != "why"}
    may = {name: ALLOWANCE * budget.get(name, 0) for name in Cost.__slots__}
    may["bytes"] += SHORT
    grown = [name for name, most in may.items() if getattr(cost, name) > most]
    return [f'"{what}" = {{ {cost.as_line()} }}  # more {", ".join(grown)}'] if grown else []


def dearer_pages() -> list[str]:
    """Return the lines of the main pages and lists that cost more than their budgets."""
    owner = Member.objects.filter(role="owner").select_related("user").earliest("pk").user
    stranger, director = Client(), Client()
    director.force_login(owner)
    wrong: list[str] = []
    for page in main_pages():
        client = director if page.for_director else stranger

        def ask(client: Client = client, address: str = page.address) -> bytes:
            answer = client.get(address)
            assert answer.status_code == 200, address
            return answer.content

        wrong += within(page.what, cost_of(nothing_kept(ask)))
        wrong += within(f"{page.what}, again", cost_of(ask))
    return [*dict.fromkeys(wrong)]


def test_each_main_page_costs_what_it_may(demo: list[str], db: None) -> None:
    assert not demo, "\n".join(["", *demo])


def test_each_act_costs_what_it_may(
    demo: list[str], db: None, django_capture_on_commit_callbacks: Any
) -> None:
    night = make_night(entries=20, format="swiss", rounds_planned=3, deals_a_round=1)
    director, stage = night.client("director"), night.stage.pk
    follow()
    wrong: list[str] = []

    def follow_and_commit() -> bytes:
        with django_capture_on_commit_callbacks(execute=True):
            return follow()

    def post(what: str, client: APIClient, address: str, data: dict[str, Any]) -> Any:
        answers = []

        def ask() -> bytes:
            with django_capture_on_commit_callbacks(execute=True):
                answers.append(client.post(f"{V1}/{address}", data, **keyed()))
            return bytes(answers[0].content)

        cost = cost_of(ask)
        assert answers[0].status_code in (200, 201), answers[0].content
        wrong.extend(within(what, cost))
        return answers[0].json()

    first, *others = night.round.tables.order_by("number")
    for table in (*others, first):
        phone, at = client_with_link(table), f"tables/{table.pk}"
        what = "last deal" if table == first else "deal"
        sent = post(f"{what}: submit", phone, f"{at}/submit", {"side": 0, "data": pinochle()})
        post(f"{what}: confirm", phone, f"{at}/confirm", {"side": 1, "submissions": [sent["id"]]})
        if table in (others[0], first):
            wrong += within(f"{what}: what follows", cost_of(follow_and_commit))
    post("round: close", director, f"rounds/{night.round.pk}/close", {})
    preview = director.get(f"{V1}/stages/{stage}/draw").json()
    expected = {"expected_version": preview["expected_version"]}
    (drawn, *_) = post("round: draw", director, f"stages/{stage}/draw", expected)
    post("round: open", director, f"rounds/{drawn['id']}/open", {})

    assert not wrong, "\n".join(["", *dict.fromkeys(wrong)])
