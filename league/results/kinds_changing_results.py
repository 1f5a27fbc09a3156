"""Which happenings can change what was played at tables that are confirmed to the end."""

BEGINNINGS = ("deal.", "dispute.", "event.", "round.", "seat.", "table.")
# of a table that is not confirmed to the end, or of no result at all
NOT_PLAYED = frozenset(
    {"deal.confirmed", "deal.submitted", "round.deadline_set", "table.links_renewed"}
)
# the seed is published: nothing of the deals is held back any more
RELEASES = frozenset({"deals.released", "deals.released_early"})
# two players became one, or two again; the happening is about one of them
MERGES = frozenset({"player.merged", "player.merge_undone"})


def changes_what_was_played(kind: str) -> bool:
    """Return whether readers of confirmed tables look again after a happening of this kind.

    A deal that several tables play is counted once the last of them has played it; that table's
    own end has the readers look again.
    """
    return kind in MERGES | RELEASES or (kind.startswith(BEGINNINGS) and kind not in NOT_PLAYED)
