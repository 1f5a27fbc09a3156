"""Tables that were played, row by row: ratings care about facts, not how they came."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from league.clubs.models import Club, Player
from league.foundation.derived_state import mark_stale
from league.play.events.models import Entry, EntryMember, Event, Stage
from league.play.results.models import TableResult
from league.play.rounds.models import Placement, Round, Seat, Table
from league.tables.ratings.models import ClubRatings, Rating, RatingChange
from league.tables.ratings.services import rebuild

NOW = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)


def make_event(club: Club, **fields: Any) -> Event:
    """Make a running event of single players who play double-deck pinochle."""
    number = club.events.count() + 1
    event = Event.objects.create(
        **{
            "club": club,
            "name": f"Night {number}",
            "slug": f"night-{number}",
            "starts_on": date(2026, 3, 14),
            "state": "running",
            "variant": "double-deck-pinochle",
            "entry_kind": "individual",
            "deals_a_round": 4,
            "method": {"name": "total_points"},
            "opened_at": NOW,
            "started_at": NOW,
        }
        | fields
    )
    Stage.objects.create(event=event, number=1, format="individual")
    return event


def play(
    event: Event,
    sides: list[list[Player | None]],
    points: list[int],
    *,
    deals: int = 4,
    at: datetime | None = None,
    **fields: Any,
) -> Table:
    """Make a round with one table of these sides and its result."""
    stage = event.stages.get()
    number = stage.rounds.count() + 1
    began = at or NOW + timedelta(hours=number)
    round_ = Round.objects.create(
        stage=stage, number=number, state="closed", drawn_at=began, opened_at=began, closed_at=began
    )
    table = Table.objects.create(round=round_, number=1)
    for place in range(len(sides[0])):
        for side, players in enumerate(sides):
            _seat(round_, table, players[place], side, place * len(sides) + side)
    result = {"state": "confirmed", "totals": points, "deals": deals, "is_complete": True} | fields
    TableResult.objects.create(table=table, round=round_, **result)
    return table


def _seat(round_: Round, table: Table, player: Player | None, side: int, number: int) -> Seat:
    event = round_.stage.event
    entry = Entry.objects.filter(event=event, members__player=player).first()
    if entry is None:
        last = event.entries.count()
        entry = Entry.objects.create(event=event, number=last + 1, entered_at=NOW)
        if player is not None:
            EntryMember.objects.create(event=event, entry=entry, player=player, joined_at=NOW)
    placement = Placement.objects.create(round=round_, table=table, entry=entry, side=side)
    return Seat.objects.create(
        round=round_, table=table, number=number, placement=placement, player=player
    )


def build(club: Club) -> bool:
    """Want the ratings and build them, as the worker does."""
    mark_stale(ClubRatings, [club.pk], at=NOW)
    return rebuild(club_id=club.pk, at=NOW)


def stored(club: Club) -> list[tuple[Any, ...]]:
    """Return everything that is stored of a club's ratings, without the rows' ids."""
    ratings = Rating.objects.filter(club=club).order_by("family", "player", "partner")
    changes = RatingChange.objects.filter(rating__club=club).order_by(
        "rating__family", "rating__player", "rating__partner", "number"
    )
    return [
        *ratings.values_list("family", "player", "partner", "mu", "sigma", "tables", "deals"),
        *changes.values_list("rating__player", "table", "number", "mu", "sigma", "expected"),
    ]


def rating_of(player: Player, family: str = "double-deck-pinochle") -> Rating:
    return Rating.objects.get(player=player, partner=None, family=family)
