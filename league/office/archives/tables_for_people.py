"""What an archive has for people: tables to open in a spreadsheet, and final standings as PDF."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django.contrib.postgres.aggregates import StringAgg
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import translation

from league.foundation.spreadsheets import Column, Sheet, csv_lines
from league.office.archives.archive_format import ZipWriter
from league.office.archives.archive_schema import BY_NAME
from league.office.archives.archived_lines import ADDRESSES
from league.office.archives.scope import Extent, Referred, Scope, rows_of
from league.office.documents.document_kind import DocumentOptions, NothingToPrint
from league.office.documents.event_papers import STANDINGS
from league.office.kitty.money import plain
from league.play.events.models import Entry, Event, EventState
from league.play.rounds.models import Placement
from league.tables.ratings.models import Rating
from league.tables.standings.models import Snapshot, SnapshotRow

AT_ONCE = 1_000

# by the heading of a column: where its values stand
Columns = Mapping[str, str]
PLAYERS = {
    "number": "pk",
    "name": "name",
    "sorted_as": "sort_name",
    "family_name": "family_name",
    "told_apart_by": "told_apart_by",
    "member_number": "member_number",
    "public_name": "public_name",
    "plays": "is_active",
    "merged_into": "merged_into",
}
OF_AN_ENTRY = {"entry": "entry__number", "name": "entry__name", "players": "players"}
ENTRIES = {
    "event": "event__slug",
    "entry": "number",
    "name": "name",
    "players": "players",
    "state": "state",
    "seed": "seed",
}
RESULTS = {
    "event": "round__stage__event__slug",
    "stage": "round__stage__number",
    "round": "round__number",
    "table": "table__number",
    "room": "room",
    "side": "side",
    **OF_AN_ENTRY,
    "kind": "kind",
    "points_by_side": "table__result__totals",
    "awarded_by_side": "table__result__awarded",
    "winning_side": "table__result__winner",
    "state": "table__result__state",
}
STANDINGS_OF_STAGES = {
    "event": "snapshot__stage__event__slug",
    "stage": "snapshot__stage__number",
    "after_round": "snapshot__round_number",
    "group": "group",
    "place": "rank",
    **OF_AN_ENTRY,
    "played": "played",
    "won": "won",
    "points": "points",
}
RATINGS = {
    "family": "family",
    "player": "player__name",
    "partner": "partner__name",
    "strength": "mu",
    "uncertainty": "sigma",
    "tables": "tables",
    "deals": "deals",
    "last": "last_at",
}
BOOKINGS = {
    "number": "transaction__number",
    "day": "transaction__day",
    "what": "transaction__kind",
    "account": "account__kind",
    "player": "account__player__name",
    "event": "event_slug",
    "currency": "account__kitty__currency",
    "amount": "amount",
}


def put_tables(zip: ZipWriter, scope: Scope, referred: Referred, *, with_addresses: bool) -> None:
    """Write the tables of the scope, each row by row."""
    more = {name: name for name in ADDRESSES} if with_addresses else {}
    players = rows_of(BY_NAME["players"], scope, referred.numbers)
    _put(zip, "players", PLAYERS | more, players)
    events = scope.events.values("pk")
    entries = Entry.objects.filter(event__in=events).order_by("event", "number")
    _put(zip, "entries", ENTRIES, _with_players(entries, "members"))
    of_an_entry = "entry__members"
    placed = Placement.objects.filter(round__stage__event__in=events)
    placed = placed.order_by("round__stage", "round__number", "table__number", "room", "side")
    _put(zip, "results", RESULTS, _with_players(placed, of_an_entry))
    last = Snapshot.objects.filter(stage=OuterRef("snapshot__stage")).order_by("-round_number")
    ranked = SnapshotRow.objects.filter(
        snapshot__stage__event__in=events, snapshot=Subquery(last.values("pk")[:1])
    ).order_by("snapshot__stage", "position")
    _put(zip, "standings", STANDINGS_OF_STAGES, _with_players(ranked, of_an_entry))
    if rows_of(BY_NAME["kitties"], scope, referred.numbers).exists():
        event = Event.objects.filter(pk=OuterRef("transaction__event_number")).values("slug")
        lines = rows_of(BY_NAME["transaction_lines"], scope, referred.numbers)
        lines = lines.order_by("transaction__number", "pk").annotate(event_slug=Subquery(event))
        _put(zip, "bookings", BOOKINGS, lines)
    if scope.extent == Extent.CLUB:
        rated = Rating.objects.filter(club=scope.club).order_by("family", "-mu", "pk")
        _put(zip, "ratings", RATINGS, rated)


def _with_players(rows: "QuerySet[Any]", members: str) -> "QuerySet[Any]":
    names = StringAgg(f"{members}__player__name", "; ", order_by=f"{members}__pk")
    named: QuerySet[Any] = rows.annotate(players=names)
    return named


def _put(zip: ZipWriter, name: str, columns: Columns, rows: "QuerySet[Any]") -> None:
    found = rows.values(*columns.values()).iterator(chunk_size=AT_ONCE)
    sheet = Sheet(
        title=name,
        columns=[Column(heading, _cell_of(column)) for heading, column in columns.items()],
        rows=found,
    )
    with zip.file(f"tables/{name}.csv") as written:
        for line in csv_lines(sheet):
            written.write(line)


def _cell_of(column: str) -> Any:
    def cell(row: dict[str, Any]) -> Any:
        value = row[column]
        if column == "amount":
            return plain(value, row["account__kitty__currency"])
        return " ".join(map(str, value)) if isinstance(value, list) else value

    return cell


def papers_of(scope: Scope, *, at: datetime) -> Iterator[tuple[str, bytes]]:
    """Go through the final standings as PDF: of each stage of an event that is over."""
    over = (EventState.FINISHED, EventState.ARCHIVED)
    events = scope.events.filter(state__in=over).select_related("club").order_by("pk")
    with translation.override(scope.club.language):
        for event in events.iterator(chunk_size=100):
            numbers = list(event.stages.order_by("number").values_list("number", flat=True))
            for number in numbers:
                name = event.slug if len(numbers) == 1 else f"{event.slug}-{number}"
                try:
                    printing = STANDINGS.make(event, DocumentOptions(at=at), stage=number)
                except NothingToPrint:
                    continue
                yield f"papers/{name}-standings.pdf", printing.to_bytes()
