"""Which happenings can change what was played at tables that are confirmed to the end."""

from collections.abc import Collection, Sequence

from django.db.models import Exists, OuterRef

from league.journal.models import Happening
from league.rounds.models import Round, RoundState, Table

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


# results as they come in, one after the other, while a round is played
COMING_IN = frozenset(
    {
        "deal.submitted",
        "deal.entered",
        "deal.contradicted",
        "deal.confirmed",
        "table.ended",
        "table.confirmed",
    }
)


def split_by_urgency(
    happenings: Sequence[Happening],
) -> tuple[list[Happening], list[Happening]]:
    """Return what is followed at once, and the results for more of which one may wait.

    These came in while others of their round are still to come: where the last table of a round
    is confirmed, the results of its stage are followed at once.
    """
    ends = {one.stage_id for one in happenings if one.kind == "table.confirmed"}
    complete = _with_a_complete_round(ends)
    at_once, patient = [], []
    for one in happenings:
        may_wait = one.kind in COMING_IN and one.stage_id not in complete
        (patient if may_wait else at_once).append(one)
    return at_once, patient


def _with_a_complete_round(stage_ids: Collection[int | None]) -> set[int]:
    """Return the stages with an open round all of whose tables are confirmed."""
    if not stage_ids:
        return set()
    unconfirmed = Table.objects.filter(round=OuterRef("pk")).exclude(result__state="confirmed")
    rounds = Round.objects.filter(~Exists(unconfirmed), stage__in=stage_ids, state=RoundState.OPEN)
    return set(rounds.values_list("stage_id", flat=True))
