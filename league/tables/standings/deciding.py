"""Which stage of an event decides it, and which of them has the newest standings."""

from collections.abc import Sequence

from league.play.events.models import Qualifying, Stage, Takes
from league.tables.standings.models import StageStandings


def best_last(stages: Sequence[Stage]) -> list[Stage]:
    """Return the stages so that the one that decides the event is last: never one for the rest."""
    return sorted(stages, key=lambda stage: not is_for_the_rest(stage))


def is_for_the_rest(stage: Stage) -> bool:
    qualifying: Qualifying | None = getattr(stage, "qualifying", None)
    return qualifying is not None and qualifying.takes == Takes.REST


def newest(stages: list[Stage]) -> Stage:
    """Return the last stage that has standings, the rest's after all others, else the first."""
    with_standings = [
        stage for stage in best_last(stages) if (state := _state(stage)) and state.version
    ]
    return with_standings[-1] if with_standings else stages[0]


def _state(stage: Stage) -> StageStandings | None:
    return getattr(stage, "standings", None)
