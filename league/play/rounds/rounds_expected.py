"""How many rounds a stage, and an event with all its stages, will have had when it is over."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from league.play.events.models import Stage, Takes
from league.play.rounds.drawing import format_named
from league.play.rounds.groups import group_count
from league.play.rounds.models import Round
from league.play.rounds.stage_format import draws_all_rounds

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
