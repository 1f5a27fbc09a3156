"""The two groups of a stage in which every entry of one meets every entry of the other."""

from collections import Counter
from collections.abc import Sequence

from league.events.models import Entry, EntryState, Stage, StageEntry
from league.rounds.drawing.format_options import GROUPING, HALVES, about_format

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


def keep_groups(stage: Stage, ranked: Sequence[Entry]) -> None:
    """Write down the groups that were drawn, so that nobody changes group later."""
    groups = groups_of(stage, ranked)
    if not groups:
        return
    rows = list(StageEntry.objects.filter(stage=stage, group=""))
    for row in rows:
        row.group = groups.get(row.entry_id, "")
    StageEntry.objects.bulk_update(rows, ["group"])
