"""Which happenings can change what was played at tables that are confirmed to the end."""

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
