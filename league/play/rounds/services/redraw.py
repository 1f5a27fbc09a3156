"""A draw is deleted or made again, as long as no round of it has begun."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.models import Player
from league.foundation.jobs.apart import SILENT, Progress
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.refusal import Refused
from league.play.events.journaling import journal_stage
from league.play.events.models import EntryState, Stage, StageEntry
from league.play.events.services.stages import check_not_begun
from league.play.rounds.draw_requests import order_field, stage_entries
from league.play.rounds.drawing.within_groups import LEAST
from league.play.rounds.groups import NAMES, group_count, groups_of
from league.play.rounds.merged_seats import tell_foreseers
from league.play.rounds.models import Placement, Round, RoundState, Seat, Table
from league.play.rounds.selectors import numbers_in_words, played_tables
from league.play.rounds.services.draw import write_draw
from league.play.rounds.services.edit import NothingToUndo
from league.play.rounds.services.running_rounds import check_running, lock_stage, lock_tables

# --- A draw that was taken away: what the journal keeps of it, and how it is brought back ---
# Rounds and tables come back as the rows they were, so that printed cards and every link to a
# table are right again.

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
    return {*large.values_list("stage", flat=True).union(more)}


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


def draw_taken_away(stage: Stage, *, by: Act) -> Happening | None:
    """Return the change that took a draw away at that moment, if it can be undone."""
    return _changes(stage).filter(at=by.at, actor_user_id=by.actor.user_id).last()


def _changes(stage: Stage) -> QuerySet[Happening]:
    rows = _happenings(stage).filter(kind__in=(DRAWN, UNDRAWN), data__has_key="was")
    return rows.order_by("id")


def _happenings(stage: Stage) -> QuerySet[Happening]:
    return Happening.objects.filter(event_id=stage.event_id, stage_id=stage.pk)


@transaction.atomic
def restore_draw(*, stage: Stage, change: int, by: Act) -> list[int]:
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
        by=by,
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


MOST_TABLES_UNDONE = 8_000  # at once, while somebody waits: about a second


class TooManyTables(Refused):
    """So many tables are drawn from this round on that they are not deleted all at once."""

    code = "too_many_tables"


class RoundHasBegun(Refused):
    """The round is open or has results, so it is not drawn again."""

    code = "round_has_begun"


@transaction.atomic
def redraw_round(
    *,
    round: Round,
    seed: int,
    most_work: int | None = None,
    progress: Progress = SILENT,
    by: Act,
) -> list[Round]:
    """Draw this round and those after it again; what came before stays.

    Refused RoundHasBegun as soon as one of them is open or something is entered, and TakesLong
    where what cannot be left out of the draw is more than `most_work`. Deadlines stay. The draw
    before is kept in the journal for `restore_draw`.
    """
    stage = lock_stage(round.stage)
    check_running(stage.event)
    deadlines = {
        number: deadline
        for number, deadline in stage.rounds.values_list("number", "deadline")
        if deadline is not None
    }
    _numbers, was = _undo_from(stage, round.number, by=by)
    stage.seed = seed
    stage.save(update_fields=["seed"])
    kept = list(stage.rounds.order_by("number"))
    return write_draw(
        stage,
        kept,
        deadlines,
        even_unfinished=True,
        most_work=most_work,
        progress=progress,
        was=was,
        by=by,
    )


@transaction.atomic
def undo_draw(*, round: Round, by: Act) -> None:
    """Delete the draw of this round and those after it, while none of them has begun.

    It is kept in the journal for `restore_draw`.
    Raises RoundHasBegun, and TooManyTables where more than `MOST_TABLES_UNDONE` are drawn.
    """
    stage = lock_stage(round.stage)
    _check_undone_at_once(stage, round.number)
    numbers, was = _undo_from(stage, round.number, by=by)
    if not numbers:
        return
    data: dict[str, Any] = {"was": was} if was else {}
    data |= {"rounds": numbers, "numbers": numbers_in_words(numbers)}
    journal_stage(UNDRAWN, stage, by=by, **data)


def _check_undone_at_once(stage: Stage, first: int) -> None:
    """Refuse to undo more than a page can wait for, and name the round from which it may begin."""
    drawn = Table.objects.filter(round__stage=stage, round__number__gte=first)
    # the round of each table, the last round first
    tables = list(drawn.order_by("-round__number").values_list("round__number", flat=True))
    if len(tables) <= MOST_TABLES_UNDONE or tables[0] == first:
        return
    raise TooManyTables(
        _(
            "%(tables)d tables are drawn from round %(round)d on, and at most %(most)d can be "
            "deleted at once. Undo the draw from round %(first)d on first."
        )
        % {
            "tables": len(tables),
            "round": first,
            "most": MOST_TABLES_UNDONE,
            "first": min(tables[MOST_TABLES_UNDONE] + 1, tables[0]),
        }
    )


def _undo_from(stage: Stage, first: int, *, by: Act) -> tuple[list[int], dict[str, Any] | None]:
    """Delete the rounds from `first` on, or refuse when one of them has begun.

    Returns their numbers, and what brings them back, None where nothing can.
    """
    doomed = list(
        stage.rounds.select_for_update(no_key=True).filter(number__gte=first).order_by("number")
    )
    lock_tables(doomed)
    for round in doomed:
        if round.state != RoundState.DRAWN or played_tables(round):
            raise RoundHasBegun(
                _(
                    "Round %(round)d has begun, so it is not drawn again. "
                    "Move single entries by hand instead, or redraw only later rounds."
                )
                % {"round": round.number}
            )
    known = {round.pk: round for round in doomed}
    numbers = Table.objects.filter(round__in=doomed).order_by("round__number", "number")
    ending = dict.fromkeys(numbers.values_list("round", "number"))
    tell_foreseers([(known[pk], number) for pk, number in ending], by=by)
    was = remembered_draw(stage, doomed)
    Round.objects.filter(pk__in=[round.pk for round in doomed]).delete()
    return [round.number for round in doomed], was


# --- The groups of a stage, put together by hand before it is drawn ---


class GroupsImpossible(Refused):
    """The entries cannot be put into groups so; the sentence says what is possible."""

    code = "groups_impossible"


def group_names(stage: Stage) -> list[str]:
    """Return the names of the stage's groups, "A" first; none where it has no groups."""
    return list(NAMES[: group_count(stage)])


