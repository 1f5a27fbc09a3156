"""Works out what everybody is shown of events and seasons beside their standings."""

from datetime import datetime
from typing import Any

from league.foundation.derived_state import catch_up, mark_stale
from league.play.events.models import Event, Season, Stage
from league.play.events.states import OVER
from league.tables.highlights.facts import (
    as_stored,
    deals_of_the_nights,
    deals_shown,
    deciding_page,
    evenings_of,
    last_remarkable,
    recap_facts,
    season_first,
)
from league.tables.highlights.models import EventHighlights, SeasonTop
from league.tables.standings.live_channel import announce
from league.tables.standings.services.rebuilding import bump_live_version


def work_out_event(*, event_id: int, at: datetime) -> bool:
    """Bring the highlights of an event up to date; return whether they changed.

    It may run twice or late: the same facts give the same highlights.
    """
    return catch_up(EventHighlights, event_id, lambda: _store_event(event_id), at=at)


def work_out_season(*, season_id: int, at: datetime) -> bool:
    """Bring the first places of a season up to date; return whether they changed."""
    return catch_up(SeasonTop, season_id, lambda: _store_season(season_id), at=at)


def event_facts(event: Event) -> dict[str, Any]:
    """Return the highlights of the event as its facts stand: the columns of `EventHighlights`.

    An event that is not over has no recap, and its deals of the nights are still being played.
    """
    if event.state not in OVER:
        return {"nights": [], "recap": {}, "remarkable": last_remarkable(event)}
    found = deciding_page(event)
    nights = deals_of_the_nights(event, deals_shown(event), evenings_of(event))
    return {
        "nights": [[day.isoformat(), submission] for day, submission in nights],
        "recap": as_stored(recap_facts(found)) if found else {},
        "remarkable": None,
    }


def season_columns(season: Season) -> dict[str, Any]:
    """Return the top of the season as its facts stand: the columns of `SeasonTop`."""
    return {"first": as_stored(season_first(season))}


def follow_standings(stage_id: int, at: datetime) -> None:
    """Note that the standings of the stage are others now."""
    event_id, season_id, state = _event_of(stage_id)
    is_over = state in OVER
    if is_over:
        mark_stale(EventHighlights, [event_id], at=at)
    if season_id:
        mark_stale(SeasonTop, [season_id], at=at, may_wait=not is_over)


def follow_statistics(stage_id: int, at: datetime) -> None:
    """Note that what was done at the tables of the stage was counted again."""
    event_id, _season_id, state = _event_of(stage_id)
    mark_stale(EventHighlights, [event_id], at=at, may_wait=state not in OVER)


def _event_of(stage_id: int) -> tuple[int, int | None, str]:
    return Event.objects.values_list("pk", "season_id", "state").get(stages=stage_id)


def _store_event(event_id: int) -> bool:
    event = Event.objects.select_related("club").get(pk=event_id)
    rows, columns = EventHighlights.objects.filter(pk=event_id), event_facts(event)
    if _is_stored(rows, columns):
        return False
    # the standings' rows first, as deliveries hold them: else each would wait for the other
    bump_live_version(stage_ids=Stage.objects.filter(event=event_id).values_list("pk", flat=True))
    rows.update(**columns)
    announce([event_id])
    return True


def _store_season(season_id: int) -> bool:
    season = Season.objects.select_related("club").get(pk=season_id)
    rows, columns = SeasonTop.objects.filter(pk=season_id), season_columns(season)
    if _is_stored(rows, columns):
        return False
    rows.update(**columns)
    return True


def _is_stored(rows: Any, columns: dict[str, Any]) -> bool:
    return bool(rows.values(*columns).get() == columns)
