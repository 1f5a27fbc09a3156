"""The groups of a stage: crossed, played apart, or the two directions of a movement."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from string import ascii_uppercase
from typing import Any, NamedTuple

from league.play.events.models import Entry, EntryState, Stage, StageEntry, Takes
from league.play.rounds.drawing import format_named
from league.play.rounds.drawing.stage_options import GROUPING, GROUPS, HALVES
from league.play.rounds.models import Round
from league.play.rounds.rooms import draws_all_rounds

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


# --- How many rounds a stage, and an event with all its stages, will have had when it is over ---

LAST_ROUND = "last_round"  # what a round keeps: the number of the last round of its draw


class Expected(NamedTuple):
    """The rounds of a stage: those drawn so far, and `in_all`, None where that is not known."""

    drawn: int
    in_all: int | None

    @property
    def to_draw(self) -> int:
        """Return how many rounds are still to be drawn, as far as that is known."""
        return max(0, (self.in_all or 0) - self.drawn)


def rounds_of_draw(rounds: Iterable[Round]) -> int:
    """Return how many rounds a stage has by its newest draw, also where later ones were discarded.

    0 where no round says so: one of an earlier release.
    """
    newest = max(rounds, key=lambda round: (round.drawn_at, round.number), default=None)
    return newest.drawing.get(LAST_ROUND, 0) if newest else 0


def is_fully_drawn(stage: Stage, rounds: Sequence[Round]) -> bool:
    """Say whether every round of the stage is drawn, given its rounds.

    A format drawn round by round goes on for as long as the director likes, unless a number of
    rounds is planned.
    """
    in_all = stage.rounds_planned
    if in_all is None and draws_all_rounds(stage):
        in_all = max(1, rounds_of_draw(rounds))
    return in_all is not None and len(rounds) >= in_all


def expected_of(
    stage: Stage, *, entries: int, drawn: int, of_draw: int = 0, is_decided: bool = False
) -> Expected:
    """Return the rounds of a stage that has so many entries and `drawn` rounds so far.

    A format that is drawn all at once has the rounds that are planned, or else those `of_draw`
    (see `rounds_of_draw`), even while some of them are discarded. A bracket has as many as its
    size needs, and no more once it is decided. Any other has those the director has planned, or
    else those that the format needs for so many entries.
    """
    format = format_named(stage.format)
    by_size = format.rounds_of(entries, stage.options) if format.rounds_of else 0
    if is_decided:
        return Expected(drawn, drawn)
    if drawn and draws_all_rounds(stage):
        return Expected(drawn, max(drawn, stage.rounds_planned or of_draw))
    if format.has_bracket:
        in_all = by_size
        if stage.rounds_planned is not None:
            in_all = min(in_all or stage.rounds_planned, stage.rounds_planned)
        return Expected(drawn, max(in_all, drawn) if in_all else None)
    planned = stage.rounds_planned
    if planned is None and not group_count(stage):
        planned = by_size or None
    return Expected(drawn, None if planned is None else max(planned, drawn))


def entries_expected(
    stages: Sequence[Stage], filled: Mapping[int, int], taking_part: int
) -> dict[int, int]:
    """Return by stage id how many entries play in it, or will: 0 where that is not known yet.

    `filled` are the entries of the stages that have some, by the stage's id; `taking_part` those
    of the event. The stages know their qualifying.
    """
    entries: dict[int, int] = {}
    groups = {stage.pk: group_count(stage) for stage in stages}
    for stage in sorted(stages, key=lambda stage: stage.number):
        qualifying = getattr(stage, "qualifying", None)
        if filled.get(stage.pk):
            entries[stage.pk] = filled[stage.pk]
        elif qualifying is None:
            entries[stage.pk] = taking_part if stage.number == 1 else 0
        elif qualifying.takes == Takes.TOP:
            entries[stage.pk] = qualifying.places or 0
        elif qualifying.takes == Takes.OF_GROUPS:
            entries[stage.pk] = (qualifying.places or 0) * groups.get(qualifying.source_id, 0)
        elif qualifying.takes == Takes.EVERYBODY:
            entries[stage.pk] = entries.get(qualifying.source_id, 0)
        else:
            entries[stage.pk] = 0
    return entries
