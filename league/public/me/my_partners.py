"""A player's partners over all clubs: games together, average, sets, won; and ratings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from league.clubs.models import Player
from league.public.ratings.chart import chart_of_rating
from league.public.ratings.ratings_shown import rating_shown
from league.ratings.models import Rating
from league.results.models import TableState
from league.rounds.models import Seat
from league.statistics.models import SeatCount

# more than anybody plays in many years; a page reads no more
MOST_SEATS_READ = 5_000
MOST_PARTNERS = 12
MOST_CHARTS = 2


@dataclass(slots=True)
class Together:
    """What a player and a partner did at the same side of tables."""

    player: int
    partner: int
    tables: set[int] = field(default_factory=set)
    won: set[int] = field(default_factory=set)
    deals: int = 0
    points: int = 0
    sets: int = 0
    bids: int = 0

    @property
    def average(self) -> float | None:
        return round(self.points / self.deals, 1) if self.deals else None


def partners_of(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Return with whom the players played most, the most tables first; three queries."""
    won = _won(players)
    by_partner: dict[tuple[int, int], Together] = {}
    for row in _counts(players):
        for partner in row["partners"]:
            key = (row["player_id"], partner)
            _add(by_partner.setdefault(key, Together(*key)), row, won)
    most = sorted(by_partner.values(), key=lambda one: (-len(one.tables), one.partner))
    return _named(most[:MOST_PARTNERS], players)


def _counts(players: Sequence[Player]) -> Sequence[dict[str, Any]]:
    rows = SeatCount.objects.filter(player__in=players).order_by("-at", "-pk")
    wanted = ("player_id", "table_id", "partners", "deals", "points", "side_bids", "side_sets")
    return list(rows.values(*wanted)[:MOST_SEATS_READ])


def _won(players: Sequence[Player]) -> frozenset[int]:
    """Return the tables whose confirmed result the players' side won."""
    rows = Seat.objects.filter(player__in=players, table__result__state=TableState.CONFIRMED)
    sides = rows.order_by("-pk").values_list("table", "placement__side", "table__result__winner")
    return frozenset(table for table, side, winner in sides[:MOST_SEATS_READ] if side == winner)


def _add(together: Together, row: Mapping[str, Any], won: frozenset[int]) -> None:
    together.tables.add(row["table_id"])
    together.won |= {row["table_id"]} & won
    together.deals += row["deals"]
    together.points += row["points"]
    together.sets += row["side_sets"]
    together.bids += row["side_bids"]


def _named(found: Sequence[Together], players: Sequence[Player]) -> list[dict[str, Any]]:
    names = Player.objects.in_bulk({one.partner for one in found})
    own = {player.pk: player for player in players}
    return [
        {
            "name": names[one.partner].name,
            "club": own[one.player].club,
            "player": one.player,
            "partner": one.partner,
            "tables": len(one.tables),
            "won": len(one.won),
            "average": one.average,
            "sets": one.sets,
            "bids": one.bids,
        }
        for one in found
        if one.partner in names
    ]


def ratings_of_players(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Return the players' ratings, the most played first, the first of them with a drawing."""
    rows = Rating.objects.filter(player__in=players, partner__isnull=True)
    own = {player.pk: player for player in players}
    ratings = sorted(rows, key=lambda row: (-row.deals, row.family, row.pk))
    shown = []
    for number, rating in enumerate(ratings):
        rating.club = own[rating.player_id].club
        chart = chart_of_rating(rating) if number < MOST_CHARTS else None
        shown.append(rating_shown(rating) | {"club_name": rating.club.name, "chart": chart})
    return shown
