"""The seed published, so that anybody can deal every deal again."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import ngettext

from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.refusal import Refused
from league.play.events.journaling import journal_stage
from league.play.events.models import EventState
from league.play.prepared.models import PreparedSet
from league.play.prepared.selectors import progress_of
from league.play.rounds.groups import is_fully_drawn
from league.play.rounds.models import Round, RoundState
from league.play.rounds.selectors import numbers_in_words


class DealsUnplayed(Refused):
    """Publishing the seed would show deals that somebody has still to play."""

    code = "deals_unplayed"


@transaction.atomic
def release(
    *,
    prepared: PreparedSet,
    even_unplayed: bool = False,
    reason: str = "",
    by: Act,
) -> PreparedSet:
    """Publish the seed. Done twice it changes nothing.

    While tables have deals to play it is refused DealsUnplayed, unless `even_unplayed` with a
    reason, which goes into the journal.
    """
    prepared = _locked(prepared)
    if prepared.released_at is not None:
        return prepared
    waiting = _still_to_play(prepared)
    if waiting:
        number, (round_number, table) = waiting[0]
        numbers = numbers_in_words([number for number, _where in waiting])
        if not even_unplayed or not reason.strip():
            raise DealsUnplayed(
                ngettext(
                    "Deal %(numbers)s is still to be played, at table %(table)d of round "
                    "%(round)d. Wait for it, or say why the seed is published all the same.",
                    "Deals %(numbers)s are still to be played, deal %(number)d at table %(table)d "
                    "of round %(round)d. Wait for them, or say why the seed is published all the "
                    "same.",
                    len(waiting),
                )
                % {"numbers": numbers, "number": number, "table": table, "round": round_number},
                field="reason",
            )
        data = {"numbers": numbers, "reason": reason.strip()[:200]}
        return _released(prepared, "deals.released_early", by=by, data=data)
    return _released(prepared, "deals.released", by=by)


@transaction.atomic
def release_when_played(*, prepared: PreparedSet, at: datetime) -> bool:
    """Publish the seed once nobody plays in the stage any more. Returns whether it is published."""
    prepared = _locked(prepared)
    if prepared.released_at is None and _is_over(prepared):
        _released(prepared, "deals.released", by=Act(SYSTEM, at))
    return prepared.released_at is not None


def _locked(prepared: PreparedSet) -> PreparedSet:
    return (
        PreparedSet.objects.select_for_update(of=("self",), no_key=True)
        .select_related("stage__event")
        .get(pk=prepared.pk)
    )


def _released(
    prepared: PreparedSet,
    kind: str,
    *,
    by: Act,
    data: dict[str, str] | None = None,
) -> PreparedSet:
    prepared.released_at = by.at
    prepared.save(update_fields=["released_at"])
    journal_stage(kind, prepared.stage, subject=prepared, by=by, **(data or {}))
    return prepared


def _still_to_play(prepared: PreparedSet) -> list[tuple[int, tuple[int, int]]]:
    """Return (deal, the first (round, table) that has still to play it)."""
    return [
        (progress.number, progress.waiting[0])
        for progress in progress_of(prepared.stage).values()
        if progress.waiting
    ]


def _is_over(prepared: PreparedSet) -> bool:
    """Whether the last round has been drawn and the last table has played."""
    stage = prepared.stage
    if stage.event.state in (EventState.FINISHED, EventState.ARCHIVED):
        return True
    rounds = Round.objects.filter(stage=stage)
    if not is_fully_drawn(stage, list(rounds)) or _still_to_play(prepared):
        return False
    # a table that plays something else, with other players, has its round to say when it ends
    return not rounds.filter(state=RoundState.DRAWN).exists()
