"""Rebuilding the ratings of a club, and requesting it as a job."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from hashlib import blake2b
from itertools import groupby
from typing import NamedTuple, TypeAlias

import openskill
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.clubs.models import Club
from league.foundation.derived_state import catch_up
from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import SILENT, Progress
from league.foundation.jobs.kinds import Kind, Outcome
from league.foundation.jobs.models import Job
from league.foundation.journal.actor import Act
from league.foundation.refusal import OutOfDate
from league.tables.ratings import method
from league.tables.ratings.method import Change, Strength, Who, as_partnerships, as_players, history
from league.tables.ratings.models import ClubRatings, Rating, RatingChange
from league.tables.ratings.rated_tables import PlayedTable, tables_played
from league.tables.ratings.starting_ratings import digest_of, starting_strengths

# --- Brings the ratings of a club up to date with the tables played there ---

# Days whose tables are as they were when last rated are not rated again.
#
# Ratings change table by table in the order of time, so everything before the first day with a
# difference stays as it is stored. A digest of each day's tables shows whether they differ; the
# digest of the day before is part of it.

KEPT_DAYS = 30  # a correction of an older day rates everything from scratch

# part of every digest, so that another model or other constants rate everything again
MODEL = repr(
    (
        openskill.__version__,
        *(method.MU, method.SIGMA, method.BETA, method.TAU),
        *(method.USUAL_DEALS, method.KAPPA),
        *(method.EVIDENCE, method.EVIDENCE_OF_PAIRS),
        method.VERSION,
    )
)

Key: TypeAlias = tuple[str, Who]


class Day(NamedTuple):
    """A day with tables: `end` counts all tables up to its end, `tables` are the day's own ids."""

    end: int
    digest: str
    tables: list[int]


class Before(NamedTuple):
    """The rating of a player or pair before the tables that are rated now."""

    strength: Strength
    tables: int
    deals: int
    last_at: datetime


class Start(NamedTuple):
    """Where rating goes on: after the first `tables` tables; `changes` are those of later ones."""

    tables: int
    before: Mapping[Key, Before]
    changes: Sequence[RatingChange]


def days_of(played: Iterable[PlayedTable], starting: str = "") -> list[Day]:
    """Return the days of the tables, which are in the order of time.

    `starting` names the strengths that players begin with.
    """
    days: list[Day] = []
    end, digest = 0, MODEL + starting
    for _day, tables in groupby(played, key=lambda table: table.at.date()):
        of_day = list(tables)
        end += len(of_day)
        digest = blake2b(repr((digest, of_day)).encode(), digest_size=16).hexdigest()
        days.append(Day(end, digest, [table.fact.table for table in of_day]))
    return days


def start_of(state: ClubRatings, days: Sequence[Day], played: Sequence[PlayedTable]) -> Start:
    """Return where to go on; at the beginning, if the stored changes are not those last rated."""
    rows = RatingChange.objects.filter(rating__club_id=state.club_id)
    stored = [Day(*day) for day in state.days]
    now = {(day.end, day.digest) for day in days}
    same = [day for day in stored if (day.end, day.digest) in now]
    if not same or rows.count() != state.changes:
        return Start(0, {}, list(rows))
    start = same[-1].end
    again = [table for day in stored if day.end > start for table in day.tables]
    changes = list(rows.filter(table_id__in=again).order_by("rating_id", "number"))
    began = {table.fact.table: table.at for table in played[:start]}
    return Start(start, _before(state.club_id, changes, began), changes)


def _before(
    club_id: int, changes: Iterable[RatingChange], began: Mapping[int, datetime]
) -> dict[Key, Before]:
    taken_back: dict[int, list[RatingChange]] = defaultdict(list)
    for change in changes:
        taken_back[change.rating_id].append(change)
    last_before = _last_before(taken_back)
    before: dict[Key, Before] = {}
    for row in Rating.objects.filter(club_id=club_id):
        gone = taken_back.get(row.pk)
        if gone is None:
            before[key_of(row)] = Before(row.strength, row.tables, row.deals, row.last_at)
        elif row.pk in last_before:
            before[key_of(row)] = Before(
                Strength(gone[0].mu_before, gone[0].sigma_before),
                gone[0].number - 1,
                row.deals - sum(change.deals for change in gone),
                began[last_before[row.pk]],
            )
    return before


