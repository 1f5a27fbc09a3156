"""Brings the ratings of a club up to what was played there."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple, TypeAlias

from league.following import catch_up
from league.ratings.facts import PlayedTable, tables_played
from league.ratings.method.history import (
    Change,
    Who,
    as_partnerships,
    as_players,
    history,
)
from league.ratings.models import ClubRatings, Rating, RatingChange

AT_ONCE = 2_000
Key: TypeAlias = tuple[str, Who]
FIGURES = (
    *("number", "mu_before", "sigma_before", "mu", "sigma"),
    *("expected", "share", "margin", "deals"),
)


class Summed(NamedTuple):
    """The columns of a rating."""

    mu: float
    sigma: float
    tables: int
    deals: int
    last_at: datetime


def rebuild(*, club_id: int, at: datetime) -> bool:
    """Make the club's ratings what its tables say; return whether any of them changed.

    Everything is worked out anew, and only what differs is written: run twice, late or after a
    correction it comes to the same.
    """
    return catch_up(ClubRatings, club_id, lambda: _build(club_id), at=at)


def _build(club_id: int) -> bool:
    played = tables_played(club_id)
    began = {one.fact.table: one.at for one in played}
    changes = _changes(played)
    summed = {key: _sum(theirs, began) for key, theirs in changes.items()}
    ids, ratings_changed = _write_ratings(club_id, summed)
    changes_changed = _write_changes(club_id, {ids[key]: theirs for key, theirs in changes.items()})
    return ratings_changed or changes_changed


def _changes(played: Iterable[PlayedTable]) -> dict[Key, list[Change]]:
    by_family = defaultdict(list)
    for one in played:
        by_family[one.family].append(one.fact)
    found: dict[Key, list[Change]] = defaultdict(list)
    for family, facts in by_family.items():
        for units in (as_players, as_partnerships):
            for change in history(facts, units):
                found[family, change.who].append(change)
    return found


def _sum(changes: list[Change], began: dict[int, datetime]) -> Summed:
    last = changes[-1]
    deals = sum(change.deals for change in changes)
    return Summed(*last.after, len(changes), deals, began[last.table])


def _write_ratings(club_id: int, summed: dict[Key, Summed]) -> tuple[dict[Key, int], bool]:
    """Store the ratings; return their ids, and whether any differed."""
    stored = {(one.family, _who(one)): one for one in Rating.objects.filter(club_id=club_id)}
    gone = [one.pk for key, one in stored.items() if key not in summed]
    Rating.objects.filter(pk__in=gone).delete()
    fresh, moved = [], []
    for key, now in summed.items():
        one = stored.get(key)
        if one is None:
            fresh.append(_new(club_id, key, now))
        elif Summed(one.mu, one.sigma, one.tables, one.deals, one.last_at) != now:
            one.mu, one.sigma, one.tables, one.deals, one.last_at = now
            moved.append(one)
    Rating.objects.bulk_create(fresh, batch_size=AT_ONCE)
    Rating.objects.bulk_update(moved, Summed._fields, batch_size=AT_ONCE)
    ids = {(one.family, _who(one)): one.pk for one in [*stored.values(), *fresh]}
    return ids, bool(gone or fresh or moved)


def _new(club_id: int, key: Key, now: Summed) -> Rating:
    family, (player, *partners) = key
    partner = partners[0] if partners else None
    return Rating(
        club_id=club_id, family=family, player_id=player, partner_id=partner, **now._asdict()
    )


def _who(rating: Rating) -> Who:
    if rating.partner_id is None:
        return (rating.player_id,)
    return (rating.player_id, rating.partner_id)


def _write_changes(club_id: int, wanted: dict[int, list[Change]]) -> bool:
    rows = RatingChange.objects.filter(rating__club_id=club_id)
    stored = {
        (rating, table): (pk, *figures)
        for pk, rating, table, *figures in rows.values_list("pk", "rating_id", "table_id", *FIGURES)
    }
    fresh = []
    for rating, changes in wanted.items():
        for number, change in enumerate(changes, start=1):
            figures = (
                *(number, *change.before, *change.after),
                *(change.expected, change.share, change.margin, change.deals),
            )
            found = stored.get((rating, change.table))
            if found is not None and found[1:] == figures:
                del stored[rating, change.table]
            else:
                row = dict(zip(FIGURES, figures, strict=True))
                fresh.append(RatingChange(rating_id=rating, table_id=change.table, **row))
    # what is left of the stored ones is gone, or differs and is written anew
    RatingChange.objects.filter(pk__in=[pk for pk, *_ in stored.values()]).delete()
    RatingChange.objects.bulk_create(fresh, batch_size=AT_ONCE)
    return bool(stored or fresh)
