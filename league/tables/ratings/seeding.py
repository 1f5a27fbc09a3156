"""Who is stronger among entries: the order in which their ratings would seed them."""

from collections.abc import Iterable
from typing import NamedTuple

from games import services as games
from league.play.events.models import Entry, Event
from league.play.events.names import called_after, current_members
from league.tables.ratings.method import NEWCOMER, Strength, at_least
from league.tables.ratings.selectors import strengths_of


class SeededEntry(NamedTuple):
    """An entry with the mean of what its players' ratings are at least, as it is shown.

    `unrated` of its players have no rating yet and count as newcomers.
    """

    entry: Entry
    seed: int
    at_least: int
    unrated: int


def seeds_by_rating(event: Event, entries: Iterable[Entry]) -> list[SeededEntry]:
    """Return the entries by the mean of their players, the strongest first; one query.

    The sure part of a rating counts, so that nobody is seeded high for one lucky night. Who is
    level keeps the order of entry.
    """
    rows = [
        (entry, [called_after(member.player).pk for member in current_members(entry)])
        for entry in entries
    ]
    people = {player for _, players in rows for player in players}
    strengths = strengths_of(people, games.family_of(event.variant).id)
    ordered = sorted(rows, key=lambda row: (-_mean(row[1], strengths), row[0].number))
    return [
        SeededEntry(
            entry,
            seed,
            round(_mean(players, strengths)),
            sum(strengths[player] == NEWCOMER for player in players),
        )
        for seed, (entry, players) in enumerate(ordered, start=1)
    ]


def _mean(players: list[int], strengths: dict[int, Strength]) -> float:
    counted = [at_least(strengths[player]) for player in players] or [at_least(NEWCOMER)]
    return sum(counted) / len(counted)