def _last_before(taken_back: Mapping[int, Sequence[RatingChange]]) -> dict[int, int]:
    """Return by rating the table before the first one that is rated again, if there is one."""
    first = {rating: changes[0].number for rating, changes in taken_back.items()}
    rows = RatingChange.objects.filter(rating__in=first).values_list("rating", "number", "table")
    return {rating: table for rating, number, table in rows if number == first[rating] - 1}


def key_of(rating: Rating) -> Key:
    """Return the family of games, and the ids of the player and, of a pair, the partner."""
    partner = rating.partner_id
    who = (rating.player_id,) if partner is None else (rating.player_id, partner)
    return rating.family, who


AT_ONCE = 2_000  # rows that one statement writes
# the columns of a change that are compared with what is stored
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


def rebuild(
    *, club_id: int, at: datetime, from_scratch: bool = False, progress: Progress = SILENT
) -> bool:
    """Make the club's ratings follow from its tables; return whether any of them changed.

    Days whose tables are as they were when last rated are skipped, unless `from_scratch`: both
    give the same ratings, to the last digit. Only what differs is written; running it twice or
    late changes nothing more. Cancelled, it changes nothing.
    """

    def build() -> bool:
        return _build(club_id, from_scratch=from_scratch, progress=progress)

    return catch_up(ClubRatings, club_id, build, at=at, even_built=from_scratch)


def _build(club_id: int, *, from_scratch: bool, progress: Progress) -> bool:
    progress.step(_("Reading the tables that were played"))
    played = tables_played(club_id)
    starting = starting_strengths(club_id)
    days = days_of(played, digest_of(starting))
    state = ClubRatings.objects.get(pk=club_id)
    if from_scratch:
        state.days = []
    start = start_of(state, days, played)
    changes = _changes(played[start.tables :], start, starting, progress)
    progress.step(_("Saving the ratings"))
    began = {table.fact.table: table.at for table in played}
    summed = _summed(start, changes, began)
    ids, ratings_changed = _write_ratings(club_id, summed)
    changes_changed = _write_changes(
        start, {ids[key]: change for key, change in changes.items()}, ids
    )
    ClubRatings.objects.filter(pk=club_id).update(
        days=days[-KEPT_DAYS:],
        changes=RatingChange.objects.filter(rating__club_id=club_id).count(),
    )
    return ratings_changed or changes_changed


def _changes(
    played: Iterable[PlayedTable],
    start: Start,
    starting: Mapping[Key, Strength],
    progress: Progress,
) -> dict[Key, list[Change]]:
    by_family = defaultdict(list)
    for table in played:
        by_family[table.family].append(table.fact)
    known: dict[str, dict[Who, Strength]] = defaultdict(dict)
    for (family, who), strength in starting.items():
        known[family][who] = strength
    for (family, who), earlier in start.before.items():
        known[family][who] = earlier.strength
    changes: dict[Key, list[Change]] = defaultdict(list)
    for family, facts in by_family.items():
        for units in (as_players, as_partnerships):
            tables = progress.track(facts, _("Rating table by table"))
            for change in history(tables, units, known[family]):
                changes[family, change.who].append(change)
    return changes


def _summed(
    start: Start, changes: Mapping[Key, list[Change]], began: Mapping[int, datetime]
) -> dict[Key, Summed]:
    """Return the new columns of every rating, also of those whose players did not play now."""
    sums = {
        key: Summed(*earlier.strength, earlier.tables, earlier.deals, earlier.last_at)
        for key, earlier in start.before.items()
    }
    for key, theirs in changes.items():
        earlier = start.before.get(key)
        last = theirs[-1]
        sums[key] = Summed(
            *last.after,
            (earlier.tables if earlier else 0) + len(theirs),
            (earlier.deals if earlier else 0) + sum(change.deals for change in theirs),
            began[last.table],
        )
    return sums


