"""What became of events: their stages, how far they are, and who came first; for many at once."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Case, Count, OuterRef, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from league.faces.public.rounds.present_rounds import present_rounds_in, with_present_round
from league.foundation.compiled_queries import CompiledQuery
from league.play.events.models import Event, EventState, Stage, StageEntry
from league.play.events.states import OVER
from league.play.rounds.models import Round
from league.play.rounds.rounds_expected import LAST_ROUND
from league.tables.standings.deciding import best_last
from league.tables.standings.models import SnapshotRow
from league.tables.standings.selectors import leaders
from league.tables.standings.standings_shown import ranked_by_bracket

PODIUM = 3


@dataclass(frozen=True, slots=True)
class Outcomes:
    """By the event's id: its stages in their order; of one that is over, which of them decided it
    and its first places; of one that is played, its present round and who leads in its stage.

    Of a stage, `round_states` are the states of its rounds, `of_draw` how many its newest draw
    has; `filled` is how many entries were put into it, counted where the event is being played.
    Nobody leads in a bracket.
    """

    stages: dict[int, list[Any]]
    first: dict[int, list[SnapshotRow]]
    deciding: dict[int, Any]
    present: dict[int, Round]
    leading: dict[int, list[SnapshotRow]]


def outcomes_of(events: Sequence[Event]) -> Outcomes:
    """Return what became of these events; two queries however many there are."""
    stages = _stages_by_event(events)
    deciding = {
        event.pk: _deciding(stages[event.pk])
        for event in events
        if event.state in OVER and event.pk in stages
    }
    running = {event.pk for event in events if event.state == EventState.RUNNING}
    present = present_rounds_in({pk: of_event for pk, of_event in stages.items() if pk in running})
    led = {
        event: round_.stage
        for event, round_ in present.items()
        if not ranked_by_bracket(round_.stage)
    }
    # in a bracket the reason is what is shown in the place of points
    with_reasons = any(ranked_by_bracket(stage) for stage in deciding.values())
    asked = [stage.pk for stage in (*deciding.values(), *led.values())]
    rows = leaders(asked, places=PODIUM, with_reasons=with_reasons) if asked else {}
    first, leading = (
        {event: rows.get(stage.pk, []) for event, stage in ranked.items()}
        for ranked in (deciding, led)
    )
    return Outcomes(stages, first, deciding, present, leading)


def deciding_stages(events: Iterable[int]) -> dict[int, int]:
    """Return of each of these events (ids) the stage that decides it; one query."""
    by_event: dict[int, list[Any]] = {}
    for stage in STAGES(events=sorted(events)):
        by_event.setdefault(stage.event_id, []).append(stage)
    return {event: _deciding(stages).pk for event, stages in by_event.items()}


def _stages(value: Callable[[str], Any]) -> "QuerySet[Stage]":
    rounds = Round.objects.filter(stage=OuterRef("pk"))
    newest = rounds.order_by("-drawn_at", "-number")
    put_in = StageEntry.objects.filter(stage=OuterRef("pk")).order_by().values("stage")
    filled = Coalesce(Subquery(put_in.annotate(count=Count("*")).values("count")), 0)
    stages = Stage.objects.filter(event__any_of=value("events"))
    return (
        with_present_round(stages, stage__event__state=EventState.RUNNING)
        .select_related("qualifying")
        .annotate(
            round_states=ArraySubquery(rounds.values("state")),
            of_draw=Subquery(newest.values(f"drawing__{LAST_ROUND}")[:1]),
            filled=Case(When(event__state=EventState.RUNNING, then=filled), default=0),
        )
        .order_by("event_id", "number")
    )


STAGES = CompiledQuery(_stages)


def _stages_by_event(events: Sequence[Event]) -> dict[int, list[Any]]:
    by_event: dict[int, list[Any]] = {}
    for stage in STAGES(events=[event.pk for event in events]):
        by_event.setdefault(stage.event_id, []).append(stage)
    return by_event


def _deciding(stages: Sequence[Any]) -> Stage:
    """Return of an event's stages the last one that has rounds, and is not for the rest."""
    played = [stage for stage in best_last(stages) if stage.round_states]  # type: ignore[attr-defined]
    return (played or stages[:1])[-1]
