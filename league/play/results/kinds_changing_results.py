"""Which happenings can change what was played at tables that are confirmed to the end."""

from collections.abc import Callable, Collection, Sequence

from django.db.models import Exists, OuterRef
from django.utils import timezone

from league.foundation.derived_state import DerivedState, mark_stale
from league.foundation.journal.kinds import COMING_IN
from league.foundation.journal.models import Happening
from league.play.rounds.models import Round, RoundState, Table

BEGINNINGS = ("deal.", "dispute.", "event.", "round.", "seat.", "table.")
# kinds that concern tables not yet confirmed to the end, or no result at all
NOT_PLAYED = frozenset(
    {"deal.confirmed", "deal.submitted", "round.deadline_set", "table.links_renewed"}
)
# the seed of prepared deals is published: nothing is hidden any more
RELEASES = frozenset({"deals.released", "deals.released_early"})
# players were merged, or a merge was undone; the subject is one of them
MERGES = frozenset({"player.merged", "player.merge_undone"})


def changes_what_was_played(kind: str) -> bool:
    """Return whether readers of confirmed tables look again after a happening of this kind.

    A deal that several tables play is counted once the last of them has played it; that table's
    own end has the readers look again.
    """
    return kind in MERGES | RELEASES or (kind.startswith(BEGINNINGS) and kind not in NOT_PLAYED)


def want_by_urgency(
    kind: type[DerivedState],
    happenings: Sequence[Happening],
    owners_of: Callable[[Sequence[Happening]], set[int]],
) -> None:
    """Have a kind follow what happened: at once, or with its patience where results came in.

    That is where others of their round are still to come: where the last table of a round is
    confirmed, the results of its stage are followed at once. What somebody looks at meanwhile is
    followed once a minute.
    """
    ends = {happening.stage_id for happening in happenings if happening.kind == "table.confirmed"}
    complete = _with_a_complete_round(ends)
    at_once: list[Happening] = []
    patient: list[Happening] = []
    for happening in happenings:
        may_wait = happening.kind in COMING_IN and happening.stage_id not in complete
        (patient if may_wait else at_once).append(happening)
    now, urgent = timezone.now(), owners_of(at_once) if at_once else set()
    mark_stale(kind, urgent, at=now)
    mark_stale(kind, owners_of(patient) - urgent if patient else (), at=now, may_wait=True)


def _with_a_complete_round(stage_ids: Collection[int | None]) -> set[int]:
    """Return the stages with an open round all of whose tables are confirmed."""
    if not stage_ids:
        return set()
    unconfirmed = Table.objects.filter(round=OuterRef("pk")).exclude(result__state="confirmed")
    rounds = Round.objects.filter(~Exists(unconfirmed), stage__in=stage_ids, state=RoundState.OPEN)
    return set(rounds.values_list("stage_id", flat=True))
