"""The picture that an event's page shows of its format: a bracket, or a cross-table of few."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from league.events.models import Stage
from league.events.states import OVER
from league.public.pictures.bracket import bracket_shown
from league.public.pictures.crosses import crosses_shown, meets_two_by_two
from league.public.pictures.links import has_bracket
from league.public.visitors import EventPage
from league.standings.deciding import best_last

MOST_CROSSED = 12


def format_picture(page: EventPage, stages: Sequence[Stage]) -> dict[str, Any]:
    """Return the picture of the stage that decides: `bracket` or `matrix`, its address and rounds.

    Nothing for formats without one, before the first round is shown, and no cross-table of an
    event that is over: its standings say who came where.
    """
    crosses = page.event.state not in OVER
    drawn = [
        stage
        for stage in best_last(stages)
        if has_bracket(stage) or (crosses and meets_two_by_two(stage))
    ]
    for stage in reversed(drawn):
        shown = _bracket(page, stage) if has_bracket(stage) else _matrix(page, stage)
        if shown:
            return {"stage": stage, **shown}
    return {}


def _bracket(page: EventPage, stage: Stage) -> dict[str, Any]:
    shown = bracket_shown(page, stage)
    if not shown["parts"]:
        return {}
    return {"bracket": shown, "latest": shown["latest"], "url": _address(page, "bracket", stage)}


def _matrix(page: EventPage, stage: Stage) -> dict[str, Any]:
    if stage.stage_entries.count() > MOST_CROSSED:
        return {}
    shown = crosses_shown(page, stage)
    if not shown["rounds"] or not shown.get("matrix"):
        return {}
    latest = shown["rounds"][-1]
    return {"matrix": shown["matrix"], "latest": latest, "url": _address(page, "meetings", stage)}


def _address(page: EventPage, name: str, stage: Stage) -> str:
    address = reverse(f"public:{name}", args=[page.club.slug, page.event.slug])
    return f"{address}?stage={stage.number}"
