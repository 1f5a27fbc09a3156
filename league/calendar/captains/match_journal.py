"""Writing what happens to a match into the journal."""

from datetime import datetime
from typing import Any

from league.calendar.captains.matches import Match
from league.foundation.journal.actor import Actor
from league.play.events.journaling import journal_stage


def journal_match(kind: str, match: Match, *, actor: Actor, at: datetime, **data: Any) -> None:
    """The subject is the match's first table, so that its page and its people are found."""
    about = {"round": match.round.number, "match": match.number, "zone": match.zone.key, **data}
    stage = match.round.stage
    journal_stage(kind, stage, subject=match.tables[0], actor=actor, at=at, **about)
