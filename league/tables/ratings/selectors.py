"""Queries on ratings for pages, the desk and the API. Nothing here writes.

Those of what is shown note that somebody looks at it (`league/foundation/derived_state.py`).
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Count, F, FloatField, OuterRef, Q, QuerySet
from django.db.models.expressions import ExpressionWrapper

from games import services as games
from league.clubs.models import Club, Player
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.derived_state import look_at
from league.tables.ratings.method import NEWCOMER, SETTLED_SIGMA, Strength
from league.tables.ratings.models import ClubRatings, Rating, RatingChange

# a partnership is listed once it has played so many deals together
LEAST_DEALS = 8


def families_in(club: Club) -> list[str]:
    """Return the families of games that have ratings in the club, in the order of the games."""
    look_at(ClubRatings, club.pk)
    loaded = club if hasattr(club, "families_read") else WITH_FAMILIES.first(club=club.slug)
    families: set[str] = set(loaded.families_read) if loaded else set()
    known = [family for family in games.families() if family in families]
    return known + sorted(families - set(known))


# the club of an address with what its list of ratings asks of it
WITH_FAMILIES: CompiledQuery[Any] = CompiledQuery(
    lambda value: (
        Club.objects.filter(slug=value("club"))
        .select_related("ratings_state")
        .defer("ratings_state__days")
        .annotate(
            families_read=ArraySubquery(
                Rating.objects.filter(club=OuterRef("pk")).order_by().values("family").distinct()
            )
        )
    )
)


def has_ratings(club: Club) -> bool:
    return bool(A_RATING(club=club.pk))


A_RATING = CompiledQuery(
    lambda value: Rating.objects.filter(club=value("club")).values_list("pk")[:1]
)


def best_first(ratings: "QuerySet[Rating]") -> "QuerySet[Rating]":
    """Order ratings by mu - sigma, which they very likely are at least; the players are loaded."""
    least = ExpressionWrapper(F("mu") - F("sigma"), output_field=FloatField())
    return (
        ratings.annotate(least=least)
        .select_related("player", "partner")
        .order_by("-least", "player__sort_key", "id")
    )


def players_rated(club: Club, family: str) -> "QuerySet[Rating]":
    look_at(ClubRatings, club.pk)
    return best_first(Rating.objects.filter(club=club, family=family, partner__isnull=True))


def partnerships_rated(club: Club, family: str) -> "QuerySet[Rating]":
    """Return the pairs that have played enough deals together to be compared."""
    pairs = Rating.objects.filter(club=club, family=family, partner__isnull=False)
    return best_first(pairs.filter(deals__gte=LEAST_DEALS))


def settled(ratings: "QuerySet[Rating]") -> "QuerySet[Rating]":
    """Leave out the ratings that are still too uncertain to be ranked."""
    return ratings.filter(sigma__lte=SETTLED_SIGMA)


def provisional(ratings: "QuerySet[Rating]") -> "QuerySet[Rating]":
    """Leave only the ratings that are still too uncertain to be ranked."""
    return ratings.filter(sigma__gt=SETTLED_SIGMA)


def ratings_of_pair(one: Player, other: Player) -> list[Rating]:
    """Return the ratings of two who play together, one a family."""
    look_at(ClubRatings, one.club_id)
    first, second = sorted((one.pk, other.pk))
    rows = Rating.objects.filter(player_id=first, partner_id=second)
    return sorted(rows, key=lambda rating: (-rating.deals, rating.family))


def places_of(ratings: Sequence[Rating], among: "QuerySet[Rating]") -> dict[str, tuple[int, int]]:
    """Return by family the place of each rating in the order of `best_first`, and among how many.

    `among` are the ratings that are ranked; a family of which there is none is left out. One query.
    """
    ahead = Q(pk__in=[])
    for rating in ratings:
        least = rating.mu - rating.sigma
        level = Q(least=least) & (
            Q(player__sort_key__lt=rating.player.sort_key)
            | Q(player__sort_key=rating.player.sort_key, pk__lt=rating.pk)
        )
        ahead |= Q(family=rating.family) & (Q(least__gt=least) | level)
    ranked = best_first(among.filter(family__in=[rating.family for rating in ratings])).order_by()
    rows = ranked.values_list("family").annotate(ahead=Count("pk", filter=ahead), all=Count("pk"))
    return {family: (ahead + 1, together) for family, ahead, together in rows}


def changes_of(rating: Rating) -> "QuerySet[RatingChange]":
    """Return what each table did to the rating, the latest first, with its event."""
    return rating.changes.select_related("table__round__stage__event").order_by("-number")


def strengths_of(players: Iterable[int], family: str) -> dict[int, Strength]:
    """Return the strength of each player by id; a player without a rating counts as a newcomer."""
    ids = list(players)
    rows = Rating.objects.filter(player__in=ids, partner__isnull=True, family=family)
    known = {player: Strength(mu, sigma) for player, mu, sigma in _strengths(rows)}
    return {player: known.get(player, NEWCOMER) for player in ids}


def _strengths(rows: "QuerySet[Rating]") -> Iterable[tuple[int, float, float]]:
    return rows.values_list("player_id", "mu", "sigma")


def is_behind(club: Club) -> bool:
    """Return whether something was played that the ratings do not include yet."""
    state: ClubRatings | None = getattr(club, "ratings_state", None)
    return state is not None and state.is_behind
