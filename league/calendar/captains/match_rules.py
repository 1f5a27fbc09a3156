"""The rules of a stage for its captains: read, held, and when they say that a time is up."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from league.calendar.captains.models import MatchRules
from league.foundation.records.act import Act
from league.play.events.models import EntryKind, Stage
from league.play.rounds.services.round_locks import lock_stage


def rules_of(stage: Stage) -> MatchRules:
    """Return the stage's rules; unsaved, as they are without a row."""
    return rules_by_stage([stage])[stage.pk]


def rules_by_stage(stages: Iterable[Stage]) -> dict[int, MatchRules]:
    """Return the rules of stages by primary key; one query."""
    known = {stage.pk: stage for stage in stages}
    rules = {pk: MatchRules(stage=stage) for pk, stage in known.items()}
    for row in MatchRules.objects.filter(stage__in=known.values()):
        row.stage = known[row.stage_id]
        rules[row.stage_id] = row
    return rules


def hold_stage(rules: MatchRules, by: Act) -> None:
    """Keep the stage as it is until its rules are saved."""
    rules.stage = lock_stage(rules.stage)


def makes_line_ups(stage: Stage) -> bool:
    """Say whether line-ups are made: teams have them; individuals and pairs play themselves."""
    return stage.event.entry_kind == EntryKind.TEAM


def line_up_due(rules: MatchRules, plays_at: datetime | None) -> datetime | None:
    """Return until when line-ups are made; nothing where there is no such time."""
    if rules.lineup_days is None or plays_at is None:
        return None
    return plays_at - timedelta(days=rules.lineup_days)


def confirm_by(
    rules: MatchRules, plays_at: datetime | None, entered_at: datetime | None
) -> datetime | None:
    """Return until when the other side confirms the result; nothing where there is no limit.

    Its days are counted from the match, or from when the result was entered, if that was later.
    """
    known = [moment for moment in (plays_at, entered_at) if moment is not None]
    return _after(max(known, default=None), rules.confirm_days)


def walkover_at(rules: MatchRules, plays_at: datetime | None) -> datetime | None:
    """Return when a match without a result is given as a walkover; nothing: never."""
    return _after(plays_at, rules.walkover_days)


def _after(plays_at: datetime | None, days: int | None) -> datetime | None:
    if plays_at is None or days is None:
        return None
    return plays_at + timedelta(days=days)