def _write_ratings(club_id: int, summed: dict[Key, Summed]) -> tuple[dict[Key, int], bool]:
    """Store the ratings; return their ids, and whether any differed."""
    stored = {key_of(rating): rating for rating in Rating.objects.filter(club_id=club_id)}
    gone = [rating.pk for key, rating in stored.items() if key not in summed]
    Rating.objects.filter(pk__in=gone).delete()
    fresh, moved = [], []
    for key, now in summed.items():
        rating = stored.get(key)
        if rating is None:
            fresh.append(_new(club_id, key, now))
        elif Summed(rating.mu, rating.sigma, rating.tables, rating.deals, rating.last_at) != now:
            rating.mu, rating.sigma, rating.tables, rating.deals, rating.last_at = now
            moved.append(rating)
    Rating.objects.bulk_create(fresh, batch_size=AT_ONCE)
    Rating.objects.bulk_update(moved, Summed._fields, batch_size=AT_ONCE)
    ids = {key_of(rating): rating.pk for rating in [*stored.values(), *fresh]}
    return ids, bool(gone or fresh or moved)


def _new(club_id: int, key: Key, now: Summed) -> Rating:
    family, (player, *partners) = key
    partner = partners[0] if partners else None
    return Rating(
        club_id=club_id, family=family, player_id=player, partner_id=partner, **now._asdict()
    )


def _write_changes(
    start: Start, wanted: Mapping[int, list[Change]], ids: Mapping[Key, int]
) -> bool:
    stored = {
        (row.rating_id, row.table_id): (row.pk, tuple(getattr(row, name) for name in FIGURES))
        for row in start.changes
    }
    played = {ids[key]: earlier.tables for key, earlier in start.before.items()}
    fresh = []
    for rating, changes in wanted.items():
        for number, change in enumerate(changes, start=played.get(rating, 0) + 1):
            figures = (
                *(number, *change.before, *change.after),
                *(change.expected, change.share, change.margin, change.deals),
            )
            pk_and_figures = stored.get((rating, change.table))
            if pk_and_figures is not None and pk_and_figures[1] == figures:
                del stored[rating, change.table]
            else:
                row = dict(zip(FIGURES, figures, strict=True))
                fresh.append(RatingChange(rating_id=rating, table_id=change.table, **row))
    # what is left of the stored ones is gone, or differs and is written again
    RatingChange.objects.filter(pk__in=[pk for pk, _figures in stored.values()]).delete()
    RatingChange.objects.bulk_create(fresh, batch_size=AT_ONCE)
    return bool(stored or fresh)


# --- Ratings job ---
# Rebuilding the ratings as a job: seen while it goes on, or requested from the first table on.


def request_rebuild(*, club: Club, by: Act) -> Job:
    """Request a job that calculates the ratings of a club again from everything played there."""
    return jobs.enqueue(kind=RATINGS.name, club_id=club.pk, subject_id=club.pk, by=by)


def carry_out(job: Job, progress: Progress, at: datetime) -> Outcome:
    club = Club.objects.filter(pk=job.subject_id).first()
    if club is None:
        raise OutOfDate(_("The club no longer exists."))
    rebuild(club_id=club.pk, at=at, from_scratch=True, progress=progress)
    rated = Rating.objects.filter(club=club).count()
    sentence = ngettext(
        "%(count)d rating recalculated from the first table on.",
        "%(count)d ratings recalculated from the first table on.",
        rated,
    )
    return Outcome(sentence=sentence % {"count": rated})


RATINGS = Kind(
    name="ratings",
    label=gettext_lazy("The ratings"),
    permission="clubs.change_club",
    carry_out=carry_out,
)
