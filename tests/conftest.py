"""What every test may ask for: embedded servers, a real worker, a real web server, a browser."""

import gc
import os
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import hypothesis
import pytest
import time_machine
from django.conf import settings
from django.db import connection, transaction
from django.test import TransactionTestCase
from django.utils import translation
from pytest_django.plugin import DjangoDbBlocker

from deploy.run.embedded.pytest_plugin import SERVERS, start_servers, template_database
from deploy.run.embedded.servers import Servers
from league.foundation import queues, release
from tests.emptied import empty_tables, let_the_journal_be_emptied

# their rows begin with numbers far apart, so that none passes for a row of another kind
KINDS = [
    "clubs_club",
    "clubs_player",
    "events_event",
    "events_stage",
    "events_entry",
    "rounds_round",
    "rounds_table",
]
# how many rows of a kind a session makes at most
APART = 1_000_000

# examples made up from the test's own text: the same in every run, other ones with LOTS
hypothesis.settings.register_profile("seeded", deadline=None, derandomize="LOTS" not in os.environ)
hypothesis.settings.load_profile("seeded")

# how a file says that all of its tests are long
ALL_LONG = re.compile(r"^pytestmark = .*\bpytest\.mark\.long\b", re.MULTILINE)
SLOWEST_FILES = 20

pytest_plugins = ["tests.site_processes", "tests.browser"]


@pytest.fixture(scope="session")
def embedded_servers() -> Servers:
    """PostgreSQL and the broker of this session; started once, when the first test needs them."""
    start_servers()
    return SERVERS


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    embedded_servers: Servers, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """pytest-django asks for this before it makes the test database, of a worker as a copy."""
    if template := template_database():
        made_already = {"TEMPLATE": template, "MIGRATE": False}
        settings.DATABASES["default"].setdefault("TEST", {}).update(made_already)


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, pytestconfig: pytest.Config
) -> None:
    """Number rows from anywhere, and let tests that commit empty the journal afterwards too."""
    firsts = Random(seed_of(pytestconfig)).sample(range(1, 100), len(KINDS))
    TransactionTestCase._fixture_teardown = lambda test: empty_tables()  # type: ignore[method-assign]
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        let_the_journal_be_emptied(cursor)
        empty_tables()  # of what migrations wrote, as behind each test that commits
        for table, first in zip(KINDS, firsts, strict=True):
            cursor.execute("SELECT setval(%s, %s)", [f"{table}_id_seq", first * APART])


def seed_of(config: pytest.Config) -> int:
    """Return what the order of the tests and the numbers of their rows were made from."""
    return int(config.getoption("randomly_seed", 0))  # 0: with -p no:randomly


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say which files took longest, and how to run the tests in the same order once more."""
    seconds: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                seconds[report.nodeid.partition("::")[0]] += report.duration
    if len(seconds) > SLOWEST_FILES:
        terminalreporter.section(f"slowest {SLOWEST_FILES} files")
        for path, spent in seconds.most_common(SLOWEST_FILES):
            terminalreporter.write_line(f"{spent:7.1f} s  {path}")
    if terminalreporter.stats.get("failed") or terminalreporter.stats.get("error"):
        terminalreporter.write_line(f"The order was that of --randomly-seed={seed_of(config)}")


@pytest.fixture(scope="session", autouse=True)
def _kept_fonts() -> None:
    """Keep the fonts of PDFs from one session to the next: to make them takes seconds."""
    settings.PAPER_FONTS = settings.BASE_DIR / ".data" / "paper-fonts"


@pytest.fixture(scope="session", autouse=True)
def _cache_waited_for() -> None:
    """Wait for the cache where the site would count it as away: "emptied" is to mean empty."""
    if settings.CACHE_URL != "local":
        wait = {"socket_timeout": 30, "socket_connect_timeout": 30}
        settings.CACHES["default"]["OPTIONS"] |= wait


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> None:
    """Hash as the site does, with less work: what a hash costs is not what the tests are about.

    The parameters stand in each hash, so that a web server of its own can read it.
    """
    from django.contrib.auth.hashers import Argon2PasswordHasher

    Argon2PasswordHasher.time_cost = 1
    Argon2PasswordHasher.memory_cost = 8
    Argon2PasswordHasher.parallelism = 1


def leaves_out_what_is_long(config: pytest.Config) -> bool:
    return "not long" in config.option.markexpr


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even read a file all of whose tests are left out."""
    is_file_of_tests = collection_path.name.startswith("test_")
    if is_file_of_tests and leaves_out_what_is_long(config) and collection_path.is_file():
        return bool(ALL_LONG.search(collection_path.read_text())) or None
    return None


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Iterator[None]:
    """Leave what was not drawn to `make test-all`: it is not even made.

    Of the cases of a function marked `sampled(n)` the seed of the run draws n, where the run
    leaves out what is marked `long`; of a function marked so one is made, to be left out.
    """
    yield
    if not leaves_out_what_is_long(metafunc.config):
        return
    cases = metafunc._calls
    sampled = metafunc.definition.get_closest_marker("sampled")
    if metafunc.definition.get_closest_marker("long"):
        metafunc._calls = cases[:1]
    elif sampled:
        draw = Random(f"{seed_of(metafunc.config)}{metafunc.definition.nodeid}")
        drawn = draw.sample(range(len(cases)), min(sampled.args[0], len(cases)))
        metafunc._calls = [cases[place] for place in sorted(drawn)]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what has processes of its own, so that none is alone with one at the end."""
    slow = {item.path for item in items if item.get_closest_marker("processes")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Spare the collector of garbage the thousands of tests, which stay until the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _language_of_the_site() -> Iterator[None]:
    """Speak the site's own language: an answer's stays that of its thread until the next one."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(scope="module")
def module_rows(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A transaction as long as the module: rows that its fixtures make are there for each test.

    A test's own changes are rolled back behind it; of the objects it takes a copy. Not beside
    tests with `transaction=True`, which empty the tables.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def at_noon() -> Iterator[None]:
    """It is noon in London and the evening of the same day in Tokyo: no day ends on the way."""
    with time_machine.travel(datetime(2026, 3, 14, 12, 0, tzinfo=UTC), tick=True):
        yield


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> Iterator[None]:
    """A page kept by one test must not answer another one's request."""
    yield
    queues.rest.end()  # a broker that hung in one test is sent to again in the next
    if "django_db_setup" in request.fixturenames:
        from django.core.cache import cache

        cache.clear()


@pytest.fixture(autouse=True, scope="session")
def long_started() -> None:
    """The site has run for a day: what it does in its first minutes is a test's own."""
    release.started_at -= timedelta(days=1)
