"""P8, P29, P31 and P36: the API's list of 50 tables, on rows that nobody else ever sees.

P8 and P36 hold the view against plain serializers of models on the same rows; P29 and P31 are the
whole site in this one process, from the server's call to its answer.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from time import perf_counter
from typing import TYPE_CHECKING, Any

from deploy.bench.lines import Line
from deploy.bench.site import Site

if TYPE_CHECKING:
    from league.rounds.models import Round

AGAINST = "plain ModelSerializer"


@dataclass(frozen=True, slots=True)
class Sizes:
    tables: int = 50
    turns: int = 40


FULL = Sizes()
TINY = Sizes(tables=2, turns=2)


def measure(site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    assert site.database
    from django.db import transaction

    with transaction.atomic(), connection_kept():
        round_ = make_rows(sizes.tables)
        plain = rate(plain_view(round_), round_, turns=sizes.turns)
        cold = rate(our_view(), round_, turns=sizes.turns, forget=True)
        warm = rate(our_view(), round_, turns=sizes.turns)
        made, unchanged = whole_site(round_, turns=sizes.turns)
        transaction.set_rollback(True)
    for goal, how, figure in (("P8", "nothing kept", cold), ("P36", "kept", warm)):
        yield Line(
            goal=goal,
            what=f"API: the list of {sizes.tables} tables, {how}",
            figure=figure,
            unit="/s",
            against=AGAINST,
            reference=plain,
            ratio=figure / plain,
        )

    yield Line(
        goal="P29",
        what=f"API: the list of {sizes.tables} tables, made each time, one process",
        figure=made,
        unit="requests/s",
    )
    yield Line(
        goal="P31",
        what=f"API: the list of {sizes.tables} tables, unchanged (304), one process",
        figure=unchanged,
        unit="requests/s",
        against="the same made each time",
        reference=made,
        ratio=unchanged / made,
    )


@contextmanager
def connection_kept() -> Iterator[None]:
    """Leave the database's connection open when a request ends: the rows are in its transaction."""
    from django.core.signals import request_finished, request_started
    from django.db import close_old_connections

    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)


def whole_site(round_: "Round", *, turns: int) -> tuple[float, float]:
    """Return how many times a second the site answers: with what it makes, and with 304."""
    from django.core.cache import cache
    from django.urls import reverse

    from deploy.wsgi import application

    path = f"{reverse('api:tables', args=[round_.pk])}?page_size=100"
    took = [0.0, 0.0]
    for turn in range(turns + 3):
        cache.clear()
        begun = perf_counter()
        status, etag = ask(application, path)
        between = perf_counter()
        again, _etag = ask(application, path, etag)
        assert (status, again) == (200, 304)
        if turn >= 3:
            took[0] += between - begun
            took[1] += perf_counter() - between
    return turns / took[0], turns / took[1]


def ask(application: Callable[..., Any], path: str, etag: str = "") -> tuple[int, str]:
    """Return the status and the ETag that the site answers with."""
    from django.test import RequestFactory

    headers = {"If-None-Match": etag} if etag else {}
    environ = RequestFactory().get(path, headers=headers, SERVER_NAME="localhost").META
    # the factory sends an empty one, a server none
    environ.pop("HTTP_COOKIE", None)
    begun: list[tuple[str, dict[str, str]]] = []
    parts = application(environ, lambda status, named, *_: begun.append((status, dict(named))))
    b"".join(parts)
    ((status, named),) = begun
    return int(status[:3]), named["ETag"]


def rate(view: Callable[..., Any], round_: "Round", *, turns: int, forget: bool = False) -> float:
    """Return how many times a second the view answers; with `forget`, nothing is kept."""
    from django.core.cache import cache
    from rest_framework.test import APIRequestFactory

    requests, took = APIRequestFactory(), 0.0
    for turn in range(turns + 3):
        if forget:
            cache.clear()
        begun = perf_counter()
        answer = view(requests.get("/tables?page_size=100"), round=round_.pk)
        if hasattr(answer, "render"):
            answer.render()
        # the first ones fill what Django and PostgreSQL keep
        took += perf_counter() - begun if turn >= 3 else 0.0
        assert answer.status_code == 200
    return turns / took