def groups_now(stage: Stage) -> dict[int, str]:
    """Return the group of each entry of the stage, as it was put or as the draw would put it."""
    return groups_of(stage, order_field(stage, stage_entries(stage)))


@transaction.atomic
def put_into_groups(*, stage: Stage, groups: Mapping[int, str], by: Act) -> None:
    """Put each entry of the stage into the group named for it; whoever is not named stays.

    A draw that nobody has seen is thrown away. Raises NotRunning, StageHasBegun, and
    GroupsImpossible for unknown entries or groups, and for a group of fewer than two.
    """
    stage = lock_stage(stage)
    check_running(stage.event)
    check_not_begun(stage)
    before = groups_now(stage)
    after = before | dict(groups)
    _check(stage, before, after)
    rows = list(StageEntry.objects.filter(stage=stage))
    if all(row.group == after[row.entry_id] for row in rows):
        return
    first = stage.rounds.order_by("number").first()
    if first is not None:
        undo_draw(round=first, by=by)
    for row in rows:
        row.group = after[row.entry_id]
    StageEntry.objects.bulk_update(rows, ["group"])
    sizes = Counter(after.values())
    journal_stage(
        "stage.grouped",
        stage,
        by=by,
        stage=stage.name,
        number=stage.number,
        groups={str(entry): name for entry, name in after.items()},
        sizes=", ".join(f"{name}: {sizes[name]}" for name in sorted(sizes)),
    )


def _check(stage: Stage, before: Mapping[int, str], after: Mapping[int, str]) -> None:
    names = group_names(stage)
    if not names:
        raise GroupsImpossible(_("This stage has no groups: everybody can meet everybody."))
    if after.keys() - before.keys():
        raise GroupsImpossible(_("Only entries that are in this stage can be put into its groups."))
    if set(after.values()) - set(names):
        sentence = _("The groups of this stage are %(names)s: choose one of them.")
        raise GroupsImpossible(sentence % {"names": ", ".join(names)})
    playing = stage.stage_entries.filter(entry__state=EntryState.ACCEPTED)
    sizes = Counter(after[entry] for entry in playing.values_list("entry_id", flat=True))
    for name in names:
        if sizes[name] < LEAST:
            sentence = ngettext(
                "Group %(name)s would have %(count)d entry, but a group has at least %(least)d.",
                "Group %(name)s would have %(count)d entries, but a group has at least %(least)d.",
                sizes[name],
            )
            raise GroupsImpossible(sentence % {"name": name, "count": sizes[name], "least": LEAST})
