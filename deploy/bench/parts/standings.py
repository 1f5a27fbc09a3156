"""P6, P23, P24, P35 and P37: rebuilding the standings of large fields, and rendering their page."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Any

from deploy.bench.evening import AT
from deploy.bench.lines import Line
from deploy.bench.site import Site
from deploy.bench.stopwatch import seconds

# prints the kilobytes that the process had at most; what getrusage says would be its starter's, too
FIRST_REBUILD = """
import sys
import django
django.setup()
from django.utils import timezone
from league.standings.models import Snapshot
from league.standings.services import rebuild, want
stage = int(sys.argv[1])
Snapshot.objects.filter(stage=stage).delete()
want(stage_ids=[stage], at=timezone.now())
rebuild(stage_id=stage, at=timezone.now())
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM:")))
"""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Entrants of the fields: the page is made of `small`, the goals are asked of `large`."""

    small: int = 100
    middle: int = 1_000
    large: int = 10_000
    rounds: int = 11
    times: int = 3
    pages: int = 20


FULL = Sizes()
TINY = Sizes(small=4, middle=6, large=8, rounds=2, times=1, pages=1)


def measure(site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    assert site.database
    for size in (sizes.small, sizes.middle, sizes.large):
        stage = make_field(size, sizes.rounds)
        yield from rebuilds(stage, size, sizes)
        if size == sizes.small:
            yield cold_page(stage, sizes.pages)
    yield memory_of_rebuild(site, stage)


def rebuilds(stage: Any, size: int, sizes: Sizes) -> Iterator[Line]:
    """One result of the last round changes, then the standings follow: the everyday rebuild."""
    from django.db.models import F

    from league.results.models import TableResult
    from league.standings.models import StageStandings
    from league.standings.services import rebuild

    def wanted() -> None:
        """Note a change and send nobody: the worker of another part would rebuild beside us."""
        StageStandings.objects.get_or_create(pk=stage.pk)
        StageStandings.objects.filter(pk=stage.pk).update(wanted=F("wanted") + 1)

    def again() -> None:
        rebuild(stage_id=stage.pk, at=AT)

    wanted()
    first = seconds(again, times=1)
    results = TableResult.objects.filter(round__stage=stage, round__number=sizes.rounds)
    taken, reading = [], []
    for change in range(sizes.times):
        result = results.order_by("pk")[change]
        result.totals, result.winner = [500 + change, 0], 0
        result.save()
        wanted()
        reading.append(seconds(lambda: read_results(stage), times=1))
        taken.append(seconds(again, times=1))
    is_large = size == sizes.large
    if is_large:
        yield Line(
            goal="P24",
            what=f"rebuild of standings, {size} entrants, one new result",
            figure=min(taken),
            unit="s",
        )
    yield Line(
        goal="P6" if is_large else "",
        what=f"rebuild of standings, {size} entrants, {sizes.rounds} rounds, one new result",
        figure=1000 * min(taken),
        unit="ms",
        against="only reading the results",
        reference=1000 * min(reading),
        ratio=min(taken) / min(reading),
    )
    yield Line(
        goal="P23" if is_large else "",
        what=f"first rebuild of all {sizes.rounds} rounds, {size} entrants",
        figure=first,
        unit="s",
    )


# The plain way to read every counting result with the entries at its table: a row a table.
RESULTS = """
SELECT result.round_id, result.table_id, room.number, coalesce(result.awarded, result.totals),
       side.entries, side.sides, result.winner, result.state <> 'confirmed', result.forfeit
FROM results_tableresult result
JOIN rounds_table room ON room.id = result.table_id
JOIN (
    SELECT table_id, array_agg(entry_id ORDER BY side, id) AS entries,
           array_agg(side::int ORDER BY side, id) AS sides
    FROM rounds_placement WHERE round_id = ANY(%(rounds)s) AND table_id IS NOT NULL
    GROUP BY table_id
) side ON side.table_id = result.table_id
WHERE result.round_id = ANY(%(rounds)s) AND (result.is_complete OR result.awarded IS NOT NULL)
ORDER BY room.number, room.room, result.table_id
"""


def read_results(stage: Any) -> None:
    """Read every counting result with the entries at its table, and do nothing with them."""
    from django.db import connection

    rounds = list(stage.rounds.values_list("id", flat=True))
    with connection.cursor() as cursor:
        cursor.execute(RESULTS, {"rounds": rounds})
        assert cursor.fetchall()


def cold_page(stage: Any, times: int) -> Line:
    """Render the table of a hundred rows with its queries, beside the plain component's."""
    from django.contrib.auth.models import AnonymousUser
    from django.template.loader import render_to_string

    from league.public.standings.standings_table import standings_table
    from league.public.visitors import EventPage, Visitor
    from league.standings.selectors import standings_page

    page = EventPage(stage.event, Visitor.of(AnonymousUser(), stage.event.club))

    def ours() -> None:
        standings = standings_page(stage, with_reasons=False)
        assert standings is not None
        context = {"found": standings, **standings_table(page, standings)}
        render_to_string("public/_standings_table.html", context)

    def plain() -> None:
        standings = standings_page(stage)
        assert standings is not None
        render_to_string("components/standings.html", standings_table(page, standings))

    ours()
    plain()
    own, other = seconds(ours, times=times), seconds(plain, times=times)
    return Line(
        goal="P37",
        what="a standings table of 100 rows, read and rendered",
        figure=1000 * own,
        unit="ms",
        against="the same as a plain template (times faster)",
        reference=1000 * other,
        ratio=other / own,
    )


def memory_of_rebuild(site: Site, stage: Any) -> Line:
    """P35: what a process has needed at most that did nothing but the first rebuild of a field."""
    printed = site.python(FIRST_REBUILD, str(stage.pk))
    return Line(
        goal="P35",
        what="memory of a process that rebuilt the standings of the largest field, at most",
        figure=float(printed.splitlines()[-1]) / 1024,
        unit="MB",
    )


def make_field(size: int, rounds: int) -> Any:
    """Make an event with so many entries and all its rounds played, ranked by three tie-breaks."""
    from django.db import connection, transaction

    from league.clubs.models import Club, Player
    from league.events.models import Entry, EntryMember, Event, Stage, StageEntry

    with transaction.atomic():
        club = Club.objects.create(name=f"Field of {size}", slug=f"field-{size}")
        event = Event.objects.create(
            club=club,
            name="League",
            slug="league",
            starts_on=date(2026, 1, 1),
            variant="double-deck-pinochle",
            entry_kind="individual",
            deals_a_round=4,
            state="running",
            method={"name": "match_points"},
            tiebreaks=["buchholz", "sonneborn_berger", "points_for"],
        )
        stage = Stage.objects.create(event=event, number=1, format="round_robin")
        players = Player.objects.bulk_create(
            [Player(club=club, name=f"Player {number}") for number in range(size)], batch_size=2000
        )
        entries = Entry.objects.bulk_create(
            [Entry(event=event, number=n + 1, entered_at=AT) for n in range(size)], batch_size=2000
        )
        EntryMember.objects.bulk_create(
            [
                EntryMember(event=event, entry=entry, player=player, joined_at=AT)
                for entry, player in zip(entries, players, strict=True)
            ],
            batch_size=2000,
        )
        StageEntry.objects.bulk_create(
            [StageEntry(stage=stage, entry=entry) for entry in entries], batch_size=2000
        )
        play_rounds(stage, entries, rounds, Random(size))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return Stage.objects.select_related("event__club").get(pk=stage.pk)


def play_rounds(stage: Any, entries: list[Any], rounds: int, rng: Random) -> None:
    from league.results.models import TableResult
    from league.rounds.models import Placement, Round, Table

    for number in range(1, rounds + 1):
        round_ = Round.objects.create(
            stage=stage, number=number, state="open", drawn_at=AT, opened_at=AT
        )
        order = rng.sample(entries, len(entries))
        tables = Table.objects.bulk_create(
            [Table(round=round_, number=n + 1) for n in range(len(entries) // 2)], batch_size=2000
        )
        Placement.objects.bulk_create(
            [
                Placement(round=round_, table=table, entry=order[2 * n + side], side=side)
                for n, table in enumerate(tables)
                for side in (0, 1)
            ],
            batch_size=2000,
        )
        TableResult.objects.bulk_create(
            [result_at(table, round_, rng) for table in tables], batch_size=2000
        )


def result_at(table: Any, round_: Any, rng: Random) -> Any:
    from league.results.models import TableResult

    totals = [rng.randrange(-200, 400), rng.randrange(-200, 400)]
    return TableResult(
        table=table,
        round=round_,
        state="confirmed",
        totals=totals,
        winner=None if totals[0] == totals[1] else int(totals[1] > totals[0]),
        is_complete=True,
        deals=4,
        changed_at=AT,
    )
