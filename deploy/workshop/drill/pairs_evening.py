"""An evening of pairs with a round open, written in a few queries: nobody waits for the set-up."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import count
from typing import Any

from league.clubs.models import Club, Player
from league.play.events.models import Entry, EntryMember, Event, Stage, StageEntry
from league.play.rounds.models import Placement, Round, Seat, Table

STARTED = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
_evenings = count(1)


@dataclass(frozen=True, slots=True)
class Evening:
    """Two pairs a table, who play so many deals of double-deck pinochle.

    At the first table sit the first two entries, at the second the next two, and so on.
    """

    stage: Stage
    round: Round
    tables: list[Table]
    entries: list[Entry]

    @property
    def event(self) -> Event:
        return self.stage.event

    @property
    def standings_api_path(self) -> str:
        return f"/api/v1/stages/{self.stage.pk}/standings?page_size=100"

    @property
    def live_path(self) -> str:
        return f"/live/events/{self.event.pk}/?only=standings-{self.stage.pk}&after=0"

    def entries_at(self, table: Table) -> list[int]:
        """Return the ids of the two entries of a table, by side."""
        return [entry.pk for entry in self.entries[2 * table.number - 2 : 2 * table.number]]

    @property
    def standings_path(self) -> str:
        return f"/clubs/{self.event.club.slug}/events/{self.event.slug}/standings/"


def make_evening(tables: int = 4, *, deals: int = 1) -> Evening:
    """Make a running event with its first round open and nothing submitted yet."""
    stage = _make_stage(deals)
    round_ = Round.objects.create(
        stage=stage, number=1, state="open", drawn_at=STARTED, opened_at=STARTED
    )
    entries = _make_pairs(stage, 2 * tables)
    made = Table.objects.bulk_create(
        Table(round=round_, number=number + 1) for number in range(tables)
    )
    _seat(round_, made, entries)
    return Evening(stage, round_, made, entries)


def _make_stage(deals: int) -> Stage:
    number = next(_evenings)
    club = Club.objects.create(name=f"Club {number}", slug=f"club-{number}", language="en")
    event = Event.objects.create(
        club=club,
        name="League night",
        slug="league-night",
        starts_on=date(2026, 3, 7),
        state="running",
        variant="double-deck-pinochle",
        preset="standard",
        entry_kind="pair",
        deals_a_round=deals,
        method={"name": "match_points", "win": 2, "draw": 1, "loss": 0},
        tiebreaks=["point_difference"],
        opened_at=STARTED,
        started_at=STARTED,
    )
    return Stage.objects.create(event=event, number=1, format="round_robin")


def _make_pairs(stage: Stage, pairs: int) -> list[Entry]:
    event = stage.event
    players = Player.objects.bulk_create(
        Player(club=event.club, name=f"Player {number:03d}") for number in range(2 * pairs)
    )
    entries = Entry.objects.bulk_create(
        Entry(event=event, number=number + 1, entered_at=STARTED) for number in range(pairs)
    )
    StageEntry.objects.bulk_create(StageEntry(stage=stage, entry=entry) for entry in entries)
    EntryMember.objects.bulk_create(
        EntryMember(
            event=event,
            entry=entries[number // 2],
            player=player,
            position=number % 2,
            joined_at=STARTED,
        )
        for number, player in enumerate(players)
    )
    return entries


def _seat(round_: Round, tables: list[Table], entries: list[Entry]) -> None:
    """Seat two entries at each table, partners opposite each other."""
    places = Placement.objects.bulk_create(
        Placement(round=round_, table=tables[number // 2], entry=entry, side=number % 2)
        for number, entry in enumerate(entries)
    )
    members = EntryMember.objects.filter(entry__in=entries).order_by("entry__number", "position")
    Seat.objects.bulk_create(
        Seat(
            round=round_,
            table=place.table,
            number=(place.side or 0) + 2 * member.position,
            placement=place,
            player_id=member.player_id,
        )
        for member, place in zip(members, (one for one in places for _ in range(2)), strict=True)
    )


def typed(points: int, *, bid: int = 60) -> dict[str, Any]:
    """Return a deal as a phone's form sends it: side 0 took so many of the 50 points.

    Side 0 declares, melds 34 and makes its bid with 26 points or more; up to 30 points the other
    side keeps its melds.
    """
    return {
        "bid": str(bid),
        "declarer": "0",
        "melds-0": "34",
        "melds-1": "22",
        "outcome": "played",
        "points-0": str(points),
        "last_trick": "0",
    }


def summary(points: int, *, bid: int = 60) -> dict[str, Any]:
    """Return the same deal as data."""
    return {
        "summary": {
            "declarer": 0,
            "bid": bid,
            "melds": [34, 22],
            "outcome": "played",
            "points": [points, 50 - points],
            "last_trick": 0,
        }
    }


def score_of(points: int) -> list[int]:
    """Return what such a deal is worth: melds and points, or the bid lost."""
    return [34 + points if 34 + points >= 60 else -60, 22 + 50 - points]
