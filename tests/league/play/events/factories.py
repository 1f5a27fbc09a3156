"""Makers of events and entries. Each says in its arguments everything the test relies on."""

from datetime import UTC, date, datetime
from itertools import count
from typing import Any

from league.clubs.models import Club, Player
from league.clubs.models.clubs import NameOrder
from league.foundation.journal.actor import Act, Actor
from league.play.events import services as events
from league.play.events.models import Entry, Event
from tests.kept_rows import kept_rows
from tests.league.factories import make_club

NOW = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
DIRECTOR = Actor(name="Dora Director", via="desk")
NAMES = ["Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy", "Jo", "Kay", "Lou"]

PAIRS: dict[str, Any] = {
    "variant": "double-deck-pinochle",
    "entry_kind": "pair",
    "format": "round_robin",
    "method": {"name": "match_points", "win": 2, "draw": 1, "loss": 0},
    "tiebreaks": ["head_to_head", "point_difference"],
}
PITCH: dict[str, Any] = {
    "variant": "pitch",
    "entry_kind": "individual",
    "least_seats": 3,
    "most_seats": 5,
    "format": "individual_tables",
    "method": {"name": "total_points"},
    "tiebreaks": ["wins"],
}


_clubs = count(1)


def make_other_club() -> Club:
    """Make a club that is none of those made before."""
    return make_club(f"Club {next(_clubs)}")


@kept_rows
def make_event(club: Club | None = None, name: str = "Spring cup", **fields: Any) -> Event:
    """Make a draft; of pairs at double-deck pinochle unless the fields say otherwise."""
    return events.create_event(
        club=club or make_other_club(),
        name=name,
        starts_on=date(2026, 3, 7),
        by=Act(DIRECTOR, NOW),
        **(PAIRS | fields),
    )


def make_people(club: Club, number: int, start: int = 0) -> list[Player]:
    """Make players with different first names and the family name Lee."""
    names = [f"{NAMES[n % len(NAMES)]} Lee {n // len(NAMES)}" for n in range(start, start + number)]
    players = [Player(club=club, name=name.removesuffix(" 0")) for name in names]
    for player in players:
        player.set_sort_key(by_family=club.names_sorted_by == NameOrder.FAMILY)
    return Player.objects.bulk_create(players)


def add_pairs(event: Event, number: int) -> list[Entry]:
    players = make_people(event.club, 2 * number, event.club.players.count())
    return add_sides(event, [players[n : n + 2] for n in range(0, 2 * number, 2)])


def add_singles(event: Event, number: int) -> list[Entry]:
    players = make_people(event.club, number, event.club.players.count())
    return add_sides(event, [[player] for player in players])


def add_sides(event: Event, sides: list[list[Player]]) -> list[Entry]:
    entries = events.add_entries(event=event, sides=sides, by=Act(DIRECTOR, NOW))
    event.refresh_from_db(fields=["entries_version"])
    return entries


@kept_rows
def make_running(entries: int = 4, club: Club | None = None, **fields: Any) -> Event:
    """Make a running event of pairs, or of single players when the fields say so."""
    event = make_event(club, **fields)
    event = events.open_event(event=event, by=Act(DIRECTOR, NOW))
    add = add_singles if event.entry_kind == "individual" else add_pairs
    add(event, entries)
    return events.start_event(event=event, by=Act(DIRECTOR, NOW))
