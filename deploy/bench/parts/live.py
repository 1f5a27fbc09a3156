"""P12, P32 and P38: 1,000 open live pages while a round of 50 tables is submitted."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from deploy.bench.evening import make_round, submit_and_confirm
from deploy.bench.lines import Line
from deploy.bench.readers import Readers
from deploy.bench.site import Site


@dataclass(frozen=True, slots=True)
class Sizes:
    """`opened` pages are opened again at once, as after a restart of the live server."""

    pages: int = 1_000
    tables: int = 50
    opened: int = 5_000


FULL = Sizes()
TINY = Sizes(pages=3, tables=2, opened=5)


def measure(site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    assert site.worker
    stage, tables, deal = make_round("open-pages", tables=sizes.tables)
    before = connections()
    address = f"{site.url}/live/events/{stage.event_id}/?only=standings-{stage.pk}&language=en"
    with Readers(f"{address}&after={version_of(stage)}", sizes.pages) as pages:
        started = time.time()
        for table in tables:
            submit_and_confirm(table, deal)
        submitted = time.time()
        most = connections() - before
        last_version, last_at = wait_until_quiet(stage, sizes.tables)
        reached = pages.close(last_version, standings_of(stage))
    assert reached.up_to_date == sizes.pages, (
        f"{reached.versions} pages by version; the last is {last_version}"
    )
    yield Line(
        what=f"{sizes.tables} tables submitted and confirmed",
        figure=submitted - started,
        unit="s",
    )
    yield Line(
        goal="P12",
        what=f"{sizes.pages} open pages: from the last rebuild to the last page that shows it",
        figure=max(0.0, reached.last_at - last_at),
        unit="s",
    )
    yield Line(
        goal="P38",
        what=f"database connections of the web server with {sizes.pages} open pages",
        figure=most,
        unit="connections",
    )
    started = time.time()
    with Readers(f"{address}&after={last_version}", sizes.opened):
        yield Line(
            goal="P32",
            what=f"{sizes.opened} live pages, until all are open",
            figure=time.time() - started,
            unit="s",
        )


def version_of(stage: Any) -> int:
    from league.public.live_versions import version_of as version

    return version(stage.event_id)


def standings_of(stage: Any) -> str:
    """Return the standings as the pages show them."""
    from league.public.live.followed import Followed
    from league.public.live.messages import Part
    from league.public.live.rendering import render_parts

    part = Part(f"standings-{stage.pk}", language="en", full_names=False)
    return render_parts(Followed("event", stage.event_id), frozenset({part})).texts[part]


def connections() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
            " AND datname = current_database()"
        )
        return int(cursor.fetchone()[0])


def wait_until_quiet(stage: Any, tables: int) -> tuple[int, float]:
    """Wait for the standings to show every table; return the last version and when it was new."""
    from league.standings.models import SnapshotRow

    version, at = version_of(stage), time.time()
    give_up_at = time.time() + 60
    while time.time() < give_up_at:
        now = version_of(stage)
        if now != version:
            version, at = now, time.time()
        shown = SnapshotRow.objects.filter(snapshot__stage=stage, played=1).count()
        if shown == 2 * tables and time.time() - at > 1:
            return version, at
        time.sleep(0.02)
    raise AssertionError(f"the standings show {shown} of {2 * tables} entries after a minute")
