"""The matches of a league by date: what is to come, and what came out."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.calendar.calendars.selectors import CalendarRow
from league.foundation.shown_numbers import figure
from league.play.events.models import Event
from league.play.prepared.hiding import hidden_in_stages
from league.play.rounds.forfeits import Forfeit, forfeit_label
from league.play.rounds.models import Round
from league.play.rounds.stage_results import TableOutcome, outcomes_of

Outcomes = Mapping[tuple[int, int], TableOutcome]


def matches_by_date(
    event: Event, rows: Sequence[CalendarRow], at: datetime
) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return headings with the matches below them: those to come first; none without any."""
    outcomes = _outcomes_of(rows)
    parts: dict[str, list[dict[str, Any]]] = {
        _("To come"): [],
        _("No result yet"): [],
        _("Played"): [],
    }
    to_come, missing, played = parts.values()
    for row in rows:
        outcome = outcomes.get((row.date.round_id, row.date.number))
        unplayed = missing if _is_past(row.begins_at, at) else to_come
        (unplayed if outcome is None else played).append(_shown(event, row, outcome))
    played.reverse()
    return [(heading, part) for heading, part in parts.items() if part]


def _is_past(begins_at: datetime | None, at: datetime) -> bool:
    if begins_at is None:
        return False
    return timezone.localdate(begins_at) < timezone.localdate(at)


def _shown(event: Event, row: CalendarRow, outcome: TableOutcome | None) -> dict[str, Any]:
    at = [event.club.slug, event.slug, row.table.pk]
    return {
        "begins_at": row.begins_at,
        "home": row.home,
        "away": row.away,
        "venue": row.date.venue if row.begins_at else None,
        "url": reverse("public:table", args=at),
        "result": "" if outcome is None else _in_words(row, outcome),
    }


def _in_words(row: CalendarRow, outcome: TableOutcome) -> str:
    """Return "340:310" with the home side's points first, or how nobody played."""
    if outcome.forfeits:
        is_both = len(outcome.forfeits) > 1
        return forfeit_label(Forfeit.BOTH if is_both else outcome.forfeits[0])
    points = outcome.points[::-1] if row.date.home_side == 1 else outcome.points
    return ":".join(map(figure, points))


def _outcomes_of(rows: Sequence[CalendarRow]) -> Outcomes:
    """Return the confirmed results by round (id) and number, but those that are held back."""
    by_stage: dict[int, dict[int, Round]] = {}
    for row in rows:
        by_stage.setdefault(row.date.round.stage_id, {})[row.date.round_id] = row.date.round
    held_back = hidden_in_stages([*by_stage]).held_back if by_stage else ()
    found: dict[tuple[int, int], TableOutcome] = {}
    for rounds in by_stage.values():
        ids = {round.number: round.pk for round in rounds.values()}
        for (number, table), outcome in outcomes_of(rounds.values(), held_back=held_back).items():
            if outcome.is_confirmed:
                found[ids[number], table] = outcome
    return found
