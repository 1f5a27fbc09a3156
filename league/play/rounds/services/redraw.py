"""A draw is deleted or made again, as long as no round of it has begun."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.foundation.jobs.apart import SILENT, Progress
from league.foundation.journal.actor import Actor
from league.foundation.refusal import Refused
from league.play.events.journaling import journal_stage
from league.play.events.models import Stage
from league.play.rounds.edited_matches import tell_foreseers
from league.play.rounds.models import Round, RoundState, Table
from league.play.rounds.selectors import numbers_in_words, played_tables
from league.play.rounds.services.draw import write_draw
from league.play.rounds.services.former_draw import UNDRAWN, remembered_draw
from league.play.rounds.services.round_locks import check_running, lock_stage, lock_tables

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
    actor: Actor,
    at: datetime,
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
    _numbers, was = _undo_from(stage, round.number, actor=actor, at=at)
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
        actor=actor,
        at=at,
    )


@transaction.atomic
def undo_draw(*, round: Round, actor: Actor, at: datetime) -> None:
    """Delete the draw of this round and those after it, while none of them has begun.

    It is kept in the journal for `restore_draw`.
    Raises RoundHasBegun, and TooManyTables where more than `MOST_TABLES_UNDONE` are drawn.
    """
    stage = lock_stage(round.stage)
    _check_undone_at_once(stage, round.number)
    numbers, was = _undo_from(stage, round.number, actor=actor, at=at)
    if not numbers:
        return
    data: dict[str, Any] = {"was": was} if was else {}
    data |= {"rounds": numbers, "numbers": numbers_in_words(numbers)}
    journal_stage(UNDRAWN, stage, actor=actor, at=at, **data)


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


def _undo_from(
    stage: Stage, first: int, *, actor: Actor, at: datetime
) -> tuple[list[int], dict[str, Any] | None]:
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
    tell_foreseers([(known[pk], number) for pk, number in ending], actor=actor, at=at)
    was = remembered_draw(stage, doomed)
    Round.objects.filter(pk__in=[round.pk for round in doomed]).delete()
    return [round.number for round in doomed], was
