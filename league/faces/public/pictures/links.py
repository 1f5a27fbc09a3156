"""Which pages there are of an event: its fixtures, and what its formats make worth looking at."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from league.calendar.match_dates.selectors import with_dates
from league.foundation.compiled_queries import CompiledQuery
from league.play.events.models import Event, Stage
from league.play.events.names import stage_name
from league.play.rounds.drawing import format_named

PROGRESS, MEETINGS, BRACKET = "progress", "meetings", "bracket"
MOVEMENT, STATISTICS = "movement", "event_statistics"
FIXTURES = "event_calendar"


def has_bracket(stage: Stage) -> bool:
    return format_named(stage.format).has_bracket


def has_movement(stage: Stage) -> bool:
    """Say whether the stage is planned from the start, so that it can be shown as a whole."""
    return format_named(stage.format).all_at_once


def has_meetings(stage: Stage) -> bool:
    return not has_bracket(stage)


def always(_stage: Stage) -> bool:
    return True


def has_dates(stage: Stage) -> bool:
    return bool(stage.has_dates)  # type: ignore[attr-defined]


SHOWS = {
    FIXTURES: has_dates,
    BRACKET: has_bracket,
    PROGRESS: has_meetings,
    MEETINGS: has_meetings,
    MOVEMENT: has_movement,
    STATISTICS: always,
}


def words_of(name: str) -> str:
    return {
        FIXTURES: _("Fixtures"),
        PROGRESS: _("Round by round"),
        MEETINGS: _("Cross-table"),
        BRACKET: _("Bracket"),
        MOVEMENT: _("Seating"),
        STATISTICS: _("Statistics"),
    }[name]


FORMATS = CompiledQuery(
    lambda value: with_dates(Stage.objects.filter(event=value("event")).only("event", "format"))
)


def page_tabs(
    event: Event, stages: Sequence[Stage] | None = None, current: str = ""
) -> list[tuple[str, str, bool]]:
    """Return (address, words, whether it is this one) of the fixtures and each picture.

    One query, none where the event's `stages` are given, as `stages_of` finds them.
    """
    if stages is None:
        stages = FORMATS(event=event.pk)
    has_begun = event.state not in ("draft", "open")
    address = [event.club.slug, event.slug]
    return [
        (reverse(f"public:{name}", args=address), words_of(name), name == current)
        for name, shows in SHOWS.items()
        if (has_begun or name == FIXTURES) and any(shows(stage) for stage in stages)
    ]


def stage_tabs(
    address: str, stages: Sequence[Stage], current: Stage
) -> list[tuple[str, str, bool]]:
    """Return a tab for each stage that the picture shows, where there are several."""
    if len(stages) < 2:
        return []
    return [
        (f"{address}?stage={stage.number}", stage_name(stage), stage.pk == current.pk)
        for stage in stages
    ]
