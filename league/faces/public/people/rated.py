"""The ratings of a player or a pair by family of games, with their band and their place."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from league.clubs.models import Club
from league.faces.public.ratings.ratings_shown import rating_shown
from league.tables.ratings.models import Rating
from league.tables.ratings.selectors import places_of


def rated_by_family(
    ratings: Sequence[Rating], ranked: "QuerySet[Rating]", club: Club
) -> dict[str, dict[str, Any]]:
    """Return the ratings as pages show them, with their `place` (place, of how many) and `row`.

    `ranked` are the ratings of the club's list; one that is provisional has no place there, as on
    the list. At most one query.
    """
    for rating in ratings:
        rating.club = club
    certain = [rating for rating in ratings if not rating.strength.is_provisional]
    places = places_of(certain, ranked) if certain else {}
    return {
        rating.family: rating_shown(rating)
        | {
            "place": None if rating.strength.is_provisional else places.get(rating.family),
            "row": rating,
        }
        for rating in ratings
    }
