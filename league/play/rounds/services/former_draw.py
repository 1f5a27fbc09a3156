"""A draw that was taken away: what the journal keeps of it, and how it is brought back.

Rounds and tables come back as the rows they were, so that printed cards and every link to a table
are right again.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.foundation.journal.actor import Actor
from league.foundation.journal.models import Happening
from league.play.events.journaling import journal_stage
from league.play.events.models import Stage
from league.play.rounds.models import Placement, Round, RoundState, Seat, Table
from league.play.rounds.selectors import numbers_in_words
from league.play.rounds.services.round_locks import check_running, lock_stage
from league.play.rounds.services.undo_edit import NothingToUndo

DRAWN, UNDRAWN, RESTORED = "round.drawn", "round.undrawn", "round.draw_restored"
MOST_TABLES_KEPT = 120  # of one draw, about 80 kB in the journal
PARTS = (Round, Table, Placement, Seat)

ROUND = ("id", "number", "deadline", "drawn_at", "drawing", "version")
TABLE = ("id", "round_id", "number", "room", "deal_numbers", "first_dealer", "link_number", "why")
PLACEMENT = ("id", "round_id", "entry_id", "kind", "table_id", "side", "room")
SEAT = (
    *("round_id", "table_id", "number", "placement_id"),
    *("player_id", "is_substitute", "stands_in_for_id"),
)


def lost_draws(stages: Collection[int]) -> set[int]:
    """Return the ids of those stages whose unopened draw cannot be brought back once it is gone.

    It is too large for the journal, or something else belongs to it: dates of matches, line-ups.
    """
    unseen = Round.objects.filter(stage__in=stages, state=RoundState.DRAWN)
    tables = Table.objects.filter(round__in=unseen).values(stage=F("round__stage")).order_by()
    large = tables.annotate(count=Count("pk")).filter(count__gt=MOST_TABLES_KEPT)
    more = unseen.filter(reduce(or_, _more_of_a_round())).values_list("stage", flat=True)
    return {*large.values_list("stage", flat=True), *more}


def _more_of_a_round() -> Iterator[Exists]:
    """Yield what asks for rows of other models that are deleted with a round of a query."""
    for part in (Round, Table, Seat):
        for relation in part._meta.related_objects:
            model = relation.related_model
            if model in PARTS or not isinstance(model, type):
                continue
            name = relation.field.name if part is Round else f"{relation.field.name}__round"
            yield Exists(model._default_manager.filter(**{name: OuterRef("pk")}))


def remembered_draw(stage: Stage, rounds: Sequence[Round]) -> dict[str, Any] | None:
    """Return what brings these rounds back, none of which has begun; None where nothing can."""
    if not rounds or stage.pk in lost_draws([stage.pk]):
        return None
    return {
        "entries_version": stage.event.entries_version,
        "seed": stage.seed,
        "first": rounds[0].number,
        "rounds": [[_as_json(getattr(row, name)) for name in ROUND] for row in rounds],
        "tables": _rows(Table, TABLE, rounds),
        "placements": _rows(Placement, PLACEMENT, rounds),
        "seats": _rows(Seat, SEAT, rounds),
    }


def _rows(
    model: type[Table | Placement | Seat], columns: Sequence[str], rounds: Sequence[Round]
) -> list[list[Any]]:
    rows = model._default_manager.filter(round__in=rounds).order_by("pk")
    return [list(row) for row in rows.values_list(*columns)]


def _as_json(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime) else value


def draw_taken_away(stage: Stage, *, actor: Actor, at: datetime) -> Happening | None:
    """Return the change that took a draw away at that moment, if it can be undone."""
    return _changes(stage).filter(at=at, actor_user_id=actor.user_id).last()


def _changes(stage: Stage) -> QuerySet[Happening]:
    rows = _happenings(stage).filter(kind__in=(DRAWN, UNDRAWN), data__has_key="was")
    return rows.order_by("id")


def _happenings(stage: Stage) -> QuerySet[Happening]:
    return Happening.objects.filter(event_id=stage.event_id, stage_id=stage.pk)


@transaction.atomic
def restore_draw(*, stage: Stage, change: int, actor: Actor, at: datetime) -> list[int]:
    """Bring back the draw that a change, a happening by its number, took away; twice does no more.

    Returns the numbers of its rounds. Raises NothingToUndo when a round of it was opened or
    changed, or the entries changed, since.
    """
    stage = lock_stage(stage)
    made = _changes(stage).filter(pk=change).first()
    if made is None:
        raise _changed_since()
    kept = made.data["was"]
    numbers = [row[ROUND.index("number")] for row in kept["rounds"]]
    since = _happenings(stage).filter(pk__gt=made.pk)
    if since.filter(kind=RESTORED, data__undoes=made.pk).exists():
        return numbers
    check_running(stage.event)
    _check_as_left(stage, made)
    stage.rounds.filter(number__gte=kept["first"]).delete()
    stage.seed = kept["seed"]
    stage.save(update_fields=["seed"])
    _write(stage, kept)
    journal_stage(
        RESTORED,
        stage,
        actor=actor,
        at=at,
        rounds=numbers,
        numbers=numbers_in_words(numbers),
        undoes=made.pk,
    )
    return numbers


def _check_as_left(stage: Stage, made: Happening) -> None:
    """Refuse where anything is not as the change left it, so that nothing of others is lost."""
    kept = made.data["was"]
    rounds = list(
        stage.rounds.select_for_update(no_key=True)
        .filter(number__gte=kept["first"])
        .order_by("number")
    )
    drawn = made.data["rounds"] if made.kind == DRAWN else []
    ours = Q(subject_type="stage") | Q(subject_type="round", subject_id__in=[r.pk for r in rounds])
    players = {row[SEAT.index("player_id")] for row in kept["seats"]} - {None}
    if (
        kept["entries_version"] != stage.event.entries_version
        or [(row.number, row.state) for row in rounds] != [(n, RoundState.DRAWN) for n in drawn]
        or _happenings(stage).filter(ours, pk__gt=made.pk).exists()
        or lost_draws([stage.pk])
        or Player.objects.filter(pk__in=players, merged_into__isnull=False).exists()
    ):
        raise _changed_since()


def _changed_since() -> NothingToUndo:
    return NothingToUndo(
        _(
            "The former draw can no longer be brought back: a round has been opened, or entries "
            "or tables have changed since then. Draw again instead."
        )
    )


def _write(stage: Stage, kept: Mapping[str, Any]) -> None:
    rounds = _named(ROUND, kept["rounds"])
    for row in rounds:
        row |= {name: row[name] and parse_datetime(row[name]) for name in ("deadline", "drawn_at")}
    Round.objects.bulk_create(Round(stage=stage, **row) for row in rounds)
    Table.objects.bulk_create(Table(**row) for row in _named(TABLE, kept["tables"]))
    Placement.objects.bulk_create(Placement(**row) for row in _named(PLACEMENT, kept["placements"]))
    Seat.objects.bulk_create(Seat(**row) for row in _named(SEAT, kept["seats"]))


def _named(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    return [dict(zip(columns, row, strict=True)) for row in rows]
