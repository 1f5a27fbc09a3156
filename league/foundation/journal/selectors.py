"""Queries on the journal. Nothing here writes."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain

from django.conf import settings
from django.db import connection
from django.db.models import BooleanField, Count, Func, Min, Q, QuerySet, TextField
from django.db.models.expressions import RawSQL

from league.foundation.journal import kinds
from league.foundation.journal.models import Happening, Undelivered
from league.foundation.journal.naming import PLAYER, TABLES, USER, names_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A search in the journal; what is None or empty does not limit it.

    `subjects` are first parts of kinds ("deal" of "deal.confirmed"), `actor` a part of the name of
    who did it, `since` and `until` moments, the second not included. Each of the `words` is looked
    for in what every sentence of a kind says, in who did it, and in the names, numbers and reasons
    of the happening, among the last 5,000 of the club.
    """

    event_id: int | None = None
    subjects: tuple[str, ...] = ()
    kind: str = ""
    actor: str = ""
    since: datetime | None = None
    until: datetime | None = None
    words: tuple[str, ...] = ()


def happenings(club_id: int, wanted: Wanted | None = None) -> QuerySet[Happening]:
    """Return what happened in the club, newest first."""
    rows = Happening.objects.filter(club_id=club_id).order_by("-id")
    if wanted is None:
        return rows
    if wanted.event_id is not None:
        rows = rows.filter(event_id=wanted.event_id)
    if wanted.subjects:
        about = [f"{subject}." for subject in wanted.subjects]
        rows = rows.filter(
            kind__in=[kind for kind in kinds.known_kinds() if kind.startswith(tuple(about))]
        )
    if wanted.kind:
        rows = rows.filter(kind=wanted.kind)
    if wanted.words:
        rows = _that_say(club_id, rows, wanted.words)
    return _by_whom_and_when(rows, wanted)


# a search by words reads at most so many happenings of a club
LOOKED_THROUGH = 5000
# what the data holds, without the numbers of those whom it names
VALUES_KEPT = """
regexp_replace(
    jsonb_path_query_array(%(expressions)s, '$.*')::text, '"\\$\\w+": \\[[0-9, ]*\\]', '', 'g'
)
"""
IS_CALLED = "EXISTS (SELECT FROM {table} WHERE {name} ILIKE %s AND id = ANY({numbers}))"
ACTORS = {USER: "ARRAY[actor_user_id]", PLAYER: "actor_players"}
IN_DATA = {
    mark: f"ARRAY(SELECT jsonb_path_query(data, '$.**.\"{mark}\"[*]')::bigint)" for mark in TABLES
}


def _that_say(
    club_id: int, rows: QuerySet[Happening], words: tuple[str, ...]
) -> QuerySet[Happening]:
    latest = Happening.objects.filter(club_id=club_id).order_by("-id").values("pk")
    rows = rows.filter(pk__in=latest[:LOOKED_THROUGH]).annotate(
        values_kept=Func("data", template=VALUES_KEPT, output_field=TextField())
    )
    for word in words:
        rows = rows.filter(
            Q(kind__in=kinds.kinds_saying(word))
            | Q(values_kept__icontains=word)
            | _done_by(word)
            | _names(word, IN_DATA)
        )
    return rows


def _done_by(word: str) -> Q:
    return Q(actor_name__icontains=word) | _names(word, ACTORS)


def _names(word: str, numbers: dict[str, str]) -> Q:
    """Return the condition that one of those who stand there by number is called so."""
    sought = f"%{connection.ops.prep_for_like_query(word)}%"
    return Q(
        RawSQL(  # noqa: S611  # nosec B611 - tables and columns are ours
            " OR ".join(
                IS_CALLED.format(table=table, name=name, numbers=numbers[mark])
                for mark, (table, name) in TABLES.items()
                if mark in numbers
            ),
            [sought] * len(numbers),
            output_field=BooleanField(),
        )
    )


def _by_whom_and_when(rows: QuerySet[Happening], wanted: Wanted) -> QuerySet[Happening]:
    if wanted.actor:
        rows = rows.filter(_done_by(wanted.actor))
    if wanted.since is not None:
        rows = rows.filter(at__gte=wanted.since)
    if wanted.until is not None:
        rows = rows.filter(at__lt=wanted.until)
    return rows


def passing_kept_since(at: datetime) -> datetime:
    """Return the moment from which on what is passing is kept; facts are from the beginning."""
    return at - timedelta(days=settings.JOURNAL_DAYS)


def happenings_about(subject_type: str, subject_id: int) -> QuerySet[Happening]:
    """Return what happened to one thing, oldest first."""
    return Happening.objects.filter(subject_type=subject_type, subject_id=subject_id).order_by("id")


def with_names(rows: Iterable[Happening]) -> list[Happening]:
    """Return happenings that are to be shown, with the names of all of them; one query."""
    happenings = list(rows)
    names = names_of(chain.from_iterable(row.numbers for row in happenings))
    for happening in happenings:
        happening.names = names
    return happenings


def sentence_of(happening: Happening) -> str:
    """Return what happened as a sentence in the active language; see `with_names` for several."""
    return kinds.sentence_of(happening.kind, actor=happening.actor, data=happening.said)


def last_of(subject_type: str, subject_id: int) -> Happening | None:
    """Return the last thing that happened to one subject, or None."""
    return (
        Happening.objects.filter(subject_type=subject_type, subject_id=subject_id)
        .order_by("-id")
        .first()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """What is written and not delivered yet.

    `happenings` wait for at least one reader, the oldest for `oldest_s` seconds (0 where none
    waits); `failed` of what waits a reader has been handed and has failed on.
    """

    happenings: int
    oldest_s: float
    failed: int


def waiting(at: datetime) -> Waiting:
    """Return what waits at this moment, in one query that grows with what waits alone."""
    found = Undelivered.objects.aggregate(
        happenings=Count("happening_id", distinct=True),
        since=Min("since"),
        failed=Count("happening_id", filter=Q(tries__gt=0)),
    )
    since = found["since"]
    return Waiting(
        happenings=found["happenings"],
        oldest_s=max((at - since).total_seconds(), 0.0) if since else 0.0,
        failed=found["failed"],
    )
