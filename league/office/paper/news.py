"""What is known of an event: plain values, from which sentences are made."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """An entry of the standings: `points` with their unit, as they are written.

    In a knock-out they are how far it came.
    """

    rank: int
    name: str
    points: str
    group: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalMatch:
    """The last match of a knock-out; `score` is the winner's first, "" where it has none."""

    winner: str
    loser: str
    score: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BigDeal:
    """The deal that gave one side the most."""

    name: str
    points: int
    round: int
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NightDeal:
    """The deal of the night: deal `number` at a table, with the side that it gave the most.

    `achievements` are what somebody did in it, as far as the game has a name for it. `url` is the
    whole address of its page.
    """

    round: int
    table: str
    number: int
    side: str
    points: int
    achievements: Sequence["NamedAchievement"] = ()
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedAchievement:
    """What is worth remembering of a deal, and who did it."""

    name: str
    what: str


class Comeback(NamedTuple):
    """The winner's way to the first place: the worst place, after which round, and since when."""

    place: int
    after_round: int
    first_since: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlaces:
    """The first places of a season after so many nights; `division` is "" where there are none."""

    season: str
    nights: int
    places: Sequence[Placed]
    division: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """An event so far. `is_over`: it is finished. `margin` parts first and second.

    `is_level`: they have as many points, and a tie-break parts them.

    `is_during`: the last round, `after_round`, is still being played. `is_unconfirmed`: a table of
    it has no confirmed result.

    `achievements` are the first of them, `more_achievements` says how many there are beside those.

    `places` are in the order of the standings, group by group where there are groups.
    `season` is how its season stands after it. `is_knockout`: how far an entry came ranks it;
    `final` is its last match, once that is played.
    """

    event: str
    after_round: int
    is_over: bool
    places: Sequence[Placed]
    club: str = ""
    day: str = ""
    margin: str = ""
    is_level: bool = False
    is_during: bool = False
    is_unconfirmed: bool = False
    big_deal: BigDeal | None = None
    achievements: Sequence[NamedAchievement] = ()
    more_achievements: int = 0
    players: int = 0
    deals: int = 0
    comeback: Comeback | None = None
    night_deal: NightDeal | None = None
    season: SeasonPlaces | None = None
    is_knockout: bool = False
    final: FinalMatch | None = None


# a winner who was second is not said to have come from behind
LEAST_BEHIND = 3


def comeback_of(places: Sequence[tuple[int, int]]) -> Comeback | None:
    """Return how a winner came from behind: not first until half of it was played, and third once.

    `places` are (round, place) after each round, in their order; the last place is 1.
    """
    behind = [number for number, (_round, place) in enumerate(places) if place > 1]
    if not behind or 2 * (behind[-1] + 1) < len(places) or behind[-1] + 1 == len(places):
        return None
    worst = max(place for _round, place in places)
    if worst < LEAST_BEHIND:
        return None
    after = max(number for number, place in places if place == worst)
    return Comeback(place=worst, after_round=after, first_since=places[behind[-1] + 1][0])
