"""The groups of a stage: two that are crossed, or those of a movement that has two winners."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from league.events.models import Entry, EntryState, Stage, StageEntry
from league.rounds.drawing.format_options import about_format
from league.rounds.drawing.stage_options import GROUPING, HALVES

NAMES = ("A", "B")


def groups_of(stage: Stage, ranked: Sequence[Entry]) -> dict[int, str]:
    """Return the group of each entry, for a format that needs groups; else nothing.

    Whoever has one keeps it; a field without groups is divided as the stage says, and who comes
    later joins the smaller group. `ranked` is in the order of the draw.
    """
    if not about_format(stage.format).in_groups:
        return {}
    rows = StageEntry.objects.filter(stage=stage).exclude(group="")
    groups = dict(rows.values_list("entry_id", "group"))
    new = [entry for entry in ranked if entry.pk not in groups]
    if not groups:
        return {entry.pk: _named(stage, place, len(new)) for place, entry in enumerate(new)}
    names = sorted({*groups.values(), *NAMES[: max(0, 2 - len(set(groups.values())))]})[:2]
    sizes = Counter(
        groups[entry.pk]
        for entry in ranked
        if entry.pk in groups and entry.state == EntryState.ACCEPTED
    )
    for entry in new:
        smaller = min(names, key=lambda name: (sizes[name], name))
        groups[entry.pk] = smaller
        sizes[smaller] += 1
    return groups


def _named(stage: Stage, place: int, count: int) -> str:
    if stage.options.get(GROUPING) == HALVES:
        return NAMES[place >= (count + 1) // 2]
    return NAMES[place % 4 in (1, 2)]


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