def our_view() -> Callable[..., Any]:
    from league.api.rounds.views import TablesOfRound

    return TablesOfRound.as_view()


def plain_view(round_: "Round") -> Callable[..., Any]:
    """Return what the usual classes of Django REST framework make of the same rows."""
    from rest_framework import generics, serializers

    from league.api.pagination import Pages
    from league.clubs.models import Player
    from league.events.models import Entry
    from league.results.models import TableResult
    from league.rounds.models import Placement, Seat, Table

    class PlayerShape(serializers.ModelSerializer[Player]):
        class Meta:
            model = Player
            fields = ["id", "name"]

    class EntryShape(serializers.ModelSerializer[Entry]):
        class Meta:
            model = Entry
            fields = ["id", "name"]

    class PlacementShape(serializers.ModelSerializer[Placement]):
        entry = EntryShape()

        class Meta:
            model = Placement
            fields = ["side", "entry"]

    class SeatShape(serializers.ModelSerializer[Seat]):
        player = PlayerShape()

        class Meta:
            model = Seat
            fields = ["number", "player", "stands_in_for"]

    class ResultShape(serializers.ModelSerializer[TableResult]):
        class Meta:
            model = TableResult
            fields = ["state", "totals", "winner", "deals", "is_complete", "version", "changed_at"]

    class TableShape(serializers.ModelSerializer[Table]):
        placements = PlacementShape(many=True)
        seats = SeatShape(many=True)
        result = ResultShape()

        class Meta:
            model = Table
            fields = [
                *("id", "round", "number", "room", "first_dealer"),
                *("placements", "seats", "result"),
            ]

    class PlainList(generics.ListAPIView[Table]):
        authentication_classes = []
        permission_classes = []
        filter_backends = []
        pagination_class = Pages
        serializer_class = TableShape
        queryset = (
            Table.objects.filter(round=round_)
            .select_related("result")
            .prefetch_related("placements__entry", "seats__player")
            .order_by("number")
        )

    return PlainList.as_view()


def make_rows(tables_wanted: int) -> "Round":
    """Make an open round of so many tables of pairs, each with a result."""
    from django.utils import timezone

    from league.clubs.models import Club, Player
    from league.events.models import Entry, EntryMember, Event, Stage
    from league.results.models import TableResult
    from league.rounds.models import Placement, Round, Seat, Table

    now = timezone.now()
    club = Club.objects.create(name="Fifty tables", slug="fifty-tables")
    event = Event.objects.create(
        **{"club": club, "name": "Fifty", "slug": "fifty", "starts_on": date(2026, 3, 7)},
        **{"state": "running", "variant": "double-deck-pinochle", "entry_kind": "pair"},
        **{"deals_a_round": 4, "opened_at": now, "started_at": now},
    )
    stage = Stage.objects.create(event=event, number=1, format="round_robin")
    round_ = Round.objects.create(stage=stage, number=1, state="open", drawn_at=now, opened_at=now)
    entries = Entry.objects.bulk_create(
        Entry(event=event, number=number, name=f"Pair {number}", entered_at=now)
        for number in range(1, 2 * tables_wanted + 1)
    )
    players = Player.objects.bulk_create(
        Player(club=club, name=f"Player Number {n}", sort_key=f"{n:04}")
        for n in range(4 * tables_wanted)
    )
    EntryMember.objects.bulk_create(
        EntryMember(
            event=event, entry=entries[n // 2], player=player, position=n % 2, joined_at=now
        )
        for n, player in enumerate(players)
    )
    tables = Table.objects.bulk_create(
        Table(round=round_, number=n + 1) for n in range(tables_wanted)
    )
    placements = Placement.objects.bulk_create(
        Placement(round=round_, entry=entry, table=tables[n // 2], side=n % 2)
        for n, entry in enumerate(entries)
    )
    Seat.objects.bulk_create(
        Seat(
            round=round_,
            table=tables[n // 4],
            number=2 * (n % 2) + n // 2 % 2,
            placement=placements[n // 2],
            player=player,
        )
        for n, player in enumerate(players)
    )
    TableResult.objects.bulk_create(
        TableResult(table=table, round=round_, totals=[64, 42], deals=1, version=1, changed_at=now)
        for table in tables
    )
    return round_
