"""Ratings that a club brought along: with them its players begin, instead of as newcomers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from django.db import transaction
from django.db.models.functions import Coalesce

from league.clubs.models import Club
from league.clubs.services.clubs import lock_club
from league.foundation.derived_state import mark_stale
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.tables.ratings.method import MIDDLE, MU, POINTS, SIGMA, Strength
from league.tables.ratings.models import ClubRatings, StartingRating

LEAST, MOST = 0, 3_000
LEAST_MARGIN, MOST_MARGIN = 20, round(POINTS * SIGMA)
AT_ONCE = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenRating:
    """A rating as pages show it (1500 is the middle), and its margin: one standard deviation."""

    player: int
    family: str
    rating: int
    margin: int = MOST_MARGIN


def strength_of(given: GivenRating) -> Strength:
    """Return the strength on the model's scale."""
    return Strength(MU + (given.rating - MIDDLE) / POINTS, given.margin / POINTS)


def starting_strengths(club_id: int) -> dict[tuple[str, tuple[int, ...]], Strength]:
    """Return with which strength players begin, by family and player; one query.

    Of players who were merged it is the own one of the player who stays, if there is one.
    """
    rows = StartingRating.objects.filter(club_id=club_id).order_by("id")
    stays = Coalesce("player__merged_into_id", "player_id")
    found: dict[tuple[str, tuple[int, ...]], Strength] = {}
    for family, player, own, mu, sigma in rows.values_list(
        "family", stays, "player_id", "mu", "sigma"
    ):
        if own == player or (family, (player,)) not in found:
            found[family, (player,)] = Strength(mu, sigma)
    return found


def digest_of(starting: Mapping[tuple[str, tuple[int, ...]], Strength]) -> str:
    """Return what names the starting strengths; empty where there are none."""
    if not starting:
        return ""
    return blake2b(repr(sorted(starting.items())).encode(), digest_size=16).hexdigest()


@transaction.atomic
def set_starting_ratings(*, club: Club, ratings: Sequence[GivenRating], by: Act) -> int:
    """Store with which ratings players begin; return how many differed from what was stored.

    All ratings of the club are worked out again from there. The same again changes nothing.
    """
    lock_club(club.pk)
    stored = {(row.family, row.player_id): row for row in club.starting_ratings.all()}
    rows = []
    for given in ratings:
        mu, sigma = strength_of(given)
        before = stored.get((given.family, given.player))
        if before is None or (before.mu, before.sigma) != (mu, sigma):
            rows.append(
                StartingRating(
                    club=club,
                    family=given.family,
                    player_id=given.player,
                    mu=mu,
                    sigma=sigma,
                    set_at=by.at,
                )
            )
    StartingRating.objects.bulk_create(
        rows,
        batch_size=AT_ONCE,
        update_conflicts=True,
        unique_fields=["club", "family", "player"],
        update_fields=["mu", "sigma", "set_at"],
    )
    if rows:
        journal.append(
            kind="ratings.imported",
            by=by,
            club_id=club.pk,
            subject=club,
            data={"count": len(rows)},
        )
        mark_stale(ClubRatings, [club.pk], at=by.at)
    return len(rows)
