"""The tables of an archive that people open in a spreadsheet: CSV in UTF-8, never with formulas."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any

from django.utils import translation
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.foundation.spreadsheets import harmless
from league.office.archives.archive_format import ZipWriter
from league.office.archives.archive_schema import BY_MODEL
from league.office.archives.archived_lines import ADDRESSES
from league.office.archives.scope import Extent, Scope, rows_of
from league.office.kitty.models import Kitty
from league.office.kitty.models import Line as Entered
from league.office.kitty.money import plain
from league.office.paper.document import about_on
from league.office.paper.lists import Ranked, ranking
from league.play.events.entry_names import named
from league.play.events.models import Entry, Event, EventState, Stage
from league.play.events.names import member_names, name_of, stage_name
from league.play.events.selectors import members_with_players
from league.play.rounds.models import Placement
from league.tables.ratings.models import Rating
from league.tables.standings.models import Snapshot, SnapshotRow

# a byte order mark: without it Excel takes UTF-8 for something else
MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
AT_ONCE = 1_000

Rows = Iterable[Sequence[Any]]


def put_tables(zip: ZipWriter, scope: Scope, *, with_addresses: bool) -> None:
    """Write the tables of the scope, each row by row."""
    tables: list[tuple[str, Sequence[str], Callable[[], Rows]]] = [
        ("players", _player_heads(with_addresses), lambda: _players(scope, with_addresses)),
        ("entries", ENTRIES, lambda: _of_events(scope, _entries)),
        ("results", RESULTS, lambda: _of_events(scope, _results)),
        ("standings", STANDINGS, lambda: _of_events(scope, _standings)),
    ]
    kitty = rows_of(BY_MODEL[Kitty], scope).first()
    if kitty is not None:
        tables.append(("bookings", BOOKINGS, lambda: _bookings(scope, kitty)))
    if scope.extent == Extent.CLUB:
        tables.append(("ratings", RATINGS, lambda: _ratings(scope)))
    for name, heads, rows in tables:
        with zip.file(f"tables/{name}.csv") as written:
            written.write((MARK + csv_line(heads)).encode())
            for row in rows():
                written.write(csv_line(row).encode())


def csv_line(cells: Sequence[Any]) -> str:
    """Return a line of CSV in which no text is a formula."""
    out = io.StringIO()
    csv.writer(out).writerow([_harmless(cell) for cell in cells])
    return out.getvalue()


def _harmless(cell: Any) -> Any:
    return harmless(cell) if isinstance(cell, str) else "" if cell is None else cell


PLAYERS = (
    *("number", "name", "sorted_as", "family_name", "told_apart_by"),
    *("member_number", "public_name", "plays", "merged_into"),
)


def _player_heads(with_addresses: bool) -> Sequence[str]:
    return (*PLAYERS, *ADDRESSES) if with_addresses else PLAYERS


def _players(scope: Scope, with_addresses: bool) -> Iterator[Sequence[Any]]:
    columns = ["pk", "name", "sort_name", "family_name", "told_apart_by"]
    columns += ["member_number", "public_name", "is_active"]
    columns += ["merged_into_id", *(ADDRESSES if with_addresses else [])]
    rows = rows_of(BY_MODEL[Player], scope).values_list(*columns)
    yield from rows.iterator(chunk_size=AT_ONCE)


def _of_events(
    scope: Scope, rows: Callable[[Event, dict[int, str]], Rows]
) -> Iterator[Sequence[Any]]:
    """Go through the rows of one event after the other; their names are read event by event."""
    for event in scope.events.order_by("pk").iterator(chunk_size=AT_ONCE):
        entries = event.entries.prefetch_related(members_with_players())
        names = {entry.pk: name_of(entry) for entry in entries}
        for row in rows(event, names):
            yield event.slug, *row


ENTRIES = ("event", "entry", "name", "state", "seed", "players")


def _entries(event: Event, names: dict[int, str]) -> Iterator[Sequence[Any]]:
    entries = Entry.objects.filter(event=event).prefetch_related(members_with_players())
    for entry in entries.order_by("number"):
        players = "; ".join(member_names(entry.members.all()))
        yield entry.number, names[entry.pk], entry.state, entry.seed, players


RESULTS = ("event", "stage", "round", "table", "room", "side", "entry", "points", "won", "state")


def _results(event: Event, names: dict[int, str]) -> Iterator[Sequence[Any]]:
    rows = Placement.objects.filter(round__stage__event=event)
    rows = rows.order_by("round__stage__number", "round__number", "table__number", "room", "side")
    columns = (
        *("round__stage__number", "round__number", "table__number", "room", "side"),
        *("entry_id", "kind", "table__result__awarded", "table__result__totals"),
        *("table__result__winner", "table__result__state"),
    )
    for *where, side, entry, kind, awarded, totals, winner, state in rows.values_list(*columns):
        points = awarded or totals or []
        own = points[side] if side is not None and side < len(points) else None
        won = "" if winner is None or side is None else int(winner == side)
        yield *where, side, names[entry], own, won, state or kind


STANDINGS = ("event", "stage", "after_round", "group", "place", "name", "played", "won", "points")


def _standings(event: Event, names: dict[int, str]) -> Iterator[Sequence[Any]]:
    for stage in event.stages.order_by("number"):
        last = Snapshot.objects.filter(stage=stage).order_by("-round_number").first()
        rows = SnapshotRow.objects.filter(snapshot=last).order_by("position") if last else ()
        for row in rows:
            where = (stage.number, last.round_number, row.group) if last else ()
            yield *where, row.rank, names[row.entry_id], row.played, row.won, row.points


RATINGS = ("family", "player", "partner", "strength", "uncertainty", "tables", "deals", "last")


def _ratings(scope: Scope) -> Iterator[Sequence[Any]]:
    rows = Rating.objects.filter(club=scope.club).order_by("family", "-mu", "pk")
    columns = ("family", "player__name", "partner__name", "mu", "sigma", "tables", "deals")
    for *row, last in rows.values_list(*columns, "last_at").iterator(chunk_size=AT_ONCE):
        yield *row, last.isoformat()


BOOKINGS = ("number", "day", "what", "account", "player", "debit", "credit", "currency", "event")


def _bookings(scope: Scope, kitty: Kitty) -> Iterator[Sequence[Any]]:
    """Go through the lines of the ledger in the order of booking, with amounts as in its CSV."""
    rows = rows_of(BY_MODEL[Entered], scope).order_by("transaction__number", "pk")
    columns = (
        *("transaction__number", "transaction__day", "transaction__kind", "account__kind"),
        *("account__player__name", "amount", "transaction__event_number"),
    )
    slugs = dict(scope.events.values_list("pk", "slug"))
    for number, day, *what, amount, event in rows.values_list(*columns).iterator(AT_ONCE):
        sums = [plain(max(one, 0), kitty.currency) if one > 0 else "" for one in (amount, -amount)]
        yield number, day.isoformat(), *what, *sums, kitty.currency, slugs.get(event, "")


# --- The final standings of each event as PDF, as an archive keeps them for people ---

MOST_ROWS = 1_000  # more are a book; the tables have all of them


def papers_of(scope: Scope) -> Iterator[tuple[str, bytes]]:
    """Go through the files: of each stage of a finished event what it ended with."""
    over = (EventState.FINISHED, EventState.ARCHIVED)
    events = scope.events.filter(state__in=over).select_related("club").order_by("pk")
    with translation.override(scope.club.language):
        for event in events.iterator(chunk_size=100):
            yield from _of_event(event)


def _of_event(event: Event) -> Iterator[tuple[str, bytes]]:
    stages = list(event.stages.order_by("number"))
    for stage in stages:
        last = Snapshot.objects.filter(stage=stage).order_by("-round_number").first()
        if last is None:
            continue
        names = [event.slug] if len(stages) == 1 else [event.slug, str(stage.number)]
        yield f"papers/{'-'.join(names)}-standings.pdf", _paper(event, stage, last)


def _paper(event: Event, stage: Stage, last: Snapshot) -> bytes:
    rows = named(SnapshotRow.objects.all()).filter(snapshot=last).order_by("position")[:MOST_ROWS]
    title = _("Standings")
    printing = ranking(
        about_on("", title, at=last.made_at, club=event.club, subject=event.name),
        [_("Played"), _("Won"), _("Points")],
        [_row(row) for row in rows],
        over=f"{event.name} · {stage_name(stage)}",
        lead=_("Standings after round %(round)d") % {"round": last.round_number},
    )
    return printing.to_bytes()


def _row(row: SnapshotRow) -> Ranked:
    return Ranked(
        place=f"={row.rank}" if row.is_tied else str(row.rank),
        name=row.names.full,
        members=row.names.full_members,
        group=row.group,
        figures=[str(row.played), str(row.won), _figure(row.points)],
    )


def _figure(points: Decimal) -> str:
    digits = f"{points:f}".rstrip("0").rstrip(".") if "." in f"{points:f}" else f"{points:f}"
    return number_format(digits, use_l10n=True, force_grouping=True)
