"""The days that need not be rated again: those whose tables are what they were when last rated.

Ratings are a fold over the tables in the order of time, so those of the days before the first
difference stay, and what they came to is stored. What a day was made from is remembered by its
digest, which has the digest of the day before in it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from hashlib import blake2b
from itertools import groupby
from typing import NamedTuple, TypeAlias

import openskill

from league.ratings.facts import PlayedTable
from league.ratings.method import strengths
from league.ratings.method.history import Who
from league.ratings.method.strengths import Strength
from league.ratings.models import ClubRatings, Rating, RatingChange

KEPT_DAYS = 30  # a correction of an older day rates everything from scratch

# ratings by another model or with other constants go on from nothing
MODEL = repr(
    (
        openskill.__version__,
        *(strengths.MU, strengths.SIGMA, strengths.BETA, strengths.TAU),
        *(strengths.USUAL_DEALS, strengths.KAPPA),
        *(strengths.EVIDENCE, strengths.EVIDENCE_OF_PAIRS),
        strengths.VERSION,
    )
)

Key: TypeAlias = tuple[str, Who]


class Day(NamedTuple):
    """A day on which tables were played: how many there are up to its end, and its own."""

    end: int
    digest: str
    tables: list[int]


class Before(NamedTuple):
    """What somebody had come to before the tables that are rated now."""

    strength: Strength
    tables: int
    deals: int
    last_at: datetime


class Start(NamedTuple):
    """Rating goes on after the first `tables` tables; `changes` are the stored ones after them."""

    tables: int
    before: Mapping[Key, Before]
    changes: Sequence[RatingChange]


def days_of(played: Iterable[PlayedTable]) -> list[Day]:
    """Return the days of tables that are in the order of time."""
    days: list[Day] = []
    end, digest = 0, MODEL
    for _day, tables in groupby(played, key=lambda one: one.at.date()):
        facts = list(tables)
        end += len(facts)
        digest = blake2b(repr((digest, facts)).encode(), digest_size=16).hexdigest()
        days.append(Day(end, digest, [one.fact.table for one in facts]))
    return days


def start_of(state: ClubRatings, days: Sequence[Day], played: Sequence[PlayedTable]) -> Start:
    """Return from where to go on; from nothing, when what is stored is not what was rated."""
    rows = RatingChange.objects.filter(rating__club_id=state.club_id)
    stored = [Day(*one) for one in state.days]
    now = {(day.end, day.digest) for day in days}
    same = [day for day in stored if (day.end, day.digest) in now]
    if not same or rows.count() != state.changes:
        return Start(0, {}, list(rows))
    start = same[-1].end
    again = [table for day in stored if day.end > start for table in day.tables]
    changes = list(rows.filter(table_id__in=again).order_by("rating_id", "number"))
    began = {one.fact.table: one.at for one in played[:start]}
    return Start(start, _before(state.club_id, changes, began), changes)


def _before(
    club_id: int, changes: Iterable[RatingChange], began: Mapping[int, datetime]
) -> dict[Key, Before]:
    taken_back: dict[int, list[RatingChange]] = defaultdict(list)
    for change in changes:
        taken_back[change.rating_id].append(change)
    last_before = _last_before(taken_back)
    found: dict[Key, Before] = {}
    for row in Rating.objects.filter(club_id=club_id):
        gone = taken_back.get(row.pk)
        if gone is None:
            found[key_of(row)] = Before(row.strength, row.tables, row.deals, row.last_at)
        elif row.pk in last_before:
            found[key_of(row)] = Before(
                Strength(gone[0].mu_before, gone[0].sigma_before),
                gone[0].number - 1,
                row.deals - sum(change.deals for change in gone),
                began[last_before[row.pk]],
            )
    return found


def _last_before(taken_back: Mapping[int, Sequence[RatingChange]]) -> dict[int, int]:
    """Return the table before the first one taken back, by rating; where there is none, nothing."""
    first = {rating: changes[0].number for rating, changes in taken_back.items()}
    rows = RatingChange.objects.filter(rating__in=first).values_list("rating", "number", "table")
    return {rating: table for rating, number, table in rows if number == first[rating] - 1}


def key_of(rating: Rating) -> Key:
    partner = rating.partner_id
    who = (rating.player_id,) if partner is None else (rating.player_id, partner)
    return rating.family, who
