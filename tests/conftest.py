"""What every test may ask for: embedded servers, a real worker, a real web server, a browser."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

from deploy.embedded.pytest_plugin import SERVERS
from deploy.embedded.servers import Servers

pytest_plugins = ["tests.site_processes", "tests.browser"]


@pytest.fixture(scope="session")
def embedded_servers() -> Servers:
    """PostgreSQL and the broker of this session; started once, when the first test needs them."""
    SERVERS.start()
    return SERVERS


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    embedded_servers: Servers, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """pytest-django asks for this before it makes the test database."""


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Let tests that commit for real empty their tables afterwards, the journal too."""
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE journal_happening DISABLE TRIGGER journal_is_not_emptied")


@pytest.fixture(scope="session", autouse=True)
def _kept_fonts() -> None:
    """Keep the fonts of PDFs from one session to the next: to make them takes seconds."""
    settings.PAPER_FONTS = settings.BASE_DIR / ".data" / "paper-fonts"


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> Iterator[None]:
    """A page kept by one test must not answer another one's request."""
    yield
    if "django_db_setup" in request.fixturenames:
        from django.core.cache import cache

        from league.standings.stamps import forget_stamps

        cache.clear()
        forget_stamps()
