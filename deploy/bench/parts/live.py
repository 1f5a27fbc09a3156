"""P12, P32 and P38: 1,000 open live pages while a round of 50 tables is submitted."""

import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from random import Random
from typing import Any

from deploy.bench.lines import Line
from deploy.bench.readers import Readers
from deploy.bench.site import Site

TABLES = 50
AT = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Sizes:
    """`opened` pages are opened again at once, as after a restart of the live server."""

    pages: int = 1_000
    tables: int = TABLES
    quiet_seconds: float = 3.0
    opened: int = 5_000


FULL = Sizes()
TINY = Sizes(pages=3, tables=2, quiet_seconds=0.1, opened=5)


def measure(site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    assert site.worker
    stage, tables, deal = make_round(tables=sizes.tables)
    before = connections()
    address = f"{site.url}/live/events/{stage.event_id}/?only=standings-{stage.pk}&language=en"
    with Readers(f"{address}&after={version_of(stage)}", sizes.pages) as pages:
        started = time.time()
        for table in tables:
            submit_and_confirm(table, deal)
        submitted = time.time()
        most = connections() - before
        last_version, last_at = wait_until_quiet(stage, sizes.tables)
        time.sleep(sizes.quiet_seconds)
        reached = pages.close()
    up_to_date = reached.versions.get(last_version, 0)
    assert up_to_date == sizes.pages, (
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


def submit(table: Any, deal: dict[str, Any]) -> None:
    """Submit the deal as the first side of the table does."""
    from django.utils import timezone

    from league.journal.actor import Actor
    from league.results import services as results

    results.submit(
        table=table,
        number=1,
        data=deal,
        key=uuid.uuid4(),
        by_side=0,
        actor=Actor(name="Side 0", via="table"),
        device="bench",
        at=timezone.now(),
    )


def submit_and_confirm(table: Any, deal: dict[str, Any]) -> None:
    """Submit the deal as one side and confirm it as the other."""
    from django.utils import timezone

    from league.journal.actor import Actor
    from league.results import services as results

    submit(table, deal)
    results.confirm(
        table=table,
        side=1,
        actor=Actor(name="Side 1", via="table"),
        device="bench",
        at=timezone.now(),
    )


def make_round(
    slug: str = "open-pages", tables: int = TABLES
) -> tuple[Any, list[Any], dict[str, Any]]:
    """Make an event of pairs at so many tables that play one deal; return both and that deal.

    `slug` is the address of the club that is made for it.
    """
    from django.db import transaction

    from games import services as games
    from league.clubs.models import Club
    from league.events.models import Event, Stage
    from league.rounds.models import Round, Table

    with transaction.atomic():
        club = Club.objects.create(name="Open pages", slug=slug)
        event = Event.objects.create(
            club=club,
            name="Night",
            slug="night",
            starts_on=date(2026, 1, 1),
            variant="double-deck-pinochle",
            entry_kind="pair",
            deals_a_round=1,
            state="running",
            method={"name": "match_points"},
            tiebreaks=["point_difference"],
        )
        stage = Stage.objects.create(event=event, number=1, format="round_robin")
        round_ = Round.objects.create(
            stage=stage, number=1, state="open", drawn_at=AT, opened_at=AT
        )
        made = [Table.objects.create(round=round_, number=n + 1) for n in range(tables)]
        for table in made:
            seat_two_pairs(table)
    ruleset = games.ruleset(event.variant, event.preset, event.options, 4)
    record = games.random_record(ruleset, Random(1), 0)
    return stage, made, {"summary": games.summary_of(ruleset, record)["summary"]}


def seat_two_pairs(table: Any) -> None:
    from league.clubs.models import Player
    from league.events.models import Entry, EntryMember, StageEntry
    from league.rounds.models import Placement, Seat

    stage = table.round.stage
    for side in (0, 1):
        number = 2 * table.number + side
        entry = Entry.objects.create(event=stage.event, number=number, entered_at=AT)
        StageEntry.objects.create(stage=stage, entry=entry)
        placement = Placement.objects.create(round=table.round, table=table, entry=entry, side=side)
        for position in (0, 1):
            player = Player.objects.create(
                club=stage.event.club, name=f"Player {number} {position}"
            )
            EntryMember.objects.create(
                event=stage.event, entry=entry, player=player, position=position, joined_at=AT
            )
            Seat.objects.create(
                round=table.round,
                table=table,
                number=side + 2 * position,
                placement=placement,
                player=player,
            )
