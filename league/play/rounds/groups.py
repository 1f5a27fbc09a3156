"""The groups of a stage: crossed, played apart, or the two directions of a movement."""

from collections import Counter
from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import Any

from league.play.events.models import Entry, EntryState, Stage, StageEntry
from league.play.rounds.drawing import format_named
from league.play.rounds.drawing.stage_options import GROUPING, GROUPS, HALVES

NAMES = ascii_uppercase


def group_count(stage: Stage) -> int:
    """Return how many groups the entries of the stage are put into; 0: none."""
    if format_named(stage.format).needs_groups:
        return 2
    count = stage.options.get(GROUPS, 1)
    return count if isinstance(count, int) and count > 1 else 0


def how_grouped(stage: Stage) -> tuple[int, object]:
    """Return what the groups of the stage depend on: how many there are, and how they are made."""
    return group_count(stage), stage.options.get(GROUPING)


def groups_of(stage: Stage, ranked: Sequence[Entry]) -> dict[int, str]:
    """Return the group of each entry, for a stage that needs groups; else nothing.

    Whoever has one keeps it; a field without groups is divided as the stage says, without those
    who have left, and who comes later joins the smallest group. `ranked` is in the order of the
    draw.
    """
    count = group_count(stage)
    if not count:
        return {}
    rows = StageEntry.objects.filter(stage=stage).exclude(group="")
    groups = dict(rows.values_list("entry_id", "group"))
    new = [entry for entry in ranked if entry.pk not in groups]
    if not groups:
        new = [entry for entry in new if entry.state == EntryState.ACCEPTED]
        return {entry.pk: _named(stage, place, len(new), count) for place, entry in enumerate(new)}
    free = [name for name in NAMES if name not in groups.values()]
    names = sorted({*groups.values(), *free[: max(0, count - len(set(groups.values())))]})[:count]
    sizes = Counter(
        groups[entry.pk]
        for entry in ranked
        if entry.pk in groups and entry.state == EntryState.ACCEPTED
    )
    for entry in new:
        smallest = min(names, key=lambda name: (sizes[name], name))
        groups[entry.pk] = smallest
        sizes[smallest] += 1
    return groups


def _named(stage: Stage, place: int, entries: int, count: int) -> str:
    """Return the group at a place of the order: in a snake, A B C C B A, or by halves."""
    if stage.options.get(GROUPING) == HALVES:
        return NAMES[place >= (entries + 1) // 2]
    row, column = divmod(place, count)
    return NAMES[count - 1 - column if row % 2 else column]


def keep_groups(stage: Stage, ranked: Sequence[Entry], quality: Mapping[str, Any]) -> None:
    """Write down the groups that were drawn: who meets the others, or who is ranked with whom."""
    groups = groups_of(stage, ranked) or _of_two_winners(quality)
    if not groups:
        return
    rows = list(StageEntry.objects.filter(stage=stage))
    for row in rows:
        row.group = groups.get(row.entry_id, row.group)
    StageEntry.objects.bulk_update(rows, ["group"])


def _of_two_winners(quality: Mapping[str, Any]) -> dict[int, str]:
    """Return the groups in which a movement compares its entries; one winner needs none."""
    compared = quality.get("groups", [])
    if len(compared) < 2:
        return {}
    return {
        int(entry): name
        for name, members in zip(NAMES, compared, strict=False)
        for entry in members
    }
