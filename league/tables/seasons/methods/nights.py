"""The nights of a season, and what each gives to those who came."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from games.sentences import Sentence
from league.foundation.doors.reading import Number
from league.tables.seasons.methods.rules import PLAYER, Rules
from league.tables.seasons.methods.scoring import Position, Scoring, position_among


class Place(NamedTuple):
    """An entry in the final standings of a night.

    `competitors` are those the night counts for: each of its players, or the pair or team itself.
    `deals` are the deals that each player of the entry played, by player.
    """

    competitors: tuple[str, ...]
    rank: int
    points: Number
    deals: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """An event of the season. Its places may have gaps in their ranks, and any order."""

    id: str
    day: date
    places: Sequence[Place]
    is_provisional: bool = False


class NightScore(NamedTuple):
    """What a night gave to a competitor. `deals` are those of its own players."""

    position: Position
    score: Number
    scoring: Scoring
    deals: Mapping[str, int]

    @property
    def rank(self) -> int:
        """The rank among those who move ranks."""
        return self.position.rank

    @property
    def why(self) -> Sentence:
        return self.scoring.why(self.position)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredNight:
    """A night with scores by competitor. `most_deals` is the most that anybody played in it."""

    night: Night
    scores: Mapping[str, NightScore] = field(default_factory=dict)
    most_deals: int = 0


def in_order(nights: Sequence[Night]) -> list[Night]:
    """Return the nights as they were played; those of one day by their ids."""
    return sorted(nights, key=lambda night: (night.day, len(night.id), night.id))


def scored(night: Night, rules: Rules, guests: Collection[str]) -> ScoredNight:
    """Score a night. A competitor who stands in it twice keeps the better place."""
    own_deals = rules.who == PLAYER
    moves = [
        rules.guests_move_ranks or not _only_guests(at_place, guests) for at_place in night.places
    ]
    ranks = sorted(place.rank for place, counts in zip(night.places, moves, strict=True) if counts)
    scores: dict[str, NightScore] = {}
    for place, counts in sorted(
        zip(night.places, moves, strict=True), key=lambda pair: (pair[0].rank, pair[0].competitors)
    ):
        position = position_among(ranks, place.rank, place.points, is_counted=counts)
        score = rules.scoring.score(position)
        for key in place.competitors:
            deals = {key: place.deals.get(key, 0)} if own_deals else place.deals
            scores.setdefault(key, NightScore(position, score, rules.scoring, deals))
    most = max((n for place in night.places for n in place.deals.values()), default=0)
    return ScoredNight(night=night, scores=scores, most_deals=most)


def _only_guests(place: Place, guests: Collection[str]) -> bool:
    return all(key in guests for key in place.competitors)
