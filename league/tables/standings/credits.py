"""Which entry gets the points of a seat where a substitute sat, if not the seat's own entry."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from django.db.models import F

from league.play.events.models import EntryMember, EntryState, Stage, SubstitutePoints
from league.play.rounds.models import Seat


@dataclass(frozen=True, slots=True)
class Credits:
    """By table, the entries that do not get their points, each with the one that does or None.

    `played` are (round, entry): who got points at a table by standing in there.
    """

    by_table: Mapping[int, Mapping[int, int | None]] = field(default_factory=dict)
    played: Collection[tuple[int, int]] = frozenset()

    def share(
        self, table: int, entries: list[int], sides: list[int]
    ) -> tuple[list[int], list[int]]:
        """Return who gets the points of the table, each with a side; one may be left to nobody."""
        instead = self.by_table.get(table)
        if not instead:
            return entries, sides
        credited = [
            (to, side)
            for entry, side in zip(entries, sides, strict=True)
            if (to := instead.get(entry, entry)) is not None
        ]
        return [entry for entry, _side in credited], [side for _entry, side in credited]


def credits_of(stage: Stage, rounds: Collection[int]) -> Credits:
    """Return who gets whose points in these rounds, as the event's rule on substitutes says.

    No query where the entry gets them, else two. Points that go to the substitute's own entry go
    to nobody where the substitute has none.
    """
    points = stage.event.substitute_points
    if points == SubstitutePoints.ENTRY:
        return Credits()
    entry_of = _entries_by_player(stage) if points == SubstitutePoints.PLAYER else {}
    by_table: dict[int, dict[int, int | None]] = {}
    played = set()
    seats = Seat.objects.filter(round__in=rounds, is_substitute=True).order_by("id")
    for round_id, table, entry, player, merged in seats.values_list(
        *("round_id", "table_id", "placement__entry_id", "player_id", "player__merged_into_id")
    ):
        own = entry_of.get(merged or player)
        by_table.setdefault(table, {})[entry] = own
        if own is not None:
            played.add((round_id, own))
    return Credits(by_table, played)


def _entries_by_player(stage: Stage) -> dict[int, int]:
    """Return by player the entry, also of those who have withdrawn: they keep their points."""
    rows = EntryMember.objects.filter(
        event=stage.event_id, entry__state__in=(EntryState.ACCEPTED, EntryState.WITHDRAWN)
    )
    # of several the present one, else the last
    rows = rows.order_by(F("left_at").asc(nulls_last=True), "id")
    return {
        merged or player: entry
        for player, merged, entry in rows.values_list(
            "player_id", "player__merged_into_id", "entry_id"
        )
    }
